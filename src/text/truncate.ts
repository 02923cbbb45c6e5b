/** Columns of a terminal or of a monospaced page that a text takes; an East Asian wide letter or an emoji takes two. */
export function width(text: string): number {
  let columns = 0;
  for (const { segment } of GRAPHEMES.segment(text)) columns += WIDE.test(segment) ? 2 : 1;
  return columns;
}

/** The text when it fits in `max` columns, else its longest start of whole graphemes with "…" as the last column. */
export function truncate(text: string, max: number): string {
  if (text.length <= max / 2) return text;
  let columns = 0;
  let fits = 0;
  for (const { segment, index } of GRAPHEMES.segment(text)) {
    columns += WIDE.test(segment) ? 2 : 1;
    if (columns > max) return max < 1 ? "" : `${text.slice(0, fits).trimEnd()}…`;
    if (columns <= max - 1) fits = index + segment.length;
  }
  return text;
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** East Asian Wide and Fullwidth (Unicode 15, UAX 11), and emoji that are drawn as pictures. */
const WIDE =
  /\p{Emoji_Presentation}|\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{17000}-\u{18CFF}\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]/u;
