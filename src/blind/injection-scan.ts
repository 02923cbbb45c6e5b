import { clean } from "../text/clean.ts";
import { type Skeleton, skeletonOf } from "../text/fold.ts";
import { patternOf } from "../text/pattern.ts";
import { spaced } from "./claim.ts";
import { forgedMarkers } from "./fence.ts";
import { comparable } from "./quotes.ts";

type Phrasing = { name: string; pattern: RegExp };

const IGNORE =
  "(?:ignore|disregard|forget|override|bypass|(?:do not|don't|stop) (?:follow|following|apply|applying|use|using|obey))";
const ANY = "(?:(?:all|any|of|the|your|these|those|previous|prior|other|given|system|its) ){0,5}";
const RULES =
  "(?:instructions?|rubric|criteria|criterion|guidelines?|prompts?|directions|rules|directives?|scoring)\\b";
const GIVE = "(?:give|assign|award|grant)";
/** Of services and clients "give" tells what they do. */
const NOT_WE = "(?:^|[^a-z ][ ]?|\\b(?!(?:we|they|clients?|users?|workers?|service|it) )[a-z0-9']{1,20} )";
const MINE =
  "(?:this|my|our|the present|the above) (?:design|proposal|solution|submission|answer|entry|document|architecture|response|work)";
const LITTLE = "(?:(?:an?|the|straight|score|rating|mark|of|at least|only|solid|clear) ){0,4}";
const TOP = "(?:full|max(?:imum|imal)?|perfect|top|highest|best(?: possible)?|highest possible|a 10|10/10|10|ten)";
const MARK = "(?:possible )?(?:scores?|marks?|points|ratings?|grades?)\\b";
const JUDGE =
  "(?:(?:(?:ai|llm|automated|human|expert) )?(?:reviewer|scorer|evaluator|grader|judge|rater|assessor|scoring model|reviewing model|language model|review panel)|ai assistant|ai model|ai|llm)";
const START = "(?:^|[\\n.!?>({|]|<!--?)[ ]?(?:--?[ ]?)?";
const EVERY =
  "(?:each|every|all)(?: of)?(?: the)? (?:criteri\\w{1,5}|categor\\w{1,5}|dimensions?|axis|axes|rows?|items?)";

