import { type Static, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { PRESET_NAMES } from "../artifacts/preset.ts";
import { Config, type PanelSeat, PersonaSeat } from "../config/schema.ts";
import { clean, isBlank } from "../text/clean.ts";

/** Arguments that several ops share, each described once. */
const StringOrList = (description: string) =>
  Type.Union([Type.Array(Type.String({ minLength: 1 })), Type.String()], { description });

export const experimentArg = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 4096,
    description: "Id, unique prefix of it, path or latest; the newest when absent",
  }),
);
export const modelsArg = (what: string) =>
  Type.Optional(StringOrList(`${what}: provider/model, a list or separated by commas`));
const Seat = Type.Union([Type.String({ minLength: 1 }), PersonaSeat], { title: "models, or {model, as: persona}" });
/** The same, where each may play a persona. */
const seatsArg = (what: string) =>
  Type.Optional(
    Type.Union([Type.Array(Seat), Type.String()], {
      description: `${what}: provider/model, "provider/model as PERSONA" or {model, as}, a list or separated by commas`,
    }),
  );
const personasArg = (what: string) =>
  Type.Optional(StringOrList(`${what}: names of personas, a list or separated by commas`));
export const designsArg = (what: string) =>
  Type.Optional(StringOrList(`${what}: letters, design_ids or models, a list or separated by commas`));
export const experimentsArg = (what: string) =>
  Type.Optional(StringOrList(`${what}: ids, beginnings of them or paths, a list or separated by commas`));
const linesArg = (what: string) => Type.Optional(StringOrList(`${what}: a list of sentences, or one`));
/** A path as a person names one. */
export const pathArg = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 4_096, pattern: "^[^\\x00-\\x1f\\x7f]+$", description }));
export const flagArg = (description: string) => Type.Optional(Type.Boolean({ description }));

/** A list of names from a list or from one string with commas, without what nobody sees; undefined stays undefined. */
export function names(value: string | readonly string[] | undefined): string[] | undefined {
  if (value === undefined) return undefined;
  const items = typeof value === "string" ? value.split(",") : value;
  return items.map((item) => clean(item).text.trim()).filter((item) => item !== "");
}

/** Between a model and the persona that it plays, in one text. */
const AS = " as ";

/** A list of models, each by itself or as a persona. */
export function seats(value: StartArgs["design_models"]): PanelSeat[] {
  const items = typeof value === "string" ? value.split(",") : (value ?? []);
  return items.flatMap((item): PanelSeat[] => {
    if (typeof item !== "string") return [item];
    const name = clean(item).text.replace(/\s+/gu, " ").trim();
    const at = name.lastIndexOf(AS);
    if (at > 0) return [{ model: name.slice(0, at), as: name.slice(at + AS.length) }];
    return name === "" ? [] : [name];
  });
}

/** A list of sentences from a list or one string; one that shows nothing is none. */
export function sentences(value: string | readonly string[] | undefined): string[] {
  if (value === undefined) return [];
  return (typeof value === "string" ? [value] : value).map((item) => item.trim()).filter((item) => !isBlank(item));
}

/** What setting up an experiment takes, for run and generate. */
export const setupArgs = {
  task: Type.Optional(Type.String({ description: "What is to be designed; needed unless experiment is given" })),
  requirements: linesArg("What the design must do"),
  constraints: linesArg("What the design must respect"),
  non_functional_requirements: linesArg("How well it must do it"),
  assertions: linesArg(
    "Sentences that reviewers say of each design whether they hold, in place of review.assertions; no designer is told",
  ),
  topic: Type.Optional(
    Type.String({ maxLength: 1000, description: "Names the experiment; a model names it when absent" }),
  ),
  preset: Type.Optional(
    Type.Union(
      PRESET_NAMES.map((name) => Type.Literal(name)),
      {
        description:
          "In place of lists of models: quick (3 designs, 3 reviewers), standard (4 and 5) or thorough (6 and 6) of the person's own",
      },
    ),
  ),
  design_models: seatsArg("Models that each write a design"),
  designers: personasArg("Designers beside them, each of whom one of the models plays"),
  join: Type.Optional(
    StringOrList(
      "Files that join the comparison as designs: Markdown or text, which a model puts into a design's fields and adds nothing, or a design's JSON; also with experiment",
    ),
  ),
  author: Type.Optional(
    Type.String({ maxLength: 200, description: "Who wrote what joins, where the files do not say it" }),
  ),
  output_dir: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      pattern: "^[^\\x00-\\x1f\\x7f]+$",
      description: "Folder for the experiment in place of output.base_dir",
    }),
  ),
  strict_isolation: flagArg("A designer's first attempt to see what it must not fails its design"),
  experiment: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: "Go on with this experiment: only what is missing is asked; of an approved brief all",
    }),
  ),
  limits: Type.Optional(
    Type.Partial(Config.properties.limits, {
      additionalProperties: false,
      description:
        "What may be spent: max_cost, max_tokens (of the experiment, over all its calls), max_minutes (of this call), max_parallel, max_parallel_per_provider, cell_timeout",
    }),
  ),
  dry_run: flagArg("Only say what would be asked and what it should cost; no model is called"),
  fresh: flagArg("Start anew although an experiment of this task is unfinished"),
} satisfies Record<string, TSchema>;

/** What generate takes beside that. */
export const generateArgs = {
  ...setupArgs,
  again: designsArg("With experiment, designs that are written anew; what they said stays beside them"),
} satisfies Record<string, TSchema>;

/** What a whole run takes beside that. */
export const runArgs = {
  ...setupArgs,
  review_models: seatsArg("Models that review and score every design"),
  reviewers: personasArg("Reviewers beside them, each of whom one of the models plays"),
  qualitative: flagArg("Whether reviewers review in words"),
  thrifty: flagArg("Some reviewers judge only where it can still change the choice; false asks for what was spared"),
  control: flagArg(
    "Two copies of designs, spoiled by code, are judged beside them, to see which reviewers see it; ranked nowhere; also with experiment",
  ),
  judge: flagArg("Opens a page on which the person judges the designs blind; the ranking is held back until then"),
  quantitative: flagArg("Whether reviewers score in numbers; without it there is no ranking"),
} satisfies Record<string, TSchema>;

/** What a call of run or generate may have given. */
export type StartArgs = Partial<Static<TObject<typeof runArgs & typeof generateArgs>>>;
