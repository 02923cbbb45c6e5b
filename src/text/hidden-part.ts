/** Where experiments are unless configuration says otherwise. */
export const DEFAULT_BASE = ".opencode/design-lab";

/**
 * The first folder of a way, with "/", whose name begins with a dot; null for none, and for the folder of experiments,
 * which no host reads commands from.
 */
export function hiddenPart(way: string): string | null {
  const names = way.split("/");
  const at = names.findIndex((name) => name.startsWith(".") && name !== "." && name !== "..");
  if (at < 0) return null;
  const below = names.slice(at).join("/");
  if (below === DEFAULT_BASE || below.startsWith(`${DEFAULT_BASE}/`)) return null;
  return names.slice(0, at + 1).join("/");
}
