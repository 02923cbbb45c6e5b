import type { SpokenTo } from "../artifacts/caller.ts";
import { callCode } from "../text/typed.ts";
import { type NamedWords, parseCommandLine } from "./command.ts";
import type { Word } from "./word.ts";

/** What a line begins with where it is typed in a conversation, and in a terminal. */
const LINE = "/design-lab";
const COMMAND = "opencode-designlab";
/** Behind a line that only a conversation takes. */
const ELSEWHERE = "in OpenCode";

/**
 * A reply for its audience. In the text as written, a line to type stands in a code span of its own, and a call of the
 * tool in brackets. An agent gets both, and its next steps as calls. Whoever typed a line gets the lines, whoever is at
 * the command its commands, and neither gets calls. Blocks of code, which are data, stay.
 */
export function inVoice<T extends string>(text: T, voice: SpokenTo, ops: readonly NamedWords[]): T {
  if (voice === "agent") return withCalls(text, ops) as T;
  const words = ops.flatMap((op) => op.words);
  let fence: string | null = null;
  const lines = text.split("\n").map((line) => {
    const mark = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)]) )*(`{3,})[\w+-]*$/u.exec(line)?.[1];
    if (mark !== undefined && (fence === null || line.trim() === fence)) {
      fence = fence === null ? mark : null;
      return line;
    }
    return fence === null ? spoken(line, voice, words) : line;
  });
  return lines.join("\n") as T;
}

/** The next steps of a reply as calls of the tool. What only a user says, or is to fill in, stays a line to type. */
function withCalls(text: string, ops: readonly NamedWords[]): string {
  const from = text.search(/^### Next$/mu);
  if (from < 0) return text;
  const called = (line: string): string => {
    const pieces = piecesOf(line);
    const isLeft = pieces.some(({ is, text }) => is === "line" && callOf(text, ops) === null);
    if (isLeft || !line.startsWith("- ")) return line;
    return withoutCalls(pieces)
      .map(({ is, text }) => (is === "line" ? callOf(text, ops) : text))
      .join("");
  };
  const lines = text.slice(from).split("\n").map(called);
  return text.slice(0, from) + lines.join("\n");
}

/** The call that a line to type means; null of what only a user says. */
function callOf(span: string, ops: readonly NamedWords[]): string | null {
  const { inside } = unfenced(span);
  const line = inside.trim().slice(LINE.length).trim();
  const word = ops.flatMap(({ words }) => words).find((each) => each.word === line.split(" ", 1)[0]);
  const isCall = word !== undefined && word.own === undefined && !line.includes("…");
  const meant = isCall ? parseCommandLine(line, { screen: true }, ops) : null;
  return meant?.kind === "call" && meant.hint === undefined ? callCode(meant.op, meant.args) : null;
}

/** A sentence that no Markdown stands in, such as what is said while a call works, at the command. */
export function atCommand(text: string, words: readonly Word[]): string {
  return text.replaceAll(/(?<=^|[\s`"'(])\/design-lab(?: ([a-z][a-z-]*))?(?=[\s`,.;:?)]|$)/gmu, (_, word?: string) => {
    const { first, elsewhere } = meant(word, words);
    return [elsewhere ? LINE : COMMAND, first].filter(Boolean).join(" ");
  });
}

type Piece = { text: string; is: "words" | "line" | "call" | "code" };

function spoken(line: string, voice: "line" | "command", words: readonly Word[]): string {
  const pieces = withoutCalls(piecesOf(line));
  if (voice === "line") return pieces.map(({ text }) => text).join("");
  return pieces.map((piece) => (piece.is === "line" ? atTerminal(piece.text, words) : piece.text)).join("");
}

const SPAN = /(?<![`\\])(`+)(?!`)(.*?[^`])\1(?!`)/gu;

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index, 0: whole, 2: body = "" } of line.matchAll(SPAN)) {
    pieces.push({ text: line.slice(from, index), is: "words" }, { text: whole, is: kindOf(body.trim()) });
    from = index + whole.length;
  }
  return [...pieces, { text: line.slice(from), is: "words" }];
}

function kindOf(body: string): Piece["is"] {
  if (body === LINE || body.startsWith(`${LINE} `)) return "line";
  return body.startsWith("designlab({") ? "call" : "code";
}

/** Without the brackets that hold a call, and the blank before them. */
function withoutCalls(pieces: readonly Piece[]): Piece[] {
  const left = pieces.map((piece) => ({ ...piece }));
  for (let at = 0; at < left.length; at++) {
    if (left[at]?.is !== "call") continue;
    const from = left.findLastIndex(({ is, text }, index) => index < at && is === "words" && text.includes(" ("));
    const to = left.findIndex(({ is, text }, index) => index > at && is === "words" && text.includes(")"));
    const [first, last] = [left[from], left[to]];
    if (!first || !last || first.text.slice(first.text.lastIndexOf(" (")).includes(")")) continue;
    first.text = first.text.slice(0, first.text.lastIndexOf(" ("));
    last.text = last.text.slice(last.text.indexOf(")") + 1);
    left.splice(from + 1, to - from - 1);
    at = from;
  }
  return left;
}

/** A code span without its fence, and the fence. */
function unfenced(span: string): { ticks: string; inside: string } {
  const ticks = /^`+/u.exec(span)?.[0] ?? "";
  return { ticks, inside: span.slice(ticks.length, -ticks.length || undefined) };
}

function atTerminal(span: string, words: readonly Word[]): string {
  const { ticks, inside } = unfenced(span);
  const [lead, trail] = [inside.startsWith(" ") ? " " : "", inside.endsWith(" ") ? " " : ""];
  const typed = inside.trim().slice(LINE.length);
  const word = /^ ([a-z][a-z-]*)(?= |$)/u.exec(typed)?.[1];
  const { first, elsewhere } = meant(word, words);
  if (elsewhere) return `${span} ${ELSEWHERE}`;
  const rest = word === undefined ? typed : typed.slice(word.length + 1);
  return `${ticks}${lead}${[COMMAND, first].filter(Boolean).join(" ")}${inShell(rest)}${trail}${ticks}`;
}

/** With quotes around each word that a shell would take for more than a word; what is in brackets is no word yet. */
const inShell = (typed: string): string =>
  typed
    .split(/(\s)/u)
    .map((word) =>
      /^[^["'“]/u.test(word) && /^[^"'`]*$/u.test(word) && /[<>&;$*?()|\\!#]/u.test(word) ? `'${word}'` : word,
    )
    .join("");

/** The word that the command has for the first of a line; a task begins there with the word of a run. */
function meant(typed: string | undefined, words: readonly Word[]): { first: string; elsewhere: boolean } {
  const word = words.find((each) => each.word === typed);
  if (word?.command === null) return { first: word.word, elsewhere: true };
  if (word !== undefined) return { first: word.command?.usage.split(" ", 1)[0] ?? word.word, elsewhere: false };
  return { first: typed === undefined ? "" : typed, elsewhere: false };
}
