/** The words of the published format of task files, each from the least to the most, or in the order of a task's life. */
export const PLAN_STATUSES = ["pending", "in-progress", "completed", "failed", "blocked"] as const;
export const SCOPES = ["single", "narrow", "moderate", "broad", "system"] as const;
export const RISKS = ["trivial", "low", "medium", "high", "critical"] as const;
export const IMPACTS = ["isolated", "component", "phase", "project"] as const;
export const LEVELS = ["planning", "decomposition", "implementation", "review", "research"] as const;
export const PRIORITIES = ["low", "medium", "high", "critical"] as const;

export type PlanStatus = (typeof PLAN_STATUSES)[number];
export type Scope = (typeof SCOPES)[number];
export type Risk = (typeof RISKS)[number];
export type Impact = (typeof IMPACTS)[number];
export type Level = (typeof LEVELS)[number];

/** One task of a plan, as its file has it. What is null or empty was not assessed, or not said. */
export type PlanTask = {
  id: string;
  name: string;
  /** Absent is pending; null where something stands that is no status. */
  status: PlanStatus | null;
  /** Ids of the tasks that come before it. */
  depends_on: readonly string[];
  scope: Scope | null;
  risk: Risk | null;
  impact: Impact | null;
  level: Level | null;
  /** Usually one of PRIORITIES; the format takes any word. */
  priority: string | null;
  tags: readonly string[];
  assignee: string | null;
  /** Dates as they stand. */
  due: string | null;
  created: string | null;
  modified: string | null;
  /** Requirements (R1) and components of the design that it serves, by their names. */
  requirements: readonly string[];
  components: readonly string[];
  /** Paths or globs that it will likely touch. */
  files: readonly string[];
  /** How one knows that it is done: tests or commands. */
  done_when: readonly string[];
  /** Markdown below the front matter. */
  body: string;
  /** The file that it stands in, below the folder, with slashes. */
  file: string;
};

/** What is wrong with a task file, and on which line, from 1. Data only: story/plan-faults.ts makes the sentences. */
export type TaskFault = { file: string; line: number } & (
  | { kind: "yaml"; reason: string }
  | { kind: "no-end" }
  | { kind: "too-long"; most: number }
  | { kind: "too-deep"; most: number }
  /** An alias, which would be another part of the file once more, and a tag, which would make it something else. */
  | { kind: "alias" | "tag"; found: string }
  /** A field that stands twice, also in its other spelling. */
  | { kind: "twice"; field: string }
  /** A value that is not what its field takes; `need` follows "must be". */
  | { kind: "value"; field: string; need: string; found: string }
);

/** A file or folder that is not read, and why. */
export type LeftOut = { file: string } & (
  | { kind: "not-a-file"; found: string }
  | { kind: "too-large"; bytes: number; most: number }
  | { kind: "unreadable"; reason: string }
  /** More files, names of any kind, folders inside one another, characters of all files or of their front matter than are read. */
  | { kind: "more"; what: "files" | "names" | "folders" | "characters"; most: number }
);
