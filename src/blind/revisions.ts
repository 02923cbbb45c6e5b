import { fold, foldSource } from "../text/fold.ts";
import { patternOf } from "../text/pattern.ts";
import type { TextSpan } from "./identifiers.ts";
import { titlesIn } from "./titles.ts";

/**
 * Finds where a text says that it is a revision or a merge of others: in a title, and in sentences by which it speaks of
 * itself. `texts` are those that are read together: a word of the title that they use otherwise is the title's own.
 */
export function revisionClaims(
  text: string,
  { title, texts }: { title: boolean; texts: readonly string[] },
): TextSpan[] {
  const folded = fold(text);
  const spans: TextSpan[] = [];
  const add = (begin: number, to: number): void => {
    const from = begin + folded.text.slice(begin, to).search(/\S/u);
    spans.push({ start: folded.at[from] ?? 0, end: folded.at[to] ?? text.length });
  };
  for (const pattern of CLAIMS)
    for (const { index, 0: found } of folded.text.matchAll(pattern)) add(index, index + found.trimEnd().length);
  for (const { from, line } of titlesIn(folded.text, title)) {
    for (const pattern of TITLES) {
      const found = pattern.exec(line);
      if (found !== null) add(from + found.index, from + found.index + found[0].trimEnd().length);
    }
    const [last = "", before = "", version = ""] = ENDING.exec(line) ?? [];
    if (last !== "" && !isUsed(`${before} ${version}`, line, texts))
      add(from + line.length - version.length, from + line.length);
    const [first = "", word = "", next = ""] = LEADING.exec(line) ?? [];
    if (first !== "" && !isUsed(`${word} ${next}`, line, texts))
      add(from + first.indexOf(word), from + first.indexOf(word) + word.length);
  }
  return spans;
}

/** Whether texts use such words otherwise than in this title. */
function isUsed(words: string, line: string, texts: readonly string[]): boolean {
  const wanted = words.replace(/[^\p{L}\p{N} .-]/gu, "").trim();
  if (wanted === "") return false;
  return texts.some((text) => {
    const folded = fold(text).text;
    return folded.trim() !== line && !folded.startsWith("# ") && standsIn(folded, wanted);
  });
}

function standsIn(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  return false;
}

const REVISED =
  "(?:revised|merged|reworked|refined|updated|improved|combined|consolidated|redesigned|amended|rewritten|synthesi[sz]ed|überarbeitete?[rsn]?|zusammengeführte?[rsn]?|révisée?|fusionnée?|remaniée?|revisad[oa]|fusionad[oa]|mejorad[oa]|rivist[oa]|rivedut[oa]|unit[oa]|revist[oa]|mesclad[oa]|переработанн\\p{L}{2}|доработанн\\p{L}{2}|объединенн\\p{L}{2}|пересмотренн\\p{L}{2})";
/** What a sentence calls revised; a specification may be one that the document is about. */
const CLAIMED =
  "(?:design|proposal|architecture|draft|concept|entwurf|konzept|vorschlag|architektur|conception|proposition|diseño|propuesta|arquitectura|progetto|proposta|arquitetura|проект|вариант)";
const DOCUMENT = `(?:${CLAIMED}|spec(?:ification)?)`;
const ORDINAL =
  "(?:second|third|fourth|fifth|2nd|3rd|4th|5th|zweite|dritte|deuxième|troisième|seconde|segunda|tercera|seconda|terza|terceira|вторая|третья)";
const NTH = `(?:${ORDINAL}|new|final|latest)`;
const EDITION =
  "(?:version|revision|iteration|draft|edition|fassung|versión|versione|versão|версия|редакция|überarbeitung)";
const NUMBERED = "(?:(?:v|ver\\.?|version|rev\\.?|revision|iteration|round|r) ?[2-9](?:\\.\\d{1,2})?|v[1]\\.[1-9])";
const SIGNS =
  "(?:改訂版?|改良版|統合版|修正版|第[2-9二三]版|修订版?|合并版|改进版|整合版|개정판?|수정판|통합판|병합판)";
const MARK = `(?:${REVISED}(?: (?:${DOCUMENT}|${EDITION}))?|${DOCUMENT} ${REVISED}|${EDITION} ${REVISED}|${NTH} ${EDITION}|${NUMBERED}|revision|merge|rework|${SIGNS})`;
const MORE =
  "(?: (?:from|of|after|following|by|per|in response|with|based|aus|von|nach|de|da|di|после|\\d)[^()\\[\\]\\n]{0,80})?";
