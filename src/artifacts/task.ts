import { type Static, Type } from "@sinclair/typebox";
import { TaskBrief } from "./brief.ts";
import { Criterion } from "./criterion.ts";
import { Entrant } from "./entrant.ts";
import { Lineage } from "./lineage.ts";
import { Persona, PersonaName } from "./persona.ts";
import { Requirement } from "./requirement.ts";

/** Part of a file's name on any disk: no separator, no leading dot, nothing that a shell or a disk reads otherwise. */
export const FileName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^(?!\\.)[^\\x00-\\x1f\\x7f/\\\\:*?"<>|]+$',
});

/** What a reviewer can be asked for: words, or numbers. */
export const PARTS = ["review", "score"] as const;
export const Part = Type.Union(PARTS.map((part) => Type.Literal(part)));
export type Part = (typeof PARTS)[number];

/** A model that judges designs. */
const ModelReviewer = Type.Object({
  /** Absent in what was stored before there were other kinds. */
  kind: Type.Optional(Type.Literal("model")),
  reviewer_id: FileName,
  /** provider/model: the mind that judges. Of any kind this names it, and two of one name are one mind. */
  model: Type.String({ minLength: 1 }),
  /** Which of the plan's personas it plays. */
  persona: Type.Optional(PersonaName),
  /** What it is asked for; of a stand-in, what it has answered. */
  parts: Type.Array(Part),
  /** Of a part of which it is asked about some designs alone, these. */
  designs: Type.Optional(
    Type.Object({ review: Type.Optional(Type.Array(FileName)), score: Type.Optional(Type.Array(FileName)) }),
  ),
  /** A fallback that answered in another's place, for some designs. The plan wants nothing of it by itself. */
  stand_in: Type.Optional(Type.Literal(true)),
});

/** Who judges designs, by kind. A kind that is no model joins here, and the compiler names what must know of it. */
export const Reviewer = Type.Union([ModelReviewer]);
export type Reviewer = Static<typeof Reviewer>;

/** Whether the plan wants this reviewer's own answer for every design. */
export function isPlanned(reviewer: Reviewer): boolean {
  return reviewer.stand_in !== true;
}

/** What the plan wants of this reviewer for a design. */
export function partsFor(reviewer: Reviewer, design_id: string): Part[] {
  if (!isPlanned(reviewer)) return [];
  return reviewer.parts.filter((part) => reviewer.designs?.[part]?.includes(design_id) ?? true);
}

/** Whether a session asks for this reviewer's answers; those of another kind come by themselves. */
export function isAsked({ kind }: Reviewer): boolean {
  return kind === undefined || kind === "model";
}

/** What people call a reviewer when they name it. */
export function reviewerNames({ reviewer_id, model, persona }: Reviewer): readonly string[] {
  return [reviewer_id, model, ...(persona === undefined ? [] : [persona])];
}

/** A model under the name that files give it: design_id for a designer, reviewer_id for a reviewer. */
export const Designer = Type.Object({
  design_id: FileName,
  model: Type.String({ minLength: 1 }),
  /** The document that is its design, in place of one that a model writes; `model` is then "document/…", no model's. */
  entrant: Type.Optional(Entrant),
  /** Which of the plan's personas it plays. */
  persona: Type.Optional(PersonaName),
  /** In a round, or of a planted copy: what its text is. Its `entrant` is then only whose document it goes back to. */
  lineage: Type.Optional(Lineage),
});
export type Designer = Static<typeof Designer>;

/** What a designer's session is asked for. */
export function phaseOf({
  entrant,
  lineage,
}: Pick<Designer, "entrant" | "lineage">): "generate" | "arrange" | "revise" | "merge" {
  if (lineage?.is === "merge") return "merge";
  if (lineage?.is === "revision") return "revise";
  return entrant === undefined ? "generate" : "arrange";
}

/** Who designs and who judges. */
export type Panel = { designers: readonly Designer[]; reviewers: readonly Reviewer[] };

/** Who designs or judges: a model, by itself or as one of the personas. */
export type Seated = Pick<Designer, "model" | "persona">;

/** The seat of a row, without what else stands in it. */
export const seatOf = ({ model, persona }: Seated): Seated => ({ model, ...(persona !== undefined && { persona }) });

