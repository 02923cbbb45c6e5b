import { mean } from "simple-statistics";
import { heading, line } from "./figures.ts";
import { judgementsOf, percent } from "./judgement.ts";
import { EQUAL, VERDICTS, type World } from "./worlds.ts";

const RUNS = 3_000;
const DRAWS = 2_000;

/** How often a winner is named, how often it is right, how often confidence is high, and whether rank intervals hold. */
export function benchVerdicts(seed: number): void {
  heading(
    `Verdicts, % of ${RUNS.toLocaleString("en")} experiments`,
    "setting | first is the best | winner named | named and right | confidence high | high and right | true rank in the 90 % range",
  );
  for (const [at, world] of VERDICTS.entries()) row(world, seed + 600 + at);
  heading("Equal designs: every winner is wrong", "setting | winner named | confidence high");
  for (const [at, world] of EQUAL.entries()) equalRow(world, seed + 700 + at);
}

function row(world: World, seed: number): void {
  const all = judgementsOf(world, seed, { runs: RUNS, draws: DRAWS });
  const right = all.filter((each) => each.right);
  const named = all.filter((each) => each.named);
  const high = all.filter(({ confidence }) => confidence === "high");
  line(
    world.name,
    percent(right.length, all.length),
    percent(named.length, all.length),
    percent(named.filter((each) => each.right).length, named.length),
    percent(high.length, all.length),
    percent(high.filter((each) => each.right).length, high.length),
    (100 * mean(all.map(({ covered }) => covered ?? 0))).toFixed(0),
  );
}

function equalRow(world: World, seed: number): void {
  const all = judgementsOf(world, seed, { runs: RUNS });
  const high = all.filter(({ confidence }) => confidence === "high");
  const named = all.filter((each) => each.named);
  line(world.name, percent(named.length, all.length), percent(high.length, all.length));
}
