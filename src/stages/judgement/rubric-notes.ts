import type { ProposedCriterion } from "../../artifacts/brief.ts";
import type { Note } from "../../artifacts/note.ts";
import { numbered } from "../../artifacts/requirement.ts";
import { scanForInjections } from "../../blind/injection-scan.ts";
import { tidyAssertions } from "../../config/assertions.ts";
import type { Lab } from "../../prompting/lab.ts";
import { rubricOf } from "./rubric.ts";

/** What is said of criteria and assertions before anybody is asked: which file gives them, and those that read like an order to whoever judges. */
export function rubricNotes(lab: Lab, proposed: readonly ProposedCriterion[] = []): Note[] {
  const file = rubricFileNote(lab);
  const { criteria, used, known } = rubricOf(lab.config.review.quantitative.criteria, proposed);
  const speaks = ({ text }: { text: string }) => scanForInjections(text).length > 0;
  const assertions = assertionsOf(lab).filter(speaks);
  const asked = criteria.map(({ name, description, anchors }) => ({
    name,
    text: [description, ...Object.values(anchors ?? {})].join("\n"),
  }));
  const orders = asked.filter(speaks);
  return [
    ...(file === undefined ? [] : [file]),
    ...(used.length + known.length === 0 ? [] : [{ kind: "brief-criteria" as const, used, known }]),
    ...(assertions.length > 0 ? [{ kind: "assertion-speaks" as const, assertions }] : []),
    ...(orders.length > 0 ? [{ kind: "criterion-speaks" as const, criteria: orders }] : []),
  ];
}

/** What counts of the file of criteria that the configuration names; undefined for nothing. */
export function rubricFileNote(lab: Lab): Extract<Note, { kind: "rubric-file" }> | undefined {
  const { rubric, config } = lab;
  if (rubric === null) return undefined;
  const criteria = rubric.criteria ? config.review.quantitative.criteria.map(({ name }) => name) : [];
  return {
    kind: "rubric-file",
    file: rubric.file,
    by: rubric.by,
    criteria,
    assertions: rubric.assertions ? assertionsOf(lab).length : 0,
  };
}

const assertionsOf = ({ config }: Lab) =>
  numbered({
    ...{ requirements: [], constraints: [], non_functional_requirements: [] },
    assertions: tidyAssertions(config.review.assertions),
  });
