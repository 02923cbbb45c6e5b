import { basename, extname } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { PANEL_MOST, STUDY_MOST, STUDY_NAME, type StudyLimits } from "../artifacts/study.ts";
import { type LabError, UsageError } from "../errors.ts";
import { isObject } from "../text/is-object.ts";
import { patternOf } from "../text/pattern.ts";
import { found } from "../text/wording.ts";
import { readSource } from "./files.ts";
import type { ConfigFile } from "./schema.ts";
import {
  configError,
  fieldProblems,
  type Path,
  parseSource,
  problemAt,
  problemsOf,
  type Source,
  type SourceProblem,
  type SourceReading,
  sourceWithin,
} from "./source.ts";
import { yamlSource } from "./yaml-source.ts";

/** A task as the study file names it: a file or a glob from the file's folder, or an approved brief by its id or path. */
export type TaskEntry = { file: string } | { brief: string };

/** A study file, checked; nothing that it names was looked at. */
export type StudyFile = {
  name: string;
  /** Absolute, and what stood there. */
  path: string;
  text: string;
  tasks: readonly TaskEntry[];
  panels: readonly { name: string; config: ConfigFile }[];
  repeats: number;
  limits: StudyLimits;
  providers: Readonly<Record<string, number>>;
  machines: readonly { name: string; at_once: number }[];
  /** To say of a field where it stands. */
  source: Source;
};

/** Where nobody names a machine: this one, with two experiments at a time. */
const HERE = { name: "this machine", at_once: 2 };

/** What is read of a file with each ending. */
const ENDINGS: Readonly<Record<string, typeof parseSource>> = {
  ".json": parseSource,
  ".jsonc": parseSource,
  ".yaml": (label, text) => yamlSource(label, text, "tasks and panels"),
  ".yml": (label, text) => yamlSource(label, text, "tasks and panels"),
};

/**
 * Reads a study file (YAML, or JSON with comments, at most 1 MB) and checks it. Throws UsageError with all that is wrong
 * with it, each with its line and column.
 * @param path Absolute.
 */
export function readStudyFile(path: string): StudyFile {
  const parse = ENDINGS[extname(path).toLowerCase()];
  if (parse === undefined)
    throw new UsageError(
      `Cannot read the study ${path}: its name must end in ${Object.keys(ENDINGS).join(", ")}, found ${found(extname(path))}.`,
    );
  let text = "";
  const reading: SourceReading | null = readSource(path, (label, read) => {
    text = read;
    return parse(label, read);
  });
  if (reading === null)
    throw new UsageError(`Cannot read the study ${path}: there is no such file.`, {
      advice: "Name a file of your own; docs/study.md has one to begin with.",
    });
  const { source, problems } = reading;
  if (source === null || problems.length > 0) throw studyFileError(problems);
  const faults = faultsOf(source);
  if (faults.length > 0) throw studyFileError(faults);
  const value = source.value as Static<typeof Fields>;
  const panels = value.panels as Record<string, ConfigFile>;
  return {
    name: value.name ?? nameFrom(path),
    ...{ path, text, source },
    tasks: (value.tasks as (string | { brief: string })[]).map((task) =>
      typeof task === "string" ? { file: task } : { brief: task.brief },
    ),
    panels: Object.entries(panels).map(([name, config]) => ({ name, config })),
    repeats: value.repeats ?? 1,
    limits: {
      experiment: { max_cost: null, max_tokens: null, max_minutes: null, ...value.limits?.experiment },
      study: { max_cost: null, max_tokens: null, max_hours: null, ...value.limits?.study },
    },
    providers: { ...value.providers },
    machines: value.machines ?? [HERE],
  };
}

/** All that is wrong with a study file, as one error. */
export const studyFileError = (problems: readonly SourceProblem[]): LabError =>
  configError(problems, { what: "the study", page: "docs/study.md" });

