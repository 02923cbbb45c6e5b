import { expect, test } from "bun:test";
import { parseCommandLine, parseWords } from "../../src/command/command.ts";
import { allOps } from "../../src/ops/registry.ts";

const ops = await allOps();
const meant = (line: string) => parseCommandLine(line, { screen: true }, ops);
const ID = "2026-11-23-queue";

test.each([
  ["decide", {}],
  [`decide ${ID}`, { experiment: ID }],
  ["decide A", { design: "A" }],
  ['decide A "it is the one we can run"', { design: "A", because: "it is the one we can run" }],
  [`decide ${ID} b 'cheap'`, { experiment: ID, design: "b", because: "cheap" }],
  ["decide latest none “too dear”", { experiment: "latest", none: true, because: "too dear" }],
  ['outcome worked "it holds"', { outcome: "worked", note: "it holds" }],
  [`outcome ${ID} Partly`, { experiment: ID, outcome: "partly" }],
])("%s", (line, args) => {
  expect(meant(line)).toEqual({ kind: "call", op: "outcome" in args ? "outcome" : "decide", args });
});

test.each([
  "Decide a queue for parcels of a depot",
  "Decide on a technology for the search of a shop",
  "Outcome statistics for a clinic with many wards",
])("an honest task that begins so is estimated: %s", (line) => {
  expect(meant(line)).toMatchObject({ kind: "call", op: "help", args: { task: line } });
});

test.each(["decide A cheap", 'decide "cheap"', "decide A B", "outcome", "outcome fine", "outcome worked A"])(
  "nothing is decided by what does not fit: %s",
  (line) => {
    expect(meant(line).kind).toBe("problem");
  },
);

test("a shell's word is what stood in quotes", () => {
  const typed = parseWords(["decide", ID, "A", "it is cheap"], ops, null);
  expect(typed).toMatchObject({ op: "decide", args: { experiment: ID, design: "A", because: "it is cheap" } });
  expect(parseWords(["decide", "A", "cheap"], ops, null).kind).toBe("problem");
});

test.each([
  ['decide A "cheap" --by "Ada Lovelace"', { design: "A", because: "cheap", by: "Ada Lovelace" }],
  ["decide A --by Ada --where docs/adr", { design: "A", by: "Ada", where: "docs/adr" }],
  [
    `decide ${ID} --where=experiment none “too dear”`,
    { experiment: ID, none: true, because: "too dear", where: "experiment" },
  ],
  ['decide --where "my records"', { where: "my records" }],
  ["decide A „gut genug“", { design: "A", because: "gut genug" }],
  ["decide A «assez bon»", { design: "A", because: "assez bon" }],
  ['outcome worked "it holds" --by Ada', { outcome: "worked", note: "it holds", by: "Ada" }],
  ['decide A "see --by and --where"', { design: "A", because: "see --by and --where" }],
])("who decided, and where the record goes: %s", (line, args) => {
  expect(meant(line)).toEqual({ kind: "call", op: "outcome" in args ? "outcome" : "decide", args });
});

test.each([
  ["decide A --by", "--by needs"],
  ["decide A --where --by Ada", "--where needs"],
  ["decide A --where=", "--where needs"],
  ["decide A --by Ada --by Bo", "--by stands there twice"],
  ["outcome worked --where docs/adr", "--where"],
  ["decide A --show", "--show"],
])("an option without its value, twice or of another word is odd: %s", (line, why) => {
  const read = meant(line);
  expect(read.kind).toBe("problem");
  expect(JSON.stringify(read)).toContain(why);
});

test("a shell's words are whole: options with their values", () => {
  expect(parseWords(["decide", "A", "it is cheap", "--by", "Ada Lovelace"], ops, null)).toMatchObject({
    args: { design: "A", because: "it is cheap", by: "Ada Lovelace" },
  });
});
