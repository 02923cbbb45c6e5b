import { type Static, type TObject, Type } from "@sinclair/typebox";
import { guarded } from "../../command/guard-line.ts";
import { flagArg } from "../args.ts";
import { defineOp } from "../op.ts";

const DOES = ["on", "off", "status", "allow"] as const;

const args = {
  do: Type.Optional(
    Type.Union(
      DOES.map((each) => Type.Literal(each)),
      {
        description:
          "on, off, or allow what was held back last, each a person's word; status when absent: where the tests are, what was held back and let through, and what it cost",
      },
    ),
  ),
  task: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "With on: the plan's task that edits are held to, by its id; the one that was started when absent",
    }),
  ),
  until_green: flagArg("With allow: every edit until the tests are green"),
};
export type GuardArgs = Static<TObject<typeof args>>;

/** Has edits of the person's own agent wait for a failing test, once a person turned it on for the project. */
export const guard = defineOp({
  summary: "have edits wait for a failing test: on and off by a person's word, and how it stands",
  args,
  example: { do: "status" },
  host: ({ do: what }) => (what === "on" ? "needed" : undefined),
  words: [
    {
      word: "guard",
      own: true,
      usage: "guard [on [--task ID] | off | allow [--until-green]]",
      does: "has edits of your agent wait for a failing test (on, --task for one task of the plan), ends that (off), lets through what was held back last (allow, --until-green all until the tests are green); alone it says where the tests are, what was held back and what it cost",
      names: [...DOES],
      reads: guarded,
    },
  ],
  run: async (given, context) => (await import("./make.ts")).answerGuard(context, given),
});
