import type { RecordPlace, TurnedOut } from "../artifacts/decision.ts";
import type { Kept } from "./decision.ts";
import { copied, path, type Sentence, say, strong, words } from "./sentence.ts";

/** Where a record would go that nobody named a place for: a folder of the project; or why into none. */
export type OfferedPlace =
  | { folder: string; designs: string; known: boolean }
  | { folder: null; why: Exclude<Extract<Kept, { folder: null }>["why"], "not-allowed">; because: string };

/**
 * What a person can decide on a page, and say of it later, with the hash of all that it rests on: a yes to it is bound to
 * that.
 */
export type DecisionOffer = {
  sha256: string;
  designs: { design_id: string; letter: string; title: string }[];
  /** The design that the ranking proposes; null where it proposes none. */
  proposed: string | null;
  place: OfferedPlace;
  /** The record of what was decided before, where it lies there; null where none does. */
  record: RecordPlace | null;
};

/** One event of an experiment's page; null where nothing can be decided or said. */
export type LiveWord = { word: DecisionOffer | null };

/** How the form for a decision is worded. */
export const DECIDING = {
  design: "Which design",
  proposed: "proposed",
  none: "None of them",
  noneHint: "Say why: the record needs a reason.",
  because: "Why, in your own words",
  by: "Who decides",
  byHint: "Left empty, the record names nobody.",
  where: "Where the record goes",
  here: "Only into the experiment's folder",
  hereHint: "On this machine only, for git ignores that folder.",
  noDesign: "Choose a design, or none of them.",
  noReason: "Say why none of them is to be built: the record needs a reason.",
  busy: "Being written \u2026",
} as const;

/** What the form for a decision begins with where the ranking proposes none. */
export const CHOOSE_YOURSELF = say`${strong(say`Nothing is proposed.`)} The choice is yours all the same.`;

/** What its button says: for which design, null for none of them, undefined while nothing is chosen. */
export function decideCalled({ designs }: DecisionOffer, design_id: string | null | undefined): string {
  if (design_id === undefined) return "Decide";
  if (design_id === null) return "Decide for none of them";
  return `Decide for ${designs.find((each) => each.design_id === design_id)?.letter ?? design_id}`;
}

/** A record in this folder of the project, as one of the two places for it. */
export const inFolder = (folder: string): string => `Into ${folder} of the project`;

/** What would be written there, and what the click allows from then on. */
export function inFolderHint({ designs, known }: Extract<OfferedPlace, { folder: string }>, isDesign: boolean): string {
  const files = isDesign ? `The record, and the chosen design in ${designs}` : "The record";
  return `${files}: documents of the project.${known ? "" : " Those of later decisions go there too."}`;
}

/** Where it can only stay in the experiment: why. */
export function onlyHere(place: Extract<OfferedPlace, { folder: null }>): Sentence[] {
  if (place.why === "wanted") return [];
  if (place.why === "unfit") return [say`${words(place.because, "message")}`];
  return [
    say`The project keeps no records of decisions that were found. The line, with ${copied("--where docs/adr")}, names a folder for them.`,
  ];
}

/** What is changed of the record before. */
export const takesPlace = ({ path: file }: RecordPlace): Sentence =>
  say`The record ${path(file)} then says that this one took its place.`;

/** How the form for what came of it is worded. */
export const TELLING = {
  title: "Say how it turned out",
  how: "How it turned out",
  note: "What is to be said of it",
  by: "Who says so",
  send: "Keep it with the decision",
  busy: "Being kept \u2026",
  unsaid: "Choose how it turned out.",
} as const;
export const TURNED_CALLED: Readonly<Record<TurnedOut, string>> = {
  worked: "It worked",
  partly: "It worked in part",
  failed: "It failed",
};

/** Where what is said of it is written. */
export function outcomeGoes({ record }: DecisionOffer): Sentence {
  return record === null
    ? say`It is kept in the experiment: no record lies there that could be added to.`
    : say`It is added to ${path(record.path)}.`;
}

/** Why a page wrote nothing where nobody said more: somebody was at work on it. */
export const NOT_TAKEN = "Somebody is at work on it: nothing was written. Press again in a moment.";

/** Why a page that shows what stood there before kept nothing. */
export const OTHER_SINCE =
  "What stood here has changed since it was shown. Nothing was written: look at what stands here now, and press again.";

/** What a field of a form has to be, and why one that is not so was not taken. */
export const FORM_NEEDS = {
  design: "a design_id, or null for none of them",
  where: "experiment, or nothing",
  text: "a text",
  agreed: "the hash of what was shown",
} as const;
export const formUnfit = (needed: string, name: string): string =>
  `Cannot take this: needed as ${name} is ${needed}. Nothing was written.`;
