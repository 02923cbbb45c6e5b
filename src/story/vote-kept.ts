import { design, listed, type Sentence, say, typed, words } from "./sentence.ts";

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

/** What became of showing a result before the vote. */
export const resultShown = (experiment_id: string, isRanked: boolean): Sentence =>
  isRanked ? say`Nothing is held back any more.` : uncountedSaid({ why: "not-ranked" }, experiment_id);

/** Of a ballot that came back before. */
export const NOTHING_NEW = say`Nothing new stands in that ballot.`;
