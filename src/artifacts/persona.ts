import { type Static, Type } from "@sinclair/typebox";
import { Criterion } from "./criterion.ts";
import { Sha256 } from "./provenance.ts";

/** What a persona does in an experiment. */
export const PERSONA_ROLES = ["reviewer", "designer"] as const;
export type PersonaRole = (typeof PERSONA_ROLES)[number];

/** What a persona is called: what the Agent Skills format allows as a name. */
export const PersonaName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
  description: "Name of a persona: a to z, 0 to 9 and single hyphens",
});

/** Most characters of what a persona is told of itself. */
export const PERSONA_TEXT = 20_000;

/** A model by its name, and as whom it speaks. */
export const playedBy = (model: string, persona: string | undefined): string =>
  persona === undefined ? model : `${model} as ${persona}`;

/** Who somebody is to be who designs or reviews: a text, and what it is judged by. */
export const Persona = Type.Object({
  name: PersonaName,
  role: Type.Union(PERSONA_ROLES.map((role) => Type.Literal(role))),
  /** What people read of it. */
  description: Type.String({ minLength: 1, maxLength: 1024 }),
  /** What the model is told that plays it. */
  text: Type.String({ minLength: 1, maxLength: PERSONA_TEXT }),
  /** Criteria that reviewers of this persona score beside those of all; in no other reviewer's rubric. */
  criteria: Type.Optional(Type.Array(Criterion, { minItems: 1, maxItems: 20 })),
  /** Sampling temperature in place of the role's. */
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
  /** With the lab, of the person's own configuration, or of the project. */
  from: Type.Union([Type.Literal("lab"), Type.Literal("user"), Type.Literal("project")]),
  /** Hash of the file, or of the text of one that comes with the lab. */
  sha256: Sha256,
});
export type Persona = Static<typeof Persona>;

/** A persona and where it was found. */
export type FoundPersona = Persona & {
  /** Its file as it was looked for; null for one that comes with the lab. */
  file: string | null;
  /** The model that its file names for it, and those that its `designlab` names. */
  model: string | null;
  models: readonly string[];
};

/** What a person should know of the files of personas. */
export type PersonaNote =
  /** A key by which hosts give an agent tools; a persona gets none. */
  | { kind: "persona-key-unused"; persona: string; file: string; key: string }
  /** A model as another program names it, such as "opus": not a provider/model, so not used. `model` is quoted. */
  | { kind: "persona-model-unused"; persona: string; file: string; model: string }
  /** An agent of a skill that lacks these keys of a persona's front matter. */
  | { kind: "persona-keys-missing"; persona: string; file: string; keys: string[] }
  /** Of two of one name this file's counts, over that of another file; null: over the one that comes with the lab. */
  | { kind: "persona-counts"; persona: string; file: string; over: string | null }
  /** One of its criteria is in the rubric of all, where it `holds` a weight; null where the persona proposes none. */
  | { kind: "persona-weight"; persona: string; criterion: string; weight: number | null; holds: number };
