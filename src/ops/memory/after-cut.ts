import type { Lab } from "../../prompting/lab.ts";
import { standsText } from "../../stages/remembered.ts";
import { readProject } from "./project-facts.ts";
import { pageTextOf } from "./renew.ts";

/** Lines of the page that an agent is told. */
const FIRST = 16;

/**
 * The first lines of PROJECT.md as it would be written now, between markers: what stands in the file may have come with a
 * checkout. Null where there is nothing to say.
 */
export async function whereProjectStands(lab: Lab): Promise<string | null> {
  const facts = await readProject(lab);
  if (facts === null || facts.entries.length === 0) return null;
  const lines = pageTextOf(lab, facts).split("\n").slice(0, FIRST);
  // No heading at the end of which no line is told.
  while (/^(?:## .*)?$/u.test(lines.at(-1) ?? "-")) lines.pop();
  return standsText(lines.join("\n"), lab.nonce());
}
