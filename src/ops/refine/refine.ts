import { type Static, type TObject, Type } from "@sinclair/typebox";
import { refined } from "../../command/refine-line.ts";
import { designsArg, experimentArg, flagArg, setupArgs } from "../args.ts";
import { defineOp } from "../op.ts";

const args = {
  experiment: experimentArg,
  designs: designsArg("Only these are revised or merged, a round's too; those in the first place when absent"),
  rounds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description: "How many rounds may follow one another, each with what was better in the one before: 1 when absent",
    }),
  ),
  merge: flagArg("One design is made of the first two, or of those named"),
  revise: flagArg("With merge: each of them is revised too, and all are judged in one round"),
  model: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        "provider/model that revises a document or a person's design, or merges; it counts as an author from then on",
    }),
  ),
  anew: flagArg("Begins another round though the last was not better"),
  judge: flagArg("Holds back what came of the round until the person has judged it too, blind"),
  dry_run: setupArgs.dry_run,
  limits: setupArgs.limits,
};
export type RefineArgs = Static<TObject<typeof args>>;

/** Has designs revised after their reviews, or merged, and judged anew beside what they were made of. */
export const refine = defineOp({
  summary: "revise or merge the best designs, judged anew beside them",
  args,
  example: { experiment: "latest" },
  host: "needed",
  words: [
    {
      word: "refine",
      usage: "refine EXPERIMENT [A,B] [--merge] [--revise] [--rounds 2] [--model a/x] [--judge] [--max-cost 2]",
      does: "has what is first, or those designs, revised after their reviews and judged anew, blind, beside what they were; --merge makes one of them, --revise beside it does both, --rounds says how often, --model who revises a document or merges, --anew begins another round, --judge lets you judge the round too before you see what came of it, --dry-run says what it would ask and cost",
      reads: refined,
    },
  ],
  run: async (given, context) => (await import("./make.ts")).makeBetter(context, given),
});
