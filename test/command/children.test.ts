import { expect, test } from "bun:test";
import { parseCommandLine } from "../../src/command/command.ts";
import { allOps } from "../../src/ops/registry.ts";

const ops = await allOps();
const meant = (line: string) => parseCommandLine(line, { screen: true }, ops);

test.each([
  ['decide B2 "it is whole"', { design: "B2", because: "it is whole" }],
  ["decide latest m1", { experiment: "latest", design: "m1" }],
  ["plan latest M1", { experiment: "latest", design: "M1" }],
  ["show latest B2", { experiment: "latest", design: "B2" }],
  ["show B2 scores", { design: "B2", what: "scores" }],
  ["compare latest B B2", { experiment: "latest", designs: ["B", "B2"] }],
  // Small with a number it may be a part of an experiment's name.
  ["show k8", { experiment: "k8" }],
  ["compare k8 A B", { experiment: "k8", designs: ["A", "B"] }],
])("a design of a round is called by its name: %s", (line, args) => {
  expect(meant(line)).toMatchObject({ kind: "call", op: line.split(" ")[0] ?? "", args });
});

test.each(["Compare S3 and GCS for the storage of backups", "Show B2 customers which parcels are late"])(
  "a task that names something alike stays a task: %s",
  (line) => {
    expect(meant(line)).toMatchObject({ kind: "call", op: "help", args: { task: line } });
  },
);
