import { accountOf } from "../../story/account.ts";
import { type Outcome, outcomeSaid } from "../../story/outcome.ts";
import type { Story } from "../../story/story.ts";
import type { Markdown } from "../../text/markdown.ts";
import { blocksText } from "./blocks.ts";
import { storyTable } from "./story-text.ts";

/** The reply of an op that asked models or ranked. */
export function outcomeReply(outcome: Outcome, story: Story | null, noRanking: string | null = null): Markdown {
  const ranked = story && { story, account: accountOf(story, outcome.attention), table: storyTable(story) };
  return blocksText(outcomeSaid(outcome, ranked, noRanking), outcome);
}
