import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Origin, PointAnswer } from "./lineage.ts";
import { PersonaName, playedBy } from "./persona.ts";
import { Planted } from "./planted.ts";
import { Provenance, Violation } from "./provenance.ts";

/** A sentence of a design that is taken to address whoever judges it. Shown beside the design; it disqualifies nothing. */
export const Flag = Type.Object({
  /** Who found it: a scan for known phrasings, or a reviewer whose quote really stands in the design. */
  source: Type.Union([Type.Literal("scan"), Type.Literal("reviewer")]),
  quote: Type.String({ minLength: 1 }),
  /** The reviewer that quoted it, where flags of several stand together. */
  reviewer_id: Type.Optional(Type.String()),
  /** Which phrasing the scan knows it by. */
  pattern: Type.Optional(Type.String()),
  /** Said by one model only and not found by the scan: that reviewer's opinion, by which no design is called flagged. */
  alone: Type.Optional(Type.Literal(true)),
});
export type Flag = Static<typeof Flag>;

/** Those by which a design is called flagged: found by the scan, or said by two models of the same sentence. */
export function confirmed(flags: readonly Flag[]): Flag[] {
  return flags.filter(({ alone }) => alone !== true);
}

const Text = (description: string) => Type.String({ minLength: 1, description });
const Texts = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description });

const Component = Type.Object(
  {
    name: Text("Name of the component"),
    description: Text("What it is"),
    responsibilities: Texts("What it does"),
    interfaces: Type.Optional(Texts("How others talk to it")),
  },
  { additionalProperties: false },
);

const Connection = Type.Object(
  {
    from: Text("Name of the component that begins it"),
    to: Text("Name of the component that it reaches"),
    what: Text("What passes, in a few words: the call, the data, the event"),
  },
  { additionalProperties: false },
);

const Tradeoff = Type.Object(
  {
    aspect: Text("What had to be decided"),
    choice: Text("What was chosen"),
    rationale: Text("Why"),
    alternatives: Texts("What was rejected, and why"),
  },
  { additionalProperties: false },
);

const Risk = Type.Object(
  {
    description: Text("What can go wrong"),
    severity: Type.Union([Type.Literal("low"), Type.Literal("medium"), Type.Literal("high")]),
    mitigation: Type.Optional(Text("What is done about it")),
  },
  { additionalProperties: false },
);

/** What a designer writes, in the order in which it is asked for. */
export const DesignBody = Type.Object(
  {
    title: Text("Short title of the design"),
    summary: Text("The design in one paragraph"),
    assumptions: Texts("What the design takes for granted"),
    architecture_overview: Text("The architecture, in as many paragraphs as it needs"),
    components: Type.Array(Component, { minItems: 1, description: "The parts of the system" }),
    connections: Type.Optional(
      Type.Array(Connection, { description: "Which component calls or feeds which, each named as in components" }),
    ),
    data_flow: Text("How data moves through the components"),
    tradeoffs: Type.Array(Tradeoff, { description: "Decisions with their alternatives" }),
    risks: Type.Array(Risk, { description: "What can go wrong" }),
    open_questions: Texts("What has to be answered before building"),
    additional_notes: Type.Optional(Text("Anything else that matters")),
  },
  { additionalProperties: false },
);
export type DesignBody = Static<typeof DesignBody>;

/** A list that is empty where an answer has none that fits. */
const spared = <S extends TSchema>(list: S): S => ({ ...list, default: [] });
const fields = DesignBody.properties;

/** A design of which lists may be missing, but not what it is made of. */
export const LeastDesign = Type.Object(
  {
    ...fields,
    assumptions: spared(fields.assumptions),
    components: Type.Array(
      Type.Object(
        { ...Component.properties, responsibilities: spared(Component.properties.responsibilities) },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
    tradeoffs: spared(
      Type.Array(
        Type.Object(
          { ...Tradeoff.properties, alternatives: spared(Tradeoff.properties.alternatives) },
          { additionalProperties: false },
        ),
      ),
    ),
    risks: spared(fields.risks),
    open_questions: spared(fields.open_questions),
  },
  { additionalProperties: false },
);

/** designs/design-{design_id}.json */
export const Design = Type.Object({
  version: Type.Literal(1),
  design_id: Type.String({ minLength: 1 }),
  /** provider/model that wrote the design. */
  generating_model: Type.String({ minLength: 1 }),
  /** Which persona it played; no reviewer is told. */
  persona: Type.Optional(PersonaName),
  /** design_ids of what it revises or merges; absent of a first design. Nothing of the next five is in its text. */
  parents: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })),
  /** Of a revision: what was done about what reviewers said, and what of it serves no requirement. */
  answers: Type.Optional(Type.Array(PointAnswer)),
  added_scope: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  /** Of a merge: where its parts come from. */
  origins: Type.Optional(Type.Array(Origin)),
  /** Of a planted copy: what was spoiled in it. */
  planted: Type.Optional(Planted),
  ...DesignBody.properties,
  flags: Type.Array(Flag),
  provenance: Type.Object({
    ...Provenance.properties,
    /** Attempts of the designer to look where it must not. */
    violations: Type.Array(Violation),
    /** Invisible and control characters taken out of what the designer read in the project, by kind: how many. */
    removed_from_reads: Type.Record(Type.String(), Type.Integer({ minimum: 1 })),
  }),
});
export type Design = Static<typeof Design>;

/** Who wrote a design, as people are told it. */
export const authorOf = ({ generating_model, persona }: Pick<Design, "generating_model" | "persona">): string =>
  playedBy(generating_model, persona);

const GRAVITY = { high: 3, medium: 2, low: 1 } as const;

/** A design's risks with the gravest first, equals as they were written. */
export function gravestFirst(risks: Design["risks"]): Design["risks"] {
  return risks.toSorted((a, b) => GRAVITY[b.severity] - GRAVITY[a.severity]);
}