/** Two seats are one where one model plays the same. */
export const isSameSeat = (a: Seated, b: Seated): boolean => a.model === b.model && a.persona === b.persona;

/**
 * task.json: what was asked, and the plan that makes an experiment stand on its own. `review`, `score` and `rank`
 * read the plan from here, so a configuration that changed since does not change an experiment.
 */
export const Task = Type.Object({
  version: Type.Literal(1),
  experiment_id: Type.String({ minLength: 1 }),
  topic: Type.String({ minLength: 1 }),
  /** Who named the topic: the person, a model, or the task's first words. */
  topic_source: Type.Union([Type.Literal("given"), Type.Literal("model"), Type.Literal("task")]),
  task: Type.String({ minLength: 1 }),
  requirements: Type.Array(Type.String()),
  constraints: Type.Array(Type.String()),
  non_functional_requirements: Type.Array(Type.String()),
  /** The approved brief that the text above came from, and what else of it designers and reviewers are told. */
  brief: Type.Optional(TaskBrief),
  /** The three lists under numbers; those that a model read out of the task where the person gave no list. */
  numbered_requirements: Type.Optional(Type.Array(Requirement)),
  /** Invisible and control characters taken out of the text above, by kind: how many. */
  removed_characters: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 1 }))),
  created_at: Type.String(),
  /** Decides every order and draw of this experiment. */
  seed: Type.Integer({ minimum: 0 }),
  designers: Type.Array(Designer),
  reviewers: Type.Array(Reviewer),
  /** Those that designers and reviewers play, as they were when they joined. */
  personas: Type.Optional(Type.Array(Persona)),
  /** What every reviewer scores; a persona's own stand in its row. */
  criteria: Type.Array(Criterion, { minItems: 1 }),
  /** Scores asked of each reviewer for each design; they are averaged within the reviewer. */
  score_samples: Type.Integer({ minimum: 1, maximum: 20 }),
  /** Some reviewers are asked only where they can still change the choice. */
  thrifty: Type.Optional(Type.Boolean()),
  /** Two copies of its designs, spoiled by code, are judged beside them, to see which reviewers see it. */
  control: Type.Optional(Type.Boolean()),
  strict_isolation: Type.Boolean(),
  /** Of a round of better designs, which stands in its experiment's folder: which it is. */
  round: Type.Optional(Type.Object({ number: Type.Integer({ minimum: 1, maximum: 99 }) })),
});
export type Task = Static<typeof Task>;

type Played = { personas?: Task["personas"] | undefined };

/** The persona that a designer or reviewer of a plan plays; null for none. */
export const personaOf = ({ personas = [] }: Played, { persona }: { persona?: string }): Persona | null =>
  personas.find(({ name }) => name === persona) ?? null;

/** What a reviewer scores: the criteria of all, and those of its persona alone. */
export function criteriaFor(task: Pick<Task, "criteria"> & Played, reviewer: { persona?: string }): Criterion[] {
  const own = personaOf(task, reviewer)?.criteria ?? [];
  return own.length > 0 ? [...task.criteria, ...own] : task.criteria;
}

/** A reviewer of the plan by its id; of one that is not in it nothing is known. */
export const reviewerRow = ({ reviewers }: Pick<Panel, "reviewers">, id: string): Partial<Reviewer> =>
  reviewers.find(({ reviewer_id }) => reviewer_id === id) ?? {};

/** The same of a reviewer by its id; of one that is not in the plan, what all score. */
export function rubricFor(task: Pick<Task, "criteria" | "personas" | "reviewers">, reviewer_id: string): Criterion[] {
  return criteriaFor(task, reviewerRow(task, reviewer_id));
}

/** Every criterion that somebody scores: those of all first, then those of the personas that reviewers play. */
export function allCriteria({
  criteria,
  personas = [],
  reviewers,
}: Pick<Task, "criteria" | "personas" | "reviewers">): Criterion[] {
  const played = personas.filter(({ name }) => reviewers.some(({ persona }) => persona === name));
  const own = played.flatMap(({ criteria = [] }) => criteria);
  return own.length > 0 ? [...criteria, ...own] : criteria;
}
