import { expect, test } from "bun:test";
import { howToJudge } from "../../src/story/judging.ts";
import { blocksText } from "../../src/views/markdown/blocks.ts";
import { ballotOf } from "../support/judges.ts";

const told = (change: Partial<Parameters<typeof howToJudge>[0]>): string =>
  blocksText(
    howToJudge({
      ...{ id: "2026-11-23-queue", round: [], name: "you", page: null, ballot: ballotOf(2), reading: null },
      ...{ withheld: false, ...change },
    }),
  );

test("a result that waits for the vote is said to, with the line that shows it before; else nothing is", () => {
  expect(told({ withheld: true })).toContain("`/design-lab judge 2026-11-23-queue --show` shows it before");
  expect(told({ withheld: true, round: ["--round", "2"] })).toContain(
    "`/design-lab judge 2026-11-23-queue --round 2 --show` shows it before",
  );
  expect(told({})).not.toContain("--show");
});

test("an order is typed with the letters of the ballot, and with the name of who judges where that is not oneself", () => {
  expect(told({ reading: "/p/read" })).toContain("`/design-lab judge 2026-11-23-queue N>O`");
  expect(told({ name: "Ada", reading: "/p/read" })).toContain('`/design-lab judge 2026-11-23-queue N>O --as "Ada"`');
});
