import { compareDesigns } from "../../src/stats/compare.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { comparisonVerdict } from "../../src/story/compared.ts";
import { peopleSaid } from "../../src/story/people.ts";
import { type Sentence, unmarked } from "../../src/story/sentence.ts";
import { findings } from "../../src/story/trust.ts";
import { inList, inRow, standing, told } from "../../src/story/verdict.ts";
import { rankingOf, storyFrom } from "../views/markdown/support.ts";
import { about, againstSentence } from "./sentences.ts";
import { hostileTables } from "./tables.ts";

type Held = { said: string; fault: string | null };

/**
 * Every sentence of reply, report and comparison that is drawn from the ranking of a table, held against another's numbers
 * or its own: the verdict in full, in a row and in a list, margin, advice and doubt; each finding; each design's place;
 * comparisons of two, three and six designs; where people and models part.
 */
export function heldAgainst(input: RankingInput, other: RankingInput = input): Held[] {
  const ranking = rankingOf(input);
  const numbers = other === input ? ranking : rankingOf(other);
  const { verdict, confidence } = ranking.summary;
  const found = told(ranking);
  const [, ...parted] = ranking.people ? peopleSaid(storyFrom(ranking)) : [];
  const whole = [
    ...[
      found.little,
      found.answer,
      found.short,
      found.margin,
      found.sure,
      found.doubt,
      inRow(found),
      inList(verdict, confidence),
    ],
    ...findings(ranking).flatMap(({ said }) => said),
    ...parted,
  ];
  const ids = ranking.designs.map(({ design_id }) => design_id);
  return [
    ...readAll(whole, about(numbers)),
    ...ids.flatMap((design) => readAll([standing(ranking, design)], { ...about(numbers), design })),
    ...[2, 3, 6].flatMap((size) => {
      const own = compareDesigns(input, ids.slice(-size), ranking);
      return readAll([comparisonVerdict(own)], about(numbers, own));
    }),
  ];
}

function readAll(sentences: readonly (Sentence | null)[], of: Parameters<typeof againstSentence>[1]): Held[] {
  return sentences.flatMap((each) => {
    if (each === null) return [];
    const said = unmarked(each, String);
    return { said, fault: againstSentence(said, of) };
  });
}

/** What contradicts ranking.json in so many hostile tables, the same each time, and how many sentences were held. */
export function faultsIn(tables: number): { faults: string[]; held: number } {
  const next = hostileTables(36, 0);
  const held = Array.from({ length: tables }, () => heldAgainst(next())).flat();
  return { faults: held.flatMap(({ fault }) => fault ?? []), held: held.length };
}