const closed = { additionalProperties: false };
const orNone = (schema: ReturnType<typeof Type.Number>) => Type.Optional(Type.Union([schema, Type.Null()]));
const dollars = () => orNone(Type.Number({ minimum: 0, maximum: 1e9 }));
const tokens = () => orNone(Type.Integer({ minimum: 1, maximum: 1e12 }) as unknown as ReturnType<typeof Type.Number>);
const time = (maximum: number) => orNone(Type.Number({ exclusiveMinimum: 0, maximum }));
const PATHS = "^[^\\x00-\\x1f\\x7f]+$";
const Named = Type.String({ minLength: 1, maxLength: 4_096, pattern: PATHS });
const PROVIDER = "^[^\\s/\\x00-\\x1f\\x7f]{1,100}$";

/** What a study file may hold. Tasks and panels are looked at one by one, for better words. */
const Fields = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    name: Type.Optional(Type.String({ pattern: STUDY_NAME })),
    tasks: Type.Array(Type.Unknown(), { minItems: 1, maxItems: STUDY_MOST.tasks }),
    panels: Type.Record(Type.String(), Type.Unknown()),
    repeats: Type.Optional(Type.Integer({ minimum: 1, maximum: STUDY_MOST.repeats })),
    limits: Type.Optional(
      Type.Object(
        {
          experiment: Type.Optional(
            Type.Object({ max_cost: dollars(), max_tokens: tokens(), max_minutes: time(10_000) }, closed),
          ),
          study: Type.Optional(
            Type.Object({ max_cost: dollars(), max_tokens: tokens(), max_hours: time(10_000) }, closed),
          ),
        },
        closed,
      ),
    ),
    providers: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 1, maximum: 10_000 }))),
    machines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 100, pattern: PATHS }),
            at_once: Type.Integer({ minimum: 1, maximum: 64 }),
          },
          closed,
        ),
        { minItems: 1, maxItems: STUDY_MOST.machines },
      ),
    ),
  },
  closed,
);
const BriefEntry = Type.Object({ brief: Named }, closed);

const NAME_NEEDED = "a name of 1 to 60 of a to z, 0 to 9 and hyphens, with none of these at its ends";
const WORDS = { [STUDY_NAME]: NAME_NEEDED, [PATHS]: "text that is not empty, without control characters" };

function faultsOf(source: Source): SourceProblem[] {
  const faults = fieldProblems(source, Fields, WORDS);
  const { tasks, panels, providers, machines, name } = source.value as Record<string, unknown>;
  if (name === undefined && nameFrom(source.label) === "")
    faults.push(problemAt(source, ["name"], `must be ${NAME_NEEDED}, for the file's own name is none, found nothing`));
  if (Array.isArray(tasks))
    for (const at of tasks.slice(0, STUDY_MOST.tasks).keys()) faults.push(...taskFaults(source, at));
  if (isObject(panels)) faults.push(...panelsFaults(source, panels));
  if (isObject(providers))
    for (const provider of Object.keys(providers))
      if (!patternOf(PROVIDER, "u").test(provider))
        faults.push(problemAt(source, ["providers", provider], "must have the name of a provider before it", "key"));
  if (Array.isArray(machines)) faults.push(...machineFaults(source, machines));
  return faults.slice(0, MOST_FAULTS).map(located);
}

const MOST_FAULTS = 100;

/** What is missing stands nowhere: the file's beginning is as near as one comes. */
const located = (fault: SourceProblem): SourceProblem =>
  fault.position === null ? { ...fault, position: { line: 1, column: 1 } } : fault;

function taskFaults(source: Source, at: number): SourceProblem[] {
  const part = sourceWithin(source, ["tasks", at]);
  if (isObject(part.value)) return fieldProblems(part, BriefEntry, WORDS);
  if (typeof part.value === "string") return fieldProblems(part, Named, WORDS);
  return [problemAt(part, [], `must be a file, a glob or {brief: ID}, found ${found(part.value)}`)];
}

function machineFaults(source: Source, machines: readonly unknown[]): SourceProblem[] {
  const names = machines.map((machine) => (isObject(machine) ? machine.name : undefined));
  return names.flatMap((name, at) =>
    name === undefined || names.indexOf(name) === at
      ? []
      : [problemAt(source, ["machines", at, "name"], `must be its own, found ${found(name)} again`)],
  );
}

