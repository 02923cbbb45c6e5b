import type { Part } from "../artifacts/task.ts";
import { count } from "../text/numbers.ts";
import { call, design, listed, type Sentence, say, typed } from "./sentence.ts";

/** What review and score ask for. */
export const MISSING: Readonly<Record<Part, string>> = {
  review: "missing reviews in words",
  score: "missing scores",
};

/** What a call did that asked for one part of the evaluation: sessions that it asked for, what came of them. */
export function judgedSaid(
  part: Part,
  { id, asked, made, failed }: { id: string; asked: number; made: number; failed: number },
): Sentence {
  return asked === 0
    ? say`Nothing was missing: every ${part} asked for is there. ${typed(part, id, "--force")} asks for all of it again (${call(part, { experiment: id, force: true })}).`
    : say`${count(made, part)} made${failed > 0 ? say`, ${failed} failed` : []}.`;
}

/** What a call did that asked for designs. */
export function designedSaid({ written, kept, failed }: { written: number; kept: number; failed: number }): Sentence {
  if (written + failed === 0) return say`Nothing was missing: ${count(kept, "design")} there already.`;
  const already = kept > 0 ? say`; ${kept} there already` : [];
  return say`${count(written, "design")} written${already}${failed > 0 ? say`; ${failed} failed` : []}.`;
}

/** What became of designs that were written anew; nothing where none was. */
export const anewSaid = (ids: readonly string[]): Sentence =>
  ids.length === 0
    ? []
    : say`Anew: ${listed(ids.map((id) => design(id)))}. What each said before stays in its file beside the new one, and what was judged of another text does not count for this one.`;

/** What a run did that found all there. */
export const NOTHING_MISSING = say`Nothing was missing, so nothing was asked.`;

/** The same where a round of better designs is still to be gone on with. */
export const NOTHING_BESIDE_ROUND = say`Nothing else was missing, so nothing was asked.`;

/** What a call did that ranked. */
export const RANKED_STORED = say`Ranked from what is stored.`;
/** Where no lock can be taken nothing is written: another process may be at work on the experiment. */
export const RANKED_UNWRITTEN = say`Ranked from what is stored, and nothing was written: this Node.js has no SQLite, through which the experiment is locked. OpenCode on the PATH, or Node.js 22.13 and newer, has one.`;
