import { FAILURE_WORDS } from "../artifacts/failure.ts";
import { missingDesigns } from "../experiment/named.ts";
import { usageByModel } from "../experiment/spent.ts";
import { storedRanking, type View } from "../experiment/view.ts";
import { askAgain, isUnfinished } from "../stages/stages.ts";
import { accountOf } from "../story/account.ts";
import { attentionSaid } from "../story/attention.ts";
import { storyOf } from "../story/story-of.ts";
import { inline, join, literal, type Markdown, md } from "../text/markdown.ts";
import { typed } from "../text/typed.ts";
import { bullets, called, drawn } from "../views/markdown/drawn.ts";
import { ledgerText } from "../views/markdown/ledger-text.ts";
import { attentionLines, changedText, problemLines, section } from "../views/markdown/lines.ts";
import { spentText } from "../views/markdown/spent-text.ts";
import { finishedText } from "../views/markdown/status-text.ts";
import { authorsLine, incompleteness, storyTable, verdict } from "../views/markdown/story-text.ts";

/** Where a run stands, from its ledger and from what is on disk. */
export function progress(view: View): Markdown {
  const { ledger, status, spent, names } = view;
  const text = ledgerText({ lines: ledger, status, models: usageByModel(ledger), spent }, names);
  return isUnfinished(view) ? md`${text}\n\n${askAgain(view, md`what is left`)}.` : text;
}

/** A short account of all of an experiment. `parts` are what `show` knows by name. */
export async function account(view: View, parts: readonly string[]): Promise<Markdown> {
  const { experiment, artifacts, status, names } = view;
  const { task, dir } = experiment;
  const { stale } = artifacts;
  const { ranking, problems: unreadable } = await storedRanking(experiment);
  const problems = [...artifacts.problems, ...unreadable];
  const id = task.experiment_id;
  const story = ranking && storyOf(view, ranking);
  const told = story && accountOf(story, view.attention);
  const missing = told && incompleteness(told);
  const look = attentionLines(told?.attention ?? attentionSaid(view.attention), names);
  const why = bullets(
    (told?.reasons ?? []).map(({ said }) => said),
    names,
  );
  return join(
    [
      ...(missing ? [missing] : []),
      md`## ${inline(task.topic)}`,
      ...(story && told ? [verdict(told.told, names), storyTable(story), authorsLine(story)] : [md`Not ranked yet.`]),
      ...section(md`Look at this first`, look),
      ...section(md`Why`, why),
      md`### What there is`,
      join(
        [
          md`- Experiment: ${literal(id)}, begun ${inline(task.created_at.slice(0, 16).replace("T", " "))} UTC`,
          md`- ${finishedText(status)}`,
          ...(story ? missingLines(view).map(({ line }) => line) : designLines(view)),
          md`- Spent: ${spentText(view.spent)}`,
          md`- Files: ${literal(dir)}`,
          ...stale.slice(0, 10).map(({ path, changed }) => md`- Stale: ${literal(path)}: ${changedText(changed)}`),
          ...problemLines(problems),
        ],
        "\n",
      ),
      md`### Next`,
      join(
        [
          ...(told?.order ? [md`- For an order, ${drawn(told.order, names)}`] : []),
          ...(isUnfinished(view) ? [md`- ${askAgain(view)}`] : []),
          ...(story ? [md`- ${typed("open", id)} shows the report in the browser`] : []),
          md`- ${typed("show", id, "A")} shows design A; in place of A: ${inline(parts.filter((part) => part !== "ranking").join(", "))}`,
          ...(artifacts.designs.length < 2 ? [] : [md`- ${typed("compare", id)} sets the first two side by side`]),
        ],
        "\n",
      ),
      ...(told ? [verdict(told.told, names)] : []),
    ],
    "\n\n",
  );
}

/** A line for each design of the plan: its letter, its title where it is there, and who writes it. */
function designLines(view: View): Markdown[] {
  const { experiment, artifacts, names } = view;
  const there = artifacts.designs.map((design) => ({
    design_id: design.design_id,
    line: md`  - ${called(design.design_id, true, names)} by ${inline(design.generating_model)}`,
  }));
  const lines = [...there, ...missingLines(view)];
  return experiment.task.designers.flatMap(({ design_id }) =>
    lines.filter((each) => each.design_id === design_id).map(({ line }) => line),
  );
}

/** A line for each design that is not there, with the reason where it is known. */
function missingLines({ experiment: { task }, artifacts, status }: View): { design_id: string; line: Markdown }[] {
  return missingDesigns(task, artifacts.designs, status.failures).map(({ design_id, letter, model, kind }) => ({
    design_id,
    line: md`  - ${inline(letter)} by ${inline(model)} is missing${kind ? md`: ${inline(FAILURE_WORDS[kind])}` : md``}`,
  }));
}