const SOURCES = {
  "ignore-instructions": [
    `\\b${IGNORE} ${ANY}(?:previous|prior|above|earlier|preceding|foregoing|other|your|original|system|these) ${ANY}${RULES}`,
    `\\b${IGNORE} (?:(?:the|all|any|every) ){0,3}(?:rubric|scoring (?:rubric|criteria|guide|guidelines|instructions)|system prompt|grading \\w{1,20}|evaluation criteria|review(?:er)? instructions)`,
    `\\b${IGNORE} (?:all |any )(?:of )?(?:the )?instructions`,
    `\\b${IGNORE} (?:everything|anything|what|all) (?:(?:that )?(?:is|was|were|you)[^.\\n]{0,20} )?(?:above|before|told|said)\\b`,
    "\\b(?:new|updated|revised|real|actual|hidden) (?:system )?instructions? ?(?:for (?:you|the)|:|follow)",
  ],
  "asks-for-score": [
    `${NOT_WE}${GIVE} (?:it|this|me|us|${MINE})(?: (?:design|proposal|one))? ${LITTLE}(?:10|ten|100|5|five)(?: ?(?:/|out of) ?\\d{1,3})?(?: (?:points?|marks?|stars?|on|for|in|across|everywhere)\\b| ?[.!,;)]| ?$)`,
    `${NOT_WE}${GIVE} (?:(?:it|this|me|us|${MINE}) )?[^.\\n]{0,30}${TOP} ${MARK}`,
    `${NOT_WE}${GIVE} [^.\\n]{0,40}\\b(?:10|ten|100) ?(?:/ ?10|out of 10|points?)?,? (?:everywhere|across the board|(?:on|for|in|to|across) ${EVERY})`,
    `\\b(?:score|rate|rank|grade|mark|judge|evaluate) (?:it|this|me|us|${MINE})(?: (?:as|with|at|very|the|an?|\\w{1,12}ly)){0,4} (?:10|ten|100|high(?:ly|er|est)?|top|first|best|perfect|maximum|full|favou?rabl[ey]|above|excellent|number one)\\b`,
    `\\b${TOP} ${MARK} (?:for|on|in|across|to) (?:${MINE}|${EVERY})`,
    `\\b(?:${MINE}|it) (?:clearly |really |obviously )?(?:deserves?|merits?|earns?|warrants?|(?:should|must) (?:get|receive|win|be (?:given|awarded|scored|rated|ranked))) (?:\\w{1,20} ){0,4}(?:10|ten|100|first|winner|top|perfect|full|high(?:est)?|best|maximum)\\b`,
    `\\b(?:please|kindly|must|should) (?:score|rate|rank|grade|favou?r|prefer|choose|pick|select) (?:${MINE}|me\\b|this one)`,
    "\\boverall_score ?: ?\\d",
  ],
  "addresses-judge": [
    `${START}(?:dear|hey|hello|hi|attention|note|to|for)[,:]? (?:to |for )?(?:(?:the|all|any|my) ){0,3}${JUDGE}(?:s|ing \\w{1,20})? ?[:,!.-]`,
    `\\b(?:note|message|instructions?|reminder|request|hint) (?:to|for) (?:(?:the|all|any|my) ){0,3}${JUDGE}s?\\b(?! (?:service|queue|component|module|api|ui|role|pool|worker)s?\\b)`,
    `${START}${JUDGE}s?[,:] (?:please|you|your|give|ignore|score|rate|note|do|remember|it is|this design|stop|kindly|now)\\b`,
    `\\byou are (?:now |currently )?(?:an? |the )?(?:\\w{1,20} )?(?:reviewer|scorer|evaluator|grader|judge|rater|assessor|ai\\b|assistant|language model|llm)`,
    `\\bas (?:an? |the )?(?:\\w{1,20} )?${JUDGE},? you\\b`,
    `\\bif you(?: a|')re (?:an? |the )?(?:\\w{1,20} )?${JUDGE}s?\\b`,
    `\\b(?:reviewer|scorer|evaluator|grader|judge|rater|assessor)s? (?:must|should|shall|has to|have to|will|(?:is|are) (?:asked|required|instructed|told|expected) to) (?:now |always |only |please )?(?:ignore|disregard|prefer|favou?r|(?:give|award|assign|grant|rank|rate|score) (?:this|it|us|me|my|our|full|10|ten|the (?:highest|maximum|top|best|full)|max\\w{0,8}|top))`,
  ],
  "forged-role": [
    "<\\| ?(?:im_start|im_end|system|assistant|user|endoftext|start_header_id|eot_id)\\b",
    "\\[/?inst\\]|</?sys>|</?system(?:[-_]?(?:prompt|reminder|message))?>",
    "(?:^|\\n)(?:system|developer)(?: (?:prompt|message|override|note))? ?:(?= ?(?:you|ignore|the (?:score|rubric|review)|new|give|from now|rate|disregard))",
    "\\bfrom now on,? you\\b",
  ],
  "forged-marker": [
    "(?:^|\\n)[-=~<\\[]{1,4}[ ]?end (?:of )?(?:the )?(?:untrusted |user )?(?:design|data|submission|proposal|input|untrusted text|document under review)\\b[^\\n]{0,30}",
  ],
};

/** A sentence as it stands in the text, and the phrasing it was known by; "… in base64" or "… in tags" where hidden. */
type Injection = { quote: string; pattern: string };

/**
 * Finds sentences that speak to whoever judges a design: orders to ignore the rubric, requests for a score, forged
 * ends of the data. Looks through look-alike and invisible letters, escape sequences, code, comments, base64 and tags.
 * A pattern scan misses what it does not know and may flag an honest sentence; its findings are shown, nothing more.
 */
