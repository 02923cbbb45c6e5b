import type { Resting } from "../artifacts/basis.ts";
import type { PlannedRisk, PlannedTask, TaskPlan } from "../artifacts/task-plan.ts";
import { count } from "../text/numbers.ts";
import { type Block, heading } from "./block.ts";
import { say, words } from "./sentence.ts";

/** Decisions of the design that one task's file quotes. */
const MAX_CHOICES = 8;
/** Constraints that it does not serve itself and quotes none the less. */
const MAX_CONSTRAINTS = 12;

/** What stands over the risks of a task, over what was remarked on it, and over what its fields mean. */
export const RISKS_CARRIED = "Risks that it carries";
export const REMARK_OF_APPROVAL = "Remark of who approved it";
const FIELDS_ABOVE = "What the fields above say";

/** What leads from a task's file to the design, to the decision for it, and to the tasks that it waits for. */
export const WHOLE_BRIEF = "The brief that it was planned from, whole: ";
export const WHOLE_DOCUMENT = "The document that it was planned from, whole: ";
export const WHOLE_DESIGN = "The chosen design, whole: ";
export const THE_DECISION = "The decision for it: ";
export const WAITS_FOR = "It can begin once these are done: ";

/** What the fields of a task's file mean that are words of its format, for whoever never saw one. */
export const fieldsExplained = (): Block<never>[] => [
  heading(say`${FIELDS_ABOVE}`, 2),
  say`\`scope\` is how much the task touches, from single over narrow, moderate and broad to system; \`risk\` how likely it is to fail; \`impact\` what its failure would reach, from isolated over component and phase to project; \`level\` what kind of work it is. All four are estimates of who planned it. \`depends_on\` has the tasks that come before it: what stands there counts.`,
];

/** A risk of the design in a task's file; its number stands there where the file names it so. */
export const riskSaid = ({ id, severity, text }: PlannedRisk, named: ReadonlySet<string>): string =>
  `${named.has(id) ? `${id}, ` : ""}${severity}: ${text.replace(/\s+/gu, " ")}`;

/** The numbers of requirements and risks (R1, C1, N1, K1) in the words of a plan. */
export const numbersNamed = (...texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}_])[RCNK]\d{1,3}(?![\p{L}\p{N}_])/gu) ?? []));

/**
 * What a task's file quotes, below what is to be done: why the design was chosen, whole; each requirement and component
 * that it names in full, and what the design decided about those components; the constraints, which hold whatever is
 * built; and what else it names by number.
 * @param named Numbers that the file's own words name.
 */
export function quotedInFile(
  task: PlannedTask,
  { builds, risks, rests_on }: Pick<TaskPlan, "builds" | "risks"> & Resting,
  named: ReadonlySet<string>,
): Block<never>[] {
  if (builds === undefined) return [];
  const requirements = builds.requirements.filter(({ id }) => task.requirements.includes(id));
  const components = builds.components.filter(({ name }) => task.components.includes(name));
  const choices = (builds.choices ?? []).filter(({ components: of }) =>
    of.some((name) => task.components.includes(name)),
  );
  const more = choices.length - MAX_CHOICES;
  const limits = builds.requirements.filter(({ id }) => /^C\d/u.test(id) && !task.requirements.includes(id));
  const unsaid = limits.length - MAX_CONSTRAINTS;
  const shown = [...requirements, ...limits.slice(0, MAX_CONSTRAINTS)];
  // Whoever decided knew no number of a risk.
  const said = new Set([...named, ...numbersNamed(builds.because ?? "")]);
  const others = builds.requirements.filter((each) => said.has(each.id) && !shown.includes(each));
  const dangers = risks.filter(({ id }) => named.has(id) && !task.risks.includes(id));
  return [
    rests_on === undefined ? [] : say`Its plan rests on the ${rests_on.kind} alone: nobody compared designs.`,
    ...becauseQuoted(builds.because),
    ...(requirements.length === 0 ? [] : [heading(say`Requirements that it serves`, 2)]),
    ...requirements.flatMap(quoted),
    ...(components.length === 0
      ? []
      : [heading(say`What it builds of the ${rests_on === undefined ? "design" : rests_on.kind}`, 2)]),
    ...components.flatMap(({ name, text }): Block<never>[] => [say`${words(name, "all")}:`, { is: "copy", text }]),
    ...(choices.length === 0 ? [] : [heading(say`What the design decided about it`, 2)]),
    ...choices
      .slice(0, MAX_CHOICES)
      .flatMap(({ aspect, text }): Block<never>[] => [say`${words(aspect, "all")}:`, { is: "copy", text }]),
    more > 0 ? say`And ${count(more, "more decision")} of the design, which stand there.` : [],
    ...(limits.length === 0 ? [] : [heading(say`What no task may break`, 2)]),
    ...limits.slice(0, MAX_CONSTRAINTS).flatMap(quoted),
    unsaid > 0 ? say`And ${count(unsaid, "more constraint")}, which the design's document holds.` : [],
    ...(others.length + dangers.length === 0 ? [] : [heading(say`What else is named here`, 2)]),
    ...others.flatMap(quoted),
    ...dangers.flatMap(({ id, severity, text }) => quoted({ id, text: `${severity} risk: ${text}` })),
  ];
}

const quoted = ({ id, text }: { id: string; text: string }): Block<never>[] => [
  say`${words(id, "all")}:`,
  { is: "copy", text },
];

function becauseQuoted(because: string | undefined): Block<never>[] {
  if (because === undefined) return [];
  return [
    heading(say`Why this design was chosen`, 2),
    say`In the words of who decided. Where they and the design differ, these words hold:`,
    { is: "copy", text: because },
  ];
}
