/** What stands in the place of a score, a rank or a comparison that was taken out. */
const GONE = "[…]";

/** A number of a scale: "7/10", "8.5 out of 10", "80 %" of a score, "scores 7", "a score of 7", "ranked second". */
const SAID = [
  /\b\d{1,3}(?:[.,]\d{1,2})?[ ]?(?:\/|out of|of|von|sur|de)[ ]?(?:5|10|100|ten)\b/giu,
  /\b(?:scor(?:e|es|ed|ing)|rat(?:e|es|ed|ing)|grad(?:e|es|ed)|marks?|points?)\b[^.!?\n]{0,20}?\b\d{1,3}(?:[.,]\d{1,2})?\b/giu,
  /\brank(?:s|ed|ing)?\b[^.!?\n]{0,20}?(?:\b(?:first|second|third|fourth|last|top|best|worst)\b|#?\d{1,2}\b)/giu,
  /\b(?:first|second|third|last)[ ]place\b/giu,
];

/** A reviewer's sentence without what it says of scores and ranks, for whoever is to learn neither. */
export function withoutScores(text: string): string {
  return SAID.reduce((left, pattern) => left.replace(pattern, GONE), text);
}
