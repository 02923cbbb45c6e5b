/** Where experiments are unless configuration says otherwise. */
export const DEFAULT_BASE = ".opencode/design-lab";

/** Hidden folders that hold experiments by their names. No host reads commands from them. */
const OWN_FOLDERS = [DEFAULT_BASE, ".design-lab"];

/** The first folder of a path, with "/", whose name begins with a dot; null for none, and for a folder of experiments. */
export function hiddenPart(path: string): string | null {
  const names = path.split("/");
  const at = names.findIndex((name) => name.startsWith(".") && name !== "." && name !== "..");
  if (at < 0) return null;
  const below = names.slice(at).join("/");
  if (OWN_FOLDERS.some((own) => below === own || below.startsWith(`${own}/`))) return null;
  return names.slice(0, at + 1).join("/");
}
