import { improved, outcomesOf, proposedBy } from "../../experiment/round-outcome.ts";
import { sinceRanked } from "../../experiment/since-ranked.ts";
import { readRanking, type View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { decisionSaid, HELD_BACK, proposal, recordWouldGo, unread } from "../../story/decision.ts";
import {
  compareFirst,
  decideFor,
  decideNone,
  judgeFirst,
  openReport,
  rankAnew,
  showBefore,
  showDesign,
} from "../../story/next.ts";
import { roundsBeside } from "../../story/rounds.ts";
import { storyOf } from "../../story/story-of.ts";
import { decisionReply } from "../../views/markdown/frame.ts";
import { factsOf } from "../facts.ts";
import type { OpContext, Reply } from "../op.ts";
import { settling } from "../run/reply.ts";
import { decisionOffer } from "./offer.ts";
import { proposePlace } from "./record-place.ts";

/** What the ranking proposes and where a record would go; writes nothing. */
export async function proposeDecision(
  lab: Lab,
  context: OpContext,
  view: View,
  where: string | undefined,
): Promise<Reply> {
  const { experiment, names, artifacts } = view;
  const { task, dir } = experiment;
  const id = task.experiment_id;
  const { ranking } = await readRanking(experiment);
  const since = ranking && sinceRanked(view, ranking);
  const outcomes = outcomesOf(view, ranking ?? lab.config.ranking);
  const winner = since === null ? proposedBy(ranking, outcomes) : null;
  const letter = names.designs.get(winner ?? "");
  const ahead = since === null ? ranking?.summary.first_place[0] : undefined;
  const offered = names.designs.get(ahead ?? artifacts.designs[0]?.design_id ?? "") ?? "A";
  const apart =
    ranking && since === null ? await settling(lab, view, { state: "ranked", story: storyOf(view, ranking) }) : [];
  const better = outcomes
    .flatMap(improved)
    .filter((each) => each !== winner)
    .flatMap((each) => names.designs.get(each) ?? []);
  const kept = await proposePlace(lab, context, where);
  const said = [
    ...(view.decided ? [decisionSaid(view.decided, ranking)] : []),
    ...artifacts.problems.flatMap((each) => (each.artifact === "decision" ? [unread(each)] : [])),
    ...(view.withheld ? [HELD_BACK] : proposal(ranking, since, winner)),
    ...roundsBeside(outcomes, ranking?.summary.first_place ?? []),
    ...(artifacts.designs.length > 0 ? [recordWouldGo(kept)] : []),
  ];
  const next = [
    ...(since ? [rankAnew(id)] : apart),
    ...(view.withheld ? [judgeFirst(id), showBefore(id)] : []),
    ...(artifacts.designs.length > 0 && !view.withheld
      ? [decideFor(id, letter ?? offered), ...better.map((name) => decideFor(id, name)), decideNone(id)]
      : []),
    ...(letter === undefined ? [] : [showDesign(id, letter)]),
    ...(artifacts.designs.length > 1 && !view.withheld ? [compareFirst(id)] : []),
    ...(ranking ? [openReport(id)] : []),
  ];
  const offer = await decisionOffer(lab, context, view, ranking, where === undefined ? kept : undefined);
  const text = decisionReply({ topic: task.topic, said, next, names });
  return {
    text,
    files: dir,
    facts: { ...factsOf(view, ranking), proposed: winner, offer },
  };
}
