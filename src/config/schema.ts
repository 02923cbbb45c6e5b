import { type Static, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { Criterion } from "../artifacts/criterion.ts";
import { PersonaName } from "../artifacts/persona.ts";
import { PRESET_NAMES, THRIFT_COSTS } from "../artifacts/preset.ts";
import { DEFAULT_CRITERIA } from "./criteria.ts";

// Control, bidirectional and all other characters that are not drawn would let one id look like another.
const HIDDEN =
  "\\x00-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\udb40";

/** A model as the host names it: provider/model, where the model's own name may hold more slashes. */
export const ModelId = Type.String({
  maxLength: 256,
  pattern: `^[^\\s/${HIDDEN}]+/[^\\s${HIDDEN}](?:[^${HIDDEN}]*[^\\s${HIDDEN}])?$`,
  description: "A model as provider/model",
});

const closed = { additionalProperties: false };

/** A path without control characters. */
const PATH = "^[^\\x00-\\x1f\\x7f]+$";

/** A value that may be absent: null, the default, also lifts what an earlier source set. */
const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { default: null, description });

const models = (description: string) => Type.Array(ModelId, { default: [], description });

export const PersonaSeat = Type.Object(
  { model: ModelId, as: PersonaName },
  { additionalProperties: false, description: "A model as a persona" },
);
/** A model by itself, or as a persona. */
export const PanelSeat = Type.Union([ModelId, PersonaSeat]);
export type PanelSeat = Static<typeof PanelSeat>;

const seats = (description: string) => Type.Array(PanelSeat, { default: [], description });

const personas = (description: string) =>
  Type.Array(PersonaName, { default: [], maxItems: 20, uniqueItems: true, description });

const kind = {
  enabled: Type.Boolean({ default: true, description: "Whether a run asks for this kind of evaluation" }),
  models: models("Models for this kind alone; not used beside review_models, which counts for both kinds and says so"),
};

const design = Type.Object(
  {
    agent_prompt: orNull(
      Type.String({ minLength: 1 }),
      "A prompt template that replaces the designer's own: {{task_description}} is needed; {{requirements}}, {{constraints}}, {{non_functional_requirements}} and {{design_schema}} may stand in it; without the last the schema is appended",
    ),
    temperature: Type.Number({
      default: 0.7,
      minimum: 0,
      maximum: 2,
      description: "Sampling temperature of designers",
    }),
    top_p: Type.Number({ default: 0.9, minimum: 0, maximum: 1, description: "Nucleus sampling of designers" }),
    max_tokens: Type.Integer({
      default: 16_000,
      minimum: 1,
      description: "Most output tokens of one design; the model's own limit where that is less",
    }),
    repository: Type.Boolean({
      default: true,
      description: "Whether designers may read the project, with read, grep and glob only",
    }),
  },
  { ...closed, description: "How designs are written" },
);

const brief = Type.Object(
  {
    first_model: orNull(ModelId, "Model that asks the first questions; null: the model that names the experiment"),
    probe_model: orNull(
      ModelId,
      "Model that asks the further questions and writes the brief; null: one of your own that designs nothing, else the first design model",
    ),
    max_questions: Type.Integer({
      default: 12,
      minimum: 1,
      maximum: 60,
      description: "Most questions of one interview",
    }),
  },
  { ...closed, description: "How a person is asked what is to be designed" },
);

