import type { Facts } from "../../plan/answer.ts";
import type { ReadPlan } from "../../plan/read-plan.ts";
import {
  assumedSaid,
  chanceRests,
  costRests,
  failureRests,
  riskRests,
  taskIds,
  twoDecimals,
} from "../../story/plan.ts";
import { join, type Markdown, md } from "../../text/markdown.ts";
import { count, oneDecimal } from "../../text/numbers.ts";
import { drawn } from "./drawn.ts";
import { type Asked, completedText, noneLeft, paged, taskName, troubleLines, unordered } from "./plan-paged.ts";

/** Ids that a line of classes names. */
const MAX_IDS = 6;

export function riskText(plan: ReadPlan, { classes, path, sum, assumed }: Facts["risk"], asked: Asked): Markdown {
  const all = classes.reduce((many, { ids }) => many + ids.length, 0);
  if (all === 0) return noneLeft(plan, asked, md`nothing is at risk`);
  const counted = classes.flatMap(({ risk, ids }) => {
    return ids.length === 0 ? [] : [md`- ${risk ?? md`not assessed`}: ${ids.length} (${drawn(taskIds(ids, MAX_IDS))})`];
  });
  const rows = path.map(({ id, weight, assumed: guessed }, at) => {
    return md`${at + 1}. ${taskName(plan, id)}: ${twoDecimals(weight)}${guessed ? "*" : ""}`;
  });
  const head = [
    md`**Risk of ${count(all, "task")} that ${all === 1 ? "is" : "are"} left:**`,
    join(counted, "\n"),
    ...troubleLines(plan, asked),
    md`**The riskiest path** has the highest sum of risk weight × impact weight, ${twoDecimals(sum)}:`,
  ];
  const tail = [join([drawn(riskRests), drawn(assumedSaid(assumed)), ...completedText(plan)], " "), ...unordered(plan)];
  return paged({ head, rows, tail, view: "risk" }, asked);
}

export function costText(plan: ReadPlan, facts: Facts["cost"], asked: Asked): Markdown {
  const { rows, once, expected, from_failure, independent, assumed } = facts;
  if (rows.length === 0) return noneLeft(plan, asked, md`it costs nothing`);
  const share = (part: number, whole: number): Markdown => md`${Math.round((100 * part) / whole)} %`;
  const lines = rows.map((row) => {
    const guessed = row.assumed.length > 0 ? "*" : "";
    return md`- ${taskName(plan, row.id)}: ${twoDecimals(row.expected)}${guessed} (cost ${row.cost}, succeeds in ${Math.round(100 * row.p_eff)} of 100, by itself in ${Math.round(100 * row.p)})`;
  });
  const head = [
    md`**What is left costs ${oneDecimal(expected)} expected, ${oneDecimal(once)} if nothing fails**; ${share(from_failure, expected)} of it comes from failing.`,
    md`Were failures independent (r = 1): ${oneDecimal(independent.expected)}, ${share(independent.from_failure, independent.expected)} of it from failing.`,
    ...troubleLines(plan, asked),
    md`The most expensive first:`,
  ];
  const rests = [
    drawn(costRests),
    drawn(chanceRests),
    drawn(failureRests),
    drawn(assumedSaid(assumed)),
    ...completedText(plan),
  ];
  return paged({ head, rows: lines, tail: [join(rests, " "), ...unordered(plan)], view: "cost" }, asked);
}

export function decomposeText(plan: ReadPlan, { rows, unassessed }: Facts["decompose"], asked: Asked): Markdown {
  const lines = rows.map(({ id, risk, scope }) => {
    const why = [...(risk === null ? [] : [md`risk ${risk}`]), ...(scope === null ? [] : [md`scope ${scope}`])];
    return md`- ${taskName(plan, id)}: ${join(why, ", ")}`;
  });
  const head = [
    rows.length === 0
      ? md`**No task needs to be made smaller.**`
      : md`**${count(rows.length, "task")} ${rows.length === 1 ? "is" : "are"} to be made smaller:** what is risky or wide fails more often, and a failure of it costs more.`,
    ...troubleLines(plan, asked),
  ];
  const silent =
    unassessed === 0
      ? md``
      : md` ${count(unassessed, "task")} ${unassessed === 1 ? "was" : "were"} not assessed in one of the two, and ${unassessed === 1 ? "is" : "are"} not told by it.`;
  const tail = [md`The rule: risk from high on, or scope from broad on, as the files say it.${silent}`];
  return paged({ head, rows: lines, tail, view: "decompose" }, asked);
}
