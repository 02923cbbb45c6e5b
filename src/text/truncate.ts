import stringWidth from "string-width";

/** Past so many characters a column, marks upon marks are no text; they are cut like it. */
const MAX_CHARACTERS_A_COLUMN = 16;

/**
 * The text when it fits in `max` columns of a terminal or of a monospaced page, else its longest start of whole words
 * with "…" as the last column. Where that would leave less than half of the columns, as after a long word alone, it is
 * cut between graphemes, and not inside a number where that can be helped. A wide letter or an emoji takes two columns.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max / 2) return text;
  if (text.length <= max && isPlain(text)) return text;
  let columns = 0;
  let before = "";
  const fits = { grapheme: 0, number: 0, word: 0 };
  for (const { segment, index } of GRAPHEMES.segment(text)) {
    if (columns < max) {
      fits.grapheme = index;
      const far = 2 * columns >= max;
      if (far && !(IN_NUMBER.test(before) && GOES_ON.test(segment))) fits.number = index;
      if (far && endsWord(before, segment)) fits.word = index;
    }
    columns += columnsOfGrapheme(segment);
    if (columns > max || index + segment.length > max * MAX_CHARACTERS_A_COLUMN) {
      const start = text.slice(0, fits.word || fits.number || fits.grapheme).trimEnd();
      return max < 1 ? "" : `${start.replace(/[,;:]$/, "")}…`;
    }
    before = segment;
  }
  return text;
}

/** Columns that a text takes in a terminal. */
export function columnsOf(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

/** Whether every unit is a letter of Latin or a sign of our own sentences, of one column each: nearly every text is. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e\u00c0-\u024f–—‘’“”…·]*$/u.test(text);
}

/** Of one grapheme, which a text that has it mostly has again: to find out means to look through all emoji there are. */
function columnsOfGrapheme(grapheme: string): number {
  if (isPlain(grapheme)) return grapheme.length;
  const known = COLUMNS.get(grapheme);
  if (known !== undefined) return known;
  const columns = stringWidth(grapheme);
  if (grapheme.length <= MAX_CHARACTERS_A_COLUMN) {
    if (COLUMNS.size >= MAX_KNOWN) COLUMNS.clear();
    COLUMNS.set(grapheme, columns);
  }
  return columns;
}

const COLUMNS = new Map<string, number>();
const MAX_KNOWN = 4_000;

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Letters and signs of scripts that put no blanks between words. */
const WITHOUT_BLANKS = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** Whether a word ends between two graphemes: at a blank, and beside a letter of a script that has none. */
function endsWord(before: string, after: string): boolean {
  return /^\s/.test(after) || WITHOUT_BLANKS.test(before) || WITHOUT_BLANKS.test(after);
}

const IN_NUMBER = /^[\p{N}\p{Sc}.,:+-]/u;
const GOES_ON = /^[\p{N}.,:%]/u;

/** Up to the first full stop that ends a sentence, however it is written; the whole when there is none. */
export function firstSentence(text: string): string {
  return /^[\s\S]{20,}?(?:(?<!\b(?:e\.g|i\.e|vs|cf))[.!?](?=\s|$)|[。！？])/u.exec(text.trim())?.[0] ?? text;
}
