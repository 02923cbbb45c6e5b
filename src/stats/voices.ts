import type { Criterion } from "../artifacts/criterion.ts";
import { compositeScore } from "./composite.ts";
import type { RankingInput, ScoreCell } from "./panel.ts";
import { EPSILON } from "./ranks.ts";

/** Designs of one person's order: `group` counts from the best, equal designs have one. */
export type OrderPlace = { design_id: string; reviewer_id: string; self: boolean; group: number };

/** A person's answer to a pair. `knows`: whose designs of the two the person knows. */
export type AnsweredPair = {
  reviewer_id: string;
  designs: readonly [string, string];
  /** Null where neither is better. */
  better: string | null;
  knows: readonly [boolean, boolean];
};

/** What counts of all that was said: what a person says counts once. */
export type Voices = {
  /** Every model's scores, and of people those that count. */
  scores: readonly ScoreCell[];
  places: readonly OrderPlace[];
  answers: readonly AnsweredPair[];
  /** People of whom something counts. */
  heard: ReadonlySet<string>;
  knows: (reviewer_id: string, design_id: string) => boolean;
  /** Places in orders that count, but for the designs whose authors their persons know. */
  excluded: number;
  /** Orders and answers that name an unknown design or person, one thing twice, or come twice. */
  unusable: number;
};

/**
 * Applies the one rule of what counts of a person's words. Scores count where a design has every criterion's; where the
 * order covers more designs than these, it counts in their place; an answer to a pair counts only for two designs that
 * what counts leaves equal, or of which it leaves one out.
 */
export function voicesOf(input: RankingInput): Voices {
  const people = input.reviewers.flatMap((reviewer) => (reviewer.kind === "human" ? [reviewer] : []));
  const ids = new Set(people.map(({ reviewer_id }) => reviewer_id));
  const designs = new Map(input.designs.map(({ design_id, generating_model }) => [design_id, generating_model]));
  const known = knownBy(input, ids);
  const orders = usableOrders(input, ids, designs);
  const answers = usableAnswers(input, ids, designs);
  const voices = people.map(({ reviewer_id, model }) => {
    const knows = (id: string) => known.get(reviewer_id)?.has(id) === true || designs.get(id) === model;
    return voiceOf(reviewer_id, knows);
  });
  const models = input.scores.filter(({ reviewer_id }) => !ids.has(reviewer_id));
  return {
    scores: [...models, ...voices.flatMap(({ scores }) => scores)],
    places: voices.flatMap(({ places }) => places),
    answers: voices.flatMap((voice) => voice.answers),
    heard: new Set(voices.flatMap(({ reviewer_id, counts }) => (counts ? [reviewer_id] : []))),
    knows: (reviewer_id, design_id) => known.get(reviewer_id)?.has(design_id) === true,
    excluded: voices.reduce((sum, { excluded }) => sum + excluded, 0),
    unusable: (input.orders?.length ?? 0) - orders.length + (input.pairs?.length ?? 0) - answers.length,
  };

  function voiceOf(reviewer_id: string, knows: (id: string) => boolean) {
    const isOut = (id: string) => input.options.exclude_self_reviews && knows(id);
    const own = input.scores.filter((score) => score.reviewer_id === reviewer_id && isComplete(score, input.criteria));
    const covered = new Set(own.flatMap(({ design_id: id }) => (designs.has(id) && !isOut(id) ? [id] : [])));
    const order = orders.find((each) => each.reviewer_id === reviewer_id)?.order ?? [];
    const ordered = order.flatMap((group, at) => group.map((design_id) => ({ design_id, group: at })));
    const kept = ordered.filter(({ design_id }) => !isOut(design_id));
    const byOrder = kept.length > 1 && kept.length > covered.size;
    const value = byOrder
      ? new Map(kept.map(({ design_id, group }) => [design_id, -group]))
      : new Map(own.map((score) => [score.design_id, compositeScore(score.scores, input.criteria) ?? 0]));
    const open = ([a, b]: readonly [string, string]) => {
      const [first, second] = [value.get(a), value.get(b)];
      return first === undefined || second === undefined || Math.abs(first - second) <= EPSILON;
    };
    const heard = answers.filter(
      (answer) =>
        answer.reviewer_id === reviewer_id && open(answer.designs) && !answer.designs.some((design) => isOut(design)),
    );
    return {
      reviewer_id,
      scores: byOrder ? [] : own,
      places: byOrder ? kept.map((place) => ({ ...place, reviewer_id, self: knows(place.design_id) })) : [],
      answers: heard.map(({ designs: [a, b], ...answer }): AnsweredPair => {
        return { ...answer, designs: [a, b], knows: [knows(a), knows(b)] };
      }),
      excluded: byOrder ? ordered.length - kept.length : 0,
      counts: byOrder || covered.size > 0 || heard.length > 0,
    };
  }
}

/** A score without one of its criteria is no score: its composite would silently weigh the others more. */
export function isComplete(score: Pick<ScoreCell, "scores">, criteria: readonly Criterion[]): boolean {
  return criteria.every(({ name }) => Number.isFinite(score.scores[name]));
}

/** The designs whose authors each person knows, by all that the person said. */
function knownBy({ scores, orders }: RankingInput, people: ReadonlySet<string>): Map<string, Set<string>> {
  const known = new Map([...people].map((id) => [id, new Set<string>()]));
  for (const { reviewer_id, design_id, self } of scores) if (self) known.get(reviewer_id)?.add(design_id);
  for (const { reviewer_id, known: own } of orders ?? []) for (const id of own) known.get(reviewer_id)?.add(id);
  return known;
}

type Designs = ReadonlyMap<string, string>;

/** One order of each person, of designs that there are, each named once. */
function usableOrders({ orders = [] }: RankingInput, people: ReadonlySet<string>, designs: Designs) {
  return orders.filter(({ reviewer_id, order }) => {
    const named = order.flat();
    const alone = orders.filter((each) => each.reviewer_id === reviewer_id).length === 1;
    return (
      alone &&
      people.has(reviewer_id) &&
      new Set(named).size === named.length &&
      named.every((design) => designs.has(design))
    );
  });
}

/** One answer of each person to a pair, of two designs that there are. */
function usableAnswers({ pairs = [] }: RankingInput, people: ReadonlySet<string>, designs: Designs) {
  const keyOf = ({ reviewer_id, first, second }: (typeof pairs)[number]) =>
    JSON.stringify([reviewer_id, ...[first, second].sort()]);
  const times = new Map<string, number>();
  for (const pair of pairs) times.set(keyOf(pair), (times.get(keyOf(pair)) ?? 0) + 1);
  return pairs.flatMap((pair) => {
    const { reviewer_id, first, second, better } = pair;
    const usable =
      times.get(keyOf(pair)) === 1 &&
      people.has(reviewer_id) &&
      first !== second &&
      designs.has(first) &&
      designs.has(second) &&
      [first, second, null].includes(better);
    return usable ? [{ reviewer_id, designs: [first, second] as const, better }] : [];
  });
}
