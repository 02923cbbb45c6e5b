import type { Entrant } from "../artifacts/entrant.ts";
import type { Joins } from "../artifacts/note.ts";
import { bytesText } from "../text/numbers.ts";
import { listed, model, type Sentence, say, unmarked, words } from "./sentence.ts";

/** Models that are named before the rest is counted. */
const MAX_NAMED = 3;

/** Which documents join the designs, how large each is, and to whom their text goes. */
export function joinsSaid({ files, reviewers }: Joins): Sentence {
  const one = files.length === 1;
  const arrangers = [...new Set(files.flatMap(({ arranger }) => arranger ?? []))];
  const arranged =
    arrangers.length === 0
      ? []
      : say`to ${listed(arrangers.map(model))}, which puts it into a design's fields and adds nothing, and `;
  const readers =
    reviewers.length === 0 ? say`to its reviewers` : say`to the reviewers (${listed(reviewers.map(model), MAX_NAMED)})`;
  return say`${listed(files.map(fileSaid))} ${one ? "joins as a design" : "join as designs"}: the text goes ${arranged}${readers}; names, dates, status and numbers that its head states are masked for reviewers.`;
}

function fileSaid({ file, bytes, author }: Entrant): Sentence {
  const by = author === undefined ? say`its author is not said` : say`by ${words(author, "sentence")}`;
  return say`${words(file, "sentence")} (${bytesText(bytes)}, ${by})`;
}

/** The same for a dialog. */
export const joinsText = (joins: Joins): string => unmarked(joinsSaid(joins), String);

/** Why a document that joined becomes no design. */
export const keptTextLost = (file: string): string =>
  `the text of ${file} that was kept when it joined cannot be used any more`;
