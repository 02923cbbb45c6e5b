import type { Design } from "../artifacts/design.ts";
import { leavesOut, type Ranking } from "../artifacts/ranking.ts";
import { rubricFor } from "../artifacts/task.ts";
import type { Person } from "../experiment/people.ts";
import type { View } from "../experiment/view.ts";
import { compositeScore } from "../stats/composite.ts";
import { calledSo, lettersIn } from "./own-letters.ts";
import { design, listed, quote, reviewer, type Sentence, say, scored, together } from "./sentence.ts";
import { UNSEEN } from "./unseen.ts";

/** Who put another design before the chosen one, of those who judged both: people, then reviewers, the widest apart first. */
export function dissentOf(view: View, ranking: Ranking | null, chosen: Design): Sentence[] {
  return [
    ...view.people.flatMap((person) => personAgainst(view, ranking, chosen, person)),
    ...(ranking ? reviewersAgainst(view, ranking, chosen) : []),
  ];
}

/** By what counts: an order that covers more designs goes before scores, and answers to pairs stand where neither has it. */
function personAgainst(
  { artifacts: { votes }, experiment: { task } }: View,
  ranking: Ranking | null,
  { design_id: chosen }: Design,
  { reviewer_id, order, scores, pairs, comments, known, counts }: Person,
): Sentence[] {
  const isOut = (id: string): boolean => ranking?.exclude_self_reviews === true && known.includes(id);
  const all = scores.flatMap(({ design_id, scores: given }) => {
    const score = compositeScore(given, task.criteria);
    return score === null || isOut(design_id) ? [] : [{ design_id, score }];
  });
  const groups = order.map((group) => group.filter((id) => !isOut(id))).filter((group) => group.length > 0);
  const most = Math.max(...all.map(({ score }) => score));
  const ordered = groups.flat().length > all.length;
  const own = ordered ? groups.flat() : all.map(({ design_id }) => design_id);
  const first = ordered
    ? (groups[0] ?? [])
    : all.flatMap(({ design_id, score }) => (score === most ? [design_id] : []));
  const lost = own.includes(chosen)
    ? []
    : pairs.filter(
        ({ first: one, second, better }) =>
          [one, second].includes(chosen) && better !== null && better !== chosen && ![one, second].some(isOut),
      );
  const better = own.includes(chosen) ? first : [...new Set(lost.flatMap((pair) => pair.better ?? []))];
  if (better.length === 0 || better.includes(chosen)) return [];
  const shown = votes.find((vote) => vote.reviewer_id === reviewer_id);
  const quoted = (text: string): Sentence => say`${quote(text)}${calledSo(lettersIn(text, shown))}`;
  const whys = lost.flatMap(({ why }) => (why.trim() === "" ? [] : [quoted(why)]));
  const why = whys.length > 0 ? say`: ${together(whys, ", ")}` : [];
  const comment = comments.find((each) => each.design_id === chosen)?.text;
  const of = comment === undefined ? [] : say`; of the chosen design: ${quoted(comment)}`;
  const late = counts === "beside" ? say`, after a result was seen` : counts === "unseen" ? say`, ${UNSEEN}` : [];
  const who = reviewer(reviewer_id);
  const knows = better.filter((id) => known.includes(id));
  const familiar = knows.length > 0 ? say`, whose author ${who} knows` : [];
  const ahead = listed(better.map(design));
  const put = own.includes(chosen) ? say`${who} puts ${ahead} first` : say`${who} finds ${ahead} better`;
  return [say`${put}${familiar}${late}${why}${of}`];
}

/** Reviewers whose own scores put another design first. */
function reviewersAgainst({ experiment: { task }, artifacts }: View, ranking: Ranking, chosen: Design): Sentence[] {
  const authors = new Map(artifacts.designs.map((each) => [each.design_id, each.generating_model]));
  const counting = artifacts.scores.filter(
    ({ design_id, scorer_model }) => !leavesOut(ranking, authors.get(design_id), scorer_model),
  );
  const found = [...Map.groupBy(counting, ({ reviewer_id }) => reviewer_id)].flatMap(([reviewer_id, scores]) => {
    const rubric = rubricFor(task, reviewer_id);
    const all = scores.flatMap(({ design_id, scores: given }) => {
      const score = compositeScore(given, rubric);
      return score === null ? [] : [{ design_id, score }];
    });
    const own = all.find(({ design_id }) => design_id === chosen.design_id);
    const best = all.toSorted((a, b) => b.score - a.score)[0];
    if (own === undefined || best === undefined || best.score <= own.score) return [];
    return [{ reviewer_id, own, best }];
  });
  return found
    .toSorted((a, b) => b.best.score - b.own.score - (a.best.score - a.own.score))
    .map(
      ({ reviewer_id, own, best }) =>
        say`${reviewer(reviewer_id)} puts ${design(best.design_id)} first (${scored(best.score)} of 10 against ${scored(own.score)} for ${design(chosen.design_id)})`,
    );
}
