import { patternOf } from "./pattern.ts";

/** A date as records write it behind a status. */
const DATE =
  "(?:\\d{4}[-/.]\\d{1,2}(?:[-/.]\\d{1,2})?|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}|\\d{1,2}(?:st|nd|rd|th|\\.)? \\p{L}{3,9}\\.?,? \\d{4}|\\p{L}{3,9}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})(?![\\p{L}\\d])";
const SINCE = "(?:(?:on|since|as of|at|from) )?";
/** A date directly behind a status: what stands elsewhere is the date of something else. */
const DATES = [
  patternOf(`^ {0,4}\\(${SINCE}${DATE}\\)`, "iu"),
  patternOf(`(?<=^ {0,4}\\()${SINCE}${DATE}[,;:]? {0,4}`, "iu"),
  patternOf(`^ {0,4}(?:[,:–—-]|<br ?/?>)? {0,4}${SINCE}${DATE}`, "iu"),
];
const LEADING_DATE = patternOf(`^\\(?${DATE}\\)?[ :,–—-]{0,4}`, "iu");
/** Emphasis with what is in it, a link or an image, or a word, behind signs such as an emoji. */
const STATUS =
  /^[^\p{L}\p{N}\s*_`~"'!<([|]{0,4} {0,2}(?:([*_`~"']{1,3})\p{L}[^*_`~"']{0,200}\1|!?\[[^\]]{0,99}\]\([^)]{0,300}\)|[*_`~"']{0,3}\p{L}{1,99})/u;
/** Where what is said of the status itself ends. */
const END = /[.;](?=\s|$)|<!--|\s\|(?=\s)/u;

/** Whether a status says that another record took the place of its own. */
export const isSuperseded = (said: string): boolean => /^[^\p{L}]{0,12}supersede?d/iu.test(said);

/** Whether a status begins with a capital letter, behind signs such as an emoji. */
export const isCapitalStatus = (said: string): boolean => /^[^\p{L}]{0,12}\p{Lu}/u.test(said);

/** A status that now says `by`, without the date on which it said something else. What follows it stays. */
export function supersededStatus(said: string, by: string): string {
  const bare = said.replace(LEADING_DATE, "");
  const after = bare.slice(STATUS.exec(bare)?.[0].length ?? 0);
  const end = after.search(END);
  const [clause, rest] = end < 0 ? [after, ""] : [after.slice(0, end), after.slice(end)];
  const undated = DATES.reduce((text, date) => text.replace(date, ""), clause).trimEnd();
  // An aside stays. "by Ana" belonged to the status that is replaced.
  const aside = /^\s*[(,–—-]/u.test(undated) ? undated : "";
  return `${by}${aside}${rest.startsWith("<!--") ? " " : ""}${rest}`;
}
