import { expect, test } from "bun:test";
import { parseCommandLine, parseWords } from "../../src/command/command.ts";
import { allOps } from "../../src/ops/registry.ts";

const ops = await allOps();
const meant = (line: string) => parseCommandLine(line, { screen: true }, ops);
const ID = "2026-11-23-queue";

test.each([
  ["answer q1 b", { answers: { q1: "b" } }],
  [`answer ${ID} q12 S3, then Kafka`, { experiment: ID, answers: { q12: "S3, then Kafka" } }],
  ["skip q2", { answers: { q2: null } }],
  ["ask", {}],
  ["approve", { approve: true }],
  [`approve ${ID}`, { experiment: ID, approve: true }],
  ['reject "Say how many"', { reject: "Say how many" }],
  [`reject ${ID} “負荷は?”`, { experiment: ID, reject: "負荷は?" }],
])("%s", (line, args) => {
  expect(meant(line)).toMatchObject({ kind: "call", op: "ask", args });
});

test.each([
  "Answer customers of a shop within a day",
  "Reject spam mails at the gateway of a provider",
  "Approve invoices of suppliers in a workflow",
  "Ask every customer of a shop for feedback",
  "Skip lists for a sorted set in memory",
])("an honest task that begins so is estimated: %s", (line) => {
  expect(meant(line)).toMatchObject({ kind: "call", op: "help" });
});

test.each(["answer", "answer q1", "skip", "reject", 'reject ""', "reject spam"])(
  "what is missing is said: %s",
  (line) => {
    expect(meant(line).kind).toBe("problem");
  },
);

test("enough goes on with the newest brief, or the one that is named", () => {
  expect(meant("enough")).toMatchObject({ op: "brief", args: { experiment: "latest", enough: true } });
  expect(meant(`enough ${ID}`)).toMatchObject({ op: "brief", args: { experiment: ID, enough: true } });
  expect(meant("Enough bicycles for a city of commuters")).toMatchObject({ op: "help" });
});

test("an answer keeps its line breaks, and a shell's word is what stood in quotes", () => {
  expect(meant(`answer ${ID} q1 first\n  second`)).toMatchObject({ args: { answers: { q1: "first\n  second" } } });
  const typed = parseWords(["reject", ID, "Say how many"], ops, null);
  expect(typed).toMatchObject({ op: "ask", args: { experiment: ID, reject: "Say how many" } });
  expect(parseWords(["answer", "q1", "S3, then Kafka"], ops, null)).toMatchObject({
    args: { answers: { q1: "S3, then Kafka" } },
  });
});
