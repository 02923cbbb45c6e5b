import type { FoundPersona } from "../artifacts/persona.ts";
import { count } from "../text/numbers.ts";
import { type Block, list } from "./block.ts";
import { personaSaid } from "./personas.ts";
import { copied, path, type Sentence, say, strong, together, typed, words } from "./sentence.ts";

/** What a project's files change of the configuration, as text. */
type Change = { setting: string; without: string; written: string; held: boolean };

const changeSaid = ({ setting, without, written, held }: Change): string =>
  `${setting} ${written} in place of ${without}${held ? " (held back until now)" : ""}`;

/**
 * Whether a project's configuration and its personas may hold as they are written. `paths`: where its files lie past links,
 * in their order.
 */
export function mayHold(
  given: {
    files: readonly string[];
    paths: readonly string[];
    sha256: string;
    personas: readonly FoundPersona[];
  },
  changes: readonly Change[],
): string {
  const { files, paths, sha256, personas } = given;
  const placed = files.map((file, at) => ({
    file,
    said: paths[at] === undefined || paths[at] === file ? file : `${file} (which leads to ${paths[at]})`,
  }));
  const of = (file: string | null): string => placed.find((each) => each.file === file)?.said ?? String(file);
  const others = placed.filter(({ file }) => personas.every((each) => each.file !== file)).map(({ said }) => said);
  const changed = changes.length === 0 ? "it changes nothing today" : changes.map(changeSaid).join("; ");
  const they = personas.map((each) => personaSaid(each, of(each.file))).join("; ");
  const parts = [
    ...(others.length === 0 ? [] : [changed]),
    ...(personas.length === 0 ? [] : [`${count(personas.length, "persona")}: ${they}`]),
  ];
  const what = others.length === 0 ? "The project" : others.join(" and ");
  return `${what} (SHA-256 ${sha256}) has: ${parts.join("; ")}. Let it hold as if it were your own, until it changes?`;
}

/** How it stands after a call about it. */
export const allowedNow = (files: string): Sentence => say`${path(files)} is allowed as it stands.`;
export const notAllowedNow = (files: string): Sentence =>
  say`${path(files)} is not allowed any more: of what may be spent it only makes less.`;
export const holdsNow = (files: string, changes: readonly Change[], personas: readonly FoundPersona[]): Block[] => [
  say`${path(files)} holds as it is written, on this machine, until it changes; ${typed("allow", "no")} takes that back.`,
  list([
    ...changes.map((each) => say`${words(changeSaid({ ...each, held: false }), "all")}`),
    ...personas.map((each) => say`${words(personaSaid(each, each.file ?? ""), "all")}`),
  ]),
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
