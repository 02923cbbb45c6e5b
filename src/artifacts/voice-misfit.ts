import type { Criterion } from "./criterion.ts";
import type { Misfit } from "./stages/file-row.ts";
import type { Voice, Vote } from "./vote.ts";

/**
 * What no schema can say of what a person said; null when it fits: every letter is one that was shown, nothing stands
 * twice, no design has two letters, a score lies on its criterion's scale. `criteria`: null where they are others today, and scores count for nothing.
 */
export function voiceMisfit(
  { designs, order, pairs }: Voice,
  under: Vote["shown"],
  criteria: readonly Criterion[] | null,
): Misfit | null {
  const letters = under.map(({ letter }) => letter);
  const shown = new Set(letters);
  if (shown.size < letters.length) return misfit("plan", "shown", "Must name each letter once", letters);
  if (new Set(under.map(({ design_id }) => design_id)).size < letters.length)
    return misfit("plan", "shown", "Must name each design once", letters);
  const placed = order.flat();
  const lists = { designs: designs.map(({ letter }) => letter), order: placed };
  for (const [where, list] of Object.entries(lists)) {
    const other = list.find((letter) => !shown.has(letter));
    if (other !== undefined)
      return misfit("plan", where, `Must name designs that were shown: ${letters.join(", ")}`, other);
    const twice = list.find((letter, at) => list.indexOf(letter) !== at);
    if (twice !== undefined) return misfit("plan", where, "Must name each design once", twice);
  }
  for (const [at, { first, second, better }] of pairs.entries()) {
    const fits = shown.has(first) && shown.has(second) && first !== second;
    if (!fits) return misfit("plan", `pairs.${at}`, "Must name two designs that were shown", [first, second]);
    if (better !== null && better !== first && better !== second)
      return misfit("plan", `pairs.${at}.better`, `Must be ${first}, ${second} or null`, better);
  }
  if (criteria === null) return null;
  for (const { letter, scores } of designs) {
    for (const [name, score] of Object.entries(scores)) {
      const criterion = criteria.find((each) => each.name === name);
      const where = `designs.${letter}.scores`;
      if (criterion === undefined)
        return misfit("criteria", where, `Must name criteria: ${criteria.map((each) => each.name).join(", ")}`, name);
      const { min, max } = criterion;
      if (!(score >= min && score <= max))
        return misfit("criteria", `${where}.${name}`, `Must be a number from ${min} to ${max}`, score);
    }
  }
  return null;
}

function misfit(against: Misfit["against"], where: string, reason: string, found: unknown): Misfit {
  return { against, where, reason: reason.slice(0, 300), found: (JSON.stringify(found) ?? "nothing").slice(0, 80) };
}
