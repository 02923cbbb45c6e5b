import { type Static, Type } from "@sinclair/typebox";
import { designSha256 } from "../../artifacts/hashes.ts";
import type { Ranking } from "../../artifacts/ranking.ts";
import { decided } from "../../command/decide-line.ts";
import { LabError, UsageError } from "../../errors.ts";
import { withExperimentLock } from "../../experiment/open.ts";
import { designIn, designsMeant } from "../../experiment/rounds.ts";
import { sinceRanked } from "../../experiment/since-ranked.ts";
import { readRanking, type View, viewOf } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import {
  type Choice,
  confirmDecision,
  writeDecision as decideOn,
  decisionToChange,
  isDecidedSo,
  recordThere,
} from "../../stages/decision/decide.ts";
import { STAGES } from "../../stages/stages.ts";
import type { Experiment } from "../../store/experiment.ts";
import { rememberFolder } from "../../store/places.ts";
import {
  decisionSaid,
  keptSaid,
  mayDecide,
  outdated,
  SO_ALREADY,
  SO_CONFIRMED,
  supersededSaid,
} from "../../story/decision.ts";
import { proposeLesson } from "../../story/lessons.ts";
import { askMissing, decideFor, decideNow, openReport, rankAnew, tellOutcome } from "../../story/next.ts";
import { WHO_ASKS } from "../../story/person-asked.ts";
import type { Sentence } from "../../story/sentence.ts";
import { isBlank } from "../../text/clean.ts";
import { typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { decisionReply } from "../../views/markdown/frame.ts";
import { experimentArg, pathArg } from "../args.ts";
import { factsOf } from "../facts.ts";
import { defineOp, type OpContext, type Reply } from "../op.ts";
import { openToRead } from "../paths/outside.ts";
import { asPerson } from "../person/as-person.ts";
import { refuseWithheld } from "../refusals.ts";
import { refuseOtherOffer } from "./offer.ts";
import { asking, byArg, openIdle, refuseUnshown, renewPages, textArg, wordsOf } from "./persons-word.ts";
import { proposeDecision } from "./propose.ts";
import { mayChange, permitPlace, whereTo } from "./record-place.ts";

const args = {
  experiment: experimentArg,
  design: Type.Optional(
    Type.String({
      minLength: 1,
      description: "The chosen design, by letter (one of a round: B2, M1), design_id or model; a proposal when absent",
    }),
  ),
  none: Type.Optional(Type.Literal(true, { description: "None of them is to be built; needs because" })),
  because: textArg("Why, in the person's own words"),
  by: byArg("Who decided"),
  where: pathArg(
    "Folder of the project for the record, or experiment; where the project keeps such records when absent",
  ),
};
type Given = { [K in keyof typeof args]?: Static<(typeof args)[K]> | undefined };

/** A person's choice, written down from what is stored. Calls no model. */
export const decide = defineOp({
  summary: "decide for a design, or none, and write a decision record",
  args,
  beside: "outcome",
  example: { experiment: "latest", design: "A", because: "It is the one we can run" },
  words: [
    {
      word: "decide",
      also: ["choose"],
      usage: 'decide [experiment] [A] ["why"] [--by "Ada"] [--where docs/adr]',
      does: "what is proposed; with a letter, or none, it decides so and writes the record",
      reads: decided,
    },
  ],
  async run(given, context) {
    refuseUnclear(given);
    const lab = await context.labForReading();
    refuseUnshown(context, lab, "because", given.because);
    const { experiment, design, none } = given;
    if (design === undefined && none === undefined)
      return proposeDecision(lab, context, await viewOf(await openToRead(lab, context, experiment)), given.where);
    return choose(lab, context, await openIdle(lab, context, experiment), given);
  },
});

function refuseUnclear({ design, none, because, by }: Given): void {
  const refuse = (why: string): never => {
    throw new UsageError(`Cannot decide: ${why}. Nothing was written.`, {
      advice: `For example ${typedCode("decide", "A", '"…"')} or ${typedCode("decide", "none", '"…"')}, with the reason in the quotes.`,
    });
  };
  if (design !== undefined && none) refuse("a design and none of them is given, one is needed");
  if (none && isBlank(because ?? "")) refuse("none of them needs a reason in because, found none");
  if (because !== undefined && design === undefined && !none) refuse("because needs a design, or none");
  if (by !== undefined && design === undefined && !none) refuse("by needs a design, or none");
}

/** Takes a person's choice, and writes it down where it goes. */
async function choose(lab: Lab, context: OpContext, opened: Experiment, given: Given): Promise<Reply> {
  const seen = await viewOf(opened);
  refuseWithheld(seen, "the record of a decision on", "Not decided");
  // Nobody is asked for what cannot be done.
  await withExperimentLock({ ...lab, renewMemory: async () => undefined }, opened, async () => undefined);
  const chosen = findChosen(seen, given.design);
  const because = wordsOf(given.because);
  const by = wordsOf(given.by) || null;
  const before = decisionToChange(seen);
  const place = await whereTo(lab, context, given.where);
  const { ranking: stored } = await readRanking(opened);
  const wanted = { design_id: chosen?.design_id ?? null, because, by };
  const isSo = await isDecidedSo(lab, seen, stored, wanted, place.folder);
  if (isSo && seen.seen.decision) return keptAs(seen, stored, SO_ALREADY);
  await refuseOtherOffer(lab, context, seen, stored);
  const record = before && !isSo ? await recordThere(lab, seen, before) : null;
  const asked = { topic: opened.task.topic, id: opened.task.experiment_id, somebody: WHO_ASKS, names: seen.names };
  const question = mayDecide(wanted, asked, record?.path ?? null);
  const door = await asPerson(context, asking(opened, question));
  if (isSo) return confirmStored(lab, opened, door, wanted);
  const kept = await permitPlace(lab, context, seen, place);
  const changes = await mayChange(lab, context, opened, record, kept.folder?.path);
  return withExperimentLock(lab, opened, async (experiment) => {
    const view = await viewOf(experiment);
    const now = designIn(view, chosen?.design_id);
    if (chosen && (now === undefined || designSha256(now) !== designSha256(chosen)))
      throw new LabError("The design changed while this was asked. Nothing was decided.", {
        advice: "Look at it again, then decide again.",
      });
    const { ranking } = await readRanking(experiment);
    await refuseOtherOffer(lab, context, view, ranking);
    const choice: Choice = { design_id: chosen?.design_id ?? null, because, by, door };
    const { superseded } = await decideOn(lab, view, ranking, choice, { kept, changes });
    if (kept.folder) {
      const project = { home: context.home, env: context.env, worktree: lab.worktree };
      await rememberFolder(project, "decision", kept.folder.path);
      if (kept.designs) await rememberFolder(project, "design", kept.designs.path);
    }
    const after = await renewPages(lab, view, ranking);
    const { decided, names } = after;
    if (decided === null) throw new Error("What was decided is not there");
    const since = ranking && sinceRanked(view, ranking);
    const said = [
      decisionSaid(decided, ranking),
      ...(since ? [outdated(since)] : []),
      keptSaid(kept, decided.decision),
      ...(superseded ? [supersededSaid(superseded)] : []),
    ];
    const { topic, experiment_id: id } = experiment.task;
    const next = [
      ...(since ? [rankAnew(id)] : []),
      ...(chosen ? [STAGES.plan.next(after), tellOutcome(id)] : []),
      ...proposeLesson(id, because),
      ...(ranking ? [openReport(id)] : []),
    ];
    return {
      text: decisionReply({ topic, said, next, names }),
      files: experiment.dir,
      facts: factsOf(after, ranking),
    };
  });
}

/** Makes a decision that came with the files the person's own, unless it was changed while the person was asked. */
function confirmStored(
  lab: Lab,
  opened: Experiment,
  door: Choice["door"],
  wanted: Pick<Choice, "design_id" | "because" | "by">,
): Promise<Reply> {
  return withExperimentLock(lab, opened, async (experiment) => {
    const view = await viewOf(experiment);
    const { decision = null } = view.artifacts;
    const isSo = decision?.design_id === wanted.design_id && decision.because === wanted.because;
    if (decision === null || !isSo || decision.by !== wanted.by)
      throw new LabError("The decision changed while this was asked. Nothing was decided.", {
        advice: "Look at it again, then decide again.",
      });
    await confirmDecision(view, decision, door);
    const { ranking } = await readRanking(experiment);
    return keptAs(await renewPages(lab, view, ranking), ranking, SO_CONFIRMED);
  });
}

/** What is said where no record had to be written. */
function keptAs(view: View, ranking: Ranking | null, how: Sentence): Reply {
  const { experiment, decided, names } = view;
  const { topic, experiment_id: id } = experiment.task;
  const said = [...(decided ? [decisionSaid(decided, ranking)] : []), how];
  const text = decisionReply({ topic, said, next: [tellOutcome(id)], names });
  return { text, files: experiment.dir, facts: factsOf(view, ranking) };
}

/** The one design of that name; null where none of them is chosen. */
function findChosen(view: View, name: string | undefined) {
  if (name === undefined) return null;
  const [design, ...others] = designsCalled(view, name);
  if (design !== undefined && others.length === 0) return design;
  throw new UsageError(
    `Cannot decide for ${JSON.stringify(name.slice(0, 100))}, which wrote ${1 + others.length} designs: name one of ${[design, ...others].map((each) => each?.design_id).join(", ")}. Nothing was written.`,
  );
}

/** The designs of that name. Throws UsageError that says what can be typed where there is none. */
function designsCalled(view: View, name: string) {
  try {
    return designsMeant(view, [name]);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { experiment, artifacts, names, status } = view;
    const id = experiment.task.experiment_id;
    const [first] = artifacts.designs;
    const letter = first === undefined ? undefined : names.designs.get(first.design_id);
    const other = letter === undefined ? [] : [decideFor(id, letter)];
    const missing = status.pending.length > 0 ? [askMissing(id, status.failures)] : [];
    const advice = [decideNow(id), ...other, ...missing].map((each) => `${drawn(each)}.`).join(" ");
    throw new UsageError(`${error.message} Nothing was decided.`, { advice });
  }
}
