import { type Static, Type } from "@sinclair/typebox";
import { RestsOn } from "./basis.ts";
import { OrNull } from "./described.ts";
import { IMPACTS, LEVELS, RISKS, SCOPES } from "./plan-task.ts";
import { Mac, Provenance, Sha256, Timestamp } from "./provenance.ts";
import { FileName } from "./task.ts";

/** Tasks that one design is broken into. */
export const MIN_TASKS = 5;
export const MAX_TASKS = 60;

const closed = { additionalProperties: false };
const text = (description: string, maxLength: number) => Type.String({ minLength: 1, maxLength, description });
const texts = (description: string, maxItems: number, maxLength: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems, description });
const oneOf = <W extends string>(words: readonly W[], description: string) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    { description },
  );

/**
 * The id of a task that a model plans is the name of its file too: small letters, digits and single hyphens, and no name
 * of a device, of a document that folders have anyway or of what every object has.
 */
const Id = Type.String({
  maxLength: 40,
  pattern:
    "^(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|plan|readme|index|constructor|prototype)$)[a-z0-9]+(?:-[a-z0-9]+)*$",
  description:
    "Short slug in small letters, digits and hyphens, such as store-schema; the name of its file, so not plan, readme or index",
});

/** A task as a planner writes it. */
export const PlannedTask = Type.Object(
  {
    id: Id,
    name: text("What is done, in a few words", 120),
    what: text("What is done, so that somebody who has not read the design can begin", 2_000),
    done_when: Type.Array(text("A test or a command, and what it must show", 300), {
      minItems: 1,
      maxItems: 10,
      description: "How one knows that it is done",
    }),
    depends_on: texts("Ids of the tasks that must be done before; [] for none", 59, 64),
    scope: oneOf(SCOPES, "How much it touches"),
    risk: oneOf(RISKS, "How likely it is to fail"),
    impact: oneOf(IMPACTS, "What its failure would reach"),
    level: oneOf(LEVELS, "What kind of work it is"),
    components: texts("Names of the design's components that it builds or changes", 60, 200),
    requirements: texts("Numbers of the requirements that it serves, as R1", 100, 20),
    risks: texts("Numbers of the design's risks that it lowers or carries, as K1", 60, 20),
    files: texts("Paths or globs in the project that it will likely touch", 30, 300),
  },
  closed,
);
export type PlannedTask = Static<typeof PlannedTask>;

/** What of the design no task serves, by its number or name. */
export const NotServed = Type.Object(
  {
    name: text("Number of a requirement or risk, or name of a component", 200),
    why: text("Why no task serves it", 500),
  },
  closed,
);
export type NotServed = Static<typeof NotServed>;

export type PlannedTasks = { tasks: PlannedTask[]; not_served: NotServed[] };

/** A risk of the design under the number by which tasks name it, in the words that it had when it was planned. */
const PlannedRisk = Type.Object({ id: Type.String(), severity: Type.String(), text: Type.String() });
export type PlannedRisk = Static<typeof PlannedRisk>;

/** Of task, design and decision, in the words that they had when it was planned: what files of tasks quote. */
const Builds = Type.Object({
  /** Why the design was chosen, as the person said it; absent where nobody did, and in plans of before. */
  because: Type.Optional(Type.String({ minLength: 1 })),
  requirements: Type.Array(Type.Object({ id: Type.String(), text: Type.String() })),
  components: Type.Array(Type.Object({ name: Type.String(), text: Type.String() })),
  /** What the design decided about components that it names there; absent where it names none, and in plans of before. */
  choices: Type.Optional(
    Type.Array(Type.Object({ components: Type.Array(Type.String()), aspect: Type.String(), text: Type.String() })),
  ),
});
export type Builds = Static<typeof Builds>;

/** A folder of task files: below the project's root, with "/", or in the experiment's folder. */
const TasksIn = Type.Object({
  in: Type.Union([Type.Literal("project"), Type.Literal("experiment")]),
  path: Type.String({ minLength: 1, maxLength: 4_096 }),
});
export type TasksIn = Static<typeof TasksIn>;

const TaskPlace = Type.Object({
  ...TasksIn.properties,
  /** False from before the first file is written until the last is. */
  done: Type.Boolean(),
});
export type TaskPlace = Static<typeof TaskPlace>;

const Approved = Type.Object({
  door: Type.Union([Type.Literal("page"), Type.Literal("host"), Type.Literal("command"), Type.Literal("terminal")]),
  at: Timestamp,
  /** What the person remarked on tasks, by their ids. */
  annotations: Type.Record(Type.String(), Type.String()),
  mac: Mac,
});

/** A task that was broken into parts; until that is approved, what goes back to the plan of before. */
const Expansion = Type.Object({
  task: Type.String({ minLength: 1 }),
  /** Ids of its parts. */
  parts: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  before: Type.Object({
    tasks: Type.Array(PlannedTask, { minItems: 1, maxItems: MAX_TASKS }),
    approved: Type.Union([Approved, Type.Null()]),
  }),
  /** Text of the file that it had, once that gave way to those of its parts; else null. */
  text: Type.Union([Type.String(), Type.Null()]),
});

/** Folders that one experiment's tasks were put into. */
const MAX_PLACES = 100;

/** plan.json: what a planner made of a design, and what a person said to it. Its tasks' files are the truth once written. */
export const TaskPlan = Type.Object({
  version: Type.Literal(1),
  experiment_id: Type.String({ minLength: 1 }),
  timestamp: Timestamp,
  /** provider/model that planned. */
  model: Type.String({ minLength: 1 }),
  design_id: FileName,
  /** Of the design's text that was planned. */
  design_sha256: Sha256,
  /** When the decision was made that it follows; null where the call named the design. */
  decided_at: OrNull(Timestamp),
  /** What it was made of in the place of a design, which `design_id` names then; absent where a design was planned. */
  rests_on: Type.Optional(RestsOn),
  tasks: Type.Array(PlannedTask, { minItems: 1, maxItems: MAX_TASKS }),
  not_served: Type.Array(NotServed),
  risks: Type.Array(PlannedRisk),
  /** Absent in plans of before. */
  builds: Type.Optional(Builds),
  provenance: Provenance,
  approved: OrNull(Approved),
  /** The last task that was broken into parts; absent where none was since the plan was made or changed. */
  expansion: Type.Optional(Expansion),
  place: OrNull(TaskPlace),
  /** Other folders with tasks of this experiment's plans, closed to its designers as the one of today is. */
  earlier: Type.Array(TasksIn, { maxItems: MAX_PLACES }),
});
export type TaskPlan = Static<typeof TaskPlan>;

/** The task of an approved plan that is to give way to its parts, while these are not written in its place; null where none is. */
export const givingWay = ({ approved, expansion, place }: TaskPlan): TaskPlan["expansion"] | null =>
  expansion === undefined || place === null || (approved !== null && place.done) ? null : expansion;

/** Every folder that tasks of the experiment were put into, each once. */
export function placesOf({ earlier, place }: Pick<TaskPlan, "earlier" | "place">): TasksIn[] {
  const all = [...earlier, ...(place === null ? [] : [{ in: place.in, path: place.path }])];
  const isFirst = (one: TasksIn, at: number) => all.findIndex((each) => isSamePlace(each, one)) === at;
  return all.filter(isFirst).slice(-MAX_PLACES);
}

export const isSamePlace = (one: TasksIn, other: TasksIn | null): boolean =>
  one.in === other?.in && one.path === other.path;
