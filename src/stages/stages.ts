import type { StageState } from "../artifacts/stages/row.ts";
import { STAGE_NAMES, type StageName } from "../artifacts/stages/stages.ts";
import type { View } from "../experiment/view.ts";
import { joinsText } from "../story/joins.ts";
import type { Sentence } from "../story/sentence.ts";
import { count, dollars, duration } from "../text/numbers.ts";
import { brief } from "./brief/stage.ts";
import { decision } from "./decision/stage.ts";
import { designs } from "./designs/stage.ts";
import { judgement } from "./judgement/stage.ts";
import { plan } from "./plan/stage.ts";
import { refine } from "./refine/stage.ts";
import type { Asks, Remaining, Stage } from "./stage.ts";
import { work } from "./work/stage.ts";

/** The stages of an experiment: where each is, and what leads on to its end. */
export const STAGES = { brief, designs, judgement, refine, decision, plan, work } satisfies Readonly<
  Record<StageName, Stage>
>;

const stageOf = (name: StageName): Stage => STAGES[name];

/** Where each stage of an experiment with a task is. */
export function statesOf(view: View): Readonly<Record<StageName, StageState>> {
  const states = STAGE_NAMES.map((name) => [name, stageOf(name).state(view)]);
  return Object.fromEntries(states) as Record<StageName, StageState>;
}

/** What leads on from what is judged: nothing to decide on where there is no ranking. */
export function afterJudgement(view: View, isRanked: boolean): Sentence[] {
  const isDecided = decision.state(view) === "done";
  const plans = view.planned !== null || (isDecided && view.decided?.decision.design_id != null);
  return [...(isRanked && !isDecided ? [decision.next(view)] : []), ...(plans ? [plan.next(view)] : [])];
}

/** Whether models can go on with a stage that is there. */
export const isOpen = (state: StageState): boolean => state === "not_begun" || state === "stopped";

/** Whether any stage that models do is not at its end. */
export function isUnfinished(view: View): boolean {
  return STAGE_NAMES.map(stageOf).some(({ by, state }) => by === "models" && isOpen(state(view)));
}

/** A run: what every stage asks of it. */
export const running: Asks<Remaining> = {
  sends: "task",
  coming: (lab, remaining) => ({
    sessions: STAGE_NAMES.flatMap((name) => stageOf(name).ofRun?.(lab, remaining) ?? []),
    named: [...lab.chosen, ...(remaining.named ?? [])],
  }),
  tells: ({ joins }) => (joins ? joinsText(joins) : null),
  /** What begins, how long it should take and what it should cost: "3 designs asked, about 3m, $0.24". */
  announces({ pending }, { seconds, evaluation_seconds, cost, unpriced, sessions }) {
    const designs = pending.filter(({ kind }) => kind === "design").length;
    const cells = pending.filter((work) => work.kind === "cell" && work.sessions > 0);
    const what = designs > 0 ? count(designs, "design") : count(sessions, "evaluation");
    const price = unpriced.length > 0 ? "cost unknown" : dollars(cost);
    return {
      text: sessions === 0 ? null : `${what} asked, about ${duration(seconds)}, ${price}`,
      expected: { seconds, evaluation_seconds, evaluations: cells.length },
    };
  },
};