const built = (sources: readonly string[], flags: string): RegExp[] =>
  sources.map((source) => patternOf(foldSource(source), flags));

/** What a title adds to say it, at its end or at its beginning. */
const TITLES = built(
  [
    `[ ]?[(\\[（【] ?(?:the )?${MARK}${MORE} ?[)\\]）】](?=[ .]{0,3}$)`,
    `[ ]{0,2}(?:--?|:|,|;|\\||/) ?(?:(?:the|a) )?${MARK}${MORE}(?=[ .]{0,3}$)`,
    `[ ]?${SIGNS}(?=[ .]{0,3}$)`,
    `^(?:(?:the|a|an) )?${MARK}(?: (?:of|for|on|für|von|du|de|del|di)(?: (?:the|a|an|der|die|das|la|le|el|il))?)?[ ]?(?::|--?|,)[ ]?`,
    `^(?:(?:the|a|an) )?(?:${REVISED} ${DOCUMENT}|${REVISED} ${EDITION}|${NTH} ${EDITION}|(?:revision|merger?)(?= of (?:the|both|two|designs?|this|an?) ))(?: (?:of|for|on|für|von|du|de|del|di)(?: (?:the|a|an|der|die|das|la|le|el|il))?)?(?: |$)`,
    `^${SIGNS}[ :]?`,
  ],
  "u",
);
/** A version at the end of a title, with the word before it: of the design, or of what it is about ("public API v3"). */
const ENDING = patternOf(foldSource(`([\\p{L}\\p{N}-]{1,40})[ ](${NUMBERED})$`), "u");
/** A word at the beginning of a title, with the word that it stands before. */
const LEADING = patternOf(
  foldSource(
    "^(?:the )?(revised|merged|reworked|überarbeitete?[rsn]?|zusammengeführte?[rsn]?) ([\\p{L}\\p{N}-]{1,40})",
  ),
  "u",
);

const EARLIER = "(?:previous|earlier|prior|original|first|initial|former|preceding|old)";
const SENTENCE_END = "[^.!?\\n]{0,120}";
const OTHERS = `(?:(?:the |its |an |my |our )?${EARLIER} (?:designs?|proposals?|drafts?|revisions?|versions? of (?:this|the) (?:design|proposal))|(?:(?:the|these|those|my|our) )?(?:both|two|three|source|parent|input|reviewed) (?:source |parent |input |other )?(?:designs|proposals|drafts)|designs? [a-h]\\d?\\b(?! \\p{L}+s\\b)|the (?:designs|proposals) (?:above|before it|it was made of))`;
const REVISES =
  "(?:revises?|merges?|combines?|reworks?|refines?|improves?(?: up)?(?: on)?|builds? (?:up)?on|unites?|synthesi[sz]es?|supersedes?|replaces?|blends?|takes? up)";
const DID =
  "(?:revised|merged|reworked|refined|updated|improved|combined|redesigned|rewrote|rewritten|synthesi[sz]ed|blended)";

