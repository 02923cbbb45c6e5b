import { afterEach, describe, expect, test } from "bun:test";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Exchange } from "../../src/artifacts/exchange.ts";
import { listExchanges, readExchanges } from "../../src/store/exchanges.ts";
import { onlyExperiment } from "../support/disk.ts";
import { foreign, HOSTILE } from "../support/hostile-text.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
const start = async (options?: BenchOptions): Promise<Bench> => {
  lab = await bench(options);
  return lab;
};
afterEach(() => lab.dispose());

const run = (args: object = {}) => lab.call("run", { task: "A durable task queue", ...args });

const namesIn = async (dir: string, ending: string): Promise<string[]> =>
  (await readdir(join(dir, "exchanges")).catch(() => [])).filter((name) => name.endsWith(ending)).sort();

async function kept(): Promise<Exchange[]> {
  const dir = await onlyExperiment(lab.dir);
  const names = await namesIn(dir, ".json");
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(dir, "exchanges", name), "utf8")) as Exchange),
  );
}

describe("what was sent and what came back", () => {
  test("is kept of every session of a run, word for word, and the report leads to a page of each", async () => {
    await start();
    await run();
    const all = await kept();
    expect(all).toHaveLength(lab.host.prompts.length);
    for (const { session_id, system, turns, tokens, ended } of all) {
      const asked = lab.host.prompts.find(({ sessionID }) => sessionID === session_id);
      expect(turns.map(({ sent }) => sent.text)).toEqual([asked?.text ?? ""]);
      expect(system.text.length).toBeGreaterThan(20);
      expect(turns[0]?.received?.text.length).toBeGreaterThan(0);
      expect(tokens).not.toBeNull();
      expect(ended).toEqual({ state: "ok" });
    }
    expect(new Set(all.flatMap(({ phases }) => phases))).toEqual(new Set(["setup", "generate", "review", "score"]));
    const dir = await onlyExperiment(lab.dir);
    const report = await readFile(join(dir, "results", "report.html"), "utf8");
    const links = [...report.matchAll(/href="(\.\.\/exchanges\/[^"]+)"/gu)].map(([, href = ""]) => href);
    const pages = await namesIn(dir, ".html");
    expect(pages).toHaveLength(1 + 3 + 9);
    expect(new Set(links).size).toBe(3 + 9);
    for (const link of new Set(links)) expect(pages).toContain(decodeURIComponent(basename(link)));
    const page = await readFile(join(dir, "exchanges", pages[1] ?? ""), "utf8");
    expect(page).toContain("System prompt");
    expect(page).not.toContain("<script");
  });

  test("is kept of what failed too, with each repair, and a later call adds to it", async () => {
    await start({ answer: ({ kind, model }) => (kind === "design" && model.startsWith("gamma/") ? "no" : undefined) });
    await run();
    const failed = (await kept()).filter(({ ended }) => ended?.state === "failed");
    expect(failed).toMatchObject([{ model: "gamma/weak-1", ended: { kind: "invalid_output" } }]);
    expect(failed[0]?.turns).toHaveLength(3);
    expect(failed[0]?.turns[1]?.sent.text).toStartWith("Your answer could not be used");
    const dir = await onlyExperiment(lab.dir);
    const report = await readFile(join(dir, "results", "report.html"), "utf8");
    expect(report).toContain(`../exchanges/design-${failed[0]?.design_id}.html`);
    const before = await kept();
    await lab.call("run", { experiment: basename(dir) });
    const after = await kept();
    expect(after.length).toBe(before.length + 1);
    expect(await lab.call("show", { experiment: basename(dir), what: "exchange", design: "C" })).toContain(
      "no usable answer",
    );
  });

  test("is kept nowhere where it is switched off, and the report says so", async () => {
    await start({ config: { output: { exchanges: false } } });
    await run();
    expect(await kept()).toEqual([]);
    const dir = await onlyExperiment(lab.dir);
    expect(await readdir(dir)).not.toContain("exchanges");
    expect(await readFile(join(dir, "results", "report.html"), "utf8")).toMatch(
      /output\.exchanges<\/bdi><\/code> is false/u,
    );
    expect(await lab.call("show", { what: "exchange" })).toContain("Nothing of what was sent and came back is kept");
  });

  test("is shown by design and by reviewer, with where it lies", async () => {
    await start();
    await run();
    const dir = await onlyExperiment(lab.dir);
    const experiment = basename(dir);
    const list = await lab.call("show", { experiment, what: "exchange" });
    expect(list).toContain("Design A: 1 session");
    expect(list).toContain(`/design-lab show ${experiment} exchange A/alpha/strong-1`);
    const design = await lab.call("show", { experiment, what: "exchange", design: "A" });
    expect(design).toContain("System prompt");
    expect(design).toContain(join(dir, "exchanges"));
    const cell = await lab.call("show", { experiment, what: "exchange", design: "A", reviewer: "strong-1" });
    expect(cell).toContain("Evaluation of A by alpha/strong-1");
    expect(await lab.call("show", { experiment, what: "exchange", design: "Q" })).toContain(
      "there is none of that name",
    );
    expect(await lab.call("show", { experiment, what: "scores", reviewer: "strong-1" })).toContain(
      "Cannot show one reviewer of that",
    );
  });

  test("is shown of the latest three sessions, and how many were before is said", async () => {
    await start({ config: { confirm_above: null } });
    await run();
    const dir = await onlyExperiment(lab.dir);
    const experiment = basename(dir);
    const again = { experiment, designs: "A", models: "alpha/strong-1", force: true };
    for (let more = 0; more < 3; more++) await lab.call("review", again);
    const all = [...(await listExchanges(dir))].find(([place]) => /strong-1.*strong-1/u.test(place))?.[1] ?? [];
    expect(all).toHaveLength(4);
    const shown = await lab.call("show", { experiment, what: "exchange", design: "A", reviewer: "strong-1" });
    expect(shown).not.toContain(all[0] ?? "");
    expect(shown).toContain(all[1] ?? "none");
    expect(shown).toContain("1 earlier session of it stands in files of their own beside these.");
  });

  test("is told by no page, reply or report while a result is held back", async () => {
    await start({ config: { confirm_above: null } });
    Object.assign(lab.context, { pages: null });
    await run({ judge: true });
    const dir = await onlyExperiment(lab.dir);
    const experiment = basename(dir);
    expect((await kept()).length).toBeGreaterThan(9);
    for (const args of [{}, { design: "A" }, { design: "A", reviewer: "strong-1" }]) {
      const reply = await lab.call("show", { experiment, what: "exchange", ...args });
      expect(reply).toContain("Not shown");
      expect(reply).not.toContain("strong-1");
    }
    expect(await namesIn(dir, ".html")).toEqual([]);
  });

  test("shows hostile words as they are, in page and reply", async () => {
    await start({
      answer: ({ kind, model }) =>
        kind === "design" && model.startsWith("gamma/") ? `${HOSTILE}</pre><script>1` : undefined,
    });
    await run();
    const dir = await onlyExperiment(lab.dir);
    const page = await readFile(join(dir, "exchanges", "design-gamma-weak-1.html"), "utf8");
    expect(page).toContain("&lt;img src=x onerror=y>");
    expect(page).not.toMatch(/<(?:script|img|b)\b/u);
    const reply = await lab.call("show", { experiment: basename(dir), what: "exchange", design: "C" });
    expect(reply).toContain("evil.example");
    expect(foreign(reply).filter(({ kind }) => kind !== "code block")).toEqual([]);
  });

  test("passes over what no keeper wrote, and follows no link", async () => {
    await start();
    await run();
    const dir = await onlyExperiment(lab.dir);
    const folder = join(dir, "exchanges");
    const [first = ""] = (await namesIn(dir, ".json")).filter((name) => name.startsWith("design-alpha-strong-1."));
    await writeFile(join(folder, first.replace("-ses", "-planted")), "{");
    await symlink("/etc/hostname", join(folder, first.replace("-ses", "-link")));
    await writeFile(join(folder, "notes.json"), "{}");
    const { kept: found, problems } = await readExchanges(
      dir,
      "design-alpha-strong-1",
      (await listExchanges(dir)).get("design-alpha-strong-1") ?? [],
    );
    expect(found.map(({ path }) => basename(path))).toEqual([first]);
    expect(problems.map(({ kind }) => kind).sort()).toEqual(["not-a-file", "not-json"]);
  });

  test("costs no answer where it cannot be written, and the ledger says so", async () => {
    await start({
      answer: async ({ kind }) => {
        if (kind === "design")
          await writeFile(join(await onlyExperiment(lab.dir), "exchanges"), "").catch(() => undefined);
        return undefined;
      },
      config: { topic_generation_model: null },
    });
    await run({ topic: "queue", requirements: ["It is durable."] });
    const dir = await onlyExperiment(lab.dir);
    expect(await readdir(join(dir, "designs"))).toHaveLength(6);
    expect(await readFile(join(dir, "ledger.jsonl"), "utf8")).toContain("what was sent and what came back is not kept");
  });

  test("holds nothing of the options of a provider, and goes into no prompt again", async () => {
    const key = "sk-planted-0123456789abcdefghij";
    process.env.PLANTED_API_KEY = key;
    await start();
    await run();
    delete process.env.PLANTED_API_KEY;
    expect(JSON.stringify(await kept())).not.toContain(key);
    const received = (await kept()).flatMap(({ phases, turns }) =>
      phases.includes("score") ? turns.flatMap((turn) => turn.received?.text ?? []) : [],
    );
    const sent = lab.host.prompts.map(({ text }) => text);
    for (const text of received) expect(sent.some((prompt) => prompt.includes(text))).toBe(false);
  });
});
