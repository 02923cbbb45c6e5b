import { patternOf } from "../text/pattern.ts";

/** HTTP "content too large": a provider's word for it whatever its message says. */
const TOO_LARGE = 413;

/** A request that is larger than an account may ever send, which some providers call a rate limit too. */
const REQUEST_TOO_LARGE = /request(?: entity)? too large|request_too_large|payload too large|content too large/i;

/** Words for what passes with time. */
const PASSING = /rate.?limit|quota|too many requests|throttl|please wait|per.?(?:minute|day|hour)|tokens per min/i;

/** What was asked for is longer than an answer may be; nothing is said of what was given. */
const OUTPUT = /\bmax_(?:completion_|output_|new_)?tokens\b|maximum tokens you requested|output tokens/i;

const INPUT =
  "(?:prompts?|inputs?|messages?|conversation|token count|tokens|your request|the request|request \\(\\d{1,9} tokens\\))";
const EXCEEDS =
  "(?:exceed(?:s|ed|ing)?|(?:longer|greater|larger|more) than|must be <=|must have less|only supports up to|should be \\[)";
const LIMIT = "(?:tokens?|length|limit|size|context|max|model specification|\\d{3})";

/** What is said of the input all the same. */
const ABOUT_INPUT = /\b(?:prompt|inputs?|messages|context.{0,3}(?:length|limit)|max_model_len)\b/i;

/** What providers and servers say of what they were given. */
const TOO_LONG = [
  /context.{0,20}(?:length|window|limit|size)/i,
  patternOf(`${INPUT}.{0,60}\\b(?:too (?:long|large)|${EXCEEDS}.{0,60}${LIMIT})`, "i"),
  /messages?\b.{0,40}\bstring too long/i,
  /too many (?:input )?tokens/i,
  /(?:reduce|shorten) (?:the length of )?(?:the|your) (?:message|prompt|input)/i,
  /maximum (?:prompt|input|model) length|max_model_len/i,
];

/** How much of a message is read. Characters. */
const LONGEST = 2_000;

/** Whether a provider says that what it was given is longer than its model can take. */
export function isTooLong(words: string, status: number | null): boolean {
  const message = words.slice(0, LONGEST);
  if (status === TOO_LARGE || REQUEST_TOO_LARGE.test(message)) return true;
  if (PASSING.test(message)) return false;
  return TOO_LONG.some((pattern) => pattern.test(message)) && (!OUTPUT.test(message) || ABOUT_INPUT.test(message));
}