const review = Type.Object(
  {
    temperature: Type.Number({
      default: 0.1,
      minimum: 0,
      maximum: 2,
      description: "Sampling temperature of reviewers",
    }),
    thrifty: orNull(
      Type.Boolean(),
      `Have three reviewers judge every design, and the others only designs of which that can still change the choice: ${THRIFT_COSTS}; null: as the preset has it, and without one all are asked`,
    ),
    control: Type.Boolean({
      default: false,
      description:
        "Have two copies of designs, each with two criteria spoiled by code, judged beside the designs and ranked nowhere: the ranking says which reviewers do not see it; takes five designs and three reviewers that score",
    }),
    assertions: Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      maxItems: 20,
      description:
        "Sentences that every reviewer says of each design whether they hold, each of 1 to 300 characters; they change no score, and no designer is told them",
    }),
    criteria_file: orNull(
      Type.String({ minLength: 1, maxLength: 4096, pattern: PATH }),
      "YAML or JSON file with criteria, assertions or both, which count in place of those that stand beside this or before; absolute, or from the project's root",
    ),
    qualitative: Type.Object(kind, { ...closed, description: "Reviews in words" }),
    quantitative: Type.Object(
      {
        ...kind,
        criteria: Type.Array(Criterion, {
          default: [...DEFAULT_CRITERIA],
          minItems: 1,
          description: "The rubric; a list here replaces the default one whole",
        }),
        samples: Type.Integer({
          default: 1,
          minimum: 1,
          maximum: 20,
          description: "Scores asked of each reviewer for each design; they are averaged within the reviewer",
        }),
      },
      { ...closed, description: "Scores in numbers" },
    ),
  },
  { ...closed, description: "How designs are evaluated" },
);

const hooks = Type.Object(
  {
    design_isolation: Type.Object(
      {
        enabled: Type.Boolean({ default: true, description: "Keep the lab's sessions away from its base folder" }),
        strict_mode: Type.Boolean({ default: false, description: "Fail a design at its first attempt to look there" }),
      },
      { ...closed, description: "Isolation of designers from each other's work" },
    ),
  },
  { ...closed, description: "Guards around the lab's sessions" },
);

const output = Type.Object(
  {
    base_dir: Type.String({
      default: ".opencode/design-lab",
      minLength: 1,
      maxLength: 4096,
      pattern: PATH,
      description: "Folder of the experiments, relative to the project",
    }),
    format: Type.Literal("json", {
      default: "json",
      description: "Format of the artifacts: JSON alone, which any program reads, without comments",
    }),
    gitignore: Type.Boolean({
      default: true,
      description:
        "Put a .gitignore of * into the base folder, or into each experiment where that folder was there before",
    }),
    exchanges: Type.Boolean({
      default: true,
      description: "Keep what was sent to each model and what came back, in the experiment's exchanges folder",
    }),
  },
  { ...closed, description: "Where artifacts go" },
);

const ranking = Type.Object(
  {
    method: Type.Union([Type.Literal("adjusted"), Type.Literal("mean")], {
      default: "adjusted",
      description: "Rank on the score adjusted for severity, self-preference and missing cells, or on the plain mean",
    }),
    exclude_self_reviews: Type.Boolean({
      default: false,
      description: "Leave out what a model scored on its own designs",
    }),
    person_weight: Type.Number({
      default: 1.5,
      minimum: 0.1,
      maximum: 10,
      description: "What a person's judgement weighs, for 1 of a model's",
    }),
  },
  { ...closed, description: "How scores become a ranking" },
);

const limits = Type.Object(
  {
    max_cost: orNull(
      Type.Number({ minimum: 0 }),
      "Most US dollars of one experiment, over all its calls; null: no limit",
    ),
    max_tokens: orNull(
      Type.Integer({ minimum: 1 }),
      "Most tokens of one experiment, input and output, over all its calls; null: no limit",
    ),
    max_minutes: orNull(Type.Number({ exclusiveMinimum: 0 }), "Most minutes of one call; null: no limit"),
    max_parallel: Type.Integer({ default: 64, minimum: 1, description: "Most sessions at a time" }),
    max_parallel_per_provider: orNull(
      Type.Integer({ minimum: 1 }),
      "Most sessions at a time with one provider; null: as many as it serves, which is learned while it is asked",
    ),
    cell_timeout: Type.Number({
      default: 600,
      minimum: 1,
      maximum: 86_400,
      description: "Most seconds that one session may take",
    }),
  },
  { ...closed, description: "What an experiment, or one call, may spend" },
);

