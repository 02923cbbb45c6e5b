import { FAILURE_WORDS, type Failure } from "../artifacts/failure.ts";
import { letterOf } from "../artifacts/names.ts";
import type { Plan } from "../artifacts/task.ts";
import { UsageError } from "../errors.ts";
import { clean } from "../text/clean.ts";
import { nearest } from "../text/nearest.ts";

/**
 * The designs of those ids, models or letters, as the plan gives letters in letters of any size; all when none are
 * given. Throws LabError for a name that names none, with what there is; `failures` tell why a design is not.
 */
export function designsNamed<T extends NamedDesign>(
  plan: Pick<Plan, "designers">,
  designs: readonly T[],
  given: readonly string[] | undefined,
  failures: readonly Failure[] = [],
): T[] {
  if (given === undefined || given.length === 0) return [...designs];
  const letters = new Map(plan.designers.map(({ design_id }, position) => [design_id, letterOf(position)]));
  const known = plan.designers.flatMap(({ design_id, model }) => [design_id, model, letters.get(design_id) ?? ""]);
  known.push(...designs.flatMap(({ design_id, generating_model }) => [design_id, generating_model]));
  const names = given.map((each) => {
    const name = clean(each).text.trim();
    // As it stands before in other letters: names of two models may differ in nothing else.
    return known.find((own) => own === name) ?? known.find((own) => own.toLowerCase() === name.toLowerCase()) ?? name;
  });
  const isCalled = (name: string, design_id: string, model: string): boolean =>
    [design_id, model, letters.get(design_id)].includes(name);
  const unknown = names.find(
    (name) => !designs.some(({ design_id, generating_model }) => isCalled(name, design_id, generating_model)),
  );
  if (unknown === undefined) {
    return designs.filter(({ design_id, generating_model }) =>
      names.some((name) => isCalled(name, design_id, generating_model)),
    );
  }
  const missing = missingDesigns(plan, designs, failures);
  const failed = missing.find(({ design_id, model }) => isCalled(unknown, design_id, model));
  const there = designs.slice(0, MAX_NAMED).map(({ design_id, title }) => `${letters.get(design_id)} “${title}”`);
  const more = designs.length > MAX_NAMED ? [`${designs.length - MAX_NAMED} more`] : [];
  const have = `there are: ${[...there, ...more].join(", ") || "none"}.`;
  throw new UsageError(
    failed
      ? `${failed.letter} by ${failed.model} was never written${failed.kind ? `: ${FAILURE_WORDS[failed.kind]}` : ""}; ${have}`
      : `This experiment has no design "${unknown.slice(0, 100)}"; ${have}`,
  );
}

type NamedDesign = { design_id: string; generating_model: string; title: string };

/** Designs that an error lists. */
const MAX_NAMED = 12;

/** Items that one of `names` names; every item when there are no names. Throws LabError for a name that names none. */
export function matching<T>(
  items: readonly T[],
  names: readonly string[] | undefined,
  what: string,
  namesOf: (item: T) => readonly string[],
): T[] {
  if (names === undefined || names.length === 0) return [...items];
  const known = [...new Set(items.flatMap(namesOf))];
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    const have =
      near.length > 0 ? `the nearest: ${near.join(", ")}` : `there are: ${known.slice(0, 6).join(", ") || "none"}`;
    throw new UsageError(`This experiment has no ${what} "${name.slice(0, 100)}"; ${have}.`);
  }
  return items.filter((item) => namesOf(item).some((name) => names.includes(name)));
}

/** Designs of the plan that are not there: letter, model, and how asking for it ended where it failed. */
export function missingDesigns(
  { designers }: Pick<Plan, "designers">,
  designs: readonly { design_id: string }[],
  failures: readonly Failure[],
): { design_id: string; letter: string; model: string; kind: Failure["kind"] | null }[] {
  return designers.flatMap(({ design_id, model }, position) => {
    if (designs.some((design) => design.design_id === design_id)) return [];
    const failed = failures.find((failure) => failure.phase === "generate" && failure.design_id === design_id);
    return [{ design_id, letter: letterOf(position), model, kind: failed?.kind ?? null }];
  });
}
