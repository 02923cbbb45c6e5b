import { readHistory } from "../../experiment/history.ts";
import type { Lab } from "../../prompting/lab.ts";
import { isFree } from "../../store/bases.ts";
import { hasTask, listEither } from "../../store/open.ts";
import { historyBlocks } from "../../story/history.ts";
import { beginOne, noExperiment } from "../../story/next.ts";
import { join } from "../../text/markdown.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { problemLines } from "../../views/markdown/lines.ts";
import type { OpContext, Reply } from "../op.ts";
import { permitBases } from "../paths/outside.ts";

/** What all experiments say together: what was asked, decided and left, how it turned out, and how models did. */
export async function showHistory(lab: Lab, context: OpContext): Promise<Reply> {
  const since = Date.now();
  const { all, problems } = await listEither(await permitBases(lab, context), lab.now, lab.person);
  const experiments = all.filter(hasTask);
  const broken = problemLines(problems);
  if (experiments.length === 0) {
    const text = join([drawn(noExperiment(lab.base)), drawn(beginOne), ...broken], "\n\n");
    return { text, facts: { history: { experiments: [] } } };
  }
  const { method, exclude_self_reviews, person_weight } = lab.config.ranking;
  const history = await readHistory(
    experiments,
    { method, exclude_self_reviews, person_weight },
    { keeps: ({ dir }) => isFree(dir, "work", lab), since },
  );
  const { rows, numbers } = history;
  const told = rows.map(({ id, summary, witness, apart }) => {
    const { reviewers: _, halves: __, ...own } = summary;
    return { experiment: id, ...own, seen: { decision: witness.decision, outcome: witness.outcome !== null }, apart };
  });
  return {
    text: join([blocksText(historyBlocks(history)), ...broken], "\n\n"),
    facts: { history: { counted: rows.filter(({ apart }) => apart === null).length, ...numbers, experiments: told } },
  };
}
