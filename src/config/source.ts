import type { Position, Problem } from "./problem.ts";

/** One place that configuration came from, before it is checked. */
export type Source = {
  /** The file's path, or what a person calls it. */
  label: string;
  value: unknown;
  /** Where the value at a path stands; the key itself for an unknown field. Null where there are no lines. */
  positionOf(path: readonly (string | number)[], part: "key" | "value"): Position | null;
};

/** A source that was read, or what kept it from being read. */
export type Reading = { source: Source | null; problems: Problem[] };

/** A value handed over by the host or by a call: it has no lines. Undefined fields count as absent. */
export function valueSource(label: string, value: unknown): Source {
  return { label, value: present(value), positionOf: () => null };
}

function present(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(present);
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, field] of Object.entries(value)) if (field !== undefined) copy[key] = present(field);
  return copy;
}
