import { patternOf } from "../text/pattern.ts";

/** What stands in the place of a score or a rank that was taken out. */
const GONE = "[…]";

const NUMBER = "\\d{1,3}(?:[.,]\\d{1,2})?";
/** Scores and ranks as reviewers write them; figures of a design ("3 of 5 nodes", "a rate limit of 100") are none. */
const SAID: readonly RegExp[] = [
  `\\b${NUMBER} ?/ ?(?:5|10|100)\\b(?! ?Mbit)`,
  `\\b${NUMBER} (?:out of|von|sur) (?:10|100|ten)\\b`,
  `\\bscor(?:e|es|ed|ing)\\b[^.!?\\n\\d]{0,30}\\b${NUMBER}(?: (?:out )?of (?:5|10|100|ten))?\\b`,
  `\\b(?:rated|graded)(?: it| this)?(?: at)?(?: an?)? ${NUMBER}\\b`,
  "\\brank(?:s|ed|ing)?(?: it| this)?(?: as| at| the| number| no\\.?| #)? ?(?:first|second|third|fourth|last|top|best|worst|#?\\d{1,2})\\b",
  "\\b(?:takes|deserves|wins|earns|gets|in) (?:first|second|third|last) place\\b",
].map((source) => patternOf(source, "giu"));

/** A reviewer's sentence without what it says of scores and ranks, for whoever is to learn neither. */
export function withoutScores(text: string): string {
  return SAID.reduce((left, pattern) => left.replace(pattern, GONE), text);
}
