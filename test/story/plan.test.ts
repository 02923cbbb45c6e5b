import { describe, expect, test } from "bun:test";
import type { MayNot } from "../../src/plan/may.ts";
import type { Finding } from "../../src/plan/validate.ts";
import { wayOf } from "../../src/story/plan.ts";
import { findingSaid, mayNotSaid, troubleSaid } from "../../src/story/plan-faults.ts";
import { type Sentence, unmarked } from "../../src/story/sentence.ts";

const said = (sentence: Sentence): string => unmarked(sentence, (id) => id);
const at = { file: "a.md", line: 4 };

describe("a finding says where it is and what to do", () => {
  const findings: [Finding, string][] = [
    [
      { kind: "broken", fault: { ...at, kind: "yaml", reason: "no end" } },
      "a.md, line 4: its YAML cannot be read: no end",
    ],
    [
      { kind: "broken", fault: { ...at, kind: "no-end" } },
      "a.md, line 4: its front matter has no end, a line of three dashes",
    ],
    [
      { kind: "broken", fault: { ...at, kind: "too-long", most: 20_000 } },
      "a.md, line 4: its front matter has more than 20,000 characters",
    ],
    [
      { kind: "broken", fault: { ...at, kind: "too-deep", most: 20 } },
      "a.md, line 4: more than 20 lists and maps stand inside one another",
    ],
    [
      { kind: "broken", fault: { ...at, kind: "alias", found: "*x" } },
      "a.md, line 4: *x stands for another part of the file, and such aliases are not followed: write it out",
    ],
    [
      { kind: "broken", fault: { ...at, kind: "tag", found: "!!js/function" } },
      "a.md, line 4: the tag !!js/function would make something else of what follows, and tags are not obeyed: take it out",
    ],
    [
      { kind: "fault", fault: { ...at, kind: "twice", field: "id" } },
      "a.md, line 4: id stands twice; one of them is to go",
    ],
    [
      { kind: "fault", fault: { ...at, kind: "value", field: "risk", need: "one of low, high", found: '"huge"' } },
      'a.md, line 4: risk must be one of low, high, found "huge"',
    ],
    [
      {
        kind: "broken",
        fault: { ...at, kind: "value", field: "", need: "fields with their values", found: "no field" },
      },
      "a.md, line 4: its front matter must be fields with their values, found no field",
    ],
    [
      { kind: "left-out", left: { file: "x", kind: "not-a-file", found: "a symbolic link" } },
      "x is left out: it is a symbolic link, and only plain files in the folder itself are read",
    ],
    [
      { kind: "left-out", left: { file: "x.md", kind: "too-large", bytes: 10_000_000, most: 1_000_000 } },
      "x.md is left out: it has 10,000,000 bytes, more than 1,000,000",
    ],
    [{ kind: "left-out", left: { file: "x.md", kind: "unreadable", reason: "EACCES" } }, "x.md is left out: EACCES"],
    [
      { kind: "left-out", left: { file: "x.md", kind: "more", what: "files", most: 2_000 } },
      "x.md and what comes after it are left out: at most 2,000 files are read",
    ],
    [
      { kind: "left-out", left: { file: "x", kind: "more", what: "folders", most: 8 } },
      "x is left out: it lies more than 8 folders deep",
    ],
    [
      { kind: "cycle", path: ["a", "b", "a"] },
      "a cycle, of which nothing can ever be started: a → b → a: to break it there, take b out of depends_on of a",
    ],
    [
      { kind: "cycle", path: ["a", "a"] },
      "a cycle, of which nothing can ever be started: a waits for itself: take it out of its own depends_on",
    ],
    [
      { kind: "twice", id: "a", files: ["a.md", "b.md"] },
      "2 files have the id a: a.md and b.md; the first is read, and it is not started until one is left",
    ],
    [{ kind: "unknown", id: "a", on: "b", near: null, broken: null }, "a waits for b, and no file has that id"],
    [
      { kind: "unknown", id: "a", on: "b", near: "bb", broken: null },
      "a waits for b, and no file has that id; the nearest is bb",
    ],
    [
      { kind: "unknown", id: "a", on: "b", near: "bb", broken: { file: "b.md", line: 1, kind: "no-end" } },
      "a waits for b, and no file has that id; b.md is called so and cannot be read",
    ],
    [{ kind: "repeated", id: "a", on: "b" }, "a names b twice in depends_on"],
    [
      { kind: "early", id: "a", for: [{ id: "b", status: "pending" }] },
      "a was begun or completed before what it waits for: b (pending)",
    ],
    [{ kind: "unserved", what: "requirement", name: "R1", text: "Fast." }, "no task serves requirement R1 “Fast”"],
    [{ kind: "unserved", what: "component", name: "Store", text: "" }, "no task serves component Store"],
    [
      { kind: "stranger", what: "component", id: "a", name: "Stor", near: "Store" },
      "a serves component Stor, which the design does not have; the nearest is Store",
    ],
  ];
  for (const [finding, words] of findings) test(words, () => expect(said(findingSaid(finding))).toBe(words));
});

