import type { Spent } from "../../artifacts/cost.ts";
import type { Names } from "../../artifacts/names.ts";
import type { Problem } from "../../artifacts/problem.ts";
import { spentSaid } from "../../story/amounts.ts";
import type { Sentence } from "../../story/sentence.ts";
import { inline, join, literal, type Markdown, md } from "../../text/markdown.ts";
import { duration } from "../../text/numbers.ts";
import { bullets, drawn } from "./drawn.ts";
import { problemLines, section } from "./lines.ts";

/** What stands around what a reply says. */
type Frame = {
  /** What is read before all else, such as that something is missing. */
  first?: readonly Markdown[];
  topic?: Markdown;
  /** Where everything lies. */
  files?: Markdown;
  /** What can be typed now, and what it does. */
  next: readonly Sentence[];
  last?: readonly Markdown[];
  names?: Names;
};

/** A reply: its topic, what it says, where the files lie, what to type next. */
export function framed(body: readonly Markdown[], frame: Frame): Markdown {
  const { first = [], topic, files, next, last = [], names } = frame;
  const heading = topic === undefined ? [] : [md`## ${topic}`];
  const lie = files === undefined ? [] : [files];
  return join([...first, ...heading, ...body, ...lie, ...section(md`Next`, bullets(next, names)), ...last], "\n\n");
}

/** Where everything lies, and what a call cost and took, in seconds; of a ranking, what to open there. */
export function filesLine({ dir, spent, seconds }: { dir: string; spent: Spent; seconds: number }, ranked = false) {
  const took = seconds > 0 ? md`, ${inline(duration(seconds))}` : md``;
  return md`Files: ${literal(dir)}${ranked ? md` · open results/report.html` : md``} · ${drawn(spentSaid(spent))}${took}`;
}

/** A reply on a decision: sentences, and what can be typed next. */
type DecisionReply = { topic: string; said: readonly Sentence[]; next: readonly Sentence[]; names: Names };

export function decisionReply({ topic, said, next, names }: DecisionReply): Markdown {
  return framed(
    said.map((each) => drawn(each, names)),
    { topic: inline(topic), next, names },
  );
}

/** What a call of a stage that proposes came to. */
export type Call = {
  topic: string;
  dir: string;
  said: readonly Sentence[];
  /** Where the page is, as a sentence or a block; null where it was not opened. */
  page: Markdown | null;
  next: readonly Sentence[];
  spent: Spent;
  /** Of this call; 0 where nobody was asked. */
  seconds: number;
  problems: readonly Problem[];
  names?: Names;
};

/** Its reply: how it stands, what waits for the person, what to type. */
export function callReply(call: Call, body: readonly Markdown[]): Markdown {
  const { topic, said, page, next, problems, names } = call;
  return framed(
    [...said.map((each) => drawn(each, names)), ...(page === null ? [] : [page]), ...problemLines(problems), ...body],
    { topic: inline(topic), files: md`${filesLine(call)}.`, next, ...(names && { names }) },
  );
}
