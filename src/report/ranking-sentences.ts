import type { Ranking } from "../schemas/ranking.ts";
import { type Markdown, md } from "../text/markdown.ts";
import { biasSentences, consistencySentences, contradictionSentences, severitySentences } from "./bias-sentences.ts";
import { sortNotes } from "./notes-text.ts";
import { orderSentences } from "./order-sentences.ts";
import { leaveOneOutSentences, reliabilitySentences, robustnessSentences } from "./robustness-sentences.ts";

/** What a person should know before betting on the ranking, a sentence each, the most important first. */
export function rankingSentences(ranking: Ranking): Markdown[] {
  return [
    ...sortNotes(ranking.notes).cautions,
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

/** What the probabilities rest on; stands wherever they are shown. */
export function assumptionSentence({ assumptions }: Ranking): Markdown {
  return md`P, P(best) and the rank range assume that the reviewers' errors correlate by ${assumptions.error_correlation}; the scores of one experiment cannot show whether they do.`;
}
