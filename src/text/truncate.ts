import stringWidth from "string-width";

/** Past so many characters a column, marks upon marks are no text; they are cut like it. */
const MAX_CHARACTERS_A_COLUMN = 16;

/**
 * The text when it fits in `max` columns of a terminal or of a monospaced page, else its longest start of whole
 * graphemes with "…" as the last column. A wide letter or an emoji takes two columns.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max / 2) return text;
  let columns = 0;
  let fits = 0;
  for (const { segment, index } of GRAPHEMES.segment(text)) {
    const end = index + segment.length;
    columns += stringWidth(segment);
    if (columns > max || end > max * MAX_CHARACTERS_A_COLUMN) {
      return max < 1 ? "" : `${text.slice(0, fits).trimEnd()}…`;
    }
    if (columns <= max - 1) fits = end;
  }
  return text;
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Up to the first full stop that ends a sentence, however it is written; the whole when there is none. */
export function firstSentence(text: string): string {
  return /^[\s\S]{20,}?(?:[.!?](?=\s|$)|[。！？])/u.exec(text.trim())?.[0] ?? text;
}
