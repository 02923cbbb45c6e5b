import { test } from "bun:test";
import { onEachHost } from "../e2e/support/hosts.ts";
import { at } from "../e2e/support/kill-chain.ts";
import { expectRoundSurvives } from "../e2e/support/killed-round.ts";

/** Lives that end before anything is written, while children are, among the cells, and while planted copies are judged. */
const KILLS = {
  round: [
    ...at("received", 1, 0),
    ...at("answered", 1, 0, 350),
    ...at("answered", 1, 550),
    ...at("received", 2, 0),
    ...at("answered", 2, 200, 500),
    ...at("answered", 1, 300),
    ...at("received", 3, 0),
    ...at("answered", 3, 250),
  ],
  copies: [...at("received", 1, 0), ...at("answered", 2, 300)],
};

onEachHost(() => {
  test(
    "planted copies, and a round of two revisions and a merge, are killed and go on: blind, nothing asked twice, all there",
    () => expectRoundSurvives(KILLS),
    400_000,
  );
});
