import type { Check } from "../artifacts/note.ts";
import { type FoundPersona, PERSONA_ROLES, type PersonaNote } from "../artifacts/persona.ts";
import type { Lab } from "../prompting/lab.ts";
import { count } from "../text/numbers.ts";
import { type Block, list } from "./block.ts";
import { copied, path, type Sentence, say, strong, typed, words } from "./sentence.ts";

/** Letters of a description that are shown where a person is asked. */
const MOST = 200;

/** Who somebody is to be, what they judge by and who plays them: all of it but the text that they are told. */
export function personaSaid(persona: FoundPersona, file: string): string {
  const { name, role, description, text } = persona;
  const short =
    description.length > MOST
      ? `${JSON.stringify(description.slice(0, MOST))}… (${description.length} characters)`
      : JSON.stringify(description);
  return `${role} ${name} (${short}), ${[...termsOf(persona), `told ${count(text.length, "character")}`].join(", ")}, ${file}`;
}

function termsOf({ criteria = [], model, models, temperature }: FoundPersona): string[] {
  const rubric = criteria.map(
    ({ name, weight, min, max }) => `${JSON.stringify(name)} ${min} to ${max} × ${weight ?? 1}`,
  );
  const played = [...new Set([...(model === null ? [] : [model]), ...models])];
  return [
    rubric.length === 0 ? "no criteria of its own" : `criteria ${rubric.join(" and ")}`,
    played.length === 0 ? "no models named" : `models ${played.join(" and ")}`,
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
  ];
}

/** What doctor finds of personas: those that come with the lab in a line, each file in its own, and what is odd about them. */
export function personaChecks(
  lab: Pick<Lab, "personas" | "heldPersonas" | "personaNotes">,
  alike: readonly Alike[],
): Check[] {
  const own = lab.personas.filter(({ from }) => from === "lab");
  const ofLab = PERSONA_ROLES.map((role) => [role, own.filter((each) => each.role === role)] as const)
    .filter(([, some]) => some.length > 0)
    .map(([role, some]) => `${role}s ${some.map(({ name }) => name).join(", ")}`);
  const of = (persona: FoundPersona, stands: string): string => {
    const skill = persona.file?.endsWith("SKILL.md") ? "; OpenCode offers it as an ordinary skill too" : "";
    return `${persona.role} ${persona.name} in ${persona.file}: ${stands}; ${termsOf(persona).join("; ")}${skill}`;
  };
  const what = "Personas";
  const stands = { user: "your own", project: "the project's, and you allowed it", lab: "" };
  return [
    ...(ofLab.length === 0 ? [] : [ok(`with the lab: ${ofLab.join("; ")}`)]),
    ...lab.personas.flatMap((each) => (each.file === null ? [] : [ok(of(each, stands[each.from]))])),
    ...lab.heldPersonas.map((each): Check => {
      const remedy = "`/design-lab allow` shows what it holds, and asks whether it may be used.";
      return { what, state: "warning", found: of(each, "the project's, and not used until you allow it"), remedy };
    }),
    ...noteChecks(lab.personaNotes),
    ...alike.map(({ criterion, personas }): Check => {
      const found = `${JSON.stringify(criterion)} is a criterion of ${personas.join(" and of ")}, which cannot review together`;
      return { what, state: "warning", found, remedy: "Give one of them another name where they are to." };
    }),
  ];
}

/** A criterion that several personas have of their own. */
type Alike = { criterion: string; personas: readonly string[] };

const ok = (found: string): Check => ({ what: "Personas", state: "ok", found, remedy: "" });

/** One line for each kind of note and what it is about, however many files it concerns. */
function noteChecks(notes: readonly PersonaNote[]): Check[] {
  const alike = Map.groupBy(notes, (note) => {
    if (note.kind === "persona-key-unused") return `key ${note.key}`;
    if (note.kind === "persona-model-unused") return "model";
    return note.kind === "persona-keys-missing" ? `missing ${note.keys.join()}` : note;
  });
  return [...alike.values()].flatMap(([first, ...others]) => (first ? noteCheck(first, others.length) : []));
}

function noteCheck(note: PersonaNote, others: number): Check {
  const more = others === 0 ? "" : ` (and of ${count(others, "other file")})`;
  switch (note.kind) {
    case "persona-key-unused":
      return ok(`${note.key} of ${note.file}${more} is not used: a persona gets no tools`);
    case "persona-model-unused":
      return ok(`model ${note.model} of ${note.file}${more} is not used: it is not a provider/model`);
    case "persona-keys-missing":
      return ok(`${note.file}${more} is not a persona: it has no ${note.keys.join(", no ")}`);
    case "persona-counts":
      return ok(`${note.persona} of ${note.file} counts, over ${note.over ?? "the one that comes with the lab"}`);
    case "persona-weight": {
      const { persona, criterion, weight, holds } = note;
      if (weight === null || weight === holds)
        return ok(`${criterion} of ${persona} is a criterion of every reviewer already`);
      const remedy = "Set it in review.quantitative.criteria if you want it.";
      const found = `${persona} proposes weight ${weight} for ${criterion}, which has ${holds}`;
      return { what: "Personas", state: "ok", found, remedy };
    }
  }
}

/** Who can be named, how, and where one's own lie. */
export function personasHelp({ personas, heldPersonas }: Pick<Lab, "personas" | "heldPersonas">): Block[] {
  const line = ({ name, role, description, from, criteria = [] }: FoundPersona, held: boolean): Sentence => {
    const rubric =
      criteria.length === 0 ? say`` : say`; scores ${words(criteria.map((each) => each.name).join(", "), "all")} too`;
    const whose = held
      ? say` (the project's; ${typed("allow")} asks whether it may be used)`
      : from === "lab"
        ? say``
        : say` (${from === "user" ? "your own" : "the project's"})`;
    return say`${strong(words(name, "all"))}, ${role}${whose}: ${words(description, "all")}${rubric}.`;
  };
  return [
    say`A persona is who a model is to be that reviews or designs: a text that it is told, and for a reviewer criteria that it scores beside those of all.`,
    list([...personas.map((each) => line(each, false)), ...heldPersonas.map((each) => line(each, true))]),
    say`Reviewers are named by ${copied("--reviewers security,cost")} before the task, designers in the configuration by ${copied('"design_models": [{"model": "provider/model", "as": "simplest"}]')}.`,
    say`Your own lie in ${path("~/.config/opencode/design-lab-personas/NAME.md")}, the project's in ${path(".opencode/design-lab-personas/NAME.md")}, which ${typed("allow")} lets be used. ${typed("doctor")} says how each stands; ${path("docs/configuration.md")} has a whole example.`,
  ];
}
