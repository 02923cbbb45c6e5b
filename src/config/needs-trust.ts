import { join, resolve } from "node:path";
import { isObject } from "../text/is-object.ts";
import { type Places, projectFiles, rootOf, userFiles } from "./files.ts";
import { isMarked } from "./persona-file.ts";
import { FOLDER } from "./personas.ts";
import { readingOnce } from "./reading.ts";

/** Files that configure Design Lab for a project, absolute, whether or not they exist, and the criteria files that a configuration names. */
export function configuringFiles(places: Places): string[] {
  const { source } = readingOnce(places);
  const files = projectFiles(places).flat();
  const named = [...files, ...userFiles(places)].flatMap((file) => {
    const value = source(file)?.source?.value;
    const review = isObject(value) ? value.review : undefined;
    const criteria = isObject(review) ? review.criteria_file : undefined;
    return typeof criteria === "string" && criteria !== "" ? resolve(rootOf(places), criteria) : [];
  });
  return [...files, ...named];
}

/**
 * The rule for a file that a user trusts before Design Lab uses it, by its path alone: wherever OpenCode is started, the
 * same file counts there.
 */
export function ruleByName(path: string): "personas" | "configuration" | undefined {
  const parts = path.split(/[/\\]/u);
  const names = parts.map((part) => part.normalize("NFC").toUpperCase().toLowerCase());
  if (names.includes(FOLDER)) return "personas";
  for (const [at, name] of names.entries()) {
    if (name !== ".opencode") continue;
    const below = names.slice(at + 1);
    if (CONFIGURATION.test(below.join("/"))) return "configuration";
    if (!SKILL.test(below.slice(0, 4).join("/"))) continue;
    if (isMarked(join(parts.slice(0, at + 5).join("/") || "/", "SKILL.md"))) return "personas";
  }
  return undefined;
}

const CONFIGURATION = /^(?:config\/)?design-lab\.jsonc?$/u;
const SKILL = /^skills?\/[^/]{1,255}\/agents\/[^/]{1,255}$/u;
