import type { Ballot } from "../../artifacts/ballot.ts";
import type { DesignBody } from "../../artifacts/design.ts";
import { designSha256, rubricSha256 } from "../../artifacts/hashes.ts";
import type { Ranking } from "../../artifacts/ranking.ts";
import { checkedOf } from "../../artifacts/requirement.ts";
import { MAX_PAIRS, type Vote } from "../../artifacts/vote.ts";
import type { Identities } from "../../blind/identities.ts";
import { blindDesign } from "../../experiment/blind-design.ts";
import { ownLetter } from "../../experiment/people.ts";
import { designsToJudge } from "../../experiment/rounds.ts";
import { shuffled } from "../../experiment/shuffled.ts";
import type { View } from "../../experiment/view.ts";
import { judgedTopic } from "../../story/round-words.ts";
import { stillSaid } from "./said-before.ts";

/** Who judges; `name` null on a ballot that anybody may fill in. */
export type Judge = { reviewer_id: string; name: string | null };

/** What a person is shown: the ballot, and which design each of its letters is. */
export type ShownBallot = { ballot: Ballot; shown: Vote["shown"] };

/**
 * The ballot of one person: every design that is there, without its author, in an order and under letters drawn for this
 * person. Who has begun already keeps the letters; a design that came later has one that is free.
 * @param ranking What is stored by now, of which nothing but pairs that it cannot tell apart is shown, without order.
 */
export function ballotOf(
  view: Pick<View, "experiment" | "artifacts" | "withheld">,
  { reviewer_id, name }: Judge,
  identities: Identities,
  ranking: Ranking | null,
): ShownBallot {
  const { experiment, artifacts, withheld } = view;
  const { task } = experiment;
  const { votes, scores, hold } = artifacts;
  const designs = designsToJudge(view);
  const vote = votes.find((each) => each.reviewer_id === reviewer_id);
  const before = vote?.shown ?? [];
  const kept = before.filter(({ design_id }) => designs.some((design) => design.design_id === design_id));
  // Drawn for the whole plan: what somebody read under a letter stays there when another design comes.
  const plan = shuffled(task.designers, task.seed, `ballot ${reviewer_id}`);
  const isTaken = (letter: string): boolean => before.some((each) => each.letter === letter);
  const spare = Array.from({ length: before.length + plan.length }, (_, at) => ownLetter(plan.length + at));
  const drawn = [
    ...kept.map(({ letter, design_id }) => ({ letter, design_id })),
    ...plan.flatMap(({ design_id }, at) => {
      if (kept.some((each) => each.design_id === design_id)) return [];
      const letter = isTaken(ownLetter(at)) ? spare.filter((each) => !isTaken(each))[at] : ownLetter(at);
      return { letter: letter ?? "", design_id };
    }),
  ];
  const all = drawn.flatMap(({ letter, design_id }) => {
    const design = designs.find((each) => each.design_id === design_id);
    if (design === undefined) return [];
    const design_sha256 = designSha256(design);
    const body = JSON.parse(blindDesign(design, identities).text) as DesignBody;
    return [{ letter, design_id, design_sha256, body }];
  });
  const letterOf = (id: string): string => all.find(({ design_id }) => design_id === id)?.letter ?? "";
  const answered = vote ? stillSaid(vote, all).pairs.map(({ first, second }) => [first, second] as const) : [];
  const open = pairsOf(
    all.map(({ design_id }) => design_id),
    ranking,
  ).flatMap((pair) => {
    // Drawn for the two, whichever of them a ranking has first: a pair is always asked the same way.
    const ids = [...pair].sort();
    const [a = "", b = ""] = shuffled(ids, task.seed, `pair ${reviewer_id} ${ids.join(" ")}`).map(letterOf);
    return answered.some((one) => one.includes(a) && one.includes(b)) ? [] : [[a, b] as const];
  });
  const { criteria } = task;
  const ballot: Ballot = {
    version: 1,
    experiment_id: task.experiment_id,
    topic: judgedTopic(task),
    task: task.task,
    requirements: checkedOf(task).map(({ id, text }) => `${id}: ${text}`),
    person: name,
    designs: all.map(({ letter, design_sha256, body }) => ({ letter, design_sha256, body })),
    criteria: criteria.map(({ weight: _, ...criterion }) => criterion),
    rubric_sha256: rubricSha256(criteria),
    // What was answered is asked on, for a ranking has other close pairs once it counted.
    pairs: [...answered, ...open].slice(0, MAX_PAIRS),
    // Scores are shown before they are ranked, unless they are held back from the first on.
    has_result:
      ranking !== null ||
      hold?.ended?.why === "shown" ||
      hold?.scores_before === true ||
      (withheld === null && scores.length > 0),
  };
  return { ballot, shown: all.map(({ letter, design_id, design_sha256 }) => ({ letter, design_id, design_sha256 })) };
}

/**
 * Pairs to ask about: those that the panel cannot tell apart, the closest first; without a ranking all of few
 * designs, else each with the next in the order of the ballot.
 */
function pairsOf(ids: readonly string[], ranking: Ranking | null): readonly (readonly [string, string])[] {
  if (ranking !== null) {
    const close = ranking.pairwise
      .filter(({ better, worse, probability }) => {
        return probability < ranking.summary.told_apart && ids.includes(better) && ids.includes(worse);
      })
      .sort((a, b) => a.probability - b.probability);
    return close.slice(0, MAX_PAIRS).map(({ better, worse }) => [better, worse] as const);
  }
  const after = (at: number): string[] => (ids.length > 3 ? ids.slice(at + 1, at + 2) : ids.slice(at + 1));
  return ids.flatMap((id, at) => after(at).map((other) => [id, other] as const)).slice(0, MAX_PAIRS);
}