const guard = Type.Object(
  {
    test_output_file: orNull(
      Type.Union([
        Type.String({ minLength: 1, maxLength: 4096, pattern: PATH }),
        Type.Array(Type.String({ minLength: 1, maxLength: 4096, pattern: PATH }), { minItems: 1, maxItems: 50 }),
      ]),
      "File, or files and folders of reports, that your test runs write; absolute, or from the folder OpenCode works in; null: as the test runner that is found there writes it",
    ),
    enforce_patterns: Type.Array(Type.String({ minLength: 1, maxLength: 300, pattern: PATH }), {
      default: [],
      maxItems: 200,
      description:
        'Globs of the files of which edits wait for a failing test; one that begins with "!" takes away; empty: the folders that the test runner found there is for',
    }),
    verifier_model: orNull(
      ModelId,
      "Model that judges edits where code cannot; null: the model that names experiments",
    ),
    max_test_output_age: Type.Integer({
      default: 300,
      minimum: 1,
      maximum: 86_400,
      description: "Seconds that a test result counts",
    }),
    max_cost: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
      default: 1,
      description: "Most US dollars that the judging may take until it is turned on anew; null: no limit",
    }),
  },
  { ...closed, description: "The terms that `guard on` puts before you; nothing here turns it on" },
);

const memory = Type.Object(
  {
    after_compaction: Type.Boolean({
      default: false,
      description: "Tell your agent the first lines of PROJECT.md once each time that the host cut its context",
    }),
  },
  { ...closed, description: "What of the project's memory is given to your own agent" },
);

/** The configuration with every default applied; null where a value is not set. */
export const Config = Type.Object(
  {
    preset: Type.Union([...PRESET_NAMES.map((name) => Type.Literal(name)), Type.Null()], {
      default: null,
      description:
        "Size of a run: quick (3 designs, 3 reviewers), standard (4 and 5) or thorough (6 and 6), with the models listed here first and then others of the providers that you set up; null: the lists decide, and quick where there are none",
    }),
    design_models: seats(
      "Models that each write a design, by themselves or as personas; empty: up to three of the providers that you set up, different providers first",
    ),
    review_models: seats(
      "Models that review and score, by themselves or as personas, whatever review.*.models say beside it; empty: those of review.*.models, else the designers",
    ),
    designers: personas("Personas that write a design each beside design_models, played by models that design"),
    reviewers: personas("Personas that review and score beside review_models, played by models that review"),
    topic_generation_model: orNull(ModelId, "Model that names the experiment; null: the first design model"),
    brief,
    design,
    review,
    hooks,
    output,
    ranking,
    limits,
    guard,
    memory,
    min_designs: Type.Integer({ default: 2, minimum: 2, description: "Fewest designs that are ranked" }),
    min_reviewers: Type.Integer({ default: 1, minimum: 1, description: "Fewest reviewers that make a ranking" }),
    fallback_models: Type.Record(ModelId, Type.Array(ModelId), {
      default: {},
      additionalProperties: false,
      description: "For a model that failed for good, the models to ask in its place, in order",
    }),
    confirm_above: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
      default: 1,
      description:
        "Ask before what should cost more than these US dollars, or takes more than 30 sessions of an unknown price; 0: before any that costs; null: never ask about a price",
    }),
  },
  { ...closed, title: "opencode-designlab", description: "Configuration of opencode-designlab" },
);
export type Config = Static<typeof Config>;

/** What a file, the plugin options or the args of an op may hold: the same fields, none required. */
export const ConfigFile: TSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: "Path or address of this schema, for editors" })),
    ...optional(Config).properties,
  },
  { ...closed, title: "opencode-designlab", description: "Configuration of opencode-designlab" },
);
export type ConfigFile = Partly<Config> & { $schema?: string | undefined };

type Partly<T> = { [K in keyof T]?: (T[K] extends Record<string, unknown> ? Partly<T[K]> : T[K]) | undefined };

/** The object schema with every field optional, down through its nested objects; lists and maps stay as they are. */
function optional(schema: TObject): TObject {
  const { properties, required: _, ...rest } = schema;
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    Type.Optional(field.type === "object" && field.properties ? optional(field as TObject) : field),
  ]);
  return Type.Object(Object.fromEntries(fields), rest);
}

/** The provider of a model id: what stands before the first slash. */
export function providerOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}
