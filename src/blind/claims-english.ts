import { type Claim, DOCUMENT, END } from "./claim.ts";

/** Where a line, a sentence, a comment or an item starts. */
const OPEN = "(?:^|[\\n.!?:;(>|{]|<!--?)[ ]?(?:--?[ ]?)?";
const KIND =
  "(?:(?:an?|the|your|one) )?(?:(?:large|language|llm|ai|model|assistant|chatbot|agent|bot|system),? ?){0,4}(?:(?:made|trained|created|developed|built|named|called|known as|operated) )?(?:(?:by|from|of|as) )?(?:the |an? )?";
const MODEL = "(?:'s)?(?: (?:large|language|ai)){0,3}(?: (?:model|assistant|chatbot|llm|ai))?";
const LLM = "(?:(?:large |big )?(?:language|ai|chat) model|llm|chatbot|ai|ai assistant|assistant)";
/** Texts are written, things are made; "React, developed by Meta" is no claim. */
const WRITTEN =
  "(?:written|generated|authored|drafted|composed|prepared|produced|penned|crafted|proposed|submitted|designed|created|architected|made)";
const MADE = "(?:made|trained|created|developed|built|designed|produced|programmed|fine-tuned|released)";
const PROPOSAL = "(?:proposal|design|submission|entry|draft)";
const ANSWER = "(?:answer|response|reply|solution|output|version|take|recommendation|approach|architecture)";
const ADDITION = "(?: and \\w{3,12})?";
const ME = "(?:i|i'm|im|me|myself|this (?:ai|assistant|model|llm|chatbot|author|architect))";
/** Keys of people and of texts, and keys whose value alone can be a model's. */
const LABEL =
  "(?:(?:co[- ]?)?author(?:s|ed[ _-]by)?|(?:written|generated|created|produced|prepared|designed|drafted|composed|compiled|crafted|submitted|proposed|signed(?:[- ]off)?|put together|made)(?:[ _-]for[ _-]\\w{2,12})?[ _-]by|designer|architect|writer|signature|signed|by|made with|created with|generated with|written with)";
const THING =
  "(?:powered[ _-]by|creator|generator|assistant|agent|ai(?: assistant|[ _]model)?|llm|language[ _]model|chat[ _]?bot|(?:generating[_ ]|source[_ ]|base[_ ])?model(?:[ _-]?(?:name|id|used))?|engine|from)";
/** After a name that signs: a role, a maker or a date, and the end of the text. */
const SIGNED = `${MODEL}(?:(?:,|[ ]\\(|[ ]--?[ ])[^\\n]{0,40})?[ ]?[.!]?(?:[ ]?--?)?\\n?$`;
/** What is no word, and what stands for a name that is masked already. */
const NO_WORD = "(?:[^\\p{L}\\n]|\\[author\\])";
const AUTHOR = "(?:author|writer|architect|designer|creator|originator)";
/** What stands around a key and its value in front matter, tables, JSON and code. */
const KEY = "(?:^|[\\n,;{(|@.<]|<!--?)[ ]?(?:--?[ ])?(?:\\d{1,2}\\.[ ])?";
const VALUE = "[ ]?(?:[:=|]|->|=>)[ ]?[\\[({<]?[ ]?";
const VALUE_END = "(?:[ ]?[,;)\\]}|.>]|[ ]?--?>|[ ]?(?:\\n|$)|[ ]--?[ ]|[ ][0-9v(])";

