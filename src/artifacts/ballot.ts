import { type Static, Type } from "@sinclair/typebox";
import type { Criterion } from "./criterion.ts";
import type { DesignBody } from "./design.ts";
import { Sha256 } from "./provenance.ts";
import { MAX_NAME } from "./said-bounds.ts";
import { Letter, Voice } from "./vote.ts";

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

/** The parts of a design in which its sentences stand. */
export type OwnPart =
  | "summary"
  | "assumptions"
  | "architecture"
  | "components"
  | "connections"
  | "data_flow"
  | "tradeoffs"
  | "risks"
  | "open_questions"
  | "notes";

/** A sentence of a design, word for word, and where it stands. */
export type OwnWord = { part: OwnPart; text: string };

/** Sentences of a design that name a requirement by its number: no answer to whether the requirement is met. */
export type OwnAnswer = { id: string; said: readonly OwnWord[] };

/** A design between its title and its whole text, all in its own words. */
export type Glance = {
  /** What it decides first. */
  choices: readonly Pick<DesignBody["tradeoffs"][number], "aspect" | "choice">[];
  /** The gravest risk that it names; null where it names none. */
  risk: DesignBody["risks"][number] | null;
  components: readonly string[];
  /** Of requirements that it names by number. */
  answers: readonly OwnAnswer[];
};

/** Two parts of one kind that are about one topic, by their positions in either design; `alike`: they say the same. */
export type PairedTopic = { first: number; second: number; alike: boolean };

/** What of two designs is about one topic. */
export type PairedParts = { tradeoffs: readonly PairedTopic[]; risks: readonly PairedTopic[] };

/** What code finds in the designs of a ballot, and in nothing else, so that they can be read faster. */
export type Gleaned = {
  /** One for each design, in the ballot's order. */
  glances: readonly Glance[];
  /** By the letters of the two, the first before the second in the ballot. */
  pairs: readonly ({ first: string; second: string } & PairedParts)[];
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
