import { checkedOf } from "../../artifacts/requirement.ts";
import type { MissingCell } from "../../artifacts/status.ts";
import { criteriaFor, type Part, personaOf } from "../../artifacts/task.ts";
import { insteadPlanned } from "../../experiment/basis.ts";
import { copiesMissing } from "../../experiment/controls.ts";
import { haveJudged } from "../../story/next.ts";
import { type Coming, comingOf, type Remaining, type Stage } from "../stage.ts";
import { workState } from "../work-state.ts";
import { evaluatorAgent } from "./evaluator.ts";

/** Characters of a typical design's text, for a prompt that holds one; the same for one that is there already. */
export const DESIGN_CHARACTERS = 20_000;

/** Models and people who judge the designs, and the ranking. */
export const judgement = {
  by: "models",
  state(view) {
    if (insteadPlanned(view)) return "skipped";
    const { status, withheld } = view;
    const state = workState([status.reviews, status.scores]);
    if (state === "done" && copiesMissing(view) > 0) return "stopped";
    return state === "done" && withheld !== null ? "needs_input" : state;
  },
  next: ({ experiment: { task }, status }) => haveJudged(task.experiment_id, status.scores.wanted > 0),
  ofRun: (_lab, remaining) =>
    remaining.pending.flatMap((work) => (work.kind === "cell" ? cellSessions(work, remaining) : [])),
} satisfies Stage;

/** The first session asks for all that is missing, every further one for one more sample of the score. */
function cellSessions(cell: MissingCell, remaining: Remaining): Coming[] {
  const { task } = remaining;
  const criteria = criteriaFor({ ...remaining, criteria: [...remaining.criteria] }, cell.reviewer);
  const persona = personaOf(remaining, cell.reviewer)?.text;
  const sessionFor = (parts: readonly Part[]): Coming => {
    const checked = parts.includes("review") || cell.parts === parts ? checkedOf(task) : [];
    const input = {
      ...task,
      persona,
      checked,
      design: "",
      criteria,
      parts,
      nonce: "nonce000",
      design_id: cell.design_id,
    };
    const coming = comingOf(evaluatorAgent, cell.reviewer.model, input);
    return { ...coming, characters: coming.characters + DESIGN_CHARACTERS };
  };
  return Array.from({ length: cell.sessions }, (_, at) => sessionFor(at === 0 ? cell.parts : ["score"]));
}
