import stringWidth from "string-width";

/** Past so many characters a column, marks upon marks are no text; they are cut like it. */
const MAX_CHARACTERS_A_COLUMN = 16;

/**
 * The text when it fits in `max` columns of a terminal or of a monospaced page, else its longest start of whole
 * graphemes with "…" as the last column. A wide letter or an emoji takes two columns.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max / 2) return text;
  // Two more than fit, for what follows a letter may belong to it.
  if (isPlain(text.slice(0, max + 2))) {
    if (text.length <= max) return text;
    return max < 1 ? "" : `${text.slice(0, max - 1).trimEnd()}…`;
  }
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

/** Columns that a text takes in a terminal. */
export function columnsOf(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

/** Whether every unit is a letter or a sign of one column. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/u.test(text);
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Up to the first full stop that ends a sentence, however it is written; the whole when there is none. */
export function firstSentence(text: string): string {
  return /^[\s\S]{20,}?(?:[.!?](?=\s|$)|[。！？])/u.exec(text.trim())?.[0] ?? text;
}
