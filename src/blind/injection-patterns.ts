import { patternOf } from "../text/pattern.ts";
import { spaced } from "./spaced.ts";

/**
 * Phrasings with which a text speaks to whoever judges it, by name, over a skeleton of it. They look for an order, an
 * address or a mark together with what it is about, since "score", "reviewer", "ignore" and "10" alone are ordinary.
 * English and the forms of prompts only: a finding flags a design and changes nothing, and a reviewer reads the rest.
 */
export function phrasings(): Phrasing[] {
  return Object.entries(SOURCES).flatMap(([name, sources]) =>
    sources.map((source) => ({ name, pattern: patternOf(spaced(source), "g") })),
  );
}

export type Phrasing = { name: string; pattern: RegExp };

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
