import { expect, test } from "bun:test";
import { parseCommandLine, parseWords } from "../../src/command/command.ts";
import { allOps } from "../../src/ops/registry.ts";

const ops = await allOps();
const meant = (line: string) => parseCommandLine(line, { screen: true }, ops);
const ID = "2026-11-23-queue";

test.each([
  ["export", {}],
  ["export latest", { experiment: "latest" }],
  [`export ${ID}`, { experiment: ID }],
  [`export ${ID} --anonymous`, { experiment: ID, anonymous: true }],
  [`export --anonymous ${ID} --to out`, { experiment: ID, anonymous: true, to: "out" }],
  ['export --to "for the board" --anonymous', { anonymous: true, to: "for the board" }],
  ["export --to=../out", { to: "../out" }],
])("%s", (line, args) => {
  expect(meant(line)).toEqual({ kind: "call", op: "export", args });
});

test("a shell gives a folder with blanks as one word", () => {
  expect(parseWords(["export", "--to", "for the board"], ops, null)).toMatchObject({ args: { to: "for the board" } });
});

test.each(["Export of all invoices of a shop to its accountant", "Export orders to a warehouse every night"])(
  "an honest task that begins so is estimated: %s",
  (line) => {
    expect(meant(line)).toMatchObject({ kind: "call", op: "help", args: { task: line } });
  },
);

test.each(["export --to", "export --to a --to b", `export ${ID} other`, "export --no-names"])(
  "%s is no call, and says why",
  (line) => {
    expect(meant(line)).toMatchObject({ kind: "problem" });
  },
);
