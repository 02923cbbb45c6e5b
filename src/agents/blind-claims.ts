import { foldSource } from "../text/fold.ts";

/**
 * Patterns over folded text that find a name where it says who wrote the text. Each has a group `name`.
 * @param plain Source that matches names which mean a model or its maker and nothing else.
 * @param ambiguous Source that matches names with another, ordinary meaning.
 */
export function claimPatterns(plain: string, ambiguous: string): Claim[] {
  const any = `(?:${plain}|${ambiguous})`;
  return [
    // "As Claude, I …", "Als GPT-5 …", "As an AI model by OpenAI, …"
    claim(`${OPEN}${AS} ${KIND}${NAME(any)}${MODEL}(?= ?(?:,|;|:|-|\\bi\\b|\\bwe\\b|\\bmy\\b))`),
    claim(`\\b${AS} ${KIND}${NAME(plain)}${MODEL}(?= ?(?:,|\\bi\\b|\\bwe\\b|\\bmy\\b))`),
    // "I am ChatGPT", "My name is Grok", "Ich bin Claude", and "This is Gemini speaking"
    claim(`${I_AM} ?${KIND}${NAME(any)}`),
    claim(
      `\\b(?:this is|hier ist|aqui|ici) ${KIND}${NAME(any)}(?=${MODEL}(?: (?:here|speaking|writing)\\b|[ \\t]*[.,;:!)\\n]|$))`,
    ),
    // "written by …"; with an ordinary word only of the document itself, or where the sentence starts
    claim(`\\b${MADE} ${BY} ${KIND}${NAME(plain)}`),
    claim(`\\b${MADE} (?:with(?: the help of)?|using|via|mit|con|avec) ${KIND}${NAME(plain)}`),
    claim(
      `(?:${OPEN}|\\b${DOCUMENT} (?:(?:was|is|has been|were|wurde|fue|a ete|e stato) )?(?:\\w{2,12}ly )?)${MADE} ${BY} ${KIND}${NAME(any)}`,
    ),
    // "GPT-5 proposal", "Claude's answer", "design by Grok"
    claim(`${NAME(plain)}(?:'s)? (?:design )?${PROPOSAL}\\b`),
    claim(`(?:${OPEN}|\\b(?:this|my|our) )${NAME(plain)}(?:'s)? ${ANSWER}\\b`),
    claim(`${OPEN}${NAME(ambiguous)}(?:'s)? (?:design )?(?:${PROPOSAL}|answer|response)\\b`),
    claim(`\\b(?:${PROPOSAL}|${ANSWER}) (?:${BY}|-|\\()[ ]?${KIND}${NAME(any)}`),
    claim(`\\b${PROPOSAL} (?:from|of) ${KIND}${NAME(any)}`),
    // "Author: Grok", "model = gpt-5", "@author Claude", <meta name="author" content="…">
    claim(`${OPEN}${LABEL}["'*_ \\t]*(?:[:=|]|->?)[ \\t"'*_\`(\\[{]*${KIND}${NAME(any)}`),
    claim(`(?:@author|\\bauthor["']? ?[:=]|\\bauthor["'] content=) ?["']?${KIND}${NAME(any)}`),
    // a signature: "-- Claude", "Regards,\nGemini", or the last line alone; a chat's turn: "Claude: …"
    claim(`(?:^|\\n)[ \\t>*_]*(?:-{2,3}|~|\\bsigned,?|\\byours,?) ?${NAME(any)}${MODEL}(?=[ \\t.*_!]*(?:\\n|$))`),
    claim(
      `\\b(?:regards|sincerely|cheers|yours|thanks|best)[,.!]?[ \\t]*\\n+[ \\t*_]*${NAME(any)}(?=[ \\t.*_!]*(?:\\n|$))`,
    ),
    claim(`(?:^|\\n)[ \\t#*_>"'-]*${NAME(plain)}${MODEL}(?=["'*_ \\t]*(?:[:.]?[*_ \\t]*$|:))`),
    // "my creators at Anthropic", "OpenAI trained me", "Claude here"
    claim(`\\bmy (?:creators?|makers?|developers?|training(?: data)?)(?:,| at| by| from| is| are)? ${NAME(any)}`),
    claim(`${NAME(any)} (?:trained|made|created|built|developed) me\\b`),
    claim(`${NAME(any)} (?:wrote|designed|generated|authored|drafted) (?:this|the (?:above|following)|it)\\b`),
    claim(`${OPEN}${NAME(any)} here[,.!]`),
    claim(foldSource(`\u7531 ?${NAME(any)} ?(?:\u751F\u6210|\u7F16\u5199|\u64B0\u5199|\u8BBE\u8BA1|\u521B\u4F5C)`)),
    claim(foldSource(`${NAME(any)} ?(?:\u306B\u3088\u3063\u3066|\u304C\u4F5C\u6210|\u304C\u8A2D\u8A08)`)),
  ];
}

