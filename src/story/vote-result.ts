import type { Attention } from "../artifacts/note.ts";
import { isCompared, rankedScore } from "../artifacts/ranking.ts";
import type { Vote } from "../artifacts/vote.ts";
import { chance, scoreText } from "../text/numbers.ts";
import { accountOf, belowTable } from "./account.ts";
import { type Block, heading, notice, section } from "./block.ts";
import { metInShort } from "./meets.ts";
import { compareFirst, decideNow, openReport } from "./next.ts";
import { peopleSaid } from "./people.ts";
import { surenessSaid } from "./report.ts";
import { design, listed, type Sentence, say, strong, words } from "./sentence.ts";
import type { Story } from "./story.ts";
import { verdictSaid } from "./verdict.ts";

/** The result as who judged is shown it: what is said, and what designs and reviewers are called there. */
export type VoteResult = {
  said: readonly Block[];
  /** By design_id: the report's letter, the title, and the person's own letter; null for one that was not shown. */
  designs: ReadonlyMap<string, { letter: string; title: string; own: string | null }>;
  reviewers: ReadonlyMap<string, string>;
};

/** The columns of the ranking, and what it is called for those who do not see what stands around it. */
const COLUMNS = {
  named: "The ranking, with your letters beside the report's",
  rank: "Rank",
  design: "Design",
  own: "Yours",
  meets: "Meets",
  score: "Score/10",
  best: "P(best)",
};

/** What came of it all, with the person's letters beside the report's. For who is done, once nothing is held back. */
export function voteResult(story: Story, attention: Attention, shown: Vote["shown"]): VoteResult {
  const { ranking, names } = story;
  const { experiment_id: id } = ranking;
  const account = accountOf(story, attention);
  const people = peopleSaid(story);
  const called = shown.map(({ letter, design_id }) => say`your ${words(letter)} is ${design(design_id)}`);
  return {
    said: [
      notice(account.decision ?? []),
      say`${verdictSaid(account.told, account.personas)} ${surenessSaid(account)}`,
      say`${strong(say`The report has other letters:`)} ${listed(called)}.`,
      ...rankedRows(story, shown),
      ...section(say`What the vote changed`, people),
      { is: "next", of: [openReport(id), ...(story.decided ? [] : [decideNow(id)]), compareFirst(id)] },
    ],
    designs: new Map(
      ranking.designs.map(({ design_id }) => [
        design_id,
        {
          letter: names.designs.get(design_id) ?? design_id,
          title: names.titles.get(design_id) ?? "",
          own: shown.find((each) => each.design_id === design_id)?.letter ?? null,
        },
      ]),
    ),
    reviewers: names.reviewers,
  };
}

/** The ranking as a table, the best first, and what its columns mean. */
function rankedRows({ ranking, names }: Story, shown: Vote["shown"]): Block[] {
  const compared = isCompared(ranking);
  const checked = ranking.designs.some(({ requirements }) => requirements !== undefined);
  // Scores of different reviewers stand in no order.
  const set = ranking.summary.verdict.kind !== "nobody-compares";
  const rows = ranking.designs.map((each) => {
    const { design_id, rank, p_best, requirements } = each;
    const named = [names.designs.get(design_id), names.titles.get(design_id)].filter(Boolean).join(" ");
    return [
      named === "" ? design_id : named,
      shown.find((own) => own.design_id === design_id)?.letter ?? "–",
      rank === null || !set ? "–" : String(rank),
      ...(checked ? [requirements?.of ? metInShort(requirements) : "–"] : []),
      scoreText(set ? rankedScore(ranking, each) : null),
      chance(compared ? p_best : null, ranking),
    ];
  });
  const { design: first, own, rank, meets, score, best, named } = COLUMNS;
  const below: Sentence[] = belowTable(ranking, { checked, set, compared, left: 0 });
  return [
    heading(say`The ranking`),
    { is: "table", head: [first, own, rank, ...(checked ? [meets] : []), score, best], rows, named },
    ...below,
  ];
}
