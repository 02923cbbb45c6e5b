import type { Idea } from "../../artifacts/idea.ts";
import type { BriefModels } from "../../config/models.ts";
import { dollars } from "../../text/numbers.ts";
import { type Asks, comingOf, expectedOf, type Stage } from "../stage.ts";
import { askerAgent } from "./asker.ts";
import { brieferAgent } from "./briefer.ts";
import { openerAgent } from "./opener.ts";
import { topicAgent } from "./topic.ts";

/** From an idea to a task. */
export const brief = {
  by: "person",
  state: ({ experiment: { task } }) => (task.brief === undefined ? "skipped" : "done"),
  before: ({ state }) => (state === "approved" ? "done" : state === "questions" ? "skipped" : state),
  ofRun: (_lab, { topic }) => (topic === null ? [] : [comingOf(topicAgent, topic.model, topic.input)]),
} satisfies Stage;

/** What of an interview is still to be asked: of whom, and what all of them are told. */
export type ComingBrief = {
  models: BriefModels;
  idea: Pick<Idea, "idea" | "from">;
  /** Whether the first questions are still to be asked, and how many there may be in all from now on. */
  first: boolean;
  left: number;
};

/** Turns of further questions as they usually come: two or three questions each, and one that ends. */
export function turnsOf({ first, left }: Pick<ComingBrief, "first" | "left">): number {
  return left === 0 ? 0 : 1 + Math.ceil(Math.max(0, left - (first ? 3 : 0)) / 3);
}

/** An interview: the first questions, turns of further ones, and the brief. */
export const interviewing: Asks<ComingBrief> = {
  sends: "idea",
  coming(lab, coming) {
    const { models, idea, first, left } = coming;
    const told = { ...idea, asked: [], found: [], files: new Map<string, string>(), nonce: "nonce000", left };
    const { criteria: judgedBy } = lab.config.review.quantitative;
    const asker = { ...told, repository: lab.config.design.repository ? lab.worktree : null, isFile: () => false };
    return {
      sessions: [
        ...(first ? [comingOf(openerAgent, models.first, told)] : []),
        ...Array.from({ length: turnsOf(coming) }, () => comingOf(askerAgent, models.probe, asker)),
        comingOf(brieferAgent, models.probe, { ...told, sources: [], judgedBy, change: null }),
      ],
      named: [...lab.chosen],
      inTurn: true,
    };
  },
  announces({ first }, numbers) {
    const price = numbers.unpriced.length > 0 ? "cost unknown" : dollars(numbers.cost);
    return { text: `the interview ${first ? "begins" : "goes on"}, about ${price}`, expected: expectedOf(numbers) };
  },
};
