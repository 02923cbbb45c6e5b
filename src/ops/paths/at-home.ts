import { UsageError } from "../../errors.ts";
import { found } from "../../text/wording.ts";

/**
 * A path that a person gave, in which a ~ at its beginning is the home folder; relative ones stay so. Every path of a
 * call goes through here. Throws UsageError for ~ada, which is somebody else's home in a shell and nothing here.
 */
export function atHome(written: string, home: string): string {
  const [name = ""] = written.split(/[/\\]/u, 1);
  if (!name.startsWith("~")) return written;
  if (name === "~") return `${home}${written.slice(1)}`;
  throw new UsageError(`Cannot use the path ${found(written)}: "${name}" is no folder here. Nothing was done.`, {
    advice: `Write the path in full, "~/…" for one below your own home, or ./${written} for what is called so here.`,
  });
}
