import { dirname, join } from "node:path";
import type { Criterion } from "../artifacts/criterion.ts";
import type { FoundPersona, Persona, PersonaNote, PersonaRole } from "../artifacts/persona.ts";
import { UsageError } from "../errors.ts";
import { lookOf } from "../text/fold.ts";
import { nearest } from "../text/nearest.ts";
import { pathInside } from "../text/path-inside.ts";
import { typedCode } from "../text/typed.ts";
import { found } from "../text/wording.ts";
import { entriesOf, type Places, projectFolders, realPathOf, rootOf, userFolders } from "./files.ts";
import { OWN_PERSONAS } from "./own-personas.ts";
import { isMarked, type PersonaPlace, readPersona } from "./persona-file.ts";
import type { SourceProblem } from "./source.ts";

/** The folder of personas, in a folder that hosts read their configuration from. */
export const FOLDER = "design-lab-personas";
/** Personas of one place that are read, and skills that are looked through for them. */
const [MOST, MOST_SKILLS] = [100, 1_000];

/** What was found in one folder of a host's configuration. */
type Level = { folder: string; personas: FoundPersona[]; notes: PersonaNote[]; problems: SourceProblem[] };

/** The files of personas, of the person and of the project; the names that a broken one has are not among them. */
export type PersonaFiles = {
  user: readonly FoundPersona[];
  project: readonly FoundPersona[];
  /** The project's folder that counts: the nearest that has a persona. */
  folder: string | null;
  notes: readonly PersonaNote[];
  problems: readonly SourceProblem[];
};

/** Looks for files of personas: in the person's folders, the later over the earlier, and in the nearest of the project's that has one. */
export function findPersonas(places: Places): PersonaFiles {
  const users = userFolders(places);
  const notes: PersonaNote[] = [];
  const problems: SourceProblem[] = [];
  const take = (level: Level): FoundPersona[] => {
    notes.push(...level.notes);
    problems.push(...level.problems);
    return level.personas;
  };
  const user = users
    .map((folder) => take(readLevel(folder, null)))
    .reduce((earlier, later) => laid(earlier, later, notes), []);
  const root = rootOf(places);
  const within = realPathOf(pathInside(root, places.directory) ? root : places.directory);
  for (const folder of projectFolders(places)) {
    if (users.includes(folder)) continue;
    const level = readLevel(folder, within);
    if (level.personas.length + level.problems.length === 0) {
      notes.push(...level.notes);
      continue;
    }
    return { user, project: take(level), folder, notes, problems };
  }
  return { user, project: [], folder: null, notes, problems };
}

/** Folders and files of which no session of the lab may see anything, absolute: who judges knows no designer's persona, and no designer what is judged by. */
export function closedPersonas(places: Places): string[] {
  return [...userFolders(places), ...projectFolders(places)].flatMap((parent) => {
    const folder = join(parent, FOLDER);
    const agents = namesOfAgents(entriesOf(folder) ?? []).map((name) => join(folder, name));
    const skills = skillsIn(parent, null).flatMap(({ file }) => (isMarked(file) ? [file] : []));
    // A person's own file may be a link into the project.
    return [folder, ...skills.map(dirname), ...[...agents, ...skills].map(realPathOf)];
  });
}

function readLevel(folder: string, within: string | null): Level {
  const { agents, problems } = agentsIn(folder, within);
  const level: Level = { folder, personas: [], notes: [], problems };
  for (const place of [...agents, ...skillsIn(folder, within)]) {
    const reading = readPersona(place);
    if (reading === null) continue;
    const { persona } = reading;
    level.notes.push(...reading.notes);
    level.problems.push(...reading.problems);
    if (persona === null) continue;
    const earlier = level.personas.find(({ name }) => name === persona.name);
    if (earlier === undefined) level.personas.push(persona);
    else {
      const text = `its name must be its own, found ${found(persona.name)} in ${earlier.file} too`;
      level.problems.push({ source: place.file, text, position: null });
    }
  }
  if (level.personas.length > MOST) {
    const text = `there must be at most ${MOST} personas, found ${level.personas.length}`;
    level.problems.push({ source: folder, text, position: null });
  }
  return level;
}

function agentsIn(parent: string, within: string | null): { agents: PersonaPlace[]; problems: SourceProblem[] } {
  const folder = join(parent, FOLDER);
  const wrong = (text: string) => ({ agents: [], problems: [{ source: folder, text, position: null }] });
  const entries = entriesOf(folder);
  if (entries === null) return wrong("it must be a folder that can be read, found none");
  if (entries.length === 0) return { agents: [], problems: [] };
  const leads = realPathOf(folder);
  if (within !== null && !pathInside(within, leads))
    return wrong(`it must lie in the project, for only a folder of your own may be a link; found a link to ${leads}`);
  const files = namesOfAgents(entries);
  if (files.length > MOST) return wrong(`it must hold at most ${MOST} personas, found ${files.length}`);
  const agents = files.map(
    (name): PersonaPlace => ({ file: join(folder, name), shape: "agent", name: name.replace(/\.md$/u, ""), within }),
  );
  return { agents, problems: [] };
}

/** What a folder says of itself is no persona, and neither are files that editors and systems leave. */
const namesOfAgents = (entries: readonly string[]): string[] =>
  entries.filter((name) => /^[^.].*\.md$/isu.test(name) && !/^readme\.md$/iu.test(name));

