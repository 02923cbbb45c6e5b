import type { DesignInsight } from "../../artifacts/insights.ts";
import type { Attention } from "../../artifacts/note.ts";
import { allCriteria, type Task } from "../../artifacts/task.ts";
import { disputed, metBy } from "../../artifacts/unmet.ts";
import { type Account, accountOf } from "../../story/account.ts";
import { coverageText } from "../../story/coverage-shown.ts";
import { howToRead, howToReadTitle } from "../../story/how-to-read.ts";
import { incompleteAlone, leftOut } from "../../story/incomplete.ts";
import { beforeRelying, forAnOrder } from "../../story/report.ts";
import type { Sentence } from "../../story/sentence.ts";
import type { Story } from "../../story/story.ts";
import { verdictSaid } from "../../story/verdict.ts";
import { dispute } from "../../story/why.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { count } from "../../text/numbers.ts";
import { bulletLines, called, drawn } from "./drawn.ts";
import { attentionLines, failureLines, group } from "./lines.ts";
import { betterText, criteriaTables, meetsText, rankingTable } from "./story-text.ts";
import { table } from "./table.ts";
import { askedText, givenTaskText } from "./task-body.ts";

/** Characters of a task, of a requirement in a table, and of a sentence about a design. */
const TASK = 3_000;
const REQUIREMENT = 80;
const SENTENCE = 240;

/** results/ranking.md: one page for people, such as for a pull request. The verdict first, the best ranked design first. */
export function rankingPage(story: Story, task: Task, attention: Attention): Markdown {
  const { ranking } = story;
  const account = accountOf(story, attention);
  const { cautions, files } = account.notes;
  const text = join(
    [
      md`# ${inline(ranking.topic)}`,
      ...(account.decision ? [drawn(account.decision, story.names)] : []),
      ...incompleteAlone(account.incomplete).map((each) => drawn(each)),
      drawn(verdictSaid(account.told, account.personas), story.names),
      ...account.better.map((each) => drawn(each, story.names)),
      ...section(drawn(beforeRelying), [
        ...(account.order ? [drawn(forAnOrder(account.order), story.names)] : []),
        ...group(attentionLines(account.attention, story.names)),
        ...group(bulletLines(cautions, story.names)),
      ]),
      ...section(
        md`Why`,
        group(
          bulletLines(
            account.reasons.map(({ said }) => said),
            story.names,
          ),
        ),
      ),
      ...section(md`Designs`, [
        rankingTable(ranking, story.names),
        ...byRank(story).map((design) => designLines(story, design)),
      ]),
      ...section(md`Requirements`, coverageTable(story)),
      ...section(
        md`Scores by criterion`,
        criteriaTables(
          ranking,
          allCriteria(task).map(({ name }) => name),
          story.names,
        ),
      ),
      ...betterText(story, task),
      ...section(md`How sure`, group(bulletLines(trusted(account), story.names))),
      ...section(md`What failed`, group(failureLines(account.failed, story.names, 100))),
      ...section(drawn(leftOut), group(bulletLines(files, story.names))),
      ...section(md`The task`, [givenTaskText(task, TASK), ...askedText(task)]),
      ...section(drawn(howToReadTitle), [...howToRead(ranking, account).map((each) => drawn(each))]),
    ],
    "\n\n",
  );
  return md`${text}\n`;
}

/** What the scores show of themselves, without what is only for whoever asks. */
function trusted({ findings }: Account): Sentence[] {
  return findings.flatMap(({ said, aside }) => (aside ? [] : said));
}

/** The designs that are there, the best ranked first. */
function byRank({ ranking, insights }: Pick<Story, "ranking" | "insights">): DesignInsight[] {
  return ranking.designs.flatMap(
    ({ design_id }) => insights.designs.find((each) => each.design_id === design_id) ?? [],
  );
}

/** What a design is, in five lines at most: its main choice, what reviewers hold against it and miss, its own gravest risk. */
function designLines(story: Story, design: DesignInsight): Markdown {
  const { design_id, approach, main_choice, worst_weakness, worst_gap, worst_risk } = design;
  return join(
    [
      md`**${called(design_id, true, story.names)}**`,
      md`- What it is: ${inline(approach, SENTENCE)}`,
      ...(main_choice
        ? [md`- Main choice: ${inline(main_choice.aspect, SENTENCE)}: ${inline(main_choice.choice, SENTENCE)}`]
        : []),
      ...(worst_weakness
        ? [
            md`- Against it (${worst_weakness.reviewers} of ${count(worst_weakness.of, "reviewer")}): ${inline(worst_weakness.text, SENTENCE)}`,
          ]
        : []),
      ...(worst_gap
        ? [
            md`- Left out (${worst_gap.reviewers} of ${count(worst_gap.of, "reviewer")}): ${inline(worst_gap.text, SENTENCE)}`,
          ]
        : []),
      ...(worst_risk ? [md`- Gravest risk (${worst_risk.severity}): ${inline(worst_risk.description, SENTENCE)}`] : []),
    ],
    "\n",
  );
}

/** Requirement × design with how many reviewers say so, and below it what no design meets. */
function coverageTable({ ranking, coverage, insights, unmet, names }: Story): Markdown[] {
  if (coverage.length === 0) return [];
  const designs = byRank({ ranking, insights });
  const rows = coverage.map(({ requirement, cells }) => [
    `${requirement.id} ${requirement.text}`,
    ...designs.map(({ design_id }) => {
      const cell = cells.find((each) => each.design_id === design_id);
      return cell ? coverageText(cell) : "–";
    }),
  ]);
  const meets = designs.map(({ design_id }) => meetsText(metBy(design_id, coverage)));
  const head = ["", ...designs.map(({ letter }) => letter)];
  const shown = table(head, [...rows, ["Meets", ...meets]], undefined, REQUIREMENT);
  const none = unmet.map(({ id, text }) => md`- **${inline(id)}** ${inline(text)}`);
  const open = disputed(coverage, null).map(
    ({ requirement: { id }, cells }) =>
      md`- **${inline(id)}** ${drawn(dispute(cells, insights.designs.length), names)}`,
  );
  return [
    shown,
    ...(none.length > 0 ? [md`No design meets:`, ...group(none)] : []),
    ...(open.length > 0 ? [md`Reviewers disagree on:`, ...group(open)] : []),
  ];
}

function section(title: Markdown, parts: readonly Markdown[]): Markdown[] {
  return parts.length > 0 ? [md`## ${title}`, ...parts] : [];
}
