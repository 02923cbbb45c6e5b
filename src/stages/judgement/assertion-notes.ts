import type { Note } from "../../artifacts/note.ts";
import { numbered } from "../../artifacts/requirement.ts";
import { scanForInjections } from "../../blind/injection-scan.ts";
import { tidyAssertions } from "../../config/assertions.ts";
import type { Lab } from "../../prompting/lab.ts";

/** What is said of assertions before they are asked: those that read like an order to whoever judges. */
export function assertionNotes({ config }: Lab): Note[] {
  const lists = { requirements: [], constraints: [], non_functional_requirements: [] };
  const all = numbered({ ...lists, assertions: tidyAssertions(config.review.assertions) });
  const assertions = all.filter(({ text }) => scanForInjections(text).length > 0);
  return assertions.length > 0 ? [{ kind: "assertion-speaks", assertions }] : [];
}
