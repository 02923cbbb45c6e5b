/**
 * One way to claim authorship, around a name: what stands before it, up to it, and what after it. Sources over a
 * skeleton, where a space stands for one space or line break, " ?" for one or none, and a class for itself; every
 * repetition in them has a bound, so that time grows with the length of a text and no faster.
 */
export type Claim = {
  before?: string;
  after?: string;
  /** Only names that mean nothing but a model or its maker. */
  plain?: true;
  /** Also ambiguous names in small letters: a value beside a key that can only be a model's. */
  small?: true;
  /** Only on a line after one that is no item of a list and announces none. */
  alone?: true;
};

/** Where a line, a sentence, a comment or an item starts, and the end of the line or the text. */
export const OPEN = "(?:^|[\\n.!?:;(>|{\u3002\uFF01]|<!--?)[ ]?(?:--?[ ]?)?";
export const END = "[ ]?[.!)]?[ ]?(?:\\n|$)";
/** What a text calls itself. */
export const DOCUMENT =
  "(?:design|proposal|document|doc|response|answer|solution|text|plan|draft|spec|specification|architecture|report|submission|output|content)";

/**
 * The source of a pattern over a skeleton, from one in which a space stands for one space or line break or a blank
 * line, and " ?" for one or none. Classes stay as they are written.
 */
export function spaced(source: string): string {
  return source.replace(/\[(?:\\.|[^\]\\]){0,200}\]| \?| /g, (part) =>
    part === " " ? SPACE : part === " ?" ? `${SPACE}?` : part,
  );
}

const SPACE = "(?:[ \\n]|\\n\\n)";
