import { designSha256, rubricSha256 } from "../artifacts/hashes.ts";
import { letterOf } from "../artifacts/names.ts";
import type { Artifacts } from "../artifacts/stages/files.ts";
import type { Task } from "../artifacts/task.ts";
import type { Seen } from "./seen.ts";

/** What a person who is done said of designs as they are today, by their ids. */
export type Person = {
  reviewer_id: string;
  name: string;
  /** The mind that judges, as a reviewer's model names it. */
  model: string;
  /**
   * `beside`: said after a result was seen, and so not counted with the panel. `unseen`: as its file says, which this
   * machine did not see said, and not counted either.
   */
  counts: "counted" | "beside" | "unseen";
  /** Scores of designs that have one for every criterion. */
  scores: { design_id: string; scores: Readonly<Record<string, number>> }[];
  /** The best first; those in one list are as good as each other. */
  order: string[][];
  pairs: { first: string; second: string; better: string | null; why: string }[];
  /** Designs whose author the person says to know. */
  known: string[];
  comments: { design_id: string; text: string }[];
  done_at: string;
};

/** Everybody who is done, by id. What was said of another text than that of today is left out. */
export function peopleOf(
  task: Task,
  { votes, designs }: Pick<Artifacts, "votes" | "designs">,
  seen: Pick<Seen, "votes">,
): Person[] {
  const hashes = new Map(designs.map((design) => [design.design_id, designSha256(design)]));
  const rubric = rubricSha256(task.criteria);
  return votes.flatMap((vote) => {
    if (vote.done_at === null) return [];
    const { voice, reviewer_id, name, done_at } = vote;
    const today = vote.shown.filter(({ design_id, design_sha256 }) => hashes.get(design_id) === design_sha256);
    const idOf = (letter: string): string[] =>
      today.filter((each) => each.letter === letter).map(({ design_id }) => design_id);
    const scored = vote.rubric_sha256 === rubric ? voice.designs : [];
    return {
      reviewer_id,
      name,
      model: modelOf(name),
      counts: !seen.votes.has(reviewer_id) ? "unseen" : voice.saw_result === true ? "beside" : "counted",
      scores: scored.flatMap(({ letter, scores }) =>
        task.criteria.every((criterion) => Object.hasOwn(scores, criterion.name))
          ? idOf(letter).map((design_id) => ({ design_id, scores }))
          : [],
      ),
      order: voice.order.map((group) => group.flatMap(idOf)).filter((group) => group.length > 0),
      pairs: voice.pairs.flatMap(({ first, second, better, why }) => {
        const [[a], [b]] = [idOf(first), idOf(second)];
        if (a === undefined || b === undefined) return [];
        return [{ first: a, second: b, better: better === null ? null : better === first ? a : b, why }];
      }),
      known: voice.designs.flatMap(({ letter, knows_author }) => (knows_author ? idOf(letter) : [])),
      comments: voice.designs.flatMap(({ letter, comment }) =>
        comment.trim() === "" ? [] : idOf(letter).map((design_id) => ({ design_id, text: comment })),
      ),
      done_at,
    } satisfies Person;
  });
}

/** Names a person among reviewers. */
export const modelOf = (name: string): string => `person/${name}`;

/** What a person calls the design that is shown at a position: letters from N on, which no report begins with. */
export const ownLetter = (position: number): string => letterOf(13 + position);
