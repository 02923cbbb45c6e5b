import { readHistory } from "../../experiment/history.ts";
import type { Lab } from "../../prompting/lab.ts";
import { isFree } from "../../store/bases.ts";
import { hasTask, listEither } from "../../store/open.ts";
import { list } from "../../story/block.ts";
import { historyBlocks } from "../../story/history.ts";
import { beginOne, noExperiment } from "../../story/next.ts";
import { unusedSaid } from "../../story/notes.ts";
import { join } from "../../text/markdown.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { problemLines } from "../../views/markdown/lines.ts";
import type { OpContext, Reply } from "../op.ts";
import { permitBases } from "../paths/outside.ts";

/** What all experiments say together: what was asked, decided and left, how it turned out, and how models did. */
export async function showHistory(lab: Lab, context: OpContext): Promise<Reply> {
  const since = Date.now();
  const { all, problems } = await listEither(await permitBases(lab, context), lab.now, lab.person);
  const experiments = all.filter(hasTask);
  const broken = problemLines(problems);
  const unused = [list(unusedSaid([...problems, ...context.outside.left]))];
  if (experiments.length === 0) {
    const said = [noExperiment(lab.base), beginOne];
    const text = join([blocksText(said), ...broken], "\n\n");
    return { text, facts: { history: { experiments: [] } }, blocks: [...said, ...unused] };
  }
  const { method, exclude_self_reviews, person_weight } = lab.config.ranking;
  const history = await readHistory(
    experiments,
    { method, exclude_self_reviews, person_weight },
    { keeps: ({ dir }) => isFree(dir, "work", lab), since },
  );
  const { rows, numbers, learned } = history;
  const told = rows.map(({ id, summary, witness, apart }) => {
    const { reviewers: _, halves: __, pairs: ___, ...own } = summary;
    return { experiment: id, ...own, seen: { decision: witness.decision, outcome: witness.outcome !== null }, apart };
  });
  return {
    text: join([blocksText(historyBlocks(history)), ...broken], "\n\n"),
    blocks: [...historyBlocks(history, true), ...unused],
    facts: {
      history: { counted: rows.filter(({ apart }) => apart === null).length, ...numbers, learned, experiments: told },
    },
  };
}
