import { expect, test } from "bun:test";
import type { Asked } from "../../src/questions/replay.ts";
import type { AnswerTo } from "../../src/questions/types.ts";
import { verdictOn } from "../../src/stages/proposal/approval.ts";

const ID = "approve-0123456789ab";
const AT = "2026-01-05T10:00:00Z";

function asked(change: Partial<Asked>): Asked {
  return {
    id: ID,
    question: {
      id: ID,
      type: "show_plan",
      text: "Is it right?",
      sections: [{ id: "task", title: "T", markdown: "M" }],
    },
    state: "open",
    answer: null,
    by: null,
    seen: true,
    claimed: null,
    changed: 0,
    closed: false,
    reported: false,
    asked_at: AT,
    at: AT,
    ...change,
  };
}

const said = (answer: AnswerTo<"show_plan">, by: Asked["by"] = "page"): Asked =>
  asked({ state: "answered", answer, by });
const verdict = (...questions: Asked[]) => verdictOn(ID, { questions }, "plan");

test("a proposed text is asked about, waited for, written once a person approved it, and revised by what was said", () => {
  expect(verdict()).toEqual({ do: "ask" });
  expect(verdict(asked({ state: "cancelled" }))).toEqual({ do: "ask" });
  expect(verdict(asked({}))).toEqual({ do: "wait", for: "approval" });
  const approval = said({ decision: "approve", annotations: {} });
  expect(verdict(approval)).toEqual({ do: "write", approval });
  expect(verdict(said({ decision: "approve", annotations: {} }, "text"))).toEqual({ do: "wait", for: "person" });
  expect(verdict(said({ decision: "reject", annotations: {} }))).toEqual({ do: "wait", for: "words" });
  expect(
    verdict(said({ decision: "revise", annotations: { task: "Smaller", plan: "Later" }, feedback: "No." })),
  ).toEqual({
    do: "revise",
    remarks: { parts: { task: "Smaller" }, whole: "No.\n\nLater" },
  });
});
