import { type Static, Type } from "@sinclair/typebox";
import { Mac, Sha256, Timestamp } from "./provenance.ts";
import { MAX_NAME } from "./said-bounds.ts";
import { FileName } from "./task.ts";

/** The most characters of what a person says in words to one thing. */
export const MAX_COMMENT = 20_000;
/** The most designs that a person can be shown, and pairs that a person is asked about. */
const MAX_DESIGNS = 200;
export const MAX_PAIRS = 6;

/** What a person calls a design while it is not known whose it is: letters from N on, which no report uses for few. */
export const Letter = Type.String({ pattern: "^[A-Z]{1,3}$" });
const Words = Type.String({ maxLength: MAX_COMMENT });

/**
 * What a person says of designs, each by the letter under which this person was shown it. Everything may be left out:
 * half of it is kept and asked for no more.
 */
export const Voice = Type.Object(
  {
    designs: Type.Array(
      Type.Object(
        {
          letter: Letter,
          /** By the criterion's name, on its own scale; a criterion that was not scored is absent. */
          scores: Type.Record(Type.String(), Type.Number()),
          comment: Words,
          knows_author: Type.Boolean(),
        },
        { additionalProperties: false },
      ),
      { maxItems: MAX_DESIGNS },
    ),
    /** The best first; those in one list are as good as each other. Empty, or two designs or more. */
    order: Type.Array(Type.Array(Letter, { minItems: 1, maxItems: MAX_DESIGNS }), { maxItems: MAX_DESIGNS }),
    pairs: Type.Array(
      Type.Object(
        {
          first: Letter,
          second: Letter,
          /** Null where neither is better. */
          better: Type.Union([Letter, Type.Null()]),
          why: Words,
        },
        { additionalProperties: false },
      ),
      { maxItems: MAX_PAIRS },
    ),
    /** Whether the person had seen a result before this was said; null where nobody asked. */
    saw_result: Type.Union([Type.Boolean(), Type.Null()]),
  },
  { additionalProperties: false },
);
export type Voice = Static<typeof Voice>;

/** By which door a person's word came: the page, the host's own questions, a typed line, the command's terminal, or a file that was handed in. */
const DOORS = ["page", "host", "command", "terminal", "ballot"] as const;
const VoteDoor = Type.Union(DOORS.map((door) => Type.Literal(door)));

/** votes/vote-{reviewer_id}.json: what one person says of the designs of an experiment. */
export const Vote = Type.Object({
  version: Type.Literal(1),
  reviewer_id: FileName,
  /** As the person gave it; a name that shows nothing is none. */
  name: Type.String({ minLength: 1, maxLength: MAX_NAME }),
  /** Which designs the person was shown, in that order, under which letters, and which text each had. */
  shown: Type.Array(Type.Object({ letter: Letter, design_id: FileName, design_sha256: Sha256 }), { minItems: 1 }),
  /** Hash of the criteria that were scored against. */
  rubric_sha256: Sha256,
  voice: Voice,
  /** Counts every change: who saves must know the last. */
  revision: Type.Integer({ minimum: 0 }),
  door: VoteDoor,
  began_at: Timestamp,
  changed_at: Timestamp,
  /** When the person said that it is all; null while it is not. Only what is done counts. */
  done_at: Type.Union([Timestamp, Type.Null()]),
  mac: Mac,
});
export type Vote = Static<typeof Vote>;
