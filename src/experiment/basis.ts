import type { RestsOn } from "../artifacts/basis.ts";
import type { Brief } from "../artifacts/brief.ts";
import type { Design, DesignBody } from "../artifacts/design.ts";
import { briefSha256 } from "../artifacts/hashes.ts";
import type { Task } from "../artifacts/task.ts";
import { headingOf, partsUnderHeadings } from "../text/headings.ts";
import { truncate } from "../text/truncate.ts";
import { allDesigns } from "./rounds.ts";
import type { View } from "./view.ts";

/** A text that can be planned: a design, or what stands in the place of one. */
export type PlannedText = DesignBody & Pick<Design, "design_id" | "generating_model">;

/** What a plan is made of where nobody designed: its text in a design's fields, and what it is. */
export type Instead = { text: PlannedText; rests_on: RestsOn };

/** Characters of one part of a document that task files quote. */
const MAX_PART = 20_000;

type Kept = Pick<View["artifacts"], "basis" | "brief">;

/** The document that an experiment was made of, else its brief; null where it has neither. */
export function insteadOf({ task, artifacts: { basis, brief } }: { task: Task; artifacts: Kept }): Instead | null {
  if (basis !== undefined) {
    const { file, text } = basis;
    const parts = partsUnderHeadings(text).map(({ title, text: said }) => part(title, said));
    const title = headingOf(text) ?? file;
    const body = { title, summary: title, architecture_overview: text, components: parts };
    return { text: { ...EMPTY, ...body, design_id: "document" }, rests_on: { kind: "document", file } };
  }
  if (task.brief === undefined) return null;
  return { text: { ...EMPTY, ...ofBrief(task, task.brief, brief), design_id: "brief" }, rests_on: { kind: "brief" } };
}

/** Every text that can be planned. */
export function plannableTexts(view: Pick<View, "experiment" | "artifacts" | "rounds">): PlannedText[] {
  const instead = insteadOf({ task: view.experiment.task, artifacts: view.artifacts });
  return [...allDesigns(view), ...(instead === null ? [] : [instead.text])];
}

/** Whether a brief or a document was planned and nobody designed: the stages between are left out until somebody has it designed. */
export function insteadPlanned({ artifacts, planned }: Pick<View, "artifacts" | "planned">): boolean {
  return artifacts.designs.length === 0 && planned?.plan.rests_on !== undefined;
}

const EMPTY = {
  generating_model: "",
  assumptions: [],
  components: [],
  data_flow: "",
  tradeoffs: [],
  risks: [],
  open_questions: [],
} satisfies Partial<PlannedText>;

const part = (name: string, said: string): DesignBody["components"][number] => ({
  name,
  description: truncate(said, MAX_PART),
  responsibilities: [],
});

/** Everything of the task, by which a plan of it is stale once a word changed: of its own, or of the brief since. */
function ofBrief(task: Task, kept: NonNullable<Task["brief"]>, today: Brief | undefined) {
  const { requirements, constraints, non_functional_requirements } = task;
  return {
    title: task.topic,
    summary: task.task,
    architecture_overview: JSON.stringify([requirements, constraints, non_functional_requirements]),
    assumptions: kept.assumptions,
    open_questions: kept.open_questions,
    additional_notes: JSON.stringify([kept.out_of_scope, today === undefined ? kept.sha256 : briefSha256(today)]),
  };
}
