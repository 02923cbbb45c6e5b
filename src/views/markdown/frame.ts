import type { Spent } from "../../artifacts/cost.ts";
import type { Names } from "../../artifacts/names.ts";
import type { Problem } from "../../artifacts/problem.ts";
import { type Frame, filesSaid, framed as framedIn } from "../../story/reply.ts";
import { type Sentence, say, words } from "../../story/sentence.ts";
import type { Markdown } from "../../text/markdown.ts";
import { blocksText } from "./blocks.ts";
import { drawn } from "./drawn.ts";
import { problemLines } from "./lines.ts";

/** A reply of which the body is drawn already. */
export function framedText(
  body: readonly Markdown[],
  { names, ...frame }: Frame<Markdown> & { names?: Names },
): Markdown {
  return blocksText(framedIn(body.map(drawing), frame), { names });
}

export const drawing = (of: Markdown) => ({ is: "drawing" as const, of });

/** A reply on a decision: sentences, and what can be typed next. */
type DecisionReply = { topic: string; said: readonly Sentence[]; next: readonly Sentence[]; names: Names };

export function decisionReply({ topic, said, next, names }: DecisionReply): Markdown {
  return framedText(
    said.map((each) => drawn(each, names)),
    { topic: [words(topic, "message")], next, names },
  );
}

/** What a call of a stage that proposes came to. */
export type ProposalCall = {
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
export function callReply(call: ProposalCall, body: readonly Markdown[]): Markdown {
  const { topic, said, page, next, problems, names } = call;
  return framedText(
    [...said.map((each) => drawn(each, names)), ...(page === null ? [] : [page]), ...problemLines(problems), ...body],
    { topic: [words(topic, "message")], files: say`${filesSaid(call)}.`, next, ...(names && { names }) },
  );
}
