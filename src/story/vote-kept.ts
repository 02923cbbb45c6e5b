import type { Vote } from "../artifacts/vote.ts";
import { count, listText, moment } from "../text/numbers.ts";
import { design, listed, type Sentence, say, typed, unmarked, words } from "./sentence.ts";

/** Why a vote that is done is in no ranking. */
export type Uncounted =
  | { why: "not-ranked" }
  | { why: "refused"; reason: string }
  /** `excludes`: designs whose author the person knows count for nothing. */
  | { why: "no-order"; excludes: boolean };

/** Letters whose designs are named in a reply. */
const MAX_CALLED = 12;

/** Why a vote is in no ranking, and what ranks it. */
export function uncountedSaid(not: Uncounted, experiment_id: string): Sentence {
  switch (not.why) {
    case "not-ranked":
      return say`It is not in the ranking yet: where a run is at work its end ranks it, else ${typed("rank", experiment_id)} does.`;
    case "refused":
      return say`It is in no ranking yet: ${words(not.reason, "all")}`;
    case "no-order": {
      const unknown = not.excludes ? say` and whose authors are not known to who judged` : [];
      return say`Nothing of it is in the ranking: it tells no two designs apart whose texts are still the same${unknown}.`;
    }
  }
}

type Kept = {
  experiment_id: string;
  /** The name of who judged; null for who types. */
  name: string | null;
  /** What each letter of the person's own stands for. */
  letters: readonly { letter: string; design_id: string }[];
  /** What was said before and counts no more; null where nothing was. */
  lost: string | null;
  not: Uncounted | null;
};

/** That a vote is kept, whose design each letter is, what it took the place of, and why it does not count. */
export function voteKept({ experiment_id, name, letters, lost, not }: Kept): Sentence {
  const whose = name === null ? say`Your vote` : say`The vote of ${words(name)}`;
  const called = letters.map(({ letter, design_id }) => say`${words(letter)} is ${design(design_id)}`);
  const named = called.length === 0 ? [] : say` ${listed(called, MAX_CALLED)}.`;
  const instead = lost === null ? [] : say` It took the place of ${words(lost, "all")}.`;
  return say`${whose} is kept.${named}${instead}${not === null ? [] : say` ${uncountedSaid(not, experiment_id)}`}`;
}

type KeptOnPage = {
  /** Whether it stands beside a result that the person had seen. */
  beside: boolean;
  not: Uncounted | null;
  /** Letters of texts that were changed since. */
  changed: readonly string[];
};

/** What the page says of a vote that is done: whether it counts, and what of it does no more. */
export function voteKeptOnPage(experiment_id: string, { beside, not, changed }: KeptOnPage): string {
  const counts = beside ? " and stands beside the result that you had seen" : not === null ? " and counts" : "";
  const without =
    changed.length === 0
      ? ""
      : ` What you said of ${listText(changed)} counts no more: the text was changed since. Change your vote to judge it as it is now.`;
  return `Your vote is kept${counts}.${beside || not === null ? "" : ` ${unmarked(uncountedSaid(not, experiment_id), String)}`}${without}`;
}

/** Why the page's vote is not kept where other designs are to be judged than it shows. */
export const OTHER_DESIGNS =
  "The designs are others by now than this page shows: load it anew, and look at what you said.";

/** What became of showing a result before the vote. */
export const resultShown = (experiment_id: string, isRanked: boolean): Sentence =>
  isRanked ? say`Nothing is held back any more.` : uncountedSaid({ why: "not-ranked" }, experiment_id);

/** Of a ballot that came back before. */
export const NOTHING_NEW = say`Nothing new stands in that ballot.`;

/** Parts of what a vote says. */
type VotePart = "order" | "scores" | "comments" | "pairs" | "known";

/**
 * What of a vote is gone, by how much of each part is, how that was said and when; null where nothing is: "an order and 3
 * comments, said on the page, 2026-11-24 14:05".
 */
export function goneSaid(gone: (part: VotePart) => number, { door, changed_at }: Vote): string | null {
  const parts = [
    gone("order") > 0 ? "an order" : "",
    gone("scores") > 0 ? `scores of ${count(gone("scores"), "design")}` : "",
    gone("comments") > 0 ? count(gone("comments"), "comment") : "",
    gone("pairs") > 0 ? `answers to ${count(gone("pairs"), "pair")}` : "",
    gone("known") > 0 ? "whose author is known" : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? null : `${parts.join(", ")}, said ${BY[door]}, ${moment(Date.parse(changed_at))}`;
}

const BY = {
  page: "on the page",
  host: "by an agent's call that was allowed",
  command: "as a typed line",
  terminal: "at the command's terminal",
  ballot: "in a ballot",
} as const satisfies Record<Vote["door"], string>;

/** The event that a vote counts as it came with the files. */
export const voteCounts = (name: string): string => `${name}: a vote that came with the files counts from now on`;

/** What of a vote is an event: that somebody is done, and what changed of what counted. Null for the way there. */
export function voteEvent(before: Vote | null, { done_at, voice, shown, name }: Vote): string | null {
  const was = before !== null && before.done_at !== null ? before : null;
  if (done_at === null) return was && `${name} reopened the vote`;
  const said = (vote: Pick<Vote, "voice" | "shown">): string => {
    const scored = vote.voice.designs.filter(({ scores }) => Object.keys(scores).length > 0).length;
    const order = vote.voice.order.map((group) => group.join(" = ")).join(" > ");
    const comments = vote.voice.designs.filter(({ comment }) => comment.trim() !== "").length;
    const parts = [
      order,
      scored > 0 ? `${count(scored, "design")} scored` : "",
      vote.voice.pairs.length > 0 ? count(vote.voice.pairs.length, "pair") : "",
      comments > 0 ? count(comments, "comment") : "",
    ];
    return parts.filter((part) => part !== "").join("; ");
  };
  return was
    ? `${name} changed the vote: ${said({ voice, shown })}; before: ${said(was)}`
    : `${name}: ${said({ voice, shown })}`;
}
