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
  | { way: "agent"; files: readonly string[] }
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

/** The way that fits a task, by what is there and what it states; no word of it is understood. */
export function fitOf({ alike, question, project, files, document, bare, requirements }: TaskFacts): FittingWay {
  if (alike !== null) return alike.way === "brief approved" ? { way: "plan", brief: alike.id } : alike;
  if (question && project && requirements === 0) return { way: "agent", files };
  if (document !== null) return { way: "plan", document };
  return bare && requirements === 0 ? { way: "brief" } : { way: "designs", requirements };
}
