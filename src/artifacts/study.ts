import { type Static, Type } from "@sinclair/typebox";
import { OrNull } from "./described.ts";

/**
 * A study: every task by every panel, so many times. What its file came to is a bundle that stands alone, known by its
 * hash; what is known of its experiments and workers lies in a queue's database.
 */
const closed = { additionalProperties: false };
const Text = Type.String({ maxLength: 1_000_000 });
const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
/** What a person calls a study or a panel, safe as a name of a file. */
export const STUDY_NAME = "^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$";
/** The most that a study may hold. `experiments`: tasks × panels × repeats; `text`: characters of all its tasks. */
export const STUDY_MOST = {
  tasks: 10_000,
  panels: 20,
  repeats: 1_000,
  machines: 100,
  experiments: 100_000,
  text: 50_000_000,
} as const;
/** The most designs of a panel, and the most reviewers. */
export const PANEL_MOST = 100;
const Name = Type.String({ pattern: STUDY_NAME });
const Lines = Type.Array(Text, { maxItems: 500 });

/** A task as every panel gets it. `key`: its number and a slug of its title, "03-ferry-booking". */
/** The lists of a task. */
export const STUDY_LISTS = ["requirements", "constraints", "non_functional_requirements", "assertions"] as const;
export const StudyTask = Type.Object(
  {
    key: Name,
    title: Type.String({ maxLength: 400 }),
    /** The file or brief that it came from, from the study file's folder, and the hash of what stood there. */
    source: Type.String({ maxLength: 4_096 }),
    sha256: Sha256,
    task: Text,
    requirements: Lines,
    constraints: Lines,
    non_functional_requirements: Lines,
    assertions: Lines,
  },
  closed,
);
export type StudyTask = Static<typeof StudyTask>;

/**
 * Who designs and judges. `config`: the fields of a configuration as the file has them, checked; `files`: personas and
 * rubrics that it names, by the path at which a project holds them. `models`: all that it asks, `fallbacks` aside.
 */
export const StudyPanel = Type.Object(
  {
    name: Name,
    config: Type.Record(Type.String(), Type.Unknown()),
    files: Type.Array(Type.Object({ path: Type.String({ maxLength: 4_096 }), text: Text }, closed), { maxItems: 60 }),
    models: Type.Array(Type.String({ maxLength: 256 }), { minItems: 1, maxItems: 200 }),
    designs: Type.Integer({ minimum: 1 }),
    reviewers: Type.Integer({ minimum: 1 }),
  },
  closed,
);
export type StudyPanel = Static<typeof StudyPanel>;

const Limit = OrNull(Type.Number({ minimum: 0 }));
/** Null is no limit. Money in US dollars; time in minutes for one experiment, in hours for all. */
export const StudyLimits = Type.Object(
  {
    experiment: Type.Object({ max_cost: Limit, max_tokens: Limit, max_minutes: Limit }, closed),
    study: Type.Object({ max_cost: Limit, max_tokens: Limit, max_hours: Limit }, closed),
  },
  closed,
);
export type StudyLimits = Static<typeof StudyLimits>;

/** All that a worker needs and consents to, wherever it is. Its hash is that of its canonical JSON. */
export const StudyBundle = Type.Object(
  {
    version: Type.Literal(1),
    name: Name,
    /** The study file as it was written. */
    file: Type.Object({ name: Type.String({ maxLength: 255 }), text: Text }, closed),
    tasks: Type.Array(StudyTask, { minItems: 1, maxItems: STUDY_MOST.tasks }),
    panels: Type.Array(StudyPanel, { minItems: 1, maxItems: STUDY_MOST.panels }),
    repeats: Type.Integer({ minimum: 1, maximum: STUDY_MOST.repeats }),
    limits: StudyLimits,
    /** Most requests at a time that a provider is to get from one account, over all workers. */
    providers: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
    /** The machines that the forecast of time counts on. */
    machines: Type.Array(
      Type.Object(
        { name: Type.String({ maxLength: 100 }), at_once: Type.Integer({ minimum: 1, maximum: 64 }) },
        closed,
      ),
      { minItems: 1, maxItems: STUDY_MOST.machines },
    ),
  },
  closed,
);
export type StudyBundle = Static<typeof StudyBundle>;

export const EXPERIMENT_STATES = ["waiting", "running", "done", "failed"] as const;
export type StudyExperimentState = (typeof EXPERIMENT_STATES)[number];
/** What a worker is at, in order; each asks nobody twice who has answered. */
export const STUDY_STEPS = ["designs", "judgement", "ranking"] as const;
export type StudyStep = (typeof STUDY_STEPS)[number];

/** One task by one panel, once. Times are ISO 8601 by the database's clock. */
export type StudyExperiment = {
  /** "03-ferry-booking/wide/2" */
  key: string;
  task: string;
  panel: string;
  repeat: number;
  state: StudyExperimentState;
  step: StudyStep | null;
  /** How often it was begun by somebody; who writes of an older one is refused. */
  epoch: number;
  worker: string | null;
  /** Why it failed, or what it waits for, and what to do: made in story, null where nothing is to be said. */
  reason: string | null;
  advice: string | null;
  /** US dollars and tokens that are known to be spent, and sessions without a known price. */
  cost: number;
  tokens: number;
  unpriced: number;
  /** US dollars that are kept for it while it runs. */
  reserved: number;
  begun: string | null;
  ended: string | null;
  seconds: number;
  /** Its stored files, and the hash over their paths and hashes once it is done. */
  files: number;
  bytes: number;
  manifest: string | null;
};

/** A program that takes experiments. `account`: whose keys it uses, as its person calls them. */
export type StudyWorker = {
  id: string;
  machine: string;
  account: string;
  /** What it drives: a version of OpenCode, or addresses. */
  hosts: string;
  at_once: number;
  max_cost: number | null;
  spent: number;
  state: "working" | "idle" | "left" | "lost";
  seen: string;
  /** Panels that it cannot take, and the models that it lacks for them. */
  lacks: { panel: string; models: string[] }[];
};

/** What is given to a provider at a time from one account, over all workers; `until`: nothing before, after a refusal. */
export type ProviderLoad = {
  provider: string;
  account: string;
  limit: number | null;
  used: number;
  until: string | null;
};

export type StudyState = "running" | "stopped" | "over";

/** How a whole study stands, without its experiments. Money in US dollars, times in seconds. */
export type StudyStanding = {
  hash: string;
  name: string;
  state: StudyState;
  /** Who or what stopped it; null while it runs. */
  why: "person" | "max_cost" | "max_tokens" | "max_hours" | null;
  counts: Record<StudyExperimentState, number>;
  limits: StudyLimits;
  money: { spent: number; reserved: number; expected: number | null; unpriced: number };
  tokens: number;
  /** What is kept for one more experiment before it begins, by panels of which some are left; null where nobody knows. */
  kept: { money: { panel: string; each: number | null }[]; tokens: number | null };
  /**
   * Since the first experiment was begun; left: by the mean of those done and how many run at a time, null before one is.
   * `at_once`: as many as that, by workers and by what is kept for each; `bounded`: whether that lets fewer than workers could.
   */
  time: { begun: string | null; elapsed: number; left: number | null; at_once: number; bounded: boolean };
  workers: StudyWorker[];
  providers: ProviderLoad[];
};
