import type { Names } from "../../artifacts/names.ts";

/** Fields that hold the id of a design, a list of them, or lists of lists. */
const DESIGN_FIELDS: ReadonlySet<string> = new Set([
  "design_id",
  "design_ids",
  "winner",
  "new_winner",
  "better",
  "worse",
  "order",
  "tie_groups",
  "also_wrote",
  "designs",
  "unscored",
]);
/** Fields that hold the id of a reviewer or a list of them; of the last two the keys are ids. */
const REVIEWER_FIELDS: ReadonlySet<string> = new Set(["reviewer_id", "reviewer_ids", "removed"]);
const REVIEWER_KEYS: ReadonlySet<string> = new Set(["severity", "reviewer_consistency"]);

/**
 * A copy of a ranking, or of any part of one, in which every id is what people call it: sentences that print ids then
 * call a design by its letter and a reviewer by its model, and nobody takes one for the other. An id that has no name
 * stays.
 */
export function named<T>(value: T, { designs, reviewers }: Pick<Names, "designs" | "reviewers">): T {
  const visit = (item: unknown, key: string): unknown => {
    if (typeof item === "string") {
      if (DESIGN_FIELDS.has(key)) return designs.get(item) ?? item;
      return REVIEWER_FIELDS.has(key) ? (reviewers.get(item) ?? item) : item;
    }
    if (Array.isArray(item)) return item.map((inner) => visit(inner, key));
    if (typeof item !== "object" || item === null) return item;
    return Object.fromEntries(
      Object.entries(item).map(([name, inner]) => [
        REVIEWER_KEYS.has(key) ? (reviewers.get(name) ?? name) : name,
        visit(inner, name),
      ]),
    );
  };
  return visit(value, "") as T;
}
