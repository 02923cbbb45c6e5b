import { OF_ONE_TASK, PLAN_VIEWS, type PlanAnswer, type PlanView } from "../../plan/answer.ts";
import { type Markdown, md } from "../../text/markdown.ts";
import { count } from "../../text/numbers.ts";
import { bottleneckText, criticalText, cyclesText, parallelText, topoText } from "./plan-graph-text.ts";
import { nextText } from "./plan-next-text.ts";
import { type Asked, paged, viewCall } from "./plan-paged.ts";
import { listText, showText, waysText } from "./plan-task-text.ts";
import { validateText } from "./plan-validate-text.ts";
import { costText, decomposeText, riskText } from "./plan-weights-text.ts";

/** What each view answers. */
const ANSWERS: Readonly<Record<PlanView, Markdown>> = {
  next: md`what can be started now, in which order and why, and what beside it`,
  list: md`every task with its status and what it waits for`,
  show: md`one task whole`,
  deps: md`what comes before a task, directly and in all`,
  dependents: md`what waits for a task, directly and in all`,
  validate: md`what is wrong with the files, the dependencies and what the plan serves`,
  topo: md`an order in which everything can be done`,
  cycles: md`what waits for itself, each as a path`,
  critical: md`the longest path of what is left, by cost`,
  parallel: md`what can be done at the same time, and what of it touches the same files`,
  bottleneck: md`the tasks that most ways lead through`,
  risk: md`how many tasks there are of each risk, and the riskiest path`,
  cost: md`what is left in expected cost, and how much of that comes from failing`,
  decompose: md`tasks that are to be made smaller, and why`,
  help: md`these views`,
};

/** One view of a plan, in at most 60 lines; a task that is no file yet is shown whole. */
export function planText(answer: PlanAnswer, asked: Asked): Markdown {
  const { plan } = answer;
  switch (answer.view) {
    case "next":
      return nextText(plan, answer.facts, asked);
    case "list":
      return listText(plan, answer.facts, asked);
    case "show":
      return showText(plan, answer.facts, asked);
    case "deps":
    case "dependents":
      return waysText(plan, answer.view, answer.facts, asked);
    case "validate":
      return validateText(plan, answer.facts, asked);
    case "topo":
      return topoText(plan, answer.facts, asked);
    case "cycles":
      return cyclesText(answer.facts, asked);
    case "critical":
      return criticalText(plan, answer.facts, asked);
    case "parallel":
      return parallelText(plan, answer.facts, asked);
    case "bottleneck":
      return bottleneckText(plan, answer.facts, asked);
    case "risk":
      return riskText(plan, answer.facts, asked);
    case "cost":
      return costText(plan, answer.facts, asked);
    case "decompose":
      return decomposeText(plan, answer.facts, asked);
    case "help":
      return helpText(plan.all.ids.length, asked);
  }
}

function helpText(tasks: number, asked: Asked): Markdown {
  const rows = PLAN_VIEWS.map((view) => {
    return md`- **${view}**${OF_ONE_TASK.includes(view) ? md` (task)` : md``}: ${ANSWERS[view]}`;
  });
  const head = [
    md`**Questions that can be asked of a plan**${tasks === 0 ? md`` : md`, here of ${count(tasks, "task")}`}:`,
  ];
  const example = md`For example ${viewCall(asked, "critical")}. Everything is derived from what the files say now.`;
  return paged({ head, rows, tail: [example], view: "help" }, asked);
}
