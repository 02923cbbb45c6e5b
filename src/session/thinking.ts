import { patternOf } from "../text/pattern.ts";
import { endFinder, objectSpans, objectStart } from "./objects.ts";

/**
 * A model's text without the thinking that some servers leave in it, and whether there was any. A mark counts only outside an object, because a
 * text of an answer may hold one. What ends with a mark that nothing opened is thinking too. If it begins as an answer,
 * or an object follows earlier thinking in it, it stays: the mark may be quoted. `given` is what the model was given.
 * A mark that is found there may be quoted from it, so only thinking at the very beginning is taken away.
 */
export function withoutThinking(text: string, given: string): { answer: string; thought: boolean } {
  const isQuotable = given.search(MARK) >= 0;
  const isAnswerFirst = ANSWER.test(text);
  const { next, moveTo } = marksOf(text);
  let kept = "";
  let hasObject = false;
  let thought = false;
  let from = 0;
  for (let open: number | null = null, returns = 0; ; ) {
    const mark = next();
    if (mark === null) {
      if (open === null) return { answer: kept + text.slice(from), thought };
      // A closing mark in an object ends the thinking where none outside does.
      const end = returns++ < MAX_RETURNS ? closingEnd(text, open) : -1;
      if (end < 0) return { answer: kept + answerAtEnd(text.slice(open)), thought };
      from = end;
      open = null;
      moveTo(end);
    } else if (mark.kind === "object") {
      hasObject ||= open === null;
    } else if (open !== null) {
      if (mark.kind === "closing") {
        from = mark.end;
        open = null;
      }
    } else if (mark.kind === "opening") {
      if (!isOpening(text, isQuotable ? null : from, mark.at)) continue;
      kept += text.slice(from, mark.at);
      thought = true;
      open = mark.end;
    } else if (!isQuotable && !(thought ? hasObject : isAnswerFirst) && !/["'`]/.test(text.charAt(mark.at - 1))) {
      kept = "";
      thought = true;
      from = mark.end;
    }
  }
}

const NAME = "(?:[a-z]{1,12}[:_])?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad)";
/** Between the name of a raw channel and its text. */
const HEADER = "[^<]{0,80}(?:<\\|constrain\\|>[^<]{0,20})?<\\|message\\|>";
const OPENING = [
  `<${NAME}(?:\\s[^<>]{0,80})?>`,
  "◁think▷",
  "\\[think\\]",
  "<\\|begin_of_thought\\|>",
  "<\\|start_thinking\\|>",
  `<\\|channel\\|>(?:analysis|commentary)${HEADER}`,
  "<\\|channel>thought",
].join("|");
const CLOSING = [
  `</${NAME}>`,
  "◁/think▷",
  "\\[/think\\]",
  "<\\|end_of_thought\\|>",
  "<\\|end_thinking\\|>",
  `(?:<\\|(?:end|call)\\|>)?(?:<\\|start\\|>assistant)?<\\|channel\\|>final${HEADER}`,
  "<\\|(?:end|call)\\|>",
  "<channel\\|>",
  // The same with its marks left out.
  "assistantfinal",
].join("|");
const MARK = patternOf([OPENING, CLOSING], "i");
const MARKS = patternOf([`(${OPENING})`, CLOSING], "gi");
const CLOSINGS = patternOf(CLOSING, "gi");

/** A text that begins as an answer does: with an object, a list or a fence. */
const ANSWER = /^\s*(?:[{[]|```)/;
/** What of a line may stand before an opening mark. */
const BEFORE_OPENING = /^\s*(?:<\|start\|>assistant)?$/i;
/** How much of a line before a mark is looked at. */
const LONGEST_BEFORE = 100;
/** How often a closing mark is looked for in objects. */
const MAX_RETURNS = 8;

type Mark = { kind: "opening" | "closing" | "object"; at: number; end: number };

/** The marks and the objects of a text, one after another; those inside an object are left out where it ends. */
function marksOf(text: string) {
  const endOf = endFinder(text);
  let at = 0;
  let mark: Mark | null = null;
  /** Where the next object begins, -1 for none; null where it was not looked for yet. */
  let object: number | null = null;
  const moveTo = (place: number): void => {
    at = place;
    mark = null;
    object = null;
  };
  const markFrom = (place: number): Mark | null => {
    MARKS.lastIndex = place;
    const found = MARKS.exec(text);
    if (found === null) return null;
    return { kind: found[1] === undefined ? "closing" : "opening", at: found.index, end: MARKS.lastIndex };
  };
  return {
    moveTo,
    next(): Mark | null {
      if (mark === null || mark.at < at) mark = markFrom(at);
      // Where no mark follows, objects make no difference.
      if (mark === null) return null;
      if (object === null || (object >= 0 && object < at)) object = objectStart(text, at);
      if (object >= 0 && object < mark.at) {
        const end = endOf(object);
        at = end < 0 ? object + 1 : end;
        return { kind: "object", at: object, end: at };
      }
      at = mark.end;
      return mark;
    },
  };
}

/**
 * Whether an opening mark stands where thinking begins: first on a line or behind what was thinking, which ends at
 * `from`; null: first in the text.
 */
function isOpening(text: string, from: number | null, at: number): boolean {
  const start = Math.max(from ?? 0, at - LONGEST_BEFORE);
  const before = text.slice(start, at);
  const line = from === null ? -1 : before.lastIndexOf("\n");
  return (line >= 0 || start === (from ?? 0)) && BEFORE_OPENING.test(before.slice(line + 1));
}

function closingEnd(text: string, from: number): number {
  CLOSINGS.lastIndex = from;
  return CLOSINGS.exec(text) === null ? -1 : CLOSINGS.lastIndex;
}

/** Thinking that does not end is the answer where an object ends it: its closing mark was left out. */
function answerAtEnd(thinking: string): string {
  const end = thinking
    .trimEnd()
    .replace(/\n?```$/, "")
    .trimEnd();
  return end.endsWith("}") && objectSpans(end).some((span) => end.endsWith(span)) ? thinking : "";
}
