import type { NextStep, OpenWork } from "../artifacts/open-work.ts";
import type { Outline } from "../artifacts/outline.ts";
import type { StageState } from "../artifacts/stages/row.ts";
import { STAGE_NAMES, type States } from "../artifacts/stages/stages.ts";
import type { BriefView } from "./brief.ts";
import type { ToldDecision } from "./told-decisions.ts";

/** How the tasks of an experiment's plan stand. */
export type TasksStand = {
  completed: number;
  all: number;
  in_progress: readonly string[];
  /** The one to start next; null where none can be started. */
  next: { id: string; name: string } | null;
};

/** An experiment as the page of a project tells of it. */
export type ProjectEntry = OpenWork & {
  /** When something of it last happened, milliseconds since the epoch. */
  at: number;
  /** Where its stages are; of a brief without a task that one alone. */
  states: States;
  counts: Outline["counts"] | null;
  ranked: Outline["ranked"];
  decided: ToldDecision | null;
  tasks: TasksStand | null;
};

type Told = { id: string; dir: string; topic: string; at: number };

/** One that began with questions and has no task yet. */
export function briefEntry(told: Told, brief: BriefView, state: StageState): ProjectEntry {
  const step = STEP_OF_BRIEF[brief.state];
  const questions = step === "answer" ? brief.open.length : 0;
  const isOver = brief.state === "questions" && questions === 0;
  return {
    ...told,
    step: isOver ? "nothing" : step,
    questions,
    task: null,
    states: { brief: state },
    counts: null,
    ranked: null,
    decided: null,
    tasks: null,
  };
}

const STEP_OF_BRIEF: Readonly<Record<BriefView["state"], NextStep>> = {
  questions: "answer",
  needs_input: "answer",
  working: "brief",
  rejected: "brief",
  needs_approval: "approve-brief",
  approved: "run",
};

type Worked = Pick<ProjectEntry, "decided" | "tasks"> & { outline: Outline };

/** One with a task. */
export function workEntry(told: Told, { outline, decided, tasks }: Worked): ProjectEntry {
  const states = statesIn(outline);
  return {
    ...told,
    step: stepOf(states, { outline, decided, tasks }),
    questions: 0,
    task: tasks?.next?.id ?? null,
    states,
    counts: outline.counts,
    ranked: outline.ranked,
    decided,
    tasks,
  };
}

/** Those that are known by name. */
function statesIn({ stages = {} }: Outline): States {
  const known = STAGE_NAMES.flatMap((name) => (stages[name] === undefined ? [] : [[name, stages[name]]]));
  return Object.fromEntries(known) as States;
}

function stepOf({ refine, decision, plan }: States, { outline, decided, tasks }: Worked): NextStep {
  if (outline.open) return "finish";
  if (outline.withheld) return "judge";
  if (refine === "stopped") return "refine";
  if (decided === null) return outline.ranked === null ? "nothing" : "decide";
  if (decision === "stale") return "decide-anew";
  if (decided.design_id === null || decided.outcome !== null) return "nothing";
  const step = plan && STEP_OF_PLAN[plan];
  if (step !== undefined) return step;
  if (tasks === null) return "nothing";
  return tasks.completed < tasks.all ? "task" : "outcome";
}

const STEP_OF_PLAN: Readonly<Partial<Record<StageState, NextStep>>> = {
  not_begun: "plan",
  stale: "plan-anew",
  needs_approval: "approve-plan",
  stopped: "write-plan",
};
