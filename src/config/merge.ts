/** Objects merge field by field, anything else is replaced by the later value; the arguments stay as they are. */
export function merge(earlier: unknown, later: unknown): unknown {
  if (later === undefined) return earlier;
  if (!isRecord(earlier) || !isRecord(later)) return later;
  const merged: Record<string, unknown> = { ...earlier };
  for (const [key, value] of Object.entries(later)) merged[key] = merge(merged[key], value);
  return merged;
}

/** True for an object that is neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
