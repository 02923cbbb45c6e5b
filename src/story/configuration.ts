import { type Block, list } from "./block.ts";
import { copied, path, type Sentence, say, strong, together, typed, words } from "./sentence.ts";

/** What a project's files change of the configuration, as text. */
type Change = { setting: string; without: string; written: string; held: boolean };

const changeSaid = ({ setting, without, written, held }: Change): string =>
  `${setting} ${written} in place of ${without}${held ? " (held back until now)" : ""}`;

/** Whether a project's configuration may hold as it is written. `paths`: where its files lie past links. */
export function mayHold(
  { files, paths, sha256 }: { files: readonly string[]; paths: readonly string[]; sha256: string },
  changes: readonly Change[],
): string {
  const named = files.map((file, at) =>
    paths[at] === undefined || paths[at] === file ? file : `${file} (which leads to ${paths[at]})`,
  );
  const changed = changes.length === 0 ? "it changes nothing today" : changes.map(changeSaid).join("; ");
  return `${named.join(" and ")} (SHA-256 ${sha256}) has: ${changed}. Let it hold as if it were your own, until it changes?`;
}

/** How it stands after a call about it. */
export const allowedNow = (files: string): Sentence => say`${path(files)} is allowed as it stands.`;
export const notAllowedNow = (files: string): Sentence =>
  say`${path(files)} is not allowed any more: of what may be spent it only makes less.`;
export const holdsNow = (files: string, changes: readonly Change[]): Block[] => [
  say`${path(files)} holds as it is written, on this machine, until it changes; ${typed("allow", "no")} takes that back.`,
  list(changes.map((each) => say`${words(changeSaid({ ...each, held: false }), "all")}`)),
];

/** What was written to begin with, and what comes next. */
export const starterWritten = (file: string, schema: string): Block[] => [
  say`Wrote ${path(file)}, with ${path(schema)} beside it for editors.`,
  say`Look at ${copied("design_models")} in it: only models of providers that you set up stand there.`,
  say`Next: ${typed("doctor")} says whether anything is wrong. To see what a run would ask and cost, type ${typed("dry-run")} and after it your task.`,
];

/** What stands before what is wrong with it, and after that. */
export const IS_BROKEN: Sentence = say`${strong(say`The configuration is broken; nothing that costs money runs until it is mended.`)}`;
export const WHAT_IS_WRONG: Sentence = say`${typed("doctor")} tells what is wrong.`;

/** Where it comes from. */
export const readFrom = (sources: readonly string[]): Sentence =>
  sources.length > 0
    ? say`Configuration read from: ${together(sources.map(path), ", ")}.`
    : say`No configuration file was found: defaults apply, and the models are chosen among the connected providers. ${typed("init")} writes one.`;
