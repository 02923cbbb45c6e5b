import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Criterion } from "../artifacts/criterion.ts";
import { type FoundPersona, PERSONA_TEXT, Persona, PersonaName, type PersonaNote } from "../artifacts/persona.ts";
import { clean, cleanValue, isBlank } from "../text/clean.ts";
import { isObject } from "../text/is-object.ts";
import { slipsOf } from "../text/nearest.ts";
import { pathInside } from "../text/path-inside.ts";
import { found } from "../text/wording.ts";
import { readSource, realPathOf, startOf } from "./files.ts";
import { partedFront } from "./front-matter.ts";
import { ModelId } from "./schema.ts";
import {
  fieldProblems,
  type Path,
  problemAt,
  problemsOf,
  type Source,
  type SourceProblem,
  type SourceReading,
} from "./source.ts";
import { yamlSource } from "./yaml-source.ts";

/** Most bytes of a file. */
const LARGEST = 100_000;

/** A file that may hold a persona. */
export type PersonaPlace = {
  file: string;
  /** As hosts write an agent, or as the Agent Skills format has it. */
  shape: "agent" | "skill";
  /** What the file or its folder is called. */
  name: string;
  /** Of a project: the folder, past every link, that its files do not lead out of. */
  within: string | null;
};

/** What a file came to. */
export type PersonaReading = { persona: FoundPersona | null; notes: PersonaNote[]; problems: SourceProblem[] };

