import type { Resting } from "../../artifacts/basis.ts";
import { planApprovalId } from "../../artifacts/hashes.ts";
import type { Names } from "../../artifacts/names.ts";
import { givingWay, type PlannedRisk, type PlannedTasks, type TaskPlan } from "../../artifacts/task-plan.ts";
import { generationsOf, graphOf } from "../../plan/graph.ts";
import { questionIn } from "../../questions/check.ts";
import type { NewQuestion } from "../../questions/types.ts";
import { PLAN_SECTION } from "../../story/plan-shown.ts";
import { PLANNER_TOLD } from "../../story/planner-told.ts";
import { unmarked } from "../../story/sentence.ts";
import { IS_IT_BUILT_SO, type PlanChanges, plannedBy } from "../../story/task-plan.ts";
import { planSection, taskSection } from "../../views/markdown/task-plan-text.ts";
import { asTask, type ToServe } from "./check.ts";

/**
 * The question by which a person approves these very tasks, in an order in which they can be done.
 * @param before The question about the plan that was sent back; null where none was.
 */
export function planApproval(
  plan: TaskPlan,
  { titles }: Pick<Names, "titles">,
  before: NewQuestion | null,
): NewQuestion & { id: string } {
  return {
    id: planApprovalId(plan),
    type: "show_plan",
    text: IS_IT_BUILT_SO,
    context: unmarked(plannedBy(plan), String),
    required: true,
    sections: onlyChanged(
      plan,
      sectionsOf(plan, plan.risks, {
        title: titles.get(plan.design_id) ?? plan.design_id,
        rests_on: plan.rests_on,
        before: before !== null && "sections" in before ? before.sections : null,
        expansion: plan.expansion,
      }),
    ),
  };
}

/** Of a plan whose tasks are files already, in which one gives way to its parts: the whole, these, and who waits for them. */
function onlyChanged(plan: TaskPlan, sections: Section[]): Section[] {
  const gone = givingWay(plan);
  if (!gone) return sections;
  const led = gone.before.tasks.flatMap(({ id, depends_on }) => (depends_on.includes(gone.task) ? [id] : []));
  return sections.filter(({ id }) => [PLAN_SECTION, ...gone.parts, ...led].includes(id));
}

/** What keeps a person from being asked about such tasks, in sentences for the model; none where nothing does. */
export function unaskable(tasks: PlannedTasks, wanted: ToServe): string[] {
  const question = {
    type: "show_plan",
    text: "?",
    sections: sectionsOf(tasks, wanted.risks, { title: "", rests_on: undefined, before: null, expansion: undefined }),
  };
  const faults = questionIn(question);
  return Array.isArray(faults) ? faults.map(PLANNER_TOLD.tooMuch) : [];
}

type Section = { id: string; title: string; markdown: string };
type Shown = Resting & {
  title: string;
  before: readonly Section[] | null;
  expansion: TaskPlan["expansion"];
};

function sectionsOf(
  { tasks, not_served }: PlannedTasks,
  risks: readonly PlannedRisk[],
  { title, rests_on, before, expansion }: Shown,
) {
  const steps = generationsOf(graphOf(tasks.map(asTask)));
  const inOrder = steps.flat().flatMap((id) => tasks.find((task) => task.id === id) ?? []);
  const sections = inOrder.map((task) => ({
    id: task.id,
    title: `${task.id}: ${task.name}`,
    markdown: taskSection(task, risks),
  }));
  const changes = before === null || expansion ? null : changesOf(sections, before);
  return [
    {
      id: PLAN_SECTION,
      title: "The plan",
      markdown: planSection({ tasks, not_served }, { title, rests_on, changes, steps, expansion }),
    },
    ...sections,
  ];
}

/**
 * Ids of tasks that a person reads another text of than before, that are new, and that are gone; null where all are, as
 * in a plan that was made anew.
 */
function changesOf(now: readonly Section[], before: readonly Section[]): PlanChanges | null {
  const texts = new Map(before.map(({ id, title, markdown }) => [id, `${title}\n${markdown}`]));
  const ids = new Set(now.map(({ id }) => id));
  if (!now.some(({ id, title, markdown }) => texts.get(id) === `${title}\n${markdown}`)) return null;
  return {
    changed: now.flatMap(({ id, title, markdown }) => {
      const text = texts.get(id);
      return text === undefined || text === `${title}\n${markdown}` ? [] : [id];
    }),
    added: now.flatMap(({ id }) => (texts.has(id) ? [] : [id])),
    gone: before.flatMap(({ id }) => (ids.has(id) || id === PLAN_SECTION ? [] : [id])),
  };
}
