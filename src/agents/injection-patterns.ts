import { foldSource } from "../text/fold.ts";

/**
 * Phrasings with which a text speaks to whoever judges it, by name, over folded text. They look for an order, an
 * address or a mark together with what it is about, since "score", "reviewer", "ignore" and "10" alone are ordinary.
 */
export function phrasings(): Phrasing[] {
  return Object.entries(SOURCES).map(([name, sources]) => ({
    name,
    pattern: new RegExp(sources.map((source) => `(?:${spaced(foldSource(source))})`).join("|"), "gu"),
  }));
}

export type Phrasing = { name: string; pattern: RegExp };

const IGNORE =
  "(?:ignore|disregard|forget|override|bypass|(?:do not|don't|stop) (?:follow|following|apply|applying|use|using|obey))";
const ANY = "(?:all |any |of |the |your |these |those |previous |prior |other |given |system |its )*";
const RULES =
  "(?:instructions?|rubric|criteria|criterion|guidelines?|prompts?|directions|rules|directives?|scoring)\\b";
const GIVE = "(?<!\\b(?:we|they|clients?|users?|workers?|service|it) )(?:give|assign|award|grant)";
const MINE =
  "(?:this|my|our|the present|the above) (?:design|proposal|solution|submission|answer|entry|document|architecture|response|work)";
const LITTLE = "(?:an? |the |straight |score |rating |mark |of |at least |only |solid |clear )*";
const TOP = "(?:full|max(?:imum|imal)?|perfect|top|highest|best(?: possible)?|highest possible|a 10|10/10|10|ten)";
const MARK = "(?:possible )?(?:scores?|marks?|points|ratings?|grades?)\\b";
const JUDGE =
  "(?:(?:ai |llm |automated |human |expert )?(?:reviewer|scorer|evaluator|grader|judge|rater|assessor|scoring model|reviewing model|language model|review panel)|ai|llm|ai assistant|ai model)";
const START = "(?:^|\\n|[.!?>({*]|<!--|/\\*|//)[ \\t#*_>\"'`(\\[{/-]*";

