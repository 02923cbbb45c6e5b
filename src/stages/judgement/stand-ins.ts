import { isPlanned, isSameSeat, type Part, type Reviewer, type Seated, seatOf } from "../../artifacts/task.ts";
import type { Config } from "../../config/schema.ts";
import type { Held } from "../../experiment/answers.ts";
import type { Cell } from "../../experiment/cells.ts";
import { addStandIn, withTask } from "../../experiment/panel.ts";
import type { StandIn } from "../../prompting/ask.ts";
import type { Experiment } from "../../store/experiment.ts";

/** Who answers where reviewers fail for good, over one evaluation. */
export type StandIns = {
  /**
   * The fallbacks of a cell's reviewer that may judge its design, in order, each as it is asked for: not one that sits
   * on the panel, for its own answer counts already, nor one that judges or has judged this design for somebody else.
   */
  forCell(cell: Cell): Iterable<StandIn>;
  /** The row of a stand-in that has answered for these parts; it is in task.json before what it said is stored. */
  join(seat: Seated, parts: readonly Part[]): Promise<Reviewer>;
  /** The experiment with all rows so far. */
  experiment(): Experiment;
  /** Fallbacks that were not asked since they sit on the panel. */
  passedOver(): { model: string; fallback: string }[];
};

export function createStandIns(begun: Experiment, fallbacks: Config["fallback_models"], held: Held): StandIns {
  let experiment = begun;
  /** With a row for every fallback that was asked, so that no two get one id. */
  let rows: readonly Reviewer[] = begun.task.reviewers;
  let joined: Promise<unknown> = Promise.resolve();
  /** Which fallback was given which design in this evaluation, and as whom, as JSON of all. */
  const given = new Set<string>();
  const passedOver = new Map<string, { model: string; fallback: string }>();

  function* forCell({ design_id, reviewer, parts }: Cell): Iterable<StandIn> {
    const { model } = reviewer;
    for (const fallback of fallbacks[model] ?? []) {
      // As whom it is asked: a model that sits there as somebody else scores other criteria.
      const seat = seatOf({ ...reviewer, model: fallback });
      if (rows.some((row) => isSameSeat(row, seat) && isPlanned(row))) {
        passedOver.set(JSON.stringify([model, fallback]), { model, fallback });
        continue;
      }
      const place = JSON.stringify([seat, design_id]);
      if (given.has(place) || parts.some((part) => held.gave(part, design_id, seat))) continue;
      given.add(place);
      rows = addStandIn({ ...begun.task, reviewers: rows }, seat, parts);
      yield { model: fallback, reviewer_id: rowOf(seat).reviewer_id };
    }
  }

  function rowOf(seat: Seated): Reviewer {
    const row = rows.find((each) => isSameSeat(each, seat));
    if (!row) throw new Error(`${seat.model} was never asked to stand in`);
    return row;
  }

  async function add(seat: Seated, parts: readonly Part[]): Promise<Reviewer> {
    const { task } = experiment;
    const known = task.reviewers.some((each) => isSameSeat(each, seat));
    const seated = known ? task.reviewers : [...task.reviewers, { ...rowOf(seat), parts: [] }];
    const reviewers = addStandIn({ ...task, reviewers: seated }, seat, parts);
    if (JSON.stringify(reviewers) !== JSON.stringify(task.reviewers)) {
      experiment = await withTask(experiment, { ...task, reviewers });
    }
    return reviewers.find((each) => isSameSeat(each, seat)) ?? rowOf(seat);
  }

  return {
    forCell,
    join(seat, parts) {
      // One after the other: each row is added to a plan that holds those before it.
      const row = joined.then(() => add(seat, parts));
      joined = row.catch(() => undefined);
      return row;
    },
    experiment: () => experiment,
    passedOver: () => [...passedOver.values()],
  };
}