function panelsFaults(source: Source, panels: Record<string, unknown>): SourceProblem[] {
  const names = Object.keys(panels);
  const fits = patternOf(STUDY_NAME, "u");
  if (names.length === 0 || names.length > STUDY_MOST.panels)
    return [problemAt(source, ["panels"], `must have 1 to ${STUDY_MOST.panels} panels, found ${names.length}`)];
  return names.flatMap((name) => [
    ...(fits.test(name)
      ? []
      : [problemAt(source, ["panels", name], `must have ${NAME_NEEDED}, found ${found(name)}`, "key")]),
    ...panelFaults(sourceWithin(source, ["panels", name])),
  ]);
}

/** Fields of a configuration that make no sense in a panel, and why. */
const REFUSED: readonly (readonly [at: Path, why: string])[] = [
  [["output"], "every worker keeps its files where it is told to"],
  [["guard"], "nobody edits anything in a study"],
  [["memory"], "no conversation of yours takes part in a study"],
  [["hooks"], "designers of a study are kept apart in every panel"],
  [["brief"], "nobody is interviewed in a study; a task can be {brief: ID} of an approved one"],
  [["confirm_above"], "a study is allowed once, as a whole"],
  [["preset"], "it fills up with the models that a machine has; name them in design_models and review_models"],
  ...["max_cost", "max_tokens", "max_minutes"].map((limit): [Path, string] => [
    ["limits", limit],
    `limits.experiment.${limit} of the study says it for every panel`,
  ]),
];

/** Whether a panel that stands alone says something that none may, or that no configuration knows. */
export function panelReaches(panel: Source): boolean {
  const { preset, review, ...rest } = panel.value as ConfigFile;
  if ((preset ?? null) !== null || (review?.criteria_file ?? null) !== null) return true;
  const value = { ...rest, ...(review !== undefined && { review }) };
  return panelRefused({ ...panel, value }).length > 0 || problemsOf({ ...panel, value }).length > 0;
}

function panelFaults(panel: Source): SourceProblem[] {
  if (!isObject(panel.value)) return [problemAt(panel, [], `must be an object, found ${found(panel.value)}`)];
  const given = panel.value;
  const held = panelRefused(panel);
  const refused = held.map(([at, why]) => problemAt(panel, at, `must not stand in a panel: ${why}`, "key"));
  const whole = held.flatMap(([at]) => (at.length === 1 ? [at[0]] : []));
  const rest = Object.fromEntries(Object.entries(given).filter(([key]) => !whole.includes(key)));
  const faults = [...refused, ...problemsOf({ ...panel, value: rest })];
  return faults.length > 0 ? faults : sizeFaults(panel, given as ConfigFile);
}

/** What of REFUSED a panel has. */
function panelRefused({ value }: Source): typeof REFUSED {
  const given = value as Record<string, unknown>;
  return REFUSED.filter(([[first = "", second]]) => {
    const inner = given[first];
    return second === undefined ? first in given : isObject(inner) && second in inner;
  });
}

/** What a panel comes to without a look at anything else. */
function sizeFaults(
  panel: Source,
  { design_models = [], designers = [], review_models = [], reviewers = [], min_designs = 2, review }: ConfigFile,
): SourceProblem[] {
  if (design_models.length === 0)
    return [
      problemAt(
        panel,
        ["design_models"],
        "must name the models that design: an empty list means others on another machine, found none",
      ),
    ];
  const designs = design_models.length + designers.length;
  const faults: SourceProblem[] = [];
  if (designs < min_designs)
    faults.push(
      problemAt(panel, ["design_models"], `must come to ${min_designs} designs at least, found ${found(designs)}`),
    );
  const judging = [
    ...review_models,
    ...(review?.qualitative?.models ?? []),
    ...(review?.quantitative?.models ?? []),
    ...reviewers,
  ];
  if (Math.max(designs, judging.length) > PANEL_MOST)
    faults.push(problemAt(panel, [], `must have at most ${PANEL_MOST} designs and ${PANEL_MOST} reviewers`));
  if (review?.quantitative?.enabled === false)
    faults.push(
      problemAt(panel, ["review", "quantitative", "enabled"], "must be true: a study compares scores, found false"),
    );
  return faults;
}

/** What a study is called whose file says nothing: the file's own name, "" where no letter of it can be used. */
function nameFrom(path: string): string {
  return basename(path, extname(path))
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .slice(0, 60)
    .replace(/^-|-$/gu, "");
}