/** What marks a skill as a persona, and where it stands as a key. */
const SKILL_ROLE = "designlab-role";
const ROLE_KEY = /[\n{,?][ \t]*["']?designlab-role["']?[ \t]*(?::|\r?\n)/u;

/** Whether the front matter of a skill has the key that makes it a persona, by its letters alone. */
export const isMarked = (file: string): boolean => ROLE_KEY.test(frontOf(startOf(file, LARGEST)));

/**
 * Reads the file of one persona. An agent of a skill without our keys is no persona and no problem: a note names the
 * missing keys. Null if a skill has no such file. Tools, permissions and another program's model name have no effect.
 */
export function readPersona(place: PersonaPlace): PersonaReading | null {
  const { file, shape, name, within } = place;
  if (shape === "skill" && !isMarked(file)) return missingKeys(place);
  const wrong = (text: string): PersonaReading => failed([{ source: file, text, position: null }]);
  const leads = realPathOf(file);
  if (within !== null && !pathInside(within, leads))
    return wrong(
      `it must lie in the project, for only a file of your own may be a link that leads elsewhere; found a link to ${leads}`,
    );
  if (!Value.Check(PersonaName, name))
    return wrong(`its name must be 1 to 64 of a to z, 0 to 9 and single hyphens, found ${found(name)}`);
  let body = "";
  const parse = (label: string, text: string): SourceReading => {
    const parts = partedFront(text);
    if (!("front" in parts)) {
      const needed = "it must begin with a line of three dashes, its front matter and another such line, found";
      return { source: null, problems: [{ source: label, text: `${needed} ${parts.found}`, position: START }] };
    }
    body = parts.body;
    return yamlSource(
      label,
      withQuotedDescription(parts.front),
      shape === "agent" ? "description and designlab" : "name and description",
    );
  };
  const reading = readSource(file, parse, LARGEST) ?? wrong("it must be there, found nothing");
  if (!("source" in reading)) return reading;
  const { source, problems } = reading;
  if (source === null || problems.length > 0) return failed(problems);
  if (shape === "skill" && !isPersonaSkill(source)) return missingKeys(place);
  const draft = shape === "agent" ? withoutForeignModel(source) : skillSource(source);
  // A field that is missing stands nowhere: the file's beginning is as near as one comes.
  const located: Source = { ...draft, positionOf: (path, part) => draft.positionOf(path, part) ?? START };
  const faults = [
    ...(shape === "agent" ? slips(located) : skillFaults(source, name)),
    ...fieldProblems(located, FRONT),
    ...bodyFaults(file, body),
  ];
  const said = faults.length === 0 ? rubricFaults(located) : [];
  return faults.length + said.length > 0
    ? failed([...faults, ...said])
    : { persona: personaOf(located, place, body), notes: notesOf(source, place), problems };
}

const failed = (problems: SourceProblem[]): PersonaReading => ({ persona: null, notes: [], problems });
const START = { line: 1, column: 1 };
/** A front matter with what encloses it, its end as well where that is missing. */
const frontOf = (start: string): string => /^---[\s\S]*?(?:\n---|$)/u.exec(start)?.[0] ?? "";

const DESCRIPTION = /^description:[^\r\n]{0,4000}/mu;
/** How a value of YAML begins that is not plain text. */
const NOT_PLAIN = /^["'|>[{&*!]/u;

/** OpenCode and other programs accept an unquoted description with ": " in it. YAML does not. */
const withQuotedDescription = (front: string): string =>
  front.replace(DESCRIPTION, (line) => {
    const said = line.slice("description:".length).trim();
    const plain = said.split(" #", 1)[0] ?? "";
    return plain.includes(": ") && !NOT_PLAIN.test(said) ? `description: ${JSON.stringify(said)}` : line;
  });

/** What a file's front matter says, in the words of an agent's; hosts know many more keys. */
const FRONT = Type.Object({
  description: Persona.properties.description,
  model: Type.Optional(ModelId),
  temperature: Persona.properties.temperature,
  designlab: Type.Object(
    {
      role: Persona.properties.role,
      criteria: Persona.properties.criteria,
      models: Type.Optional(Type.Array(ModelId, { minItems: 1, maxItems: 20 })),
    },
    { additionalProperties: false },
  ),
});

/** Keys by which hosts give an agent what no persona gets. */
const UNUSED = ["tools", "permission", "permissions", "permissionMode", "mcpServers", "hooks", "skills"];
/** What else they know of an agent; no slip of a key of ours. */
const HOSTS_OWN = new Set(["mode", "name", "options", "prompt", "top_p", "color", "steps", "hidden", "disable"]);

/** Keys that are read over and hardly were meant to be. */
function slips(source: Source): SourceProblem[] {
  const known = Object.keys(FRONT.properties);
  return Object.keys(source.value as object).flatMap((key) => {
    if (known.includes(key) || UNUSED.includes(key) || HOSTS_OWN.has(key)) return [];
    const [near] = slipsOf(key, known);
    if (near === undefined) return [];
    return [problemAt(source, [key], `must be a known field, found ${found(key)}; nearest: ${near}`, "key")];
  });
}

/** Whether a model is named as other programs do it ("opus", a list, nothing), and not as a provider/model. */
const isForeignModel = (model: unknown): boolean => !(typeof model === "string" && model.includes("/"));

function withoutForeignModel(source: Source): Source {
  const { model, ...rest } = source.value as Record<string, unknown>;
  return isForeignModel(model) ? { ...source, value: rest } : source;
}

const NAME_KEY = /^name[ \t]{0,9}:/mu;
const DESCRIPTION_KEY = /^description[ \t]{0,9}:/mu;

/** Which keys an agent of a skill lacks to be a persona, by its letters; null if there is no such file. */
function missingKeys({ file, name }: PersonaPlace): PersonaReading | null {
  const start = startOf(file, LARGEST);
  if (start === "") return null;
  const front = frontOf(start);
  const keys = [
    ...(NAME_KEY.test(front) ? [] : ["name"]),
    ...(DESCRIPTION_KEY.test(front) ? [] : ["description"]),
    `metadata.${SKILL_ROLE}`,
  ];
  return { persona: null, notes: [{ kind: "persona-keys-missing", persona: name, file, keys }], problems: [] };
}

const metadataOf = ({ value }: Source): Record<string, unknown> => {
  const { metadata } = value as Record<string, unknown>;
  return isObject(metadata) ? metadata : {};
};
const isPersonaSkill = (source: Source): boolean => Object.hasOwn(metadataOf(source), SKILL_ROLE);

const CRITERIA_KEY = "designlab-criteria";
/** Where each field stands in a skill, whose format has texts alone under `metadata`. */
const SKILL_KEYS: readonly (readonly [place: Path, key: string])[] = [
  [["designlab", "role"], SKILL_ROLE],
  [["designlab", "models"], "designlab-models"],
  [["designlab", "criteria"], CRITERIA_KEY],
  [["temperature"], "designlab-temperature"],
];

/** What a skill says, as an agent's file would. */
function skillSource(source: Source): Source {
  const metadata = metadataOf(source);
  const [role, models, criteria, temperature] = SKILL_KEYS.map(([, key]) => metadata[key]);
  const read = criteriaIn(criteria);
  const value = {
    description: (source.value as Record<string, unknown>).description,
    ...(temperature !== undefined && { temperature: numberIn(temperature) }),
    designlab: {
      role,
      ...(models !== undefined && { models: listIn(models) }),
      ...(criteria !== undefined && read.mistake === null && { criteria: read.value }),
    },
  };
  const shown = (path: Path): Path => {
    const [place, key] = SKILL_KEYS.find(([each]) => each.every((part, at) => path[at] === part)) ?? [];
    return place === undefined || key === undefined ? path : ["metadata", key, ...path.slice(place.length)];
  };
  return { ...source, value, shown, positionOf: (path, part) => source.positionOf(shown([...path]), part) };
}

const numberIn = (text: unknown): unknown =>
  typeof text === "string" && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
const listIn = (text: unknown): unknown =>
  typeof text === "string" ? text.split(",").map((each) => each.trim()) : text;

/** Criteria that are written as YAML, or JSON, in a text, and what keeps it from being that. */
function criteriaIn(text: unknown): { value: unknown; mistake: string | null } {
  if (typeof text !== "string") return { value: text, mistake: null };
  const { source, problems } = yamlSource("", `criteria:\n${text.replace(/^/gmu, "  ")}\n`, "criteria");
  const [first] = problems;
  return first === undefined && source !== null
    ? { value: (source.value as Record<string, unknown>).criteria, mistake: null }
    : { value: undefined, mistake: first?.text ?? "it cannot be read" };
}

/** What the Agent Skills format asks for, and keys of ours that are none. */
function skillFaults(source: Source, name: string): SourceProblem[] {
  const { name: given } = source.value as Record<string, unknown>;
  const { mistake } = criteriaIn(metadataOf(source)[CRITERIA_KEY]);
  const known = SKILL_KEYS.map(([, key]) => key);
  const strange = Object.keys(metadataOf(source)).filter((key) => key.startsWith("designlab") && !known.includes(key));
  return [
    ...(given === name
      ? []
      : [problemAt(source, ["name"], `must be ${found(name)}, the name of its folder, found ${found(given)}`)]),
    ...strange.map((key) => {
      const text = `must be a known field, found ${found(key)}; known here: ${known.join(", ")}`;
      return problemAt(source, ["metadata", key], text, "key");
    }),
    ...(mistake === null ? [] : [problemAt(source, ["metadata", CRITERIA_KEY], `must hold criteria, but ${mistake}`)]),
  ];
}

function bodyFaults(file: string, body: string): SourceProblem[] {
  const { length } = clean(body).text.trim();
  if (!isBlank(body) && length <= PERSONA_TEXT) return [];
  const text = isBlank(body)
    ? "it must say below its front matter what the persona is told, found nothing"
    : `what the persona is told must have at most ${PERSONA_TEXT.toLocaleString("en")} characters, found ${length.toLocaleString("en")}`;
  return [{ source: file, text, position: null }];
}

type Front = { description: string; model?: string; temperature?: number; designlab: OfLab };
type OfLab = { role: Persona["role"]; criteria?: Criterion[]; models?: string[] };

/** What no schema can say: of its criteria all that is asked of a configuration's. */
function rubricFaults(source: Source): SourceProblem[] {
  const { description, designlab } = source.value as Front;
  const blank = isBlank(description)
    ? [problemAt(source, ["description"], `must be text that can be seen, found ${found(description)}`)]
    : [];
  if (designlab.criteria === undefined) return blank;
  if (designlab.role === "designer") {
    const text = `must be a reviewer's, for a designer judges nothing, found ${found(designlab.criteria)}`;
    return [...blank, problemAt(source, ["designlab", "criteria"], text)];
  }
  const place: Path = ["review", "quantitative", "criteria"];
  const own = (path: readonly (string | number)[]): Path => ["designlab", "criteria", ...path.slice(place.length)];
  const rubric: Source = {
    label: source.label,
    value: { review: { quantitative: { criteria: designlab.criteria } } },
    shown: (path) => source.shown?.(own(path)) ?? own(path),
    positionOf: (path, part) => source.positionOf(own(path), part),
  };
  return [...blank, ...problemsOf(rubric)];
}

function personaOf(source: Source, { file, name, within }: PersonaPlace, body: string): FoundPersona {
  const value = source.value as Front;
  const { designlab, model = null, temperature } = value;
  const { role, criteria, models = [] } = designlab;
  return {
    name,
    role,
    description: clean(value.description).text.replace(/\s+/gu, " ").trim(),
    text: clean(body).text.trim(),
    ...(criteria !== undefined && { criteria: plainCriteria(criteria) }),
    ...(temperature !== undefined && { temperature }),
    from: within === null ? "user" : "project",
    sha256: source.file?.sha256 ?? "",
    file,
    model,
    models,
  };
}

function notesOf({ value }: Source, { file, name, shape }: PersonaPlace): PersonaNote[] {
  const front = value as Record<string, unknown>;
  const { model } = front;
  const isForeign = shape === "agent" && Object.hasOwn(front, "model") && isForeignModel(model);
  return [
    ...UNUSED.filter((key) => Object.hasOwn(front, key)).map(
      (key): PersonaNote => ({ kind: "persona-key-unused", persona: name, file, key }),
    ),
    ...(isForeign ? [{ kind: "persona-model-unused" as const, persona: name, file, model: found(model) }] : []),
  ];
}

/** Without what cannot be seen. Maps of a source have no prototype, and what is kept has one. */
const plainCriteria = (criteria: Criterion[]): Criterion[] => structuredClone(cleanValue(criteria).value);
