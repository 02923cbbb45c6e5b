import { type Static, Type } from "@sinclair/typebox";
import { FileName } from "./task.ts";

const closed = { additionalProperties: false };

/** Which experiment of a study lies in which folder. Money in US dollars; times are ISO 8601. */
export const PulledExperiment = Type.Object(
  {
    /** "03-ferry-booking/wide/2" */
    key: Type.String({ minLength: 1, maxLength: 200 }),
    /** Name of the folder in the project's base folder. */
    folder: FileName,
    /** The machine that made it, as it called itself. */
    worker: Type.Union([Type.String({ maxLength: 400 }), Type.Null()]),
    ended: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
    cost: Type.Number({ minimum: 0 }),
    /** Sessions without a known price. */
    unpriced: Type.Integer({ minimum: 0 }),
    manifest: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    /** Null while it is put there: whoever finds it so looks whether the folder is whole. */
    pulled: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  },
  closed,
);
export type PulledExperiment = Static<typeof PulledExperiment>;

/** experiments.json of a study's folder, in the order of the keys. */
export const PulledExperiments = Type.Object(
  {
    version: Type.Literal(1),
    hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    experiments: Type.Array(PulledExperiment, { maxItems: 200_000 }),
  },
  closed,
);
export type PulledExperiments = Static<typeof PulledExperiments>;
export const BOUNDS_OF_PULLED = {
  ...{ characters: 50_000_000, text: 4_000, items: 200_000, values: 2_000_000, depth: 5 },
} as const;

/** Why an experiment of a queue was not put into the project. */
export type PullFault =
  /** It is none of this study's. */
  | { kind: "key" }
  | { kind: "too-many"; found: number; most: number }
  /** Of one file, or of all. Bytes. */
  | { kind: "too-large"; path: string | null; found: number; most: number }
  /** No experiment holds a file of that name. */
  | { kind: "path"; path: string }
  /** A disk may take two of its files for one. */
  | { kind: "twin"; path: string; other: string }
  /** Its files are not those of which it was said that it was done. */
  | { kind: "manifest" }
  | { kind: "missing" | "damaged"; path: string }
  | { kind: "no-task" }
  /** Its task.json cannot be used, or is of another task or panel. */
  | { kind: "task"; reason: string }
  /** It was pulled, and is another in the queue by now. */
  | { kind: "changed"; folder: string };

/** What became of one `pull`. */
export type PullCame = {
  pulled: { key: string; folder: string }[];
  /** Lie here from before. */
  there: number;
  /** Were pulled before, and are in the base folder no more. */
  gone: { key: string; folder: string }[];
  refused: { key: string; fault: PullFault }[];
};
