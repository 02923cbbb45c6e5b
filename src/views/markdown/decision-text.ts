import type { Names } from "../../artifacts/names.ts";
import type { Sentence } from "../../story/sentence.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { bullets, drawn } from "./drawn.ts";
import { section } from "./lines.ts";

/** A reply on a decision: sentences, and what can be typed next. */
export type DecisionReply = { topic: string; said: readonly Sentence[]; next: readonly Sentence[]; names: Names };

export function decisionReply({ topic, said, next, names }: DecisionReply): Markdown {
  return join(
    [md`## ${inline(topic)}`, ...said.map((each) => drawn(each, names)), ...section(md`Next`, bullets(next, names))],
    "\n\n",
  );
}