const SOURCES = {
  "ignore-instructions": [
    `\\b${IGNORE} ${ANY}(?:previous|prior|above|earlier|preceding|foregoing|other|your|original|system|these) ${ANY}${RULES}`,
    `\\b${IGNORE} (?:the |all |any |every )*(?:rubric|scoring (?:rubric|criteria|guide|guidelines|instructions)|system prompt|grading \\w+|evaluation criteria|review(?:er)? instructions)`,
    `\\b${IGNORE} (?:all |any )(?:of )?(?:the )?instructions`,
    `\\b${IGNORE} (?:everything|anything|what|all) (?:(?:that )?(?:is|was|were|you)[^.\\n]{0,20} )?(?:above|before|told|said)\\b`,
    "\\b(?:new|updated|revised|real|actual|hidden) (?:system )?instructions? ?(?:for (?:you|the)|:|follow)",
    "\\bignorier(?:e|en sie|t)? (?:alle |die |bitte |samtliche |deine |ihre )*(?:vorherigen |bisherigen |obigen |vorigen )?(?:anweisungen|vorgaben|bewertungs\\w+|rubrik|kriterien)",
    "\\bignore[rz]? (?:toutes? |tous |les |la |vos |ces )*(?:instructions|consignes|criteres|grille)",
    "\\bignor(?:a|e|ad|en) (?:todas? |todos |las |los |la |tus |sus |as |os |suas )*(?:instrucciones|instrucoes|indicaciones|criterios|rubrica)",
    "\\bignora(?:te)? (?:tutte |tutti |le |i |la |ogni )*(?:istruzioni|indicazioni|criteri|rubrica)",
    "(?:\u5FFD\u7565|\u65E0\u89C6|\u5FFD\u89C6|\u4E0D\u8981\u7406\u4F1A)[^\u3002\\n]{0,12}(?:\u6307\u4EE4|\u6307\u793A|\u8BF4\u660E|\u8BC4\u5206|\u6807\u51C6|\u89C4\u5219|\u63D0\u793A)",
    "(?:\u6307\u793A|\u6307\u4EE4|\u57FA\u6E96|\u63A1\u70B9\u57FA\u6E96|\u30EB\u30FC\u30EB)[^\u3002\\n]{0,6}(?:\u7121\u8996)",
    "(?:\uC9C0\uC2DC|\uC9C0\uCE68|\uAE30\uC900)[^.\\n]{0,8}\uBB34\uC2DC",
    "\u0438\u0433\u043D\u043E\u0440\u0438\u0440\u0443\u0439(?:\u0442\u0435)? [^.\\n]{0,30}(?:\u0438\u043D\u0441\u0442\u0440\u0443\u043A\u0446\u0438|\u0443\u043A\u0430\u0437\u0430\u043D\u0438|\u043A\u0440\u0438\u0442\u0435\u0440\u0438|\u0440\u0443\u0431\u0440\u0438\u043A)",
  ],
  "asks-for-score": [
    `\\b${GIVE} (?:it|this|me|us|${MINE})(?: (?:design|proposal|one))? ${LITTLE}(?:10|ten|100|5|five)(?: ?(?:/|out of) ?\\d+)?(?: (?:points?|marks?|stars?|on|for|in|across|everywhere)\\b| ?[.!,;)]| ?$)`,
    `\\b${GIVE} (?:it|this|me|us|${MINE} )?[^.\\n]{0,30}${TOP} ${MARK}`,
    `\\b${GIVE} [^.\\n]{0,40}\\b(?:10|ten|100) ?(?:/ ?10|out of 10|points?)?,? (?:everywhere|across the board|(?:on|for|in|to|across) (?:each|every|all)(?: of)?(?: the)? (?:criteri\\w+|categor\\w+|dimensions?|axis|axes|rows?|items?))`,
    `\\b(?:score|rate|rank|grade|mark|judge|evaluate) (?:it|this|me|us|${MINE})(?: (?:as|with|at|very|the|an?|\\w+ly))* (?:10|ten|100|high(?:ly|er|est)?|top|first|best|perfect|maximum|full|favou?rabl[ey]|above|excellent|number one)\\b`,
    `\\b${TOP} ${MARK} (?:for|on|in|across|to) (?:${MINE}|(?:each|every|all)(?: of)?(?: the)? (?:criteri\\w+|categor\\w+|dimensions?))`,
    `\\b(?:${MINE}|it) (?:clearly |really |obviously )?(?:deserves?|merits?|earns?|warrants?|should (?:get|receive|be (?:given|awarded|scored|rated|ranked))|must (?:get|receive|win|be (?:given|awarded|scored|rated|ranked))) (?:\\w+ ){0,4}(?:10|ten|100|first|winner|top|perfect|full|high(?:est)?|best|maximum)\\b`,
    `\\b(?:please|kindly|must|should) (?:score|rate|rank|grade|favou?r|prefer|choose|pick|select) (?:${MINE}|me\\b|this one)`,
    '"overall_score" ?: ?\\d',
    "\\b(?:gib|geben sie|vergib|vergeben sie|bewerte|bewerten sie) [^.\\n]{0,50}(?:\\b10 ?(?:/|von|punkte)|\\bzehn (?:von|punkte)|volle punkt|hochst(?:e|en|er) (?:punkt|note|wertung|bewertung)|hochstnote|maximal(?:e|en)? (?:punkt|bewertung))",
    "\\b(?:donne[zr]?|attribue[zr]?|notez|mettez) [^.\\n]{0,50}(?:\\b10 ?(?:/|sur|points)|\\bdix sur|note maximale|meilleure note|score maxim|notes? les plus hautes)",
    "\\b(?:da|dale|den|otorga|otorgue|asigna|asigne|pon|ponga|puntua|califica|de|atribua|avalie) [^.\\n]{0,50}(?:\\b10 ?(?:/|puntos|pontos|sobre|en todo|em tod)|\\b(?:diez|dez) (?:puntos|pontos)|(?:puntuacion|pontuacao|nota|calificacion) maxima|maxima (?:puntuacion|nota|pontuacao))",
    "\\b(?:dai|date|assegna|assegnate|attribuisci) [^.\\n]{0,50}(?:\\b10 ?(?:/|punti|su)|\\bdieci (?:punti|su)|(?:punteggio|voto) massimo|massimo (?:punteggio|dei voti))",
    "(?:\u7ED9|\u6253|\u8BC4|\u7D66)[^\u3002\\n]{0,16}(?:10 ?\u5206|100 ?\u5206|\u6EE1\u5206|\u6700\u9AD8\u5206)",
    "(?:10 ?\u70B9|100 ?\u70B9|\u6E80\u70B9|\u6700\u9AD8\u70B9)[^\u3002\\n]{0,8}(?:\u4ED8\u3051|\u3064\u3051|\u4E0E\u3048|\u3057\u3066\u304F\u3060\u3055\u3044|\u304F\u3060\u3055\u3044)",
    "(?:10\uC810|\uB9CC\uC810)[^.\\n]{0,8}(?:\uC8FC|\uBD80\uC5EC)",
    "(?:\u043F\u043E\u0441\u0442\u0430\u0432\u044C|\u0434\u0430\u0439|\u043E\u0446\u0435\u043D\u0438)(?:\u0442\u0435)? [^.\\n]{0,40}(?:\\b10\\b|\u0434\u0435\u0441\u044F\u0442|\u043C\u0430\u043A\u0441\u0438\u043C\u0430\u043B\u044C\u043D|\u0432\u044B\u0441\u0448)",
  ],
  "addresses-judge": [
    `${START}(?:dear|hey|hello|hi|attention|note|to|for)[,: ]+(?:to |for )?(?:the |all |any |my )*${JUDGE}(?:s|ing \\w+)? ?[:,!.-]`,
    `\\b(?:note|message|instructions?|reminder|request|hint) (?:to|for) (?:the |all |any |my )*${JUDGE}s?\\b(?! (?:service|queue|component|module|api|ui|role|pool|worker)s?\\b)`,
    `${START}${JUDGE}s?[,:] (?:please|you|your|give|ignore|score|rate|note|do|remember|it is|this design|stop|kindly|now)\\b`,
    `\\byou are (?:now |currently )?(?:an? |the )?(?:\\w+ )?(?:reviewer|scorer|evaluator|grader|judge|rater|assessor|ai\\b|assistant|language model|llm)`,
    `\\bas (?:an? |the )?(?:\\w+ )?${JUDGE},? you\\b`,
    `\\bif you(?: a|')re (?:an? |the )?(?:\\w+ )?(?:${JUDGE})s?\\b`,
    `\\b(?:the |all |any |every )?(?:reviewer|scorer|evaluator|grader|judge|rater|assessor)s? (?:must|should|shall|has to|have to|will|(?:is|are) (?:asked|required|instructed|told|expected) to) (?:now |always |only |please )?(?:ignore|disregard|prefer|favou?r|(?:give|award|assign|grant|rank|rate|score) (?:this|it|us|me|my|our|full|10|ten|the (?:highest|maximum|top|best|full)|max\\w*|top))`,
  ],
  "forged-role": [
    "<\\| ?(?:im_start|im_end|system|assistant|user|endoftext|start_header_id|eot_id)\\b",
    "\\[/?inst\\]|<</?sys>>|</?system(?:[-_]?(?:prompt|reminder|message))?>",
    `(?:^|\\n)[ \\t]*#{0,6}[ \\t]*(?:system|developer)(?: (?:prompt|message|override|note))? ?:(?= ?(?:you|ignore|the (?:score|rubric|review)|new|give|from now|rate|disregard))`,
    "\\bfrom now on,? you\\b",
  ],
  "forged-marker": [
    "(?:^|\\n)[ \\t]*[-=*#~<\\[]{2,}[ \\t]*end (?:of )?(?:the )?(?:untrusted |user )?(?:design|data|submission|proposal|input|untrusted text|document under review)\\b[^\\n]{0,30}",
  ],
};

/**
 * A space stands for white space with the marks of Markdown and of comments, " ?" for any or none, and a word's edge
 * is where letters and digits end, since "_" is emphasis here.
 */
function spaced(source: string): string {
  return source.replace(/\[(?:\\.|[^\]\\])*\]| \?| |\\b/g, (part) => {
    if (part === "\\b") return EDGE;
    if (part === " ?") return "[\\s*_`]*";
    return part === " " ? "[\\s*_`\"'>#/]+" : part;
  });
}

const EDGE = "(?:(?<![\\p{L}\\p{N}])(?=[\\p{L}\\p{N}])|(?<=[\\p{L}\\p{N}])(?![\\p{L}\\p{N}]))";
