import type { SmallWork } from "./small-work.ts";

/** What a task fits into, and what that is known by. */
export type FittingWay =
  /** Something of the same words is there already, and has a next step or an end. */
  | {
      way: "decided";
      id: string;
      title: string | null;
      by: string | null;
      at: string;
      because: string;
      planned: boolean;
    }
  | { way: "waits"; id: string; what: "brief" | "run" | "decision" | "plan" | "tasks" }
  | { way: "plan"; brief: string }
  | { way: "plan"; document: string }
  | { way: "agent"; work: SmallWork | "question"; files: readonly string[] }
  | { way: "brief" }
  | { way: "designs"; requirements: number };

/** What was begun with nearly the words of a task. */
export type AlikeThere =
  | Extract<FittingWay, { way: "decided" | "waits" }>
  /** Approved, and nobody designed it. */
  | { way: "brief approved"; id: string };

export type TaskFacts = {
  /** The most alike of what is there; null where nothing is. */
  alike: AlikeThere | null;
  /** It ends as a question does, in any script, and says little else. */
  question: boolean;
  /** A fix, or a small change in files that are there; null for neither. */
  small: SmallWork | null;
  /** Whether the project has files of its own. */
  project: boolean;
  /** Files and folders of the project that its words name. */
  files: readonly string[];
  /** A document of the project that it names; null for none. */
  document: string | null;
  /** Few words that state nothing beside what is to be made. */
  bare: boolean;
  /** Requirements, constraints and qualities that stand beside it. */
  requirements: number;
};

/** The way that fits a task, by what is there, what it states and how it is worded. No model reads it. */
export function fitOf({ alike, question, small, project, files, document, bare, requirements }: TaskFacts): FittingWay {
  if (alike !== null) return alike.way === "brief approved" ? { way: "plan", brief: alike.id } : alike;
  if (question && project && requirements === 0) return { way: "agent", work: "question", files };
  // A document may be planned, unless it is what is to be fixed.
  if (small !== null && requirements === 0 && (small === "fix" || document === null))
    return { way: "agent", work: small, files };
  if (document !== null) return { way: "plan", document };
  return bare && requirements === 0 ? { way: "brief" } : { way: "designs", requirements };
}
