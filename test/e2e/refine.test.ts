import { test } from "bun:test";
import { onEachHost } from "./support/hosts.ts";
import { at } from "./support/kill-chain.ts";
import { expectRoundSurvives } from "./support/killed-round.ts";

/** A life that ends before anything is written, one among the children, one among the cells, and one among copies. */
const KILLS = {
  round: [...at("received", 1, 0), ...at("answered", 1, 350), ...at("answered", 2, 500)],
  copies: at("answered", 2, 300),
};

onEachHost(() => {
  test(
    "planted copies, and a round of two revisions and a merge, are killed and go on: blind, nothing asked twice, all there",
    () => expectRoundSurvives(KILLS),
    400_000,
  );
});