/** Global, with indices. */
export type Claim = RegExp;

const NAME = (source: string) => `(?<name>(?<![a-z0-9])${source}(?![a-z0-9]))`;

/** Where a line, a sentence, a comment or an item starts. */
const OPEN = "(?:^|\\n|[.!?:;(>]|<!--|/\\*|//)[ \\t#*_>\"'`(\\[{|/;-]*";
const KIND =
  "(?:(?:an?|the|un|une|una|ein|eine|der|die|das|el|la|le) )?(?:(?:large|language|llm|ai|model|assistant|modele|modelo|modell|chatbot|agent)[, ]+){0,4}(?:(?:made|trained|created|developed|built) )?(?:(?:named|called|by|from|de|von) )?(?:the |an? )?";
const MODEL = "(?:'s)?(?: (?:large|language|ai)){0,3}(?: (?:model|assistant|llm|ai))?";
const AS = "(?:speaking as|as|als|como|en tant que|come|jako)";
const I_AM = foldSource(
  "(?:\\b(?:i am|i'm|im|i,|my name is|soy|me llamo|je suis|je m'appelle|ich bin|mein name ist|mi chiamo|sono|eu sou|meu nome e|ik ben|jestem)|\u6211\u662F|\u6211\u53EB|\u79C1\u306F|\uC800\uB294|\\b\u043C\u0435\u043D\u044F \u0437\u043E\u0432\u0443\u0442|(?<!\\p{L})\u044F ?[,-]?)",
);
const MADE =
  "(?:written|generated|authored|created|produced|designed|proposed|drafted|prepared|made|submitted|composed|crafted|architected|trained|erstellt|geschrieben|entworfen|generiert|verfasst|escrito|generado|creado|disenado|propuesto|ecrit|genere|cree|concu|redige|propose|scritto|generato|creato|criado|gerado|napisane|geschreven)";
const BY = "(?:by|von|por|par|da|door|przez)";
const DOCUMENT =
  "(?:design|proposal|document|doc|response|answer|solution|text|plan|draft|spec|specification|architecture|report|submission|output|content|entwurf|diseno|propuesta|conception|proposition)";
const PROPOSAL = "(?:proposal|design|submission|entry|draft)";
const ANSWER = "(?:answer|response|reply|solution|output|version|take|recommendation|approach|architecture)";
const LABEL = foldSource(
  "(?:(?:co-)?author(?:s|ed[- ]by)?|(?:written|generated|created|produced|prepared|designed|drafted|submitted|proposed|signed(?:[- ]off)?)[- ]by|designer|architect|creator|signature|signed|assistant|ai(?: assistant| model)?|llm|language model|(?:generating[_ ]|source )?model(?: name| used)?|by|autor(?:in|a)?|auteur|autore|verfasser|erstellt von|modell|modele|modelo|\u4F5C\u8005|\u8457\u8005|\u4F5C\u6210\u8005|\u0430\u0432\u0442\u043E\u0440)",
);

/** A space in a source stands for some white space, a space with "?" for any or none; classes stay as written. */
function claim(source: string): Claim {
  const spaced = source.replace(/\[(?:\\.|[^\]\\])*\]| \?| /g, (part) =>
    part === " " ? "[ \\t]+" : part === " ?" ? "[ \\t]*" : part,
  );
  return new RegExp(spaced, "gdu");
}
