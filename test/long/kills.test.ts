import { test } from "bun:test";
import { expectToSurvive, MOMENTS } from "../e2e/support/kill-chain.ts";

test("a run that is killed at thirty moments goes on: nothing torn, nothing finished asked again, all there at last", async () => {
  await expectToSurvive(MOMENTS, { kills: 30, samples: [1, 2] });
}, 390_000);
