import { rankDesigns } from "../src/stats/ranking.ts";
import { againstChanged, factsOf } from "../test/story/contradictions.ts";
import { heldAgainst } from "../test/story/held-against.ts";
import { byModelsAlone, changedBy, saidOf } from "../test/story/people-tables.ts";
import { personaFaults, played } from "../test/story/persona-tables.ts";
import { roundFaults } from "../test/story/round-faults.ts";
import { roundTables } from "../test/story/round-tables.ts";
import { noteFaults, reasonFaults, weightFaults } from "../test/story/table-faults.ts";
import { hostileTables } from "../test/story/tables.ts";
import { chanceOf } from "../test/support/chance.ts";
import { rankingOf } from "../test/views/markdown/support.ts";
import { heading, line } from "./figures.ts";

const TABLES = 2_000;
const SHOWN = 5;

type Found = { faults: readonly string[]; held: number };

/**
 * Holds the sentences of random tables against their numbers: of models, of people with ballots and pairs, of personas, and
 * of revision rounds. The exit code is 1 where one contradicts.
 */
export function benchContradictions(seed = 20_261, tables = TABLES): void {
  const quarter = Math.ceil(tables / 4);
  const [models, people, plain, chance, rounds] = [
    hostileTables(seed, 0),
    hostileTables(seed + 1, 1),
    hostileTables(seed + 2, 0),
    chanceOf(seed + 3),
    roundTables(seed + 4),
  ];
  const kinds: readonly (readonly [string, () => Found[]])[] = [
    ["models, some with people, every other with learned correlations", () => of(sometimesLearned(models()))],
    ["ballots, pairs and scores of people", () => of(people())],
    ["personas", () => of(played(plain(), chance))],
    ["revision rounds", () => [roundFaults(rounds())]],
  ];
  heading("Sentences against numbers", "tables | number | sentences | contradictions");
  const all: string[] = [];
  for (const [name, next] of kinds) {
    const found = Array.from({ length: quarter }, next).flat();
    const faults = found.flatMap((each) => each.faults);
    line(
      name,
      quarter,
      found.reduce((sum, { held }) => sum + held, 0),
      faults.length,
    );
    all.push(...faults);
  }
  const byKind = Map.groupBy(all, (fault) => fault.split(":")[0] ?? "");
  for (const [kind, faults] of byKind) {
    console.log(`\n${faults.length} × ${kind}`);
    for (const fault of faults.slice(0, SHOWN)) console.log(`- ${fault}`);
  }
  if (all.length > 0) process.exitCode = 1;

  /** Correlations from 0.2 to 0.8 for all models, of every other table. */
  function sometimesLearned(input: ReturnType<typeof models>): ReturnType<typeof models> {
    if (chance.uniform() < 0.5) return input;
    const names = input.reviewers.flatMap(({ kind, model }) => (kind === "human" ? [] : [model])).sort();
    const pairs = names.flatMap((one, at) =>
      names.slice(at + 1).map((other) => ({ one, other, correlation: 0.2 + 0.6 * chance.uniform() })),
    );
    return { ...input, options: { ...input.options, learned: { experiments: chance.between(3, 30), pairs } } };
  }

  function of(input: ReturnType<typeof models>): Found[] {
    const held = heldAgainst(input);
    const personas = personaFaults(input);
    const ranking = rankingOf(input);
    const changed = ranking.people
      ? againstChanged(changedBy(saidOf(ranking)), factsOf(rankDesigns(byModelsAlone(input))), factsOf(ranking))
      : null;
    return [
      { faults: held.flatMap(({ fault }) => fault ?? []), held: held.length },
      { faults: personas.found, held: personas.claims },
      { faults: changed === null ? [] : [changed], held: ranking.people ? 1 : 0 },
      weightFaults(input, ranking),
      noteFaults(input, ranking),
      reasonFaults(input, chance, ranking),
    ];
  }
}
