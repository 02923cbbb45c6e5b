import type { Allowed, Caller } from "../artifacts/caller.ts";
import type { AvailableModel } from "../artifacts/model.ts";
import type { BoundNote } from "../artifacts/note.ts";
import type { ProjectFiles, RubricFile } from "../config/load.ts";
import type { Personas } from "../config/personas.ts";
import type { Config } from "../config/schema.ts";
import type { RunSession } from "../session/request.ts";
import type { Budget } from "./budget.ts";
import type { ProgressOf } from "./progress.ts";

/** What an op is given: the effective configuration of this call, and the world as arguments. It asks no model. */
export type Lab = Personas & {
  config: Config;
  /** Models that the person's own files or the call name; what a checkout names is not chosen by the person. */
  chosen: readonly string[];
  /** What a checkout's configuration wanted and did not get. */
  held: readonly BoundNote[];
  /** The project's files and how they stand with the person; null where none counts. */
  project: ProjectFiles | null;
  /** The file of criteria that designs are judged by; null where none counts. */
  rubric: RubricFile | null;
  /** The file in which the person alone decides; it need not be there. */
  ownFile: string;
  /** Absolute path of the folder that experiments of this call are made in. */
  base: string;
  /** Absolute path of the configured base folder, which remembers other ones. */
  homeBase: string;
  /** Every folder that holds experiments, absolute; grows with what calls name. */
  bases: ReadonlySet<string>;
  /** The base folder outside the project that the person's own files name; null for none. */
  ownBase: string | null;
  allowed: Allowed;
  /** In whose private folder it stands what this machine saw a person say. */
  person: { home: string; env: Readonly<Record<string, string | undefined>> };
  /** Folder that OpenCode works in, and the root of the project's worktree. */
  directory: string;
  worktree: string;
  /** The lab that may ask models. For `confirm`, which has asked the person about the price first, and the gate's verifier. */
  paying(): PayingLab;
  /** Keeps this call within its limits. */
  budget: Budget;
  /** Whether there is an OpenCode to ask; at a terminal, a call on what is stored has none. */
  hosted: boolean;
  /** Models of every connected provider; asked of the host once for each call. */
  available(): Promise<readonly AvailableModel[]>;
  /** The call of the tool that this lab was made for. */
  caller: Caller;
  /** Fires when the person stops the call. */
  signal: AbortSignal;
  /** Stops the call as the person would: `signal` fires. */
  stop(): void;
  /** Writes anew what the project remembers of its experiments, once one was worked on, the one in `ended`; never rejects. */
  renewMemory(ended?: string): Promise<void>;
  now(): Date;
  /** A fresh seed for an experiment, an integer in [0, 2^32). */
  seed(): number;
  /** A fresh unguessable text for a marker. */
  nonce(): string;
  /** What the person is told of this call. */
  progress: ProgressOf;
};

/** What a phase is given that asks models: `confirm` hands it out, and to the gate `verifierLab`. */
export type PayingLab = Lab & { runSession: RunSession };