/** Sentences by which a text says it of itself. */
const CLAIMS = built(
  [
    `\\bthis (?:${CLAIMED} |version |document |text )?(?:is|represents|was) (?:now )?(?:a|an|the|my|our) (?:${ORDINAL} |${REVISED} )?(?:revision|rework|merger?|combination|synthesis|blend|successor|evolution)(?: (?:of|from|to) (?:the |an? |my |our )?(?:${EARLIER} )?(?:${OTHERS}|${CLAIMED}s?|one|two)\\b${SENTENCE_END}|(?=[.!,;]|$))`,
    `\\bthis (?:${CLAIMED} |document |text )?(?:is|was) (?:now )?(?:a|an|the|my|our) (?:${REVISED} (?:${CLAIMED}|version of (?:the|an?|my|our) ${CLAIMED})|${ORDINAL} (?:version|revision|iteration|draft)(?: of (?:the|this|my|our) ${CLAIMED})?)\\b${SENTENCE_END}`,
    `\\b(?:this|the|my|our) (?:revised|merged|reworked|refined|combined|rewritten) (?:${CLAIMED})s?\\b`,
    `\\b(?:i|we)(?: have|'ve| had)?(?: \\w{2,14}ly| now| also)? ${DID} (?:the|this|my|our|both|these|those|two|all) (?:[\\w'-]{1,20} ){0,3}(?:designs?|proposals?|drafts?|architecture|document)\\b${SENTENCE_END}`,
    `\\bthis (?:${CLAIMED}|document|version) (?:was |has been |is )?(?:${REVISES}|${DID}) (?:(?:from|by|with|the|of|in|after|ideas|parts|strengths|best|and|elements|combining|merging) ){0,6}${OTHERS}${SENTENCE_END}`,
    `\\bthis ${CLAIMED} (?:was|has been|is) (?:\\w{2,14}ly )?(?:revised|merged|reworked|rewritten)(?: (?:from|after|in|to|following|based|by|with)\\b${SENTENCE_END}|(?=[.!,;]|$))`,
    `\\b(?:compared (?:to|with)|unlike|relative to|in contrast to|different from|changes? (?:from|since|to|over)|differences? (?:from|to)|improv(?:es?|ements?) (?:on|over|upon)|carried over from|kept from|taken from|inherited from|as in) ${OTHERS}`,
    `\\b(?:merged|combined|assembled|synthesi[sz]ed|drawn|composed) (?:from|of|out of) (?:[\\w'-]{1,20} ){0,4}?${OTHERS}`,
    `\\b(?:merger?|combination|synthesis|blend) of ${OTHERS}`,
    `(?<![^])[*_# ]{0,4}(?:(?:the|a|an|this) )?(?:revised|merged|reworked|rewritten|überarbeitete?[rsn]?|zusammengeführte?[rsn]?) ${CLAIMED}\\b`,
    `(?<![^])[*_# ]{0,4}(?:(?:the|a|an|this) )?(?:${ORDINAL}|revised|merged) ${EDITION} of (?:the|this|my|our|an?) ${CLAIMED}\\b`,
    `\\bin this revision\\b(?=,| of (?:the|this) ${CLAIMED})`,
    `\\b(?:this is |version of this design: )(?:v|version |revision )[2-9]\\b(?: of (?:the|this) ${CLAIMED})?`,
    `\\b(?:${ORDINAL} (?:version|revision|iteration)|(?:v|version|revision) ?[2-9]) of (?:this|the|my|our) (?:${CLAIMED})\\b`,
    `\\b(?:in response to|following|addressing|incorporating|based on|after) (?:the )?(?:reviewers?'?s?|review|peer review) (?:feedback|comments|points|criticism|remarks|findings) (?:on|to|of|about) (?:the |this |my |our )?(?:${EARLIER} )?(?:${CLAIMED}|round|version)\\b${SENTENCE_END}`,
    `\\b(?:dies|das|dieser entwurf|dieses konzept) ist (?:eine|die|der) (?:überarbeitung|überarbeitete fassung|überarbeitete version|zweite fassung|zusammenführung|überarbeitete entwurf)${SENTENCE_END}`,
    `\\b(?:ceci est|cette conception est|c'est) (?:une|la) (?:révision|version révisée|deuxième version|fusion)${SENTENCE_END}`,
    `\\b(?:esta es|este diseño es|esto es) (?:una|la) (?:revisión|versión revisada|segunda versión|fusión)${SENTENCE_END}`,
    `\\b(?:questa è|questo è) (?:una|la) (?:revisione|versione rivista|seconda versione|fusione)${SENTENCE_END}`,
    `\\b(?:esta é|este é) (?:uma|a) (?:revisão|versão revista|versão revisada|segunda versão|fusão)${SENTENCE_END}`,
    "(?<!\\p{L})(?:это|этот проект) ?(?:--? ?)?(?:переработанная|доработанная|вторая|объединенная|пересмотренная) (?:версия|редакция)[^.!?\\n]{0,120}",
    "(?:本|この)(?:設計|設計書|文書|提案)は、?(?:[^。\\n]{0,40})(?:改訂|統合)(?:版|したもの)[^。\\n]{0,40}",
    "(?:本|这个|此)(?:设计|方案|文档)是?(?:[^。\\n]{0,40})(?:修订|合并)(?:版|而成)[^。\\n]{0,40}",
    "이 (?:설계|제안|문서)는 (?:[^.\\n]{0,40})(?:개정|수정|통합|병합)(?:판|한 것)[^.\\n]{0,40}",
  ],
  "gu",
);
