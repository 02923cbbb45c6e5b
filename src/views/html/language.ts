/**
 * The language that a text's script gives away, as HTML names it, so that a reader's letters and voice fit it:
 * Japanese by its kana, Korean by its Hangul. Undefined for scripts that many languages share.
 */
export function languageOf(text: string): "ja" | "ko" | undefined {
  if (KANA.test(text)) return "ja";
  return HANGUL.test(text) ? "ko" : undefined;
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