export function scanForInjections(text: string): Injection[] {
  const plain = clean(text).text;
  const found = [
    ...inText(text),
    ...(plain === text ? [] : inText(plain)),
    ...forgedMarkers(plain).map((quote) => ({ quote: shorten(quote), pattern: "forged-marker" })),
    ...decodedRuns(plain).flatMap(({ run, decoded }) =>
      inText(decoded).map(({ pattern }) => ({ quote: shorten(run), pattern: `${pattern} in base64` })),
    ),
    ...inText(tagText(text)).map(({ quote, pattern }) => ({ quote, pattern: `${pattern} in tags` })),
  ];
  const once = new Map(found.map((item) => [`${item.pattern}\n${comparable(item.quote)}`, item]));
  return [...once.values()].slice(0, MAX_FINDINGS);
}

const PHRASINGS = phrasings();
const MAX_FINDINGS = 50;
const MAX_QUOTE = 300;

function inText(text: string): Injection[] {
  const skeleton = skeletonOf(text);
  return PHRASINGS.flatMap(({ name, pattern }) => {
    const found: Injection[] = [];
    for (const { index, 0: match } of skeleton.text.matchAll(pattern)) {
      found.push({ quote: sentenceAround(text, skeleton, index, index + match.length), pattern: name });
      if (found.length >= MAX_FINDINGS) break;
    }
    return found;
  });
}

/** From the end of the sentence or line before to the end of this one, in the original; what is too long is cut. */
function sentenceAround(text: string, { text: plain, at }: Skeleton, start: number, end: number): string {
  const first = start + (/^[\s.!?>({|-]{0,4}/.exec(plain.slice(start, end))?.[0].length ?? 0);
  let from = first;
  while (from > 0 && first - from < MAX_QUOTE && !isEnd(plain[from - 1])) from--;
  let to = end;
  while (to < plain.length && to - end < MAX_QUOTE && !isEnd(plain[to - 1])) to++;
  const quote = (begin: number): string => text.slice(at[begin], at[to]).trim();
  const sentence = quote(from);
  return sentence.length <= MAX_QUOTE ? sentence : shorten(quote(first));
}

function isEnd(char: string | undefined): boolean {
  return char === "." || char === "!" || char === "?" || char === "\n" || char === "\u3002";
}

function shorten(quote: string): string {
  return quote.slice(0, MAX_QUOTE).replace(/\p{Surrogate}$/u, "");
}

/** Runs of base64 (also URL-safe, also over several lines) that decode to readable text. */
function decodedRuns(text: string): { run: string; decoded: string }[] {
  const runs: { start: number; end: number }[] = [];
  for (const { index, 0: part } of text.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)) {
    const last = runs.at(-1);
    const between = last && index - last.end < MAX_BREAK ? text.slice(last.end, index) : "";
    if (last && between.includes("\n") && between.trim() === "") last.end = index + part.length;
    else runs.push({ start: index, end: index + part.length });
  }
  return runs
    .filter(({ start, end }) => end - start >= SHORTEST_RUN)
    .map(({ start, end }) => {
      const run = text.slice(start, end);
      return { run, decoded: Buffer.from(run.replace(/\s/g, ""), "base64").toString("utf8") };
    })
    .filter(({ decoded }) => {
      const readable = decoded.match(/[\p{L}\p{N}\p{P}\p{Zs}\n\r\t]/gu)?.length ?? 0;
      return !decoded.includes("\uFFFD") && readable >= 0.9 * decoded.length;
    });
}

/** Characters of base64 from which a run is worth decoding, and of white space between two of its lines. */
const SHORTEST_RUN = 24;
const MAX_BREAK = 20;

/** ASCII that is spelled in invisible tags. */
function tagText(text: string): string {
  return Array.from(text.matchAll(/[\u{E0020}-\u{E007E}]/gu), ([tag]) =>
    String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
  ).join("");
}

/**
 * Phrasings with which a text speaks to whoever judges it, by name, over a skeleton of it. They look for an order, an
 * address or a mark together with what it is about, since "score", "reviewer", "ignore" and "10" alone are ordinary.
 * English and the forms of prompts only: a finding flags a design and changes nothing, and a reviewer reads the rest.
 */
function phrasings(): Phrasing[] {
  return Object.entries(SOURCES).flatMap(([name, sources]) =>
    sources.map((source) => ({ name, pattern: patternOf(spaced(source), "g") })),
  );
}
