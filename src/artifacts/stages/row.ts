/** Where a stage of an experiment can be. `rejected`: a person sent it back with a word, which is taken up. */
export const STAGE_STATES = [
  "not_begun",
  "working",
  "stopped",
  "needs_input",
  "needs_approval",
  "rejected",
  "stale",
  "skipped",
  "done",
] as const;
export type StageState = (typeof STAGE_STATES)[number];

/** All that follows from the role alone that the lab gives a model. */
export type RoleFacts = {
  /** Names of the host's tools that a session of the role may be given. */
  tools: readonly string[];
  /** What it is told whose look at the project was refused; absent for one that looks at nothing. */
  refused?: string;
  /** Turns before the host makes the session answer. */
  steps: number;
  /** Requests to the provider that one question may take, all its sessions, turns and repairs together. */
  max_requests: number;
  /** What a session usually takes, before any was seen: turns, tokens of the answer, seconds. */
  typical: { turns: number; output: number; seconds: number };
  /** The section of the configuration that the sampling numbers come from. */
  sampling: "design" | "review";
};

/**
 * All that must be known of a stage without its code. Rows know no schema, for schemas name what rows list: those of its
 * files stand beside it, in NAME-files.ts.
 */
export type StageRow = {
  /** The kinds of files that it makes. */
  makes: readonly string[];
  /** A folder that holds all files of one of these lists is an experiment to isolation, wherever it lies. */
  signs: readonly (readonly string[])[];
  roles: Readonly<Record<string, RoleFacts>>;
  /** What its sessions are asked for: of which role, in words of the ledger and of failures, and while what runs. */
  phases: Readonly<Record<string, { role: string; work: string; while: string }>>;
  /**
   * What a call does at it, as people see it while it runs; and what a person is told who stops it there, where that is
   * not what a run keeps.
   */
  runs: Readonly<Record<string, { doing: string; stopped?: string }>>;
  /** What list, account and page say where it is in a state; nothing of one that is absent, or said otherwise. */
  stands: Readonly<Partial<Record<StageState, string>>>;
};

/** Tools that see the project. */
export const LOOKS = ["read", "grep", "glob"] as const;

/** What it is told that reads the project for something else than a design, and was refused. */
export const readsWithin = (verb: string): string =>
  `You may read, grep and glob inside the project; experiments, and all that lies outside the project, are closed to you. ${verb} from what you can see, and do not try another way.`;
