import { LabError } from "../errors.ts";
import type { Failure } from "../schemas/failure.ts";
import type { Plan } from "../schemas/task.ts";
import { letterOf } from "../text/letters.ts";
import { nearest } from "../text/nearest.ts";

/**
 * The designs of those ids, models or letters, as the plan gives letters; all when there are no names. Throws LabError
 * for a name that names none.
 */
export function designsNamed<T extends { design_id: string; generating_model: string }>(
  { designers }: Pick<Plan, "designers">,
  designs: readonly T[],
  names: readonly string[] | undefined,
): T[] {
  const letters = new Map(designers.map(({ design_id }, position) => [design_id, letterOf(position)]));
  return matching(designs, names, "design", ({ design_id, generating_model }) => {
    const letter = letters.get(design_id);
    return [...(letter === undefined ? [] : [letter]), design_id, generating_model];
  });
}

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
    throw new LabError(`This experiment has no ${what} "${name.slice(0, 100)}"; ${have}.`);
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
