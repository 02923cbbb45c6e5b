import type { Brief } from "../../artifacts/brief.ts";
import type { Idea } from "../../artifacts/idea.ts";
import type { Problem } from "../../artifacts/problem.ts";
import { briefSpeaks } from "../../story/brief-stands.ts";
import { path, type Sentence, say, words } from "../../story/sentence.ts";
import { inline, type Markdown, md, prose } from "../../text/markdown.ts";
import { briefBody } from "./brief-md.ts";
import { drawn } from "./drawn.ts";
import { framedText } from "./frame.ts";
import { atMost, group, problemLines, sectionLines } from "./lines.ts";

/** An experiment that began with questions, as a person reads it. */
export type ShownBrief = {
  idea: Idea;
  brief: Brief | null;
  /** Sentences of one that waits for approval that read like an order. */
  orders: readonly string[];
  stands: Sentence;
  /** `understood`: what was taken from the answer, as its type says it back. */
  answered: readonly { id: string; text: string; understood: Markdown }[];
  open: readonly { id: string; text: string }[];
  problems: readonly Problem[];
  next: readonly Sentence[];
  dir: string;
};

/** Characters of an idea, and columns of a question. */
const IDEA = 6_000;
const QUESTION = 300;
const MAX_LISTED = 60;

/** What it is about, what was asked and answered, the brief, how it stands and what comes next. */
export function briefShown({ idea, brief, orders, stands, answered, open, problems, next, dir }: ShownBrief): Markdown {
  const asked = answered.map(
    ({ id, text, understood }) => md`- **${inline(id)}** ${inline(text, QUESTION)}\n  ${understood}`,
  );
  const waiting = open.map(({ id, text }) => md`- **${inline(id)}** ${inline(text, QUESTION)}`);
  return framedText(
    [
      md`**${drawn(stands)}.**`,
      ...ideaText(idea),
      ...sectionLines(md`Answers so far`, atMost(asked, MAX_LISTED)),
      ...sectionLines(md`Open`, atMost(waiting, MAX_LISTED)),
      ...(brief === null ? [] : [md`### The brief`]),
      ...(orders.length === 0 ? [] : [drawn(briefSpeaks(orders))]),
      ...(brief === null ? [] : briefBody(brief)),
      ...problemLines(problems),
    ],
    { topic: [words(brief?.topic ?? idea.topic, "message")], next, last: [say`Files: ${path(dir)}`] },
  );
}

function ideaText({ idea, from }: Idea): Markdown[] {
  if (idea.trim() === "" && from.length === 0) return [];
  const read = atMost(
    from.map(({ path }) => md`- Read first: ${inline(path, QUESTION)}`),
    MAX_LISTED,
  );
  const text = idea.length > IDEA ? `${idea.slice(0, IDEA)} […]` : idea;
  return [md`### The idea`, ...(text.trim() === "" ? [] : [prose(text)]), ...group(read)];
}
