/**
 * The language that a text's script gives away, as HTML names it, so that a reader's letters and voice fit it:
 * Japanese by its kana, Korean by its Hangul. Undefined for scripts that many languages share.
 */
export function languageOf(text: string): "ja" | "ko" | undefined {
  if (KANA.test(text)) return "ja";
  return HANGUL.test(text) ? "ko" : undefined;
}

/** Which way a text is read, by its first letter; undefined from left to right, as the page itself is. */
export function directionOf(text: string): "rtl" | undefined {
  return FROM_RIGHT.test(/\p{L}/u.exec(text)?.[0] ?? "") ? "rtl" : undefined;
}

const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
