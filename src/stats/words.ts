/**
 * The distinct meaningful words of a sentence, cut down to a stem so that "reliable", "Reliability" and "reliably" are
 * one. Words that carry no topic are left out: function words, and the praise and blame that every review is made of.
 * Scripts without spaces are divided by Intl.Segmenter.
 *
 * @param stems Stems found so far, added to; pass one map for the sentences of one question to look each word up once.
 */
export function meaningfulWords(text: string, stems: Map<string, string> = new Map()): Set<string> {
  const normal = text.normalize("NFKC").toLowerCase();
  const words = UNSPACED.test(normal) ? segmented(normal) : (normal.match(WORD) ?? []);
  const found = new Set<string>();
  for (const word of words) {
    const known = stems.get(word) ?? (STOP_WORDS.has(word) || GRAMMAR.test(word) ? "" : stem(word));
    stems.set(word, known);
    if (known !== "") found.add(known);
  }
  return found;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Han, kana, Thai, Lao, Khmer and Burmese are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Kana alone in hiragana is particles and endings, one Latin letter or a digit says nothing. */
const GRAMMAR = /^(?:\p{Script=Hiragana}+|[\p{Script=Latin}\p{N}])$/u;
const HANGUL = /^\p{Script=Hangul}+$/u;
const KOREAN_PARTICLE = /(?:에서|으로|하고|이|가|을|를|은|는|의|에|로|와|과|도)$/u;

/** Endings that make another kind of word; four letters stay. The longest comes off first. */
const DERIVED =
  /^(.{4,}?)(?:abilities|ability|ibility|ations|ation|ating|ators|ator|ated|ates|ate|ables|able|ably|ible|ments|ment|ness|ences|ence|ency|ents|ent|ances|ance|ancy|ants|ant|ions|ion|ings|ing|edly|ery|ity|ally|ive)$/u;
/** Endings that bend the same word; three letters stay. */
const INFLECTED = /^(.{3,}?)(?:ings|ing|ies|ied|eries|ers|er|ed|es|al|ly|s|e|y)$/u;
const STEM_LENGTH = 7;

function stem(word: string): string {
  if (HANGUL.test(word)) return word.length > 2 ? word.replace(KOREAN_PARTICLE, "") : word;
  let root = word;
  for (const ending of [DERIVED, DERIVED, INFLECTED]) root = ending.exec(root)?.[1] ?? root;
  return root.replace(/(.)\1$/u, "$1").slice(0, STEM_LENGTH);
}

let segmenter: Intl.Segmenter | undefined;

function segmented(text: string): string[] {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  return [...segmenter.segment(text)].filter((part) => part.isWordLike).map((part) => part.segment);
}

const STOP_WORDS = new Set(
  `a about above across after again against all also although always an and any are as at be because been before being
  below between both but by can cannot could did do does doing done down during each either else even ever every few for
  from further get gets given gives had has have having he her here hers him his how however i if in instead into is it
  its itself just kept less like made make makes many may me might more most much must my near need needs neither never
  no nor not now of off often on once one only onto or other our out over own per quite rather s same shall she should
  since so some something still such t than that the their them then there these they thing this those though through
  thus to together too toward under until up upon use used uses using very via was way we well were what when where
  whether which while who whole whose why will with within without would yet you your
  add added addresses adequate adequately approach appropriate architecture aspect aspects bad better clear clearly
  concern concerns concrete consider considered considers could decent describe described describes description design
  designs detail detailed details enough excellent explicit explicitly explain explained explains good great handle
  handled handles handling include included includes insufficient insufficiently issue issues lack lacking lacks limited
  little mention mentioned mentions misses missing nice overall point points poor poorly potential potentially problem
  problems proper properly provide provided provides reasonable simple simply solid sound specific specified specify
  strength strengths strong strongly sufficient sufficiently system systems thorough thoroughly unclear unspecified
  vague vaguely weak weakness weaknesses
  设计 設計 系统 系統 方案 良好 没有 缺乏 不足 问题 明确 清晰 的 了 是 在 和 与 对 有 也 不 很 较 为 被 将 及 等
  問題 明確 優 良 欠 不十分 考慮 記述 説明 点 時 際 中 的 性 化 用 際 こと ため もの`
    .split(/\s+/)
    .filter(Boolean),
);