describe("a refusal says why, and what is to come first", () => {
  const refusals: [MayNot, string][] = [
    [
      { kind: "twice", files: ["a.md", "b.md"] },
      "a cannot be started now: a.md and b.md all have this id. Give each task one of its own.",
    ],
    [
      { kind: "unread", field: "status", fault: null },
      "a cannot be started now: what its file says in status cannot be read. Mend it first.",
    ],
    [
      {
        kind: "unread",
        field: "depends_on",
        fault: {
          kind: "value",
          file: "a.md",
          line: 4,
          field: "depends_on",
          need: "one line of text",
          found: "an object",
        },
      },
      "a cannot be started now: a.md, line 4: depends_on must be one line of text, found an object. Mend it first.",
    ],
    [
      { kind: "cycle", path: ["a", "b", "a"] },
      "a cannot be started now: it stands in a cycle, a → b → a. Take one of these dependencies out first.",
    ],
    [
      {
        kind: "waits",
        for: [
          { id: "b", status: "unknown" },
          { id: "c", status: "unread" },
        ],
      },
      "a cannot be started now: it waits for b (no file has it) and c (its status cannot be read). Complete what it waits for first.",
    ],
    [
      { kind: "is", status: "in-progress", needed: ["pending", "failed"] },
      "a cannot be started now: it is in-progress, and needed is pending or failed. Somebody has begun it already.",
    ],
    [
      { kind: "is", status: "completed", needed: ["pending", "failed"] },
      "a cannot be started now: it is completed, and needed is pending or failed. It is done already.",
    ],
    [
      { kind: "is", status: "blocked", needed: ["pending", "failed"] },
      "a cannot be started now: it is blocked, and needed is pending or failed. Whoever blocked it sets status: pending in its file.",
    ],
  ];
  for (const [reason, words] of refusals)
    test(words, () => expect(said(mayNotSaid("a", "in-progress", reason))).toBe(words));

  test("of what is to be done or to have failed", () => {
    const is = { kind: "is", status: "pending", needed: ["in-progress"] } as const;
    expect(said(mayNotSaid("a", "completed", is))).toBe(
      "a cannot be completed now: it is pending, and needed is in-progress. Start it first.",
    );
    expect(said(mayNotSaid("a", "failed", is))).toStartWith("a cannot be said to have failed now:");
  });
});

test("a long cycle is written with its middle left out", () => {
  const ids = Array.from({ length: 300 }, (_, at) => `t${at}`);
  expect(said(wayOf([...ids, "t0"], 5))).toBe("t0 → t1 → t2 → (297 more) → t0");
});

test("what is wrong with the files is one sentence, or none", () => {
  expect(troubleSaid({ broken: 0, left_out: 0, twice: 0, cycles: 0, unknown: 0, unclear: 0 })).toEqual([]);
  expect(said(troubleSaid({ broken: 1, left_out: 2, twice: 2, cycles: 3, unknown: 1, unclear: 1 }))).toBe(
    "1 file cannot be read; some of what lies there is left out; 2 ids stand in several files; 3 tasks stand in a cycle; 1 task waits for an id that no file has; what 1 task waits for cannot be read",
  );
});
