import type { DesignBody } from "../../src/artifacts/design.ts";
import type { Judgement } from "./judgement.ts";
import { LEDGER } from "./ledger.ts";

const DESK =
  "Sell for four hours when the line is down: from 4 % of each sailing, from 7 % at the twelve harbours with the worst lines";

/** The ledger after its reviews: desks sell for four hours, both data centres have a rule for losing each other, and the costs are whole. */
export const LEDGER_REVISED: DesignBody = {
  ...LEDGER,
  components: LEDGER.components.map((component) =>
    component.name === "Desk client"
      ? { ...component, responsibilities: [DESK, ...component.responsibilities.slice(1)] }
      : component,
  ),
  tradeoffs: LEDGER.tradeoffs.map((tradeoff) =>
    tradeoff.aspect === "How a desk sells without a line"
      ? {
          ...tradeoff,
          choice:
            "An allotment of 4 % of each sailing, 7 % at the twelve harbours with the worst lines, good for four hours",
          alternatives: [
            ...tradeoff.alternatives,
            "Two hours for all: 3 % more for everybody else, and closed desks on the busiest days",
          ],
        }
      : tradeoff,
  ),
  risks: LEDGER.risks.map((risk) =>
    risk.description.startsWith("Both data centres")
      ? {
          ...risk,
          mitigation:
            "After 30 seconds whoever is on duty names the side that goes on; the other refuses payments, and says so",
        }
      : risk.description.startsWith("A desk that is cut off")
        ? { ...risk, description: "A desk that is cut off for longer than four hours has to close", severity: "medium" }
        : risk,
  ),
  additional_notes: `${LEDGER.additional_notes} Two lines more in the table of costs: $456 for the mobile lines of twelve harbours, $120 for the SMS of a cancelled sailing; together $8,916 of $9,400.`,
};

/** Tells the text from that of before. */
export const isRevised = (text: string): boolean => text.includes(DESK);

/** What its designer says about each sentence of its readers, by what stands in it. */
export const ANSWERED: readonly [pattern: RegExp, done: boolean, how: string][] = [
  [
    /two hours|without a line|allotment|R6|four hours/iu,
    true,
    "Desks sell for four hours, with a larger allotment where lines are worst.",
  ],
  [/mobile lines|SMS|cost table|sum\b/iu, true, "Both stand in the table of costs now; the limit holds."],
  [/lose sight|both data centres|standby/iu, true, "Whoever is on duty names the side that goes on."],
];
export const NOT_TAKEN = "Not in the nine months that there are; it changes none of the requirements.";

/** By how much each reviewer's scores differ for it, in the order of REVIEWERS and of CRITERIA. */
const GAINS: readonly (readonly [number, number, number, number, number])[] = [
  [0.5, 1.5, 0.5, 0.5, 0],
  [0.5, 1, 0.5, 0, 0.5],
  [0, 1, 0, 0.5, 0],
  [0.5, 1, 0, 1, 0],
];

/** What a reviewer says of the revision who said that of the ledger. */
export function revisedJudgement(judgement: Judgement, reviewer: number): Judgement {
  const gained = ([...scores]: readonly number[]) =>
    scores.map((score, at) => Math.min(10, score + (GAINS[reviewer]?.[at] ?? 0)));
  return {
    ...judgement,
    coverage: { ...judgement.coverage, R6: ["met", DESK] },
    weaknesses: judgement.weaknesses.filter((weakness) => !/two hours|mobile|without a line/iu.test(weakness)),
    scores: {
      clear: gained(judgement.scores.clear) as unknown as Judgement["scores"]["clear"],
      open: gained(judgement.scores.open) as unknown as Judgement["scores"]["open"],
    },
  };
}
