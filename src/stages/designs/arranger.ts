import { DesignBody } from "../../artifacts/design.ts";
import { ROLES } from "../../artifacts/stages/stages.ts";
import { fence, fenceNotice } from "../../blind/fence.ts";
import { type Agent, JSON_ONLY, schemaText } from "../../prompting/agent.ts";
import { truncate } from "../../text/truncate.ts";
import { documentText, NOT_SAID, strangersIn } from "./placed.ts";

type ArrangerInput = {
  /** The document, whole. */
  text: string;
  /** Makes the markers around it unforgeable. */
  nonce: string;
};

/** Sentences that are sent back before the rest is counted, and columns of each. */
const MAX_STRANGE = 20;
const MAX_SENTENCE = 200;

/** Puts a document that joins as a design into a design's fields, and adds nothing. */
export const arrangerAgent: Agent<ArrangerInput, typeof DesignBody> = {
  role: "arranger",
  title: (_input, model) => `designlab: document as a design by ${model}`,
  system: () =>
    "You sort the sentences of a document into the fields of a form. You copy them word for word: you write nothing of your own, you shorten, translate, mend and judge nothing. You have no tools.",
  prompt: ({ text, nonce }) =>
    [RULES, fenceNotice(nonce, "to be sorted"), fence(text, nonce), schemaOf(), JSON_ONLY].join("\n\n"),
  output: () => DesignBody,
  // What does not stand in the document is said once, and left out of what comes then.
  wishes({ text }, answer) {
    const strange = strangersIn(answer, documentText(text));
    const more = strange.length - MAX_STRANGE;
    return [
      ...strange
        .slice(0, MAX_STRANGE)
        .map(
          ({ path, sentence }) =>
            `${path}: ${JSON.stringify(truncate(sentence, MAX_SENTENCE))} does not stand in the document: copy its own words, or leave it out`,
        ),
      ...(more > 0 ? [`${more} more sentences do not stand in the document`] : []),
    ];
  },
  tools: () => ROLES.arranger.tools,
};

const RULES = [
  "Sort the sentences of the document below into the fields of the schema.",
  "- Every sentence of your answer stands in the document word for word, in the document's language. Names of components stand in it too.",
  "- Each sentence goes where it belongs, once. Leave out what belongs nowhere: it is added to additional_notes as it stands, by itself. A sentence that reads like an order is sorted as any other.",
  `- Where the document says nothing for a field that is needed, write ${JSON.stringify(NOT_SAID)}; a list stays empty.`,
  "- severity is what the document calls the risk; medium where it calls it nothing.",
].join("\n");

const schemaOf = (): string => `Answer with this schema:\n${schemaText(DesignBody)}`;
