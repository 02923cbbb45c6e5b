import { expect, test } from "bun:test";
import type { PullCame } from "../../src/artifacts/study-pull.ts";
import { pullSaid } from "../../src/story/study-pull.ts";
import { blocksText } from "../../src/views/markdown/blocks.ts";

const NOTHING: PullCame = { pulled: [], there: 0, gone: [], refused: [] };
const said = (came: Partial<PullCame>, { meant = "", followed = false } = {}): string =>
  blocksText(pullSaid({ ...NOTHING, ...came }, { base: "experiments", meant, followed }));
const ONE = { pulled: [{ key: "01-ferry/wide/1", folder: "2026-11-20-01-ferry-wide-1" }] };
const RESULT = "`opencode-designlab study result` says what the study shows.";

test("a pull leads to what the study shows where something lies here, unless that is said right behind it", () => {
  expect(said(ONE)).toContain(RESULT);
  expect(said({ there: 3 })).toContain(RESULT);
  expect(said({})).not.toContain("study result");
  expect(said(ONE, { followed: true })).not.toContain("study result");
  expect(said(ONE, { meant: "--study ferry-ab12cd34" })).toContain(
    "`opencode-designlab study result --study ferry-ab12cd34`",
  );
});

test("it counts what came, what lay here and what is gone, and says how each is had again", () => {
  expect(said({})).toStartWith("**Nothing new was put into experiments.**");
  expect(said(ONE)).toStartWith("**1 experiment was put into experiments.**");
  const two = said({
    ...ONE,
    ...{ there: 1, gone: [{ key: "02-mail/wide/1", folder: "x" }] },
    refused: [{ key: "03-queue/wide/1", fault: { kind: "no-task" } }],
  });
  expect(two).toContain("1 experiment lies here from before.");
  expect(two).toContain("`opencode-designlab study pull 02-mail/wide/1` does it.");
  expect(two).toContain("- 03-queue/wide/1: it has no task.json");
  expect(two).toContain("`opencode-designlab study pull` tries again what was left out.");
  expect(two).toContain("`opencode-designlab show 2026-11-20-01-ferry-wide-1` shows one of them.");
});
