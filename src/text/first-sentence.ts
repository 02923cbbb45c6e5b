/** Up to the first full stop that ends a sentence, however it is written; the whole when there is none. */
export function firstSentence(text: string): string {
  return /^[\s\S]{20,}?(?:[.!?](?=\s|$)|[。！？])/u.exec(text.trim())?.[0] ?? text;
}
