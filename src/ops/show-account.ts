import { attentionOf } from "../experiment/attention.ts";
import { spentOf, usageByModel } from "../experiment/spent.ts";
import { storedRanking, type View } from "../experiment/view.ts";
import { attentionLines } from "../report/attention-text.ts";
import { ledgerText } from "../report/ledger-text.ts";
import { headline } from "../report/order-sentences.ts";
import { changedText, problemLines } from "../report/problems-text.ts";
import { incompleteness, rankingTable } from "../report/ranking-text.ts";
import { spentText } from "../report/spent-text.ts";
import { samplesText } from "../report/status-text.ts";
import { call } from "../text/call.ts";
import { inline, join, literal, type Markdown, md } from "../text/markdown.ts";

/** Where a run stands, from its ledger and from what is on disk. */
export function progress({ experiment, ledger, status }: View): Markdown {
  const text = ledgerText({ lines: ledger, status, models: usageByModel(ledger), spent: spentOf(ledger) });
  const more = call("run", { experiment: experiment.task.experiment_id });
  return status.pending.length > 0 ? md`${text}\n\n${more} asks for what is left.` : text;
}

/** A short account of all of an experiment. `parts` are what `show` knows by name. */
export async function account(
  { experiment, artifacts, ledger, status }: View,
  parts: readonly string[],
): Promise<Markdown> {
  const { task, dir } = experiment;
  const { stale } = artifacts;
  const { ranking, problems: unreadable } = await storedRanking(experiment);
  const problems = [...artifacts.problems, ...unreadable];
  const missing = ranking ? incompleteness(ranking) : null;
  const { designs, reviews, scores, pending } = status;
  const id = task.experiment_id;
  const look = attentionLines(attentionOf(task, artifacts, ledger));
  return join(
    [
      ...(missing ? [missing] : []),
      md`## ${inline(task.topic)}`,
      ...(ranking ? [headline(ranking), rankingTable(ranking)] : [md`Not ranked yet.`]),
      ...(look.length > 0 ? [join(look, "\n")] : []),
      join(
        [
          md`- Experiment: ${literal(id)}, begun ${inline(task.created_at.slice(0, 16).replace("T", " "))} UTC`,
          md`- Designs: ${designs.there} of ${designs.wanted}: ${join(
            task.designers.map(({ design_id }) => inline(design_id)),
            ", ",
          )}`,
          md`- Reviews: ${reviews.there} of ${reviews.wanted}; scores: ${scores.there} of ${scores.wanted}${samplesText(status)}`,
          md`- Spent: ${spentText(spentOf(ledger))}`,
          md`- Files: ${literal(dir)}`,
          ...stale.slice(0, 10).map(({ path, changed }) => md`- Stale: ${literal(path)}: ${changedText(changed)}`),
          ...problemLines(problems),
        ],
        "\n",
      ),
      md`### Next`,
      join(
        [
          ...(pending.length === 0 ? [] : [md`- ${call("run", { experiment: id })} asks for what is missing`]),
          md`- ${call("show", { experiment: id, design: artifacts.designs[0]?.design_id ?? "…" })} shows a design; \`what\`: ${inline(parts.join(", "))}`,
        ],
        "\n",
      ),
    ],
    "\n\n",
  );
}
