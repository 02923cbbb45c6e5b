import { list } from "./numbers.ts";

type Count = { there: number; wanted: number };
type Facts = { absent: readonly string[]; reviews: Count; scores: Count; short: number; samples: number };

/** Designers without a design that are named. */
const MAX_ABSENT = 4;

/** "5 of 6 scores are there; there is no design by a/b": what is missing, without its full stop; "" for nothing. */
export function incompleteText({ absent, reviews, scores, short, samples }: Facts): string {
  const open = scores.wanted - scores.there - short;
  const fewer = `${short === 1 ? "rests" : "rest"} on fewer than the planned ${samples} samples`;
  const said = [
    ...(open > 0 && short === 0 ? [`${scores.there} of ${scores.wanted} scores are there`] : []),
    ...(open > 0 && short > 0
      ? [`${scores.there} of ${scores.wanted} scores are there whole, ${short} more ${fewer}`]
      : []),
    ...(open === 0 && short > 0 ? [`${short} of ${scores.wanted} scores ${fewer}`] : []),
    ...(absent.length > 0 ? [`there is no design by ${list(absent, MAX_ABSENT)}`] : []),
    ...(reviews.there < reviews.wanted ? [`${reviews.there} of ${reviews.wanted} reviews are there`] : []),
  ];
  return said.join("; ");
}

/** What is said wherever a score is shown that the ranking leaves out, for its model wrote the design. */
export const NOT_COUNTED = "not counted: its own design";
