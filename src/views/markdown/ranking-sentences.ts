import type { Ranking } from "../../artifacts/ranking.ts";
import type { Markdown } from "../../text/markdown.ts";
import { biasSentences, consistencySentences, contradictionSentences, severitySentences } from "./bias-sentences.ts";
import { orderSentences } from "./order-sentences.ts";
import { leaveOneOutSentences, reliabilitySentences, robustnessSentences } from "./robustness-sentences.ts";

/** What the scores show of themselves, a sentence each, the most important first; cautions are among the notes. */
export function rankingSentences(ranking: Ranking): Markdown[] {
  return [
    ...orderSentences(ranking),
    ...reliabilitySentences(ranking),
    ...leaveOneOutSentences(ranking),
    ...robustnessSentences(ranking),
    ...severitySentences(ranking),
    ...biasSentences(ranking),
    ...contradictionSentences(ranking),
    ...consistencySentences(ranking),
  ];
}
