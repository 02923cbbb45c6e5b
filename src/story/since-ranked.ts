import type { SinceRanked } from "../experiment/since-ranked.ts";
import { count } from "../text/numbers.ts";
import { design, listed, reviewer, type Sentence, say, together } from "./sentence.ts";

/** Designs and people that are named before the rest is counted. */
const MAX_NAMED = 4;

/** "The text of A changed since, B is gone": in what a ranking is another than what is there, without its full stop. */
export function changedSinceRanked(since: SinceRanked): Sentence {
  const { changed, gone, added, criteria, scores, reviews, voted, unvoted } = since;
  const all = (ids: readonly string[], named: typeof design): Sentence => listed(ids.map(named), MAX_NAMED);
  const is = (ids: readonly string[]) => (ids.length === 1 ? "is" : "are");
  const parts = [
    ...(changed.length > 0 ? [say`the text of ${all(changed, design)} changed since`] : []),
    ...(gone.length > 0 ? [say`${all(gone, design)} ${is(gone)} gone`] : []),
    ...(added.length > 0 ? [say`${all(added, design)} came since`] : []),
    ...(criteria ? [say`the criteria changed since`] : []),
    ...(scores > 0 ? [say`${count(scores, "score")} came since`] : []),
    ...(reviews > 0 ? [say`${count(reviews, "review")} came since`] : []),
    ...(voted.length > 0 ? [say`${all(voted, reviewer)} voted since`] : []),
    ...(unvoted.length > 0 ? [say`the vote of ${all(unvoted, reviewer)} is gone`] : []),
  ];
  return together(parts, ", ");
}
