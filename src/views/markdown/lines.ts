import { confirmed, type Flag } from "../../artifacts/design.ts";
import type { Names } from "../../artifacts/names.ts";
import type { Note } from "../../artifacts/note.ts";
import type { Problem, Stale } from "../../artifacts/problem.ts";
import { FLAGS, flagsFound } from "../../story/attention.ts";
import { sortCallNotes } from "../../story/call-notes.ts";
import { type FailedWays, MAX_WAYS, MORE_WAYS } from "../../story/failures.ts";
import { changedSaid, problemSaid, unusedSaid } from "../../story/notes.ts";
import type { Sentence } from "../../story/sentence.ts";
import { join, type Markdown, md } from "../../text/markdown.ts";
import { bulletLines, drawn } from "./drawn.ts";

/** Bullets of one block before the rest is counted. */
const MAX_ATTENTION = 12;
const MAX_FLAGS = 8;

/** A bullet for each way in which a model failed, with every session that ended so. */
export function failureLines({ ways }: Pick<FailedWays, "ways">, names?: Names, most = MAX_WAYS): Markdown[] {
  return atMost(bulletLines(ways, names), most, drawn(MORE_WAYS));
}

/** A bullet for each thing to look at; none when there is nothing. */
export function attentionLines(said: readonly Sentence[], names?: Names): Markdown[] {
  return atMost(bulletLines(said, names), MAX_ATTENTION, md`, see ledger.jsonl`);
}

/**
 * What a design says to whoever judges it, and apart from that what one reviewer alone takes for it; each a block for
 * reading. Nothing when there are no flags.
 */
export function flagLines(flags: readonly Flag[], names?: Names): Markdown[] {
  const alone = flags.filter((flag) => flag.alone === true);
  return [...quoted(drawn(FLAGS.confirmed), confirmed(flags), names), ...quoted(drawn(FLAGS.alone), alone, names)];
}

/** What reviewers quote, each in its own review. */
export function quoteLines(flags: readonly Flag[], names?: Names): Markdown[] {
  return quoted(drawn(FLAGS.quoted), flags, names);
}

function quoted(title: Markdown, flags: readonly Flag[], names?: Names): Markdown[] {
  if (flags.length === 0) return [];
  return [join([title, ...atMost(bulletLines(flagsFound(flags), names), MAX_FLAGS)], "\n")];
}

/** One paragraph that lists files which cannot be used; none when there are none. */
export function problemLines(problems: readonly Problem[]): Markdown[] {
  return group(bulletLines(unusedSaid(problems)));
}

/** Why a file is not used, as a sentence without its full stop. */
export const problemText = (problem: Problem): Markdown => drawn(problemSaid(problem));

/** Why a stale artifact is not used. */
export const changedText = (changed: Stale["changed"]): Markdown => drawn(changedSaid(changed));

/** The first of some bullets, and how many more there are. */
export function atMost(lines: readonly Markdown[], most: number, where = md``): Markdown[] {
  return lines.length > most ? [...lines.slice(0, most), md`- and ${lines.length - most} more${where}`] : [...lines];
}

/** The notes of a call as bullets, those to be read before all else first. */
export function noteBullets(notes: readonly Note[]): Markdown[] {
  const { first, others } = sortCallNotes(notes);
  return bulletLines([...first, ...others]);
}

export const dashed = (lines: readonly Markdown[]): Markdown[] => lines.map((line) => md`- ${line}`);

/** Lines that stand together; nothing for none. */
export function group(lines: readonly Markdown[]): Markdown[] {
  return lines.length > 0 ? [join(lines, "\n")] : [];
}

/** Lines under a heading; nothing for none. */
export function sectionLines(title: Markdown, lines: readonly Markdown[]): Markdown[] {
  return lines.length > 0 ? [md`### ${title}`, ...group(lines)] : [];
}
