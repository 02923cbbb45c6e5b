import { expect, test } from "bun:test";
import type { DesignChange, RankAmong } from "../../src/artifacts/comparison.ts";
import { changeLines } from "../../src/story/changes.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";

test("changeLines() says of a design that only one experiment has where it stands there, or that it is not ranked", () => {
  const change: DesignChange = { model: "p/a", before: null, after: null, move: null, criterion: null };
  const standing: RankAmong = { design_id: "a", rank: null, among: null };
  const changes = [
    { ...change, before: standing },
    { ...change, after: { ...standing, rank: 2 } },
  ];
  expect(changeLines(changes, []).map((line) => String(drawn(line)))).toEqual([
    "**a** in 1 only, by p/a: not ranked.",
    "**a** in 2 only, by p/a: rank 2 of 0.",
  ]);
});