/** skill/SKILL/agents/AGENT/SKILL.md, and the same in skills. */
function skillsIn(parent: string, within: string | null): PersonaPlace[] {
  return ["skill", "skills"].flatMap((kind) =>
    (entriesOf(join(parent, kind)) ?? []).slice(0, MOST_SKILLS).flatMap((skill) => {
      const agents = join(parent, kind, skill, "agents");
      return (entriesOf(agents) ?? [])
        .slice(0, MOST)
        .map((name): PersonaPlace => ({ file: join(agents, name, "SKILL.md"), shape: "skill", name, within }));
    }),
  );
}

/** The later over the earlier by their names, of which each is told. */
function laid(earlier: readonly FoundPersona[], later: readonly FoundPersona[], notes: PersonaNote[]): FoundPersona[] {
  const hidden = earlier.filter(({ name }) => later.some((each) => each.name === name));
  for (const { name, file: over } of hidden) {
    const file = later.find((each) => each.name === name)?.file ?? "";
    notes.push({ kind: "persona-counts", persona: name, file, over });
  }
  return [...earlier.filter((each) => !hidden.includes(each)), ...later];
}

/** The personas of a call. */
export type Personas = {
  /** Those that may be used. */
  personas: readonly FoundPersona[];
  /** Those of the project that nobody allowed as they are; none that comes with the lab stands in for one of them. */
  heldPersonas: readonly FoundPersona[];
  personaNotes: readonly PersonaNote[];
};

/** Who of the found may be used. @param given.rubric The criteria of all: a persona's own of one of these names is none. */
export function usablePersonas(
  files: PersonaFiles,
  given: { rubric: readonly Criterion[]; allowed: boolean },
): Personas {
  const notes: PersonaNote[] = [...files.notes];
  const heldPersonas = given.allowed
    ? []
    : files.project.filter(({ name }) => !files.user.some((each) => each.name === name));
  const own = OWN_PERSONAS.filter(({ name }) => !heldPersonas.some((each) => each.name === name));
  const all = [given.allowed ? files.project : [], files.user].reduce<FoundPersona[]>(
    (earlier, later) => laid(earlier, later, notes),
    own,
  );
  const personas = all.map((persona) => withOwnCriteria(persona, given.rubric, notes));
  return { personas, heldPersonas, personaNotes: notes };
}

function withOwnCriteria(persona: FoundPersona, rubric: readonly Criterion[], notes: PersonaNote[]): FoundPersona {
  const { criteria: written, ...rest } = persona;
  const criteria = (written ?? []).filter(({ name, weight = null }) => {
    const shared = rubric.find((each) => lookOf(each.name) === lookOf(name));
    if (shared === undefined) return true;
    const holds = shared.weight ?? 1;
    notes.push({ kind: "persona-weight", persona: rest.name, criterion: shared.name, weight, holds });
    return false;
  });
  return criteria.length > 0 ? { ...rest, criteria } : rest;
}

/** Names of criteria that two personas have of their own, which cannot review together. */
export function alikeCriteria(
  personas: readonly Pick<Persona, "name" | "criteria">[],
): { criterion: string; personas: string[] }[] {
  const all = personas.flatMap(({ name, criteria = [] }) =>
    criteria.map((criterion) => ({ name, criterion: criterion.name, look: lookOf(criterion.name) })),
  );
  const looks = [...new Set(all.map(({ look }) => look))].map((look) => all.filter((each) => each.look === look));
  return looks.flatMap(([first, ...more]) =>
    first === undefined || more.length === 0
      ? []
      : [{ criterion: first.criterion, personas: [first, ...more].map(({ name }) => name) }],
  );
}

/**
 * The persona that a call or a configuration names. Throws UsageError if there is none, if nobody allowed it, if it does
 * something else than `role`, and for an agent of a skill that lacks our keys.
 */
export function personaNamed(
  { personas, heldPersonas, personaNotes }: Personas,
  name: string,
  role?: PersonaRole,
): FoundPersona {
  const persona = personas.find((each) => each.name === name);
  if (persona !== undefined && role !== undefined && persona.role !== role) {
    const others = personas.filter((each) => each.role === role).map((each) => each.name);
    throw new UsageError(
      `Cannot have ${found(name)} as a ${role}: it is a ${persona.role}; of ${role}s there are ${others.join(", ")}.`,
    );
  }
  if (persona !== undefined) return persona;
  const held = heldPersonas.find((each) => each.name === name);
  if (held !== undefined)
    throw new UsageError(
      `Cannot use the persona ${found(name)}: ${held.file} came with the project, and you did not allow it as it is.`,
      {
        advice: `${typedCode("allow")} shows what it holds, and asks whether it may be used.`,
      },
    );
  const lacking = personaNotes.find((note) => note.kind === "persona-keys-missing" && note.persona === name);
  if (lacking?.kind === "persona-keys-missing")
    throw new UsageError(`${found(name)} is not a persona: ${lacking.file} has no ${lacking.keys.join(", no ")}.`, {
      advice: "Add to its front matter: metadata: {designlab-role: reviewer}. Write designer for a designer.",
    });
  const names = [...personas, ...heldPersonas].map((each) => each.name);
  const near = nearest(name, names);
  const known = near.length > 0 ? `nearest: ${near.join(", ")}` : `there are ${names.join(", ")}`;
  throw new UsageError(`There is no persona ${found(name)}; ${known}.`, {
    advice: `${typedCode("help", "personas")} says who they are and where your own lie.`,
  });
}
