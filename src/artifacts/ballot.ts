import { type Static, Type } from "@sinclair/typebox";
import type { Criterion } from "./criterion.ts";
import type { DesignBody } from "./design.ts";
import { Sha256 } from "./provenance.ts";
import { Letter, MAX_NAME, Voice } from "./vote.ts";

/**
 * All that a person is shown who judges: designs without their authors under letters of this person's own, in the order
 * drawn for this person, and what they are judged by. No model's name, no score and no order of designs is in it.
 */
export type Ballot = {
  version: 1;
  experiment_id: string;
  topic: string;
  task: string;
  /** Numbered as reviewers get them: "R1 …". */
  requirements: readonly string[];
  /** Null on a ballot that anybody may fill in: the page then asks for a name. */
  person: string | null;
  designs: readonly { letter: string; design_sha256: string; body: DesignBody }[];
  criteria: readonly Pick<Criterion, "name" | "description" | "min" | "max" | "anchors">[];
  rubric_sha256: string;
  /** Pairs that the person is asked about, by letters. */
  pairs: readonly (readonly [string, string])[];
  /** Whether somebody could have seen a result by now: the person is asked, and must answer. */
  has_result: boolean;
};

/** The file that a ballot saves, and `judge {from}` takes in. */
export const FilledBallot = Type.Object(
  {
    version: Type.Literal(1),
    kind: Type.Literal("designlab-ballot"),
    experiment_id: Type.String({ minLength: 1, maxLength: 300 }),
    name: Type.String({ minLength: 1, maxLength: MAX_NAME }),
    designs: Type.Array(Type.Object({ letter: Letter, design_sha256: Sha256 }), {
      minItems: 1,
      maxItems: 200,
    }),
    rubric_sha256: Sha256,
    voice: Voice,
  },
  { additionalProperties: false },
);
export type FilledBallot = Static<typeof FilledBallot>;

/** What is kept of a person's vote so far, as a page is told it. */
export type KeptVote = { voice: Voice; revision: number; done: boolean };