export const ENGLISH_CLAIMS: readonly Claim[] = [
  // "As Claude, I …", "Speaking as Gemini: …"
  {
    before: `${OPEN}(?:speaking |writing )?as ${KIND}`,
    after: `${MODEL} ?(?:,(?! [a-z0-9]{1,20}(?:,| and | or ))|;|:|--?|i\\b|we\\b|my\\b)`,
  },
  { before: `\\bas ${KIND}`, after: `${MODEL} ?(?:,|i\\b|we\\b|my\\b)`, plain: true },
  // "I am ChatGPT", "my name is Grok", "you are reading Gemini", "This is Gemini speaking"
  {
    before: `\\b(?:i am|i'm|im|i,|i \\(|my name is|my name's|call me|known as|they call me) ?(?:actually |really |just |in fact |simply |of course |proudly )?${KIND}`,
  },
  {
    before: `\\b(?:this is|it's|it is|here is|hi from|hello from) ${KIND}`,
    after: `${MODEL} (?:here|speaking|writing|again)\\b`,
  },
  { before: `\\bthis is ${KIND}`, after: `${MODEL}[ ]?(?:[.!)\\n]|$)` },
  {
    before: `\\b(?:i|me)\\b[^.!?\\n]{0,40} (?:belong to|am part of|member of|version of|variant of|instance of|based on|built on|running on|run on|powered by|product of|creation of)(?: the)? `,
  },
  { before: `(?:${OPEN}|, )`, after: `${MODEL} (?:here|speaking|signing off|out|was here)(?:[,.!:]|\\n|$| with\\b)` },
  {
    before: `\\bin my (?:opinion|view|role|capacity|judgement|eyes),? as ${KIND}`,
    after: `${MODEL}[,.]`,
  },
  { before: `\\bi (?:come|am|work|was|hail|speak|write) (?:from|for|at|on behalf of) ${KIND}` },
  { before: `\\bmy name[ ]?[:=][ ]?${KIND}` },
  {
    before: `\\b${AUTHOR}(?:'s)?(?: (?:of|behind) (?:this|the) (?:\\w{1,20} ){0,2}${DOCUMENT})?(?: (?:note|comment|remark)s?)? ?(?:is|was|,|:|\\(|--?) ?${KIND}`,
  },
  { before: "\\b(?:desk|pen|keyboard|brainchild) of " },
  { before: `\\b${WRITTEN}[^.!?\\n]{0,20} on behalf of ${KIND}` },
  { before: `${OPEN}with (?:the )?help (?:from|of) ${KIND}`, plain: true },
  {
    after:
      " (?:says|recommends|suggests|proposes|believes|thinks|advises|prefers|would (?:use|start|choose|propose))\\b",
    plain: true,
  },
  {
    before: `\\b(?:i|me|we|your (?:\\w{2,12} )?(?:architect|designer|assistant|author|reviewer|servant|friend)|yours truly),? \\(?`,
    after: "\\)?,[ ](?:i|we|your|would|have|am|propose|suggest|recommend)\\b",
  },
  { before: `\\byour (?:\\w{2,12} )?(?:architect|designer|assistant|author|servant|friend|helper),? ` },
  // "I was trained by Google", "a language model developed by Meta", "Trained by Google, I …"
  {
    before: `\\b${ME}(?:,| was| am| is| were| have been| has been|,? who was){0,2} ?(?:[a-z]{2,12} ){0,2}${MADE}${ADDITION} (?:by|at) ${KIND}`,
  },
  {
    before: `\\b${LLM},? (?:(?:that|which|who) )?(?:was |is |am |has been )?(?:\\w{2,12}ly )?${MADE}${ADDITION} (?:by|at) ${KIND}`,
  },
  { before: `${OPEN}${MADE}${ADDITION} by ${KIND}`, after: `${MODEL}(?:[ ]?[.!]?[ ]?(?:\\n|$)|, (?:i|my|we)\\b)` },
  {
    before: `\\bmy (?:own )?(?:creators?|makers?|developers?|trainers?|training(?: data)?|company|parent company|provider|vendor|employer|engineers|lab)(?:,| at| by| from| is| are| was| being){0,2} `,
  },
  { before: `\\b(?:we|us|here|colleagues|folks) at `, after: `${MODEL}(?! (?:scale|cloud|rest|rates))` },
  { after: " (?:trained|made|created|built|developed|programmed|taught|designed) me\\b" },
  {
    before: `${OPEN}(?:as )?(?:an? |the )?(?:large |language |ai |llm )?(?:model|assistant|chatbot|llm|ai) (?:of|from|at) `,
  },
  { before: `\\b(?:this|the above) ${DOCUMENT} (?:comes|came|is|was|originates) from ${KIND}` },
  // "GPT-5 proposal", "Claude's answer", "design by Grok", "regards from Gemini"
  { after: `(?:'s)? (?:design )?${PROPOSAL}\\b`, plain: true },
  { before: `(?:${OPEN}|\\b(?:this|my|our) )`, after: `(?:'s)? ${ANSWER}\\b`, plain: true },
  { before: OPEN, after: `(?:'s)? (?:design )?(?:${PROPOSAL}|answer|response)\\b` },
  { before: `\\b(?:${PROPOSAL}|${ANSWER}) by ${KIND}` },
  { before: `${OPEN}${ANSWER} from ${KIND}`, after: `${MODEL}(?:[ ]?:|${END})` },
  { before: `(?:^|\\n)(?:--?[ ]?)?(?:by|powered by|from) ${KIND}`, after: `${MODEL}${END}` },
  { before: "(?:^|[ \\n])[@]", plain: true },
  { before: `\\b(?:${PROPOSAL}|${ANSWER})[ ]?(?:--?|\\()[ ]?(?:by )?${KIND}`, after: `${MODEL}${END}` },
  {
    before: `\\b(?:${PROPOSAL}|greetings|regards|wishes|love|hello|message|note) (?:from|of) ${KIND}`,
    after: "(?!'s)",
  },
  { before: `\\b${PROPOSAL} [0-9a-z]{1,3}[ ]?(?:--?|\\(|:)[ ]?(?:by )?${KIND}`, after: `${MODEL}${END}` },
  // "Author: Grok", "model = gpt-5", "| Model | Opus |", "@author Claude", <author>Gemini</author>
  { before: `${KEY}${LABEL}${VALUE}${KIND}` },
  { before: `${KEY}(?:name|vendor|maker|lab|organi[sz]ation|company|provider)${VALUE}`, plain: true },
  { before: `${KEY}(?:${LABEL}|${THING})${VALUE}${KIND}`, after: `${MODEL}${VALUE_END}`, small: true },
  { before: `${KEY}${LABEL}[ ]?:[ ]?\\n(?:- )?${KIND}`, after: END },
  { before: "[@\\\\](?:author|by)[ ]?[:{(]?[ ]?", small: true },
  {
    before: "<(?:author|model|creator|generator|designer|assistant|llm|signature)(?:[ ][^<>\\n]{0,60})?>[ ]?",
    small: true,
  },
  { before: "\\b(?:author|generator|creator)['\"]? content=", small: true },
  { before: `${KEY}${LABEL}[ ]--?[ ]${KIND}`, after: `${MODEL}${END}` },
  { before: "(?:\\(c\\)|\u00A9|\\bcopyright)(?: \\(c\\))?(?: \\d{4})?(?: by)? ", after: END },
  // A signature: the last line, or one after a greeting; a list of exchanges is none.
  {
    before: "(?:^|\\n)(?:--|~)[ ]?(?:by |from |yours,? )?",
    alone: true,
    after: SIGNED,
  },
  {
    before: "[.!?)][ ]?\\n{1,2}-[ ]?(?:by |from |yours,? )?",
    alone: true,
    after: SIGNED,
  },
  { before: "[.!?)\\]][ ]?(?:--?|~)[ ]?(?:by |from )?", after: `${MODEL}[ ]?[.!]?\\n?$` },
  { before: "(?:^|\\n)--[ ]?(?:by |from )?", alone: true, after: `${MODEL}(?:[ ]?[.!]?\\n\\n)` },
  { before: "(?:^|\\n)(?:[-~/s ]{0,5})(?:signed|yours|love),?(?: by)?[ ]?:?[ ]?", after: `${MODEL}${END}` },
  { before: "(?:^|\\n)(?:--?[ ]?)?/?s/[ ]", after: `${MODEL}${END}` },
  {
    before:
      "\\b(?:regards|sincerely|cheers|yours(?: ever| always)?|thanks|best|wishes|truly|faithfully|respectfully|greetings|xoxo|love|warmly|cordially|fondly|gratefully|at your service|thank(?:s| you) for (?:your )?(?:\\w{2,12} ?){1,3}|happy \\w{2,12}ing|good luck|take care|have fun(?: \\w{2,12}){0,3})(?:[,.!](?:[ ]|\\n{0,2})|\\n\\n?|, )(?:--?[ ]?)?(?:your |the )?",
    after: `${MODEL}${END}`,
  },
  { before: "[.!?)]\\n\\n", after: `${MODEL}[.!]?\\n?$` },
  { before: "(?:^|\\n)(?:--?[ ]?)?", after: `${MODEL}[:.]?\\n?$`, plain: true, alone: true },
  { before: `(?:^|\\n)${NO_WORD}{0,30}?`, after: `${NO_WORD}{0,30}(?:\\n|$)`, plain: true, alone: true },
  { before: "(?:^|\\n)(?:--?[ ]?)?", after: `${MODEL}:`, plain: true, alone: true },
];
