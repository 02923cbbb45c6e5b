import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { GuardLine } from "../../src/artifacts/guard.ts";
import { openGuardLog } from "../../src/store/guard-log.ts";

const NOW = "2026-11-26T10:00:00.000Z";
const now = () => new Date(NOW);
const SINCE = "2026-11-01T00:00:00.000Z";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-guard-log-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));
const path = () => join(dir, "guard.jsonl");

const line = (over: Partial<GuardLine> = {}): GuardLine => ({
  ...{
    version: 1,
    event: "edit",
    at: "2026-11-26T09:00:00.000Z",
    session_id: "ses_1",
    call_id: "call_1",
    tool: "edit",
  },
  ...{ files: ["src/a.ts"], edit_sha256: "0".repeat(64), state: "red", failing: 1, decision: "allowed", by: "code" },
  ...{ edit_type: null, reason: "A test fails.", model: null, seconds: 0.01, cost: 0, task: null },
  ...over,
});

describe("openGuardLog()", () => {
  test("gives back what it was given, in order, here and to another process", async () => {
    const log = openGuardLog(dir, now);
    const lines = Array.from({ length: 30 }, (_, nth) => line({ call_id: `call_${nth}` }));
    await Promise.all(lines.map((each) => log.append(each)));
    await log.append({ version: 1, event: "off", at: NOW, door: "command" });
    expect((await log.recent(SINCE)).edits).toEqual(lines);
    expect((await openGuardLog(dir, now).recent(SINCE)).edits).toEqual(lines);
    expect((await log.read()).map(({ event }) => event)).toEqual([...lines.map(() => "edit" as const), "off"]);
    expect(log.problem()).toBeNull();
  });

  test("makes its base folder, kept out of git where that is wanted", async () => {
    await openGuardLog(join(dir, "a", "lab"), now).append(line());
    await openGuardLog(join(dir, "b"), now, false).append(line());
    expect(await readFile(join(dir, "a", "lab", ".gitignore"), "utf8")).toBe("*\n");
    expect(await readFile(join(dir, "b", ".gitignore"), "utf8").catch(() => null)).toBeNull();
    expect(await openGuardLog(join(dir, "b"), now).read()).toHaveLength(1);
  });

  test("reads on wherever a crash tore it, and appends behind the tear", async () => {
    const whole = openGuardLog(dir, now);
    for (const reason of ["one", "zwei", "三"]) await whole.append(line({ reason }));
    const bytes = await readFile(path());
    const property = fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (at) => {
      await writeFile(path(), bytes.subarray(0, at));
      const log = openGuardLog(dir, now);
      const before = (await log.recent(SINCE)).edits.length;
      await log.append(line({ reason: "next" }));
      const { edits } = await log.recent(SINCE);
      // A line that lacks nothing but its end is whole once that is written.
      expect(edits.length - before).toBeOneOf([1, 2]);
      expect(edits.at(-1)?.reason).toBe("next");
      expect(edits).toEqual((await log.read()) as GuardLine[]);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test("reads what others append, a torn line once it is whole, and a file that took its place from its beginning", async () => {
    const log = openGuardLog(dir, now);
    await log.append(line({ reason: "mine" }));
    const reasons = async () => (await log.recent(SINCE)).edits.map(({ reason }) => reason);
    const other = `${JSON.stringify(line({ reason: "other" }))}\n`;
    await appendFile(path(), other.slice(0, 40));
    expect(await reasons()).toEqual(["mine"]);
    await appendFile(path(), other.slice(40));
    expect(await reasons()).toEqual(["mine", "other"]);
    await rm(path());
    await writeFile(path(), `${JSON.stringify(line({ reason: "another file" }))}\n`);
    expect(await reasons()).toEqual(["another file"]);
    await writeFile(path(), "");
    expect(await reasons()).toEqual([]);
  });

  test("leaves out what is older than asked, what is dated later than now, and what is no line of it", async () => {
    const log = openGuardLog(dir, now);
    for (const at of ["2026-10-01T00:00:00.000Z", NOW, "2027-01-01T00:00:00.000Z", "tomorrow"])
      await log.append(line({ at, cost: 0.25 }));
    await appendFile(path(), '{"version":2}\n[1]\nnull\n\n{"version":1,"event":"edit","cost":99}\n');
    expect((await log.recent(SINCE)).edits.map(({ at }) => at)).toEqual([NOW]);
  });

  test("of a long log keeps its newest lines", async () => {
    const all = Array.from({ length: 9_000 }, (_, nth) => line({ call_id: `${nth}`, cost: nth % 10 === 0 ? 0.5 : 0 }));
    await writeFile(path(), all.map((each) => `${JSON.stringify(each)}\n`).join(""));
    const { edits } = await openGuardLog(dir, now).recent(SINCE);
    expect(edits).toEqual(all.slice(-2_000));
  });

  test("that cannot be written says so, costs nothing, and knows in its process what it was told", async () => {
    const file = join(dir, "a-file");
    await writeFile(file, "");
    const log = openGuardLog(join(file, "lab"), now);
    await log.append(line({ reason: "kept here" }));
    expect(log.problem()).toContain("could not be written");
    expect((await log.recent(SINCE)).edits.map(({ reason }) => reason)).toEqual(["kept here"]);
  });

  test("follows no link", async () => {
    await mkdir(join(dir, "lab"));
    await writeFile(join(dir, "somewhere"), "");
    await symlink(join(dir, "somewhere"), join(dir, "lab", "guard.jsonl"));
    const log = openGuardLog(join(dir, "lab"), now);
    await log.append(line());
    expect(await readFile(join(dir, "somewhere"), "utf8")).toBe("");
    expect(log.problem()).toContain("guard.jsonl");
    await expect(log.read()).rejects.toThrow("Cannot read what the gate decided");
  });

  test("keeps every line of several processes whole that append at once", async () => {
    const code = `
      import { openGuardLog } from ${JSON.stringify(join(import.meta.dir, "../../src/store/guard-log.ts"))};
      const log = openGuardLog(${JSON.stringify(dir)}, () => new Date());
      const line = ${JSON.stringify(line())};
      for (let nth = 0; nth < 150; nth++) await log.append({ ...line, session_id: process.argv[1], call_id: String(nth), reason: "x".repeat(nth) });
    `;
    const others = ["a", "b", "c"].map((name) =>
      Bun.spawn([process.execPath, "-e", code, name], { stdout: "inherit", stderr: "inherit" }),
    );
    const reader = openGuardLog(dir, now);
    let running = true;
    const ended = Promise.all(others.map((each) => each.exited)).then((codes) => {
      running = false;
      return codes;
    });
    while (running) {
      await reader.recent(SINCE);
      await Bun.sleep(5);
    }
    expect(await ended).toEqual([0, 0, 0]);
    const read = (await reader.read()) as GuardLine[];
    expect(read).toHaveLength(450);
    for (const name of ["a", "b", "c"]) {
      const mine = read.filter(({ session_id }) => session_id === name).map(({ call_id }) => Number(call_id));
      expect(mine).toEqual(Array.from({ length: 150 }, (_, nth) => nth));
    }
    expect((await reader.recent(SINCE)).edits).toEqual(read);
  });
});
