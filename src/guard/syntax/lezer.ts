import type { Tree, TreeCursor } from "@lezer/common";
import { leaf, type Numbers, node, type Parsed, type Piece } from "./piece.ts";

/** What a grammar of lezer does not tell itself. */
export type Grammar = {
  parse(text: string): Tree;
  comments: readonly string[];
  /** Whether a comment does something: it then stands for itself, as code does. */
  acts(comment: string, text: string): boolean;
  /** Whether a comma before a closing bracket means nothing. */
  commas: boolean;
  /** Whether a semicolon says no more than what its statements' shape says already. */
  semicolons: boolean;
  /** Whether what a grammar does not know may be passed over: its text. */
  passes(unknown: string): boolean;
};

/** What a grammar makes of a text; the texts of strings stay as they are, with all that stands in them. */
export function parsedBy(grammar: Grammar, text: string, numbers: Numbers): Parsed {
  const comments: string[] = [];
  let sound = true;
  const cursor = grammar.parse(text).cursor();
  const build = (): Piece => {
    const { name, from, to } = cursor;
    if (cursor.type.isError && !grammar.passes(text.slice(from, to))) sound = false;
    if (WHOLE.test(name) || !cursor.firstChild()) return leaf(numbers, name, text.slice(from, to));
    const parts: Piece[] = [];
    let at = from;
    const gap = (end: number): void => {
      for (const word of text.slice(at, end).split(/\s+/u)) if (word !== "") parts.push(leaf(numbers, "", word));
    };
    do {
      gap(cursor.from);
      at = cursor.to;
      const comment = commentAt(cursor, grammar, text);
      if (comment === null) parts.push(build());
      else if (grammar.acts(comment, text)) parts.push(leaf(numbers, "Comment", placed(comment, cursor, text)));
      else comments.push(comment);
    } while (cursor.nextSibling());
    cursor.parent();
    gap(to);
    return node(numbers, name, kept(name, parts, grammar));
  };
  const all = build();
  // Of an empty text, so that all may come to it.
  const root = all.text?.trim() === "" ? node(numbers, all.name, []) : all;
  return { root, comments: comments.join("\n"), sound };
}

/** Of strings, signs and patterns of every language. */
const WHOLE = /String|Char|Rune|TextBlock|RegExp|JSXText/u;

/** With its line where that is one of the first, which are looked at alone for some, and whether an empty one follows. */
function placed(comment: string, { from, to }: TreeCursor, text: string): string {
  const above = text.slice(0, from).split("\n").length;
  const apart = /^[\t ]*\r?\n[\t ]*\r?\n/u.test(text.slice(to, to + 200));
  return `${Math.min(above, 3)} ${comment} ${apart}`;
}

function commentAt({ name, from, to }: TreeCursor, { comments }: Grammar, text: string): string | null {
  return comments.includes(name) ? text.slice(from, to) : null;
}

function kept(name: string, parts: readonly Piece[], { commas, semicolons }: Grammar): readonly Piece[] {
  if (!commas && !semicolons) return parts;
  return parts.filter(({ text }, n) => {
    if (text === ";") return !semicolons || name === "ForSpec";
    const [before, after] = [parts[n - 1]?.text ?? "", parts[n + 1]?.text ?? ""];
    return text !== "," || !commas || !/^[)\]}]$/u.test(after) || /^[,([{]$/u.test(before);
  });
}
