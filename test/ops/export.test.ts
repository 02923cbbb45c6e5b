import { afterEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join, posix } from "node:path";
import type { Design } from "../../src/artifacts/design.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Task } from "../../src/artifacts/task.ts";
import { createGuard } from "../../src/isolation/paths.ts";
import { withLock } from "../../src/store/lock.ts";
import { readJson, snapshot } from "../support/disk.ts";
import { rankedProject } from "../support/ranked-project.ts";
import { canMount, smallDisk } from "../support/small-disk.ts";

const { start, typed, decide, folder, edit, files } = rankedProject();
const OURS = "designlab-export-anonymous";
let disk: ReturnType<typeof smallDisk> | undefined;
afterEach(() => {
  disk?.remove();
  disk = undefined;
});

describe("export", () => {
  test("makes one folder that holds report, designs, reviews, scores, ranking and what was decided", async () => {
    const { lab, id, dir } = await start();
    files("docs/adr", { "0001-a.md": "# 1. A\n" });
    await decide({ design: "A", because: "It is the one we can run" });
    const reply = await lab.call("export");
    const folder = join(lab.dir, `designlab-export-${id}`);
    expect(reply).toContain(`Folder: ${folder}`);
    expect(lab.host.prompts).toHaveLength(0);
    const there = await snapshot(folder);
    const kinds = Object.keys(there).map((name) => name.replace(/-[a-z].*(?=\.)/u, "-…"));
    expect([...new Set(kinds)].sort()).toEqual([
      "README.md",
      "decision/design.md",
      "decision/record.md",
      "designs/design-….json",
      "designs/design-….md",
      "ledger.jsonl",
      "ranking.json",
      "report.html",
      "reviews/review-….json",
      "scores/score-….json",
      "task.json",
    ]);
    expect(JSON.parse(there["ranking.json"] ?? "")).toEqual(await readJson(join(dir, "results/ranking.json")));
    const record = readFileSync(join(lab.dir, "docs/adr/0002-task-queue.md"), "utf8");
    expect(there["decision/record.md"]).toBe(record.replace(/\(designs\/[^)]+\)/gu, "(design.md)"));
    expect(there["decision/record.md"]).toContain("](design.md)");
    expect(there["decision/design.md"]).toContain("](record.md)");
    const readme = there["README.md"] ?? "";
    expect(readme).toContain("Design a durable task queue for 10,000 jobs a second");
    expect(readme).toContain("It is the one we can run");
    expect(readme).toContain("- `designs[].p_best`: Probability from 0 to 1 that it is the best of all");
    expect(JSON.stringify(there)).not.toContain("exchanges/");
    expect(readme).not.toContain("a path of the machine");
  });

  test("leads to what lies in the folder alone, and says of other documents where they are in the project", async () => {
    const { lab } = await start();
    files("docs/adr", { "0001-a.md": "# 1. A\n" });
    await decide({ design: "A", because: "It runs" });
    await decide({ design: "B", because: "It is smaller" });
    await lab.call("export", { to: "out" });
    await decide({ design: "A", because: "It is safer", where: "experiment" });
    await lab.call("export", { to: "other" });
    for (const out of ["out", "other"]) {
      const there = await snapshot(join(lab.dir, out));
      const led = Object.entries(there).flatMap(([name, text]) =>
        name.endsWith(".md")
          ? [...text.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, to = ""]) => posix.join(posix.dirname(name), to))
          : [],
      );
      expect(led).toContain("decision/design.md");
      for (const to of led) expect(Object.keys(there)).toContain(to);
      for (const [, name = ""] of (there["README.md"] ?? "").matchAll(/^- [ABC] “[^”]*”: `([^`]+)`$/gmu))
        expect(Object.keys(there)).toContain(name);
    }
    const record = readFileSync(join(lab.dir, "out/decision/record.md"), "utf8");
    expect(record).toContain("Supersedes docs/adr/0002-task-queue.md of the project\n");
  });

  test("holds no place of this machine: a document from outside by its last name, files by their path in the project", async () => {
    const { lab, dir } = await start();
    const outside = "/home/ann/x_y/doc.md";
    const inside = join(lab.dir, "src/queue.ts");
    const own = join(lab.home, ".local/state");
    const { designers } = await readJson<Task>(join(dir, "task.json"));
    const [first, ...others] = designers;
    const entrant = { file: outside, sha256: "0".repeat(64), bytes: 1, author: "Ann" };
    await edit("task.json", { designers: [{ ...first, entrant }, ...others] });
    const design = `designs/design-${first?.design_id}.json`;
    const author = `${outside} (a document by Ann)`;
    const { provenance } = await readJson<Design>(join(dir, design));
    const violations = [{ at: "2026-11-24T12:00:00.000Z", tool: "read", target: inside, reason: `not in ${lab.dir}.` }];
    await edit(design, {
      generating_model: author,
      summary: `As ${inside} does`,
      provenance: { ...provenance, violations },
    });
    const ranking = await readJson<Ranking>(join(dir, "results/ranking.json"));
    const ranked = ranking.designs.map((each) =>
      each.design_id === first?.design_id ? { ...each, generating_model: author } : each,
    );
    await edit("results/ranking.json", { designs: ranked });
    const at = "2026-11-24T12:00:00.000Z";
    const message = `the text of ${outside} and ${own} cannot be used`;
    appendFileSync(
      join(dir, "ledger.jsonl"),
      `${JSON.stringify({ at, event: "failed", phases: ["arrange"], model: outside, kind: "defect", message })}\n`,
    );
    files("docs/adr", { "0001-a.md": "# 1. A\n" });
    await decide({ design: "A", because: `It is in ${inside} already` });
    await lab.call("export", { to: "out" });
    const there = await snapshot(join(lab.dir, "out"));
    for (const [name, text] of Object.entries(there)) {
      expect(text, name).not.toContain("/home/ann");
      expect(text, name).not.toContain("x_y");
      expect(text, name).not.toContain("x\\_y");
      expect(text, name).not.toContain(lab.dir);
      expect(text, name).not.toContain(lab.home);
    }
    for (const name of [
      "report.html",
      "task.json",
      "ranking.json",
      "ledger.jsonl",
      design,
      design.replace("json", "md"),
    ])
      expect(there[name], name).toContain("doc.md");
    expect(there[design]).toContain(`"doc.md (a document by Ann)"`);
    expect(there[design]).toContain(`"As src/queue.ts does"`);
    expect(there[design]).toContain(`"target": "src/queue.ts"`);
    expect(there[design]).toContain(`"not in ${basename(lab.dir)}."`);
    expect(there["decision/record.md"]).toContain("It is in src/queue.ts already");
    expect(there["README.md"]).toContain("It is in src/queue.ts already");
    expect(there["README.md"]).toContain("a hash of such a text is of the text as it was");
  });

  test("of what is not ranked holds what is there and says what is missing", async () => {
    const { lab, dir } = await start();
    rmSync(join(dir, "results"), { recursive: true });
    const reply = await lab.call("export", { to: "out" });
    expect(reply).toContain("Nothing is ranked: there is no `ranking.json` and no `report.html`.");
    const there = Object.keys(await snapshot(join(lab.dir, "out")));
    expect(there).toContain("README.md");
    expect(there).not.toContain("ranking.json");
  });

  test("is read by no designer of an experiment after it", async () => {
    const { lab } = await start();
    await lab.call("export", { to: "out" });
    const guard = await createGuard({
      root: lab.dir,
      directory: lab.dir,
      home: lab.home,
      closed: { experiments: [], host: [] },
    });
    expect(await guard.argument("out/README.md")).toMatchObject({ state: "denied" });
    expect(await guard.argument("out/designs")).toMatchObject({ state: "denied" });
  });

  for (const anonymous of [false, true]) {
    test(`while a result is held back refuses, anonymous: ${anonymous}`, async () => {
      const { lab, dir } = await start();
      writeFileSync(join(dir, "hold.json"), HOLD);
      const before = await snapshot(lab.dir);
      const reply = await lab.call("export", { anonymous });
      expect(reply).toContain("Not exported: an export of");
      expect(reply).toContain("held back until you have judged");
      expect(await snapshot(lab.dir)).toEqual(before);
    });
  }

  test("while a call is at work refuses", async () => {
    const { lab, dir } = await start();
    const reply = await withLock(dir, "x", () => lab.call("export"));
    expect(reply).toContain("a call is at work on it at this moment");
    expect(readdirSync(lab.dir).filter((name) => name.startsWith("designlab"))).toEqual([]);
  });

  test("of an experiment that nobody knows names the nearest", async () => {
    const { lab, id } = await start();
    expect(await lab.call("export", { experiment: `${id}x` })).toContain(id);
  });

  test("is written over nothing: no folder, no file, no link", async () => {
    const { lab } = await start();
    const other = await folder();
    mkdirSync(join(lab.dir, "full"));
    writeFileSync(join(lab.dir, "file"), "mine");
    symlinkSync(other, join(lab.dir, "link"));
    symlinkSync(join(other, "nowhere"), join(lab.dir, "dangling"));
    const before = await snapshot(lab.dir);
    for (const [to, found] of [
      ["full", "a folder"],
      ["file", "a file"],
      ["link", "a symbolic link"],
      ["dangling", "a symbolic link"],
    ])
      expect(await lab.call("export", { to })).toContain(`needed is a name that is free, found ${found}`);
    expect(await lab.call("export", { to: "none/out" })).toContain("needed is a folder at");
    expect(await lab.call("export", { to: ".git/out" })).toContain("Nothing was written");
    expect(await lab.call("export", { to: ".opencode/design-lab/out" })).toContain("experiments lie in");
    expect(await snapshot(lab.dir)).toEqual(before);
    expect(readdirSync(other)).toEqual([]);
  });

  test("goes through no link out of the project, and outside of it by a person's own line alone", async () => {
    const { lab } = await start();
    const other = await folder();
    symlinkSync(other, join(lab.dir, "link"));
    expect(await lab.call("export", { to: "link/out" })).toContain("a link on the way leads out of the project");
    expect(await typed("export", { to: "link/out" })).toContain("a link on the way leads out of the project");
    expect(await lab.call("export", { to: join(other, "out") })).toContain("where an agent's call writes nothing");
    expect(readdirSync(other)).toEqual([]);
    await typed("export", { to: join(other, "out") });
    expect(readdirSync(other)).toEqual(["out"]);
  });

  test("takes away what a killed export left, and lets alone what another may be writing", async () => {
    const { lab } = await start();
    const left = (name: string) => join(lab.dir, `${name}.01234567-89ab-4def-8123-456789abcdef.export.tmp`);
    mkdirSync(left("out"));
    writeFileSync(join(left("out"), "task.json"), "{}");
    utimesSync(left("out"), new Date(0), new Date(0));
    mkdirSync(left("other"));
    utimesSync(left("other"), new Date(0), new Date(0));
    await lab.call("export", { to: "out" });
    expect(existsSync(left("out"))).toBe(false);
    expect(existsSync(left("other"))).toBe(true);
    expect(existsSync(join(lab.dir, "out/README.md"))).toBe(true);
  });

  test("that is stopped leaves nothing", async () => {
    const { lab } = await start();
    const before = await snapshot(lab.dir);
    lab.controller.abort();
    await lab.call("export", { to: "out" });
    expect(await snapshot(lab.dir)).toEqual(before);
  });

  test.skipIf(!canMount)("onto a full disk leaves nothing and says so", async () => {
    const { lab } = await start();
    disk = smallDisk(1);
    writeFileSync(join(disk.dir, "others"), Buffer.alloc(900_000, "."));
    const reply = await typed("export", { to: join(disk.dir, "out") });
    expect(reply).toContain("The disk is full");
    expect(readdirSync(disk.dir)).toEqual(["others"]);
    expect(lab.host.prompts).toHaveLength(0);
  });

  test("with a ranking that cannot be read says so", async () => {
    const { lab, dir } = await start();
    writeFileSync(join(dir, "results/ranking.json"), "{");
    expect(await lab.call("export")).toContain("its ranking cannot be read");
  });

  test("takes the record from the project alone", async () => {
    const { lab } = await start();
    await decide({ design: "A", where: "experiment" });
    await edit("decision.json", { record: { in: "project", path: "../secret.md" } });
    await lab.call("export", { to: "out" });
    expect(existsSync(join(lab.dir, "out/decision/record.md"))).toBe(false);
    expect(existsSync(join(lab.dir, "out/decision/design.md"))).toBe(true);
  });
});

describe("an anonymous export", () => {
  test("is one file of numbers and a readme that explains each", async () => {
    const { lab, id } = await start();
    await decide({ design: "A" });
    const reply = await lab.call("export", { experiment: id, anonymous: true });
    expect(reply).toContain("Its numbers alone, without a name");
    const there = await snapshot(join(lab.dir, OURS));
    expect(Object.keys(there)).toEqual(["README.md", "export.json"]);
    const numbers = JSON.parse(there["export.json"] ?? "");
    const ranking = await readJson<Ranked>(join(lab.dir, ".opencode/design-lab", id, "results/ranking.json"));
    expect(numbers.designs.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3]);
    expect(numbers.designs.map((each: { p_best: number }) => each.p_best)).toEqual(
      ranking.designs.map(({ p_best }) => Math.round(p_best * 10_000) / 10_000),
    );
    expect(numbers.outcome).toMatchObject({ verdict: ranking.summary.verdict.kind, first_place: [1] });
    expect(numbers.decision).toEqual({ design: 1, differs: false, turned_out: [] });
    expect(numbers.scores).toHaveLength(9);
    expect(numbers.scores.filter(({ own_design }: { own_design: boolean }) => own_design)).toHaveLength(3);
    expect(numbers.calls.map(({ role }: { role: string }) => role)).toContain("designer");
    expect(there["README.md"]).toContain("- `designs[].p_best`: Probability from 0 to 1 that it is the best of all");
  });

  test("is the same for the same experiment", async () => {
    const { lab } = await start();
    await lab.call("export", { to: "one", anonymous: true });
    await lab.call("export", { to: "two", anonymous: true });
    expect(await snapshot(join(lab.dir, "one"))).toEqual(await snapshot(join(lab.dir, "two")));
  });
});

type Ranked = { designs: { p_best: number }[]; summary: { verdict: { kind: string } } };
const HOLD = JSON.stringify({ version: 1, began_at: "2026-11-24T12:00:00.000Z", ended: null });
