import { type TObject, Type } from "@sinclair/typebox";
import { ROLES } from "../../artifacts/stages/stages.ts";
import { type Agent, JSON_ONLY, schemaText } from "../../prompting/agent.ts";
import { briefPlace } from "../../story/briefer-told.ts";
import { GivenQuestion, GOOD, NOT_WORTH, questionsOf, TYPES_TEXT } from "./given-question.ts";
import { type Told, toldText } from "./told.ts";

type OpenerInput = Told & {
  /** Questions that may be asked in all. */
  left: number;
};

/** What a model answers that asks. */
export type OpenerAnswer = { questions: GivenQuestion[] };

/** The first questions wait for nobody: they are to be there within seconds. */
const ENOUGH = { idea: 20_000, documents: 20_000, answer: 0 };

/** Asks the two or three questions that a person answers first. */
export const openerAgent: Agent<OpenerInput, TObject> = {
  role: "opener",
  title: (_input, model) => `designlab: first questions by ${model}`,
  system: () =>
    "You are a senior engineer who is about to have a system designed by others. You ask the person with the idea the few questions that decide most. You design nothing yourself.",
  prompt: (input) =>
    [
      "Ask the first questions about the idea below: two or three, those whose answers divide the possible designs most (who uses it and how much, what must never happen, what it has to fit into). Others follow later, from somebody who can read the project, which you cannot.",
      GOOD,
      NOT_WORTH,
      `Types of question; take the one that is answered quickest:\n${TYPES_TEXT}`,
      "Write in the language of the idea.",
      toldText(input, ENOUGH),
      `Answer with this schema:\n${schemaText(openerAgent.output(input))}`,
      JSON_ONLY,
    ].join("\n\n"),
  output: ({ left }) =>
    Type.Object(
      { questions: Type.Array(GivenQuestion, { minItems: Math.min(2, left), maxItems: Math.min(3, left) }) },
      { additionalProperties: false },
    ),
  check: ({ asked }, answer) =>
    questionsOf(
      (answer as OpenerAnswer).questions,
      asked.map(({ question }) => question),
    ).faults,
  called: briefPlace,
  tools: () => ROLES.opener.tools,
};
