import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { UsageError } from "../../src/errors.ts";
import { openJournal } from "../../src/questions/journal.ts";
import { MAX_QUESTIONS, replay } from "../../src/questions/replay.ts";

let clock = 0;
const now = () => new Date(Date.UTC(2026, 10, 23, 10, 0, clock++));

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-questions-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));
const path = () => join(dir, "questions.jsonl");

const options = [
  { id: "s3", label: "S3" },
  { id: "kafka", label: "カフカ" },
];
const pick = { type: "pick_one", text: "Where?", options };
const confirm = { type: "confirm", text: "Keep it?", required: true };

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  return (error as Error).message;
}

describe("openJournal()", () => {
  test("knows that no further question is wanted, until one is asked", async () => {
    const journal = openJournal(dir, now);
    await journal.ask([pick], "text");
    expect((await journal.read()).ended).toBeNull();
    expect((await journal.end("page")).ended).toMatchObject({ by: "page" });
    expect((await openJournal(dir, now).read()).ended).toMatchObject({ by: "page" });
    await journal.answer("q1", "a", "page");
    expect((await journal.read()).ended).toMatchObject({ by: "page" });
    await journal.ask([pick], "text");
    expect((await journal.read()).ended).toBeNull();
  });

  test("asks in order, gives ids, and takes answers by shape and by typed line", async () => {
    const journal = openJournal(dir, now);
    expect((await journal.read()).questions).toEqual([]);
    const asked = await journal.ask([pick, { ...confirm, id: "q7" }, pick], "text");
    expect(asked.map(({ id, state }) => [id, state])).toEqual([
      ["q1", "open"],
      ["q7", "open"],
      ["q3", "open"],
    ]);
    expect(await journal.answer("q3", "カフカ", "command")).toMatchObject({
      state: "answered",
      changed: 0,
      by: "command",
    });
    expect(await journal.answer("q1", { selected: "s3" }, "page")).toMatchObject({ answer: { selected: "s3" } });
    expect(await journal.answer("q1", "b", "text")).toMatchObject({
      answer: { selected: "kafka" },
      changed: 1,
      by: "text",
    });
    expect(await journal.ask([pick], "text")).toMatchObject([{ id: "q4" }]);
    const { questions } = await openJournal(dir, now).read();
    expect(questions.map(({ id, state, changed }) => [id, state, changed])).toEqual([
      ["q1", "answered", 1],
      ["q7", "open", 0],
      ["q3", "answered", 0],
      ["q4", "open", 0],
    ]);
    const events = (await readFile(path(), "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).event);
    expect(events).toEqual(["asked", "asked", "asked", "answered", "answered", "changed", "asked"]);
  });

  test("one bad question of several, and a taken id, ask nothing", async () => {
    const journal = openJournal(dir, now);
    expect(await refusal(journal.ask([pick, { ...pick, options: [] }], "text"))).toContain(
      "questions[1].options must be",
    );
    expect(await refusal(journal.ask([], "text"))).toContain("needed are 1 to 500 questions (500 in all), found 0");
    await journal.ask([{ ...pick, id: "a" }], "text");
    for (const twice of [
      [{ ...pick, id: "a" }],
      [
        { ...pick, id: "b" },
        { ...pick, id: "b" },
      ],
    ]) {
      expect(await refusal(journal.ask(twice, "text"))).toContain("id must be one that no question has");
    }
    expect((await journal.read()).questions.length).toBe(1);
  });

  test("a bad answer, and one to what is cancelled, closed or unknown, changes nothing and says why", async () => {
    const journal = openJournal(dir, now);
    await journal.ask([pick, confirm, pick, pick], "text");
    expect(await refusal(journal.answer("q1", "z", "text"))).toContain(
      "Cannot take the answer to q1: it must be the letter",
    );
    expect(await refusal(journal.answer("q9", "a", "text"))).toContain(
      'Cannot take the answer to "q9": needed is a question that was asked, found none of that id; there are "q1", "q2", "q3", "q4"',
    );
    expect(await journal.cancel("q1", "text")).toMatchObject({ state: "cancelled" });
    expect(await refusal(journal.answer("q1", "a", "page"))).toBe(
      "Cannot take the answer to q1: needed is a question that is not closed, found that it was cancelled. Nothing was changed.",
    );
    expect(await refusal(journal.skip("q2", "page"))).toContain("found that its answer is needed");
    expect(await journal.skip("q3", "page")).toMatchObject({ state: "skipped", by: "page" });
    expect(await journal.answer("q3", "a", "page")).toMatchObject({ state: "answered", changed: 0 });
    expect(await refusal(journal.cancel("q3", "text"))).toContain("found that it is answered");
    expect(await journal.close("q3", "page")).toMatchObject({ closed: true, state: "answered" });
    expect(await refusal(journal.answer("q3", "b", "page"))).toContain("found that what stands on it was approved");
    expect(await refusal(journal.skip("q3", "page"))).toContain("was approved");
    const { questions, left_out } = await journal.read();
    expect(questions.map(({ state }) => state)).toEqual(["cancelled", "open", "answered", "open"]);
    expect(left_out).toEqual({ unknown: 0, misfit: 0, late: 0 });
  });

  test("no more questions than the most are asked", async () => {
    const journal = openJournal(dir, now);
    const line = (at: number) =>
      JSON.stringify({
        at: "2026-11-23T10:00:00Z",
        by: "text",
        event: "asked",
        key: `k${at}`,
        id: `x${at}`,
        question: pick,
      });
    await writeFile(path(), Array.from({ length: MAX_QUESTIONS + 5 }, (_, at) => `${line(at)}\n`).join(""));
    expect((await journal.read()).questions.length).toBe(MAX_QUESTIONS);
    expect((await journal.read()).left_out.misfit).toBe(5);
    expect(await refusal(journal.ask([pick], "text"))).toContain("1 to 0 questions (500 in all), found 1");
  });

  test("what stands in its place and is no file is named, and nothing is written through a link", async () => {
    await writeFile(join(dir, "other"), "kept");
    await symlink(join(dir, "other"), path());
    const journal = openJournal(dir, now);
    expect((await journal.read()).problems).toMatchObject([{ kind: "not-a-file", found: "a symbolic link" }]);
    expect(journal.ask([pick], "text")).rejects.toMatchObject({ problems: [{ kind: "not-a-file" }] });
    expect(await readFile(join(dir, "other"), "utf8")).toBe("kept");
    await rm(path());
    await mkdir(path());
    expect((await journal.read()).problems).toMatchObject([{ kind: "not-a-file", found: "a folder" }]);
  });

  test("a folder that is gone is an error that says so", async () => {
    const journal = openJournal(join(dir, "gone"), now);
    expect(journal.ask([pick], "text")).rejects.toThrow("Cannot keep this in");
  });
});

describe("replay()", () => {
  test("a file cut at any byte gives all whole lines, names a torn one, and goes on", async () => {
    const journal = openJournal(dir, now);
    await journal.ask([pick, confirm], "text");
    await journal.answer("q1", "カフカ", "page");
    await journal.answer("q1", "a", "page");
    const bytes = await readFile(path());
    const property = fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (at) => {
      const text = bytes.subarray(0, at).toString();
      const whole = bytes
        .toString()
        .split("\n")
        .filter((line) => line !== "" && text.includes(line)).length;
      const { questions, problems, left_out, taken } = replay(text, path());
      expect(taken.size).toBe(whole);
      expect(left_out).toEqual({ unknown: 0, misfit: 0, late: 0 });
      const isTorn = text !== "" && !text.endsWith("\n") && text.split("\n").length > whole;
      expect(problems.map(({ kind }) => kind)).toEqual(isTorn ? ["not-json"] : []);
      await writeFile(path(), bytes.subarray(0, at));
      const [asked] = await openJournal(dir, now).ask([pick], "text");
      expect(asked?.id).toBe(`q${questions.length + 1}`);
      expect((await openJournal(dir, now).read()).questions.length).toBe(questions.length + 1);
    });
    await fc.assert(property, { numRuns: 80 });
  });

  test("says in a sentence which line was torn", () => {
    const { problems } = replay('{"at":"2026', "/x/questions.jsonl");
    expect(problems).toEqual([
      {
        kind: "not-json",
        path: "/x/questions.jsonl",
        reason: "its last line (1) was cut off while it was written; it is left out, and all before it counts",
      },
    ]);
  });

  test("unknown events and lines that fit nothing are left out and counted", async () => {
    await openJournal(dir, now).ask([pick], "text");
    const base = { at: "2026-11-23T10:00:00Z", by: "page", id: "q1" };
    const lines = [
      { ...base, key: "a", event: "teleported" },
      { ...base, key: "b", event: "constructor" },
      { ...base, key: "c", event: "answered", answer: { selected: "nowhere" } },
      { ...base, key: "d", event: "answered", answer: { selected: "s3" }, id: "q8" },
      { ...base, key: "e", event: "answered", answer: { selected: "s3" }, by: "nobody" },
      { ...base, key: "f", event: "asked", question: { type: "pick_one" } },
      { ...base, key: "g", event: "cancelled" },
      { ...base, key: "h", event: "answered", answer: { selected: "s3" } },
      { ...base, key: "g", event: "cancelled" },
      { ...base, key: "i", event: "answered", answer: { text: "x".repeat(2_000_000) } },
    ];
    await appendFile(path(), `${lines.map((line) => JSON.stringify(line)).join("\r\n")}\r\nnull\n[1]\nnot json\n`);
    const { questions, left_out, problems } = await openJournal(dir, now).read();
    expect(questions).toMatchObject([{ id: "q1", state: "cancelled", answer: null }]);
    expect(left_out).toEqual({ unknown: 3, misfit: 7, late: 2 });
    expect(problems).toEqual([]);
  });

  test("any lines give a state and never throw", () => {
    const id = fc.constantFrom("q1", "q2", "__proto__");
    const line = fc.record(
      {
        at: fc.constantFrom("2026-11-23T10:00:00Z", "never"),
        by: fc.constantFrom("page", "x"),
        id,
        key: fc.string({ maxLength: 2 }),
        event: fc.constantFrom("asked", "answered", "changed", "skipped", "cancelled", "closed", "?"),
        question: fc.oneof(fc.constantFrom<unknown>(pick, confirm), fc.jsonValue()),
        answer: fc.oneof(fc.constantFrom<unknown>({ selected: "s3" }, { choice: "no" }), fc.jsonValue()),
      },
      { requiredKeys: ["event", "id"] },
    );
    const property = fc.property(fc.array(line), (lines) => {
      const { questions, left_out, taken } = replay(lines.map((each) => JSON.stringify(each)).join("\n"), "x");
      for (const { state, answer } of questions) expect(answer !== null).toBe(state === "answered");
      expect(taken.size + left_out.unknown + left_out.misfit + left_out.late).toBe(lines.length);
    });
    fc.assert(property, { numRuns: 300 });
  });

  test("questions that two processes asked under one id at once are both there", () => {
    const line = (key: string, text: string) =>
      JSON.stringify({
        at: "2026-11-23T10:00:00Z",
        by: "text",
        event: "asked",
        id: "q1",
        key,
        question: { ...pick, id: "q1", text },
      });
    const { questions, taken } = replay(`${line("a", "one")}\n${line("b", "two")}\n`, "x");
    expect(questions.map(({ id, question }) => [id, question.id, question.text])).toEqual([
      ["q1", "q1", "one"],
      ["q2", "q2", "two"],
    ]);
    expect([...taken]).toEqual([
      ["a", "q1"],
      ["b", "q2"],
    ]);
  });
});

const inProcess = (name: string, times: number) =>
  Bun.spawn([process.execPath, join(import.meta.dir, "append-in-process.ts"), dir, name, String(times)], {
    stdout: "pipe",
    stderr: "inherit",
  });

describe("other processes", () => {
  test("two that append 200 lines each at once lose nothing", async () => {
    const both = ["left", "right"].map((name) => inProcess(name, 100));
    expect(await Promise.all(both.map(({ exited }) => exited))).toEqual([0, 0]);
    const { questions, left_out, problems } = await openJournal(dir, now).read();
    expect([left_out, problems]).toEqual([{ unknown: 0, misfit: 0, late: 0 }, []]);
    const texts = questions.map(({ question }) => question.text).sort();
    const wanted = ["left", "right"].flatMap((name) => Array.from({ length: 100 }, (_, at) => `${name} ${at}`));
    expect(texts).toEqual(wanted.sort());
    for (const { question, answer } of questions) expect(answer).toEqual({ text: `${question.text} answered` });
    // One that sees the other's line half there ends it once more, which leaves an empty line.
    expect((await readFile(path(), "utf8")).split("\n").filter((line) => line !== "").length).toBe(400);
  });

  test("one killed while it appends loses no line that it had written, and the next goes on", async () => {
    for (let round = 0; round < 5; round++) {
      const child = inProcess(`round ${round}`, 100);
      await child.stdout.getReader().read();
      await Bun.sleep(7 * round);
      child.kill("SIGKILL");
      await child.exited;
      const { questions, left_out } = await openJournal(dir, now).read();
      expect(left_out.late + left_out.unknown).toBe(0);
      const mine = questions.filter(({ question }) => question.text.startsWith(`round ${round} `));
      expect(mine.length).toBeGreaterThanOrEqual(10);
      expect(mine.slice(0, 10).every(({ state }) => state === "answered")).toBe(true);
      const [asked] = await openJournal(dir, now).ask([pick], "text");
      expect(await openJournal(dir, now).answer(asked?.id ?? "", "a", "page")).toMatchObject({ state: "answered" });
    }
  });
});
