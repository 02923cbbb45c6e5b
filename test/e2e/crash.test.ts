import { test } from "bun:test";
import { expectToSurvive, MOMENTS } from "./support/kill-chain.ts";

test("a run that is killed again and again goes on: nothing torn, nothing finished asked again, all there at last", async () => {
  // Two of the moments, after a model's answer and before another's, and several writes a cell. The rest takes minutes,
  // and is in test/long.
  await expectToSurvive(
    MOMENTS.filter((_, index) => index % 7 === 5),
    { kills: 2, samples: [2] },
  );
}, 300_000);
