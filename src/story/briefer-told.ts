import { listText } from "../text/numbers.ts";
import { found, pathText } from "../text/wording.ts";

/** What one entry of a list is called where it is counted. */
const ENTRIES: Readonly<Record<string, string>> = {
  requirements: "requirement",
  constraints: "constraint",
  non_functional_requirements: "non-functional requirement",
  assumptions: "assumption",
  out_of_scope: "thing out of scope",
  open_questions: "open question",
  criteria: "criterion",
  questions: "question",
  found: "finding",
  options: "option",
  from: "source",
  pros: "advantage",
  cons: "disadvantage",
  accept: "type of file",
};

/** What a whole field is called; of those that are missing the name is said as it stands. */
const FIELDS: Readonly<Record<string, string>> = {
  ...{ topic: "the topic", task: "the task", text: "the text", name: "the name", weight: "the weight" },
  ...{ from: "the sources", where: "the place", what: "the words", end: "the reason to end" },
  ...{ requirements: "the requirements", constraints: "the constraints", assumptions: "the assumptions" },
  ...{ non_functional_requirements: "the non-functional requirements", out_of_scope: "what is out of scope" },
  ...{ open_questions: "the open questions", criteria: "the criteria", questions: "the questions" },
  ...{ found: "the findings", options: "the options", label: "the label", description: "the description" },
  ...{ why: "the reason", context: "the context", type: "the type", pros: "the advantages", cons: "the disadvantages" },
  ...{ min: "the least value", max: "the greatest value", step: "the step", unit: "the unit" },
  ...{ default: "the value at first", title: "the title", markdown: "the text", emoji: "the emoji" },
  ...{ recommended: "the recommendation", other: "whether there may be another answer", placeholder: "the example" },
  ...{ yes: "what yes means", no: "what no means", multiline: "whether several lines fit" },
  ...{ multiple: "whether several may be given" },
  ...{ before: "the text before", after: "the text after", language: "the language", accept: "the types of file" },
};

/**
 * A place in what a model answers for a brief, as a person calls it: "the text of requirement 4". Models find it too, for
 * entries are counted from 1 in the order in which they were given.
 */
export function briefPlace(path: readonly (string | number)[]): string {
  const names: string[] = [];
  for (let at = 0; at < path.length; at++) {
    const [part, next] = [path[at], path[at + 1]];
    const entry = typeof part === "string" ? ENTRIES[part] : undefined;
    if (entry !== undefined && typeof next === "number") {
      names.push(`${entry} ${next + 1}`);
      at++;
    } else names.push((typeof part === "string" ? FIELDS[part] : undefined) ?? found(pathText(path.slice(at, at + 1))));
  }
  return names.reverse().join(" of ");
}

type Place = readonly (string | number)[];

const many = (names: readonly string[]): string => listText(names, MAX_NAMED);
const MAX_NAMED = 8;

/** What is wrong with a brief, as the model that writes it and the person who waits for it are told, without full stops. */
export const BRIEFER_TOLD = {
  strange: (at: Place, source: string) => `${briefPlace(at)} names the source ${found(source)}, which there is not`,
  unsourced: (at: Place) => `${briefPlace(at)} needs a source, such as "idea"`,
  unsaid: (at: Place, words: string, sources: readonly string[]) =>
    `${briefPlace(at)} says \u201C${words}\u201D, which ${many(sources)} does not say`,
  sayIt: "say it as it was said, name the source that says it, or make it an assumption without a source",
  blankCriterion: (at: Place) => `${briefPlace(at)} shows nothing: ask what a reviewer is to answer`,
  judgedAlready: (at: Place, name: string) =>
    `designs are judged by ${found(name)} already: leave ${briefPlace(at)} out, or name what differs`,
  untestable: (at: Place) => `${briefPlace(at)} cannot be tested: give a number with its unit, or what never happens`,
  twice: (at: Place, earlier: Place) => `${briefPlace(at)} says what ${briefPlace(earlier)} says: leave one out`,
  noRequirement: "there must be one requirement at least",
  both: "ask questions, or change the brief: not both",
  same: "nothing was changed: change what the person named",
  askedBefore: (at: Place) => `${briefPlace(at)} was asked before: ask something else, or end`,
  alternatives: (at: Place) => `${briefPlace(at)} needs two real alternatives at least`,
  bareOption: (at: Place) => `${briefPlace(at)} must say what it means and what it costs`,
  nothingAsked: "ask 1 to 3 questions, or say why you end",
  asksAndEnds: "there are questions and a reason to end: ask, or end",
  nowhere: (at: Place) => `${briefPlace(at)} must be "idea", or the path of a document or of a file that is there`,
} as const;
