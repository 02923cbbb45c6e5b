import type { Incomplete } from "../artifacts/incomplete.ts";
import { listed, model, type Sentence, say, strong, together } from "./sentence.ts";

/** Designers without a design that are named. */
const MAX_ABSENT = 4;

/** "5 of 6 scores are there; there is no design by a/b": what is missing, without its full stop. */
export function incompleteSaid({ absent, reviews, scores, short, samples }: Incomplete): Sentence {
  const open = scores.wanted - scores.there - short;
  const fewer = say`${short === 1 ? "rests" : "rest"} on fewer than the planned ${samples} samples`;
  const said = [
    ...(open > 0 && short === 0 ? [say`${scores.there} of ${scores.wanted} scores are there`] : []),
    ...(open > 0 && short > 0
      ? [say`${scores.there} of ${scores.wanted} scores are there whole, ${short} more ${fewer}`]
      : []),
    ...(open === 0 && short > 0 ? [say`${short} of ${scores.wanted} scores ${fewer}`] : []),
    ...(absent.length > 0 ? [say`there is no design by ${listed(absent.map(model), MAX_ABSENT)}`] : []),
    ...(reviews.there < reviews.wanted ? [say`${reviews.there} of ${reviews.wanted} reviews are there`] : []),
  ];
  return together(said, "; ");
}

/** The same where it stands alone; nothing when all that was planned is there. */
export const incompleteAlone = (said: Sentence | null): Sentence[] =>
  said === null ? [] : [say`${strong(say`Incomplete:`)} ${said}. The ranking uses what there is.`];

/** What stands in the place of designs, reviews or scores where none is there. */
export const noDesign: Sentence = say`There is no design.`;
export const noReview: Sentence = say`There is no review.`;
export const noScore: Sentence = say`There is no score.`;

/** What stands above files that a ranking could not use. */
export const leftOut: Sentence = say`What was left out`;

/** What is said wherever a score is shown that the ranking leaves out, for its model wrote the design. */
export const NOT_COUNTED = "not counted: its own design";
