import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mostOf } from "../../src/cli/study/run.ts";
import { keepStudy } from "../../src/study/folder.ts";
import { bundleHash } from "../../src/study/manifest.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import { builtCommand, ENGINE } from "../support/built-command.ts";
import { smallStudy } from "../support/studies.ts";

const cli = builtCommand();
const dir = mkdtempSync(join(tmpdir(), "designlab-study-work-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What a line comes to where no host is on the PATH and no terminal is there. */
function typed(words: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli.file, ...words], {
    cwd: dir,
    encoding: "utf8",
    env: { ...ENGINE, PATH: "/nowhere", HOME: dir, ...env },
  });
  return { status, stdout, stderr };
}

const one = smallStudy();
const other = smallStudy({ name: "other", repeats: 2 });
const HASH = bundleHash(one);

test("a line that cannot be meant says what is needed, and nothing is begun", async () => {
  for (const [words, said] of [
    [["work"], "--queue must say where it is"],
    [["work", "--queue", "q.sqlite", "--at-once", "0"], '--at-once must be a whole number from 1 to 64, found "0"'],
    [
      ["work", "--queue", "q.sqlite", "--max-cost", "dear"],
      '--max-cost must be an amount from 0 to 1000000000, found "dear"',
    ],
    [["work", "--queue", "q.sqlite", "--account", "a b"], "--account must be a name"],
    [["work", "--queue", "q.sqlite", "--nonsense"], "--nonsense"],
    [["work", "more"], "Cannot read study work"],
  ] as const) {
    const came = typed(["study", ...words]);
    expect([words, came.status, came.stderr]).toEqual([words, 2, expect.stringContaining(said)]);
  }
  const away = typed(["study", "work", "--queue", "q.sqlite", "--max-cost", "1"]);
  expect([away.status, away.stderr]).toEqual([
    2,
    expect.stringContaining("needed is the file of a queue, found nothing"),
  ]);
  expect(existsSync(join(dir, "q.sqlite"))).toBe(false);
});

test("a queue without a study says so, one with several wants a name, and one that is named must be there", async () => {
  const file = join(dir, "queue.sqlite");
  const queue = await openQueue(file);
  const work = (...words: string[]) => typed(["study", "work", "--queue", file, ...words]);
  const none = work();
  expect([none.status, none.stdout]).toEqual([0, expect.stringContaining("There is no study in")]);
  await queue.add(one, null);
  await queue.add(other, null);
  const several = work();
  expect([several.status, several.stderr]).toEqual([2, expect.stringContaining("--study must say on which")]);
  expect(several.stderr).toContain(HASH);
  expect(several.stderr).toContain("8 of 8 experiments wait");
  for (const [named, found] of [
    ["nobody", "has none that"],
    [HASH.slice(0, 7), "has none that"],
  ] as const)
    expect(work("--study", named).stderr).toContain(found);
  await queue.close();
});

test("all that a study says is written where its person wants to read it, over nothing, before anything else", async () => {
  const file = join(dir, "read.sqlite");
  const queue = await openQueue(file);
  await queue.add(one, null);
  await queue.close();
  const read = () => typed(["study", "work", "--queue", file, "--read", "texts"]);
  expect(read()).toMatchObject({ status: 1, stderr: expect.stringContaining("there is no opencode on the PATH") });
  expect(readFileSync(join(dir, "texts/tasks/01-queue.md"), "utf8")).toBe("Design a durable queue");
  expect(read()).toMatchObject({ status: 2, stderr: expect.stringContaining("something is there") });
});

test("a yes in advance is one to a whole hash, and no agent says it", async () => {
  const file = join(dir, "yes.sqlite");
  const queue = await openQueue(file);
  await queue.add(one, null);
  await queue.close();
  const work = (words: string[], env = {}) => typed(["study", "work", "--queue", file, ...words], env);
  for (const words of [["--yes"], ["--yes", "--study", "small"], ["--yes", "--study", HASH.slice(0, 12)]])
    expect(work(words)).toMatchObject({ status: 2, stderr: expect.stringContaining("must be its whole hash") });
  const whole = ["--yes", "--study", HASH];
  for (const agent of ["CLAUDECODE", "OPENCODE", "CODEX_CI"])
    expect(work(whole, { [agent]: "1" }).stderr).toContain(`${agent} is set here, as in the shell of an agent`);
  expect(work(whole)).toMatchObject({ status: 1, stderr: expect.stringContaining("there is no opencode on the PATH") });
  // A study that is called as another's hash is not that one.
  const forged = await openQueue(join(dir, "forged.sqlite"));
  await forged.add(other, null);
  await forged.close();
  using rows = new Database(join(dir, "forged.sqlite"));
  rows.run("UPDATE studies SET name = ?", [HASH]);
  const taken = typed(["study", "work", "--queue", join(dir, "forged.sqlite"), ...whole]);
  expect([taken.status, taken.stderr]).toEqual([2, expect.stringContaining("has none that")]);
  // A shared server wants its key.
  const shared = work([...whole, "--server", "http://127.0.0.1:1"]);
  expect([shared.status, shared.stderr]).toEqual([2, expect.stringContaining("DESIGNLAB_DESK_KEY must hold the key")]);
});

test("a study that was begun in another queue says in which before it asks, and one whose queue nobody here named asks nothing", async () => {
  mkdirSync(join(dir, ".git"));
  writeFileSync(join(dir, "one.md"), "Design a queue\n");
  const models = ["alpha/one", "beta/one"];
  const near = { design_models: models, review_models: models };
  writeFileSync(join(dir, "study.json"), JSON.stringify({ name: "mine", tasks: ["one.md"], panels: { near } }));
  const run = () => typed(["study", "run", "study.json"]).stderr;
  const hash = /--study ([0-9a-f]{64})/u.exec(run())?.[1] ?? "";
  const elsewhere = join(dir, "elsewhere.sqlite");
  const given = { queue: elsewhere, gitignore: true, now: () => new Date() };
  const keep = (home: string) =>
    keepStudy(join(dir, ".opencode/design-lab"), { name: "mine", hash }, { ...given, person: { home, env: {} } });
  await keep(dir);
  const said = run();
  expect(said).toMatch(/Its queue is .*elsewhere\.sqlite.*, which was named here before\./u);
  expect(said.indexOf("Its queue is")).toBeLessThan(said.indexOf("Nothing was begun"));
  await keep(join(dir, "another"));
  expect(run()).toContain("this machine did not name it");
  expect(run()).not.toContain("nobody said yes");
});

test("a yes in advance is one to the study's own limit: what its queue says by now raises nothing", () => {
  const limited = (max_cost: number | null) => ({ ...one.limits, study: { ...one.limits.study, max_cost } });
  const most = (own: number | null, of: [said: number | null, now: number | null], yes: boolean) => {
    const checked = { bundle: { ...one, limits: limited(of[0]) }, forecast: { price: { expected: 6, upper: 8 } } };
    const before = { limits: limited(of[1]), money: { spent: 2 } };
    return mostOf(own, checked as Parameters<typeof mostOf>[1], before as Parameters<typeof mostOf>[2], yes);
  };
  expect(most(null, [5, 1_000], true)).toBe(3);
  expect(most(null, [5, null], true)).toBe(3);
  expect(most(null, [5, 4], true)).toBe(2);
  expect(most(null, [null, 1_000], true)).toBe(6);
  // Who is shown it, or names a bound, is held to nothing else.
  expect(most(null, [5, 1_000], false)).toBe(998);
  expect(most(20, [5, 1_000], true)).toBe(20);
});
