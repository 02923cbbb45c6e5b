import { mapTexts } from "./map-texts.ts";
import { patternOf } from "./pattern.ts";

/** What was taken out of a text and how often: code points, except `ansi`, which counts whole sequences. */
type Removed = Partial<
  Record<"ansi" | "control" | "bidi" | "zero_width" | "tag" | "variation" | "invisible" | "surrogate", number>
>;

/**
 * Takes out everything a reader cannot see and a terminal or a model would still obey: ANSI and OSC sequences,
 * control characters other than newline and tab, bidirectional controls, zero-width and other default-ignorable
 * code points, tags (U+E0000 to U+E007F), lone surrogates. CR, NEL and the Unicode line separators become "\n".
 *
 * Kept, because text is wrong without them: U+FE0F and U+200D inside an emoji, and U+200C and U+200D between two
 * letters or marks of a script that joins with them (Arabic, the Indic scripts and their kin). A regional flag
 * spelled with tags becomes the plain flag; ideographic and Mongolian variation selectors go.
 *
 * Idempotent: `clean(clean(x).text)` removes nothing.
 */
export function clean(text: string): { text: string; removed: Removed } {
  if (!SUSPECT.test(text)) return { text, removed: {} };
  const removed: Removed = {};
  const count = (kind: keyof Removed) => {
    removed[kind] = (removed[kind] ?? 0) + 1;
    return "";
  };
  const plain = text
    .replace(ANSI, () => count("ansi"))
    .replace(NEWLINES, "\n")
    .replace(HIDDEN, (found: string, kept: string | undefined) => (kept === undefined ? count(kindOf(found)) : kept));
  return { text: plain, removed };
}

/** `clean` for every string and key inside a JSON value; the counts are added up. The value itself is not changed. */
export function cleanValue<T>(value: T): { value: T; removed: Removed } {
  const removed: Removed = {};
  const change = (text: string): string => {
    const result = clean(text);
    for (const [kind, times] of Object.entries(result.removed) as [keyof Removed, number][]) {
      removed[kind] = (removed[kind] ?? 0) + times;
    }
    return result.text;
  };
  return { value: mapTexts(value, change, { keys: true }), removed };
}

// Patterns stand in strings, so that the source holds no control character and the linter need not be silenced.
const ESC = "\\u001b";
/** Ends where another string would begin, so that many beginnings without an end are each looked at once. */
const STRING_BODY = "[^\\u0007\\u0018\\u001a\\u001b\\u0090\\u0098\\u009c-\\u009f]{0,4096}";

/** OSC, DCS, SOS, PM and APC strings with their terminator; CSI sequences; two-character and charset escapes. */
const ANSI = patternOf(
  [
    `(?:${ESC}[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])${STRING_BODY}(?:\\u0007|${ESC}\\\\|\\u009c)`,
    `(?:${ESC}\\[|\\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]`,
    `${ESC}[ -/]{0,8}[0-~]`,
  ],
  "g",
);

const NEWLINES = /\r\n?|[\u0085\u2028\u2029]/g;

const EMOJI = "\\p{Extended_Pictographic}(?:\\uFE0F?\\p{Emoji_Modifier}|\\uFE0F)?";
const JOINING = [
  "Arabic Syriac Nko Mandaic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala",
  "Tibetan Myanmar Khmer Balinese Javanese Mongolian Phags_Pa",
]
  .join(" ")
  .split(" ")
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const LETTER = `(?=[\\p{L}\\p{M}])(?!\\p{DI})[${JOINING}]`;

/** All that may have to go; most texts hold none of it. */
const SUSPECT = /(?![\n\t])[\p{Cc}\p{DI}\p{Surrogate}\u2028\u2029\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u;

/** Group 1 is a sequence to keep whole; any other match is one code point to remove. */
const HIDDEN = patternOf(
  [
    `(${EMOJI}(?:\\u200D${EMOJI})+|${EMOJI}|[0-9#*]\\uFE0F\\u20E3|${LETTER}(?:[\\u200C\\u200D]?${LETTER})+)`,
    "(?![\\n\\t])\\p{Cc}",
    "\\p{DI}|[\\uFFF9-\\uFFFB]|[\\u{E0000}-\\u{E007F}]",
    "\\p{Surrogate}",
  ],
  "gu",
);

const KINDS: [keyof Removed, RegExp][] = [
  ["control", /\p{Cc}/u],
  ["surrogate", /\p{Surrogate}/u],
  ["bidi", /\p{Bidi_Control}/u],
  ["zero_width", /[\u200B-\u200D\u2060\uFEFF]/u],
  ["tag", /[\u{E0000}-\u{E007F}]/u],
  ["variation", /\p{Variation_Selector}/u],
];

function kindOf(codePoint: string): keyof Removed {
  return KINDS.find(([, pattern]) => pattern.test(codePoint))?.[0] ?? "invisible";
}

/** Whether a reader would see nothing of a text: white space, what is taken out as invisible, and blank glyphs. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(clean(text).text);
}

/** U+2800 is a Braille cell without a dot: a symbol that is drawn as a space. */
const VISIBLE = /[^\s\p{Z}\p{C}\p{M}\u2800]/u;
