import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readStored } from "../../src/host/screen/stored.ts";
import { saveArtifact } from "../../src/store/artifacts.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { EXAMPLES } from "../store/examples.ts";
import { approved, interview } from "../support/briefs.ts";

const FIXTURES = join(import.meta.dir, "../fixtures/stored");
const NOW = Date.parse("2026-06-01T00:00:00Z");
let project: string;
let base: string;

beforeEach(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "designlab-stored-")));
  base = join(project, ".opencode/design-lab");
  await mkdir(base, { recursive: true });
});
afterEach(() => rm(project, { recursive: true, force: true }));

/** A copy of an experiment that an earlier version wrote, whose ledger was last written on that day. */
async function experiment(name: string, day = "2026-01-05", from = "2026-01-05-plain"): Promise<string> {
  const dir = join(base, name);
  await cp(join(FIXTURES, from), dir, { recursive: true });
  await utimes(join(dir, "ledger.jsonl"), new Date(day), new Date(day));
  return dir;
}

const look = () => readStored({ directory: project, worktree: project, home: join(project, "no-home"), env: {} }, NOW);
const named = async () => (await look()).experiments.map(({ name }) => name);

describe("what the page reads of the disk", () => {
  test("is nothing where no lab ever ran", async () => {
    expect(await look()).toEqual({ experiments: [], older: 0, closed: [] });
    await rm(join(project, ".opencode"), { recursive: true });
    expect(await look()).toEqual({ experiments: [], older: 0, closed: [] });
  });

  test("is every experiment with the sessions of its ledger and the design in the first place", async () => {
    await experiment("mine");
    const [found] = (await look()).experiments;
    const ledger = (await readFile(join(FIXTURES, "2026-01-05-plain/ledger.jsonl"), "utf8"))
      .split("\n")
      .filter(Boolean);
    const begun = ledger.map((line) => JSON.parse(line)).filter(({ event }) => event === "started");
    expect(found?.sessions?.map(({ session_id }) => session_id)).toEqual(begun.map(({ session_id }) => session_id));
    const states = found?.sessions?.map(({ state }) => state) ?? [];
    // Two that failed were asked again in new sessions.
    expect(["done", "failed", "asked"].map((each) => states.filter((state) => state === each).length)).toEqual([
      8, 2, 0,
    ]);
    const winner = await readFile(join(FIXTURES, "2026-01-05-plain/designs/design-alpha-strong-1.json"), "utf8");
    const { design_id, title } = JSON.parse(winner);
    expect(unmarked(found?.verdict ?? [], String)).toBe(`winner (medium): ${design_id}`);
    expect(found?.titles).toEqual(new Map([[design_id, title]]));
  });

  test("is what a person decided in the place of the ranking's verdict, whether or not it was seen here", async () => {
    const dir = await experiment("mine");
    const { design_id, title } = JSON.parse(await readFile(join(dir, "designs/design-beta-middle-1.json"), "utf8"));
    await saveArtifact(dir, "decision", { ...EXAMPLES.decision, experiment_id: "mine", design_id });
    const [found] = (await look()).experiments;
    expect(unmarked(found?.verdict ?? [], String)).toBe(
      `decided: ${design_id} (as the file says, not seen on this machine)`,
    );
    expect(found?.titles).toEqual(new Map([[design_id, title]]));
  });

  test("is no tie of what is slightly ahead, as everywhere else", async () => {
    const path = join(await experiment("mine"), "results/ranking.json");
    const ranking = JSON.parse(await readFile(path, "utf8"));
    const ids = ranking.designs.map(({ design_id }: { design_id: string }) => design_id);
    const verdict = { kind: "ahead", design: ids[0], p: 0.75, tied: ids };
    ranking.summary = { ...ranking.summary, winner: null, tie_groups: [ids], verdict, first_place: ids };
    await writeFile(path, JSON.stringify(ranking));
    const [found] = (await look()).experiments;
    expect(unmarked(found?.verdict ?? [], String)).toBe(`no winner (medium): ${ids[0]} ahead`);
  });

  test("comes newest first, what is dated in the future last, and of many only the newest are read", async () => {
    await experiment("old", "2026-01-05");
    await experiment("new", "2026-05-05");
    await experiment("future", "2099-01-01");
    expect(await named()).toEqual(["new", "old", "future"]);
    for (let at = 1; at <= 20; at++) await experiment(`many-${at}`, "2026-05-06");
    const { experiments, older } = await look();
    expect([experiments.length, older]).toEqual([20, 3]);
  });

  test("is without what cannot be read, and says that of a ledger", async () => {
    const plain = await experiment("plain");
    const broken = await experiment("broken");
    for (const file of ["task.json", "results/ranking.json"]) await writeFile(join(broken, file), "{");
    await rm(join(plain, "task.json"));
    const far = await experiment("too-large");
    await writeFile(join(far, "ledger.jsonl"), Buffer.alloc(60_000_001, " "));
    const { experiments } = await look();
    const of = (name: string) => experiments.find((each) => each.name === name);
    expect(of("plain")?.sessions?.length).toBeGreaterThan(0);
    expect(of("broken")?.verdict).toBeNull();
    expect(of("too-large")?.sessions).toBeNull();
  });

  test("is what began with questions, too: how it stands and what to type", async () => {
    await experiment("mine", "2026-01-05");
    const now = () => new Date(NOW);
    const asking = await interview(project, { now, name: "2026-05-30-asking" });
    await asking.journal.ask([{ type: "confirm", text: "Keep it?" }], "text");
    const ready = await approved(project, { now, name: "2026-05-31-ready" });
    await ready.ledger.append({ event: "started", model: "a/one", session_id: "ses_1" });
    for (const [dir, day] of [
      [asking.dir, "2026-05-30"],
      [ready.dir, "2026-05-31"],
    ] as const)
      for (const file of ["idea.json", "questions.jsonl", "ledger.jsonl"])
        await utimes(join(dir, file), new Date(day), new Date(day)).catch(() => undefined);
    const { experiments } = await look();
    expect(experiments.map(({ name, stands }) => [name, stands && unmarked(stands, String)])).toEqual([
      ["2026-05-31-ready", "Brief: approved: `/design-lab run 2026-05-31-ready`"],
      ["2026-05-30-asking", "Brief: 1 question open: `/design-lab ask 2026-05-30-asking`"],
      ["mine", null],
    ]);
    expect(experiments.map(({ sessions }) => sessions?.length)).toEqual([1, 0, 10]);
    await saveArtifact(ready.dir, "task", { ...EXAMPLES.task, experiment_id: ready.id });
    expect((await look()).experiments.map(({ name, stands }) => [name, stands === null])).toContainEqual([
      ready.id,
      true,
    ]);
  });

  test("says of a base folder outside, which a list of the checkout names, that it was not read", async () => {
    await writeFile(join(base, "bases.json"), JSON.stringify({ version: 1, bases: [tmpdir()] }));
    const { closed } = await look();
    expect(closed).toEqual([{ path: tmpdir(), reason: expect.stringContaining("outside the project") }]);
  });

  test("lies in the experiment's folder, wherever its ranking and its links lead", async () => {
    const dir = await experiment("mine");
    const outside = await experiment("other");
    const [designer] = JSON.parse(await readFile(join(outside, "task.json"), "utf8")).designers;
    const path = join(dir, "results/ranking.json");
    const ranking = JSON.parse(await readFile(path, "utf8"));
    const away = `x/../../../other/designs/design-${designer.design_id}`;
    for (const each of ranking.designs) each.design_id = away;
    ranking.summary = { ...ranking.summary, winner: away, verdict: { ...ranking.summary.verdict, design: away } };
    await writeFile(path, JSON.stringify(ranking));
    await rm(join(outside, "ledger.jsonl"));
    await symlink(join(dir, "ledger.jsonl"), join(outside, "ledger.jsonl"));
    const { experiments } = await look();
    expect(
      experiments.map(({ name, verdict, titles }) => [name, unmarked(verdict ?? [], String), titles.size]),
    ).toEqual([["mine", `winner (medium): ${away}`, 0]]);
  });
});
