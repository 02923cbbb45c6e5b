import type { Static, TObject } from "@sinclair/typebox";
import { isPlanned, type Part, type Task } from "../../artifacts/task.ts";
import { paidFor, type Read } from "../../command/word.ts";
import { LabError, UsageError } from "../../errors.ts";
import { type Cell, cellsToAsk, designsNamed, sessionsFor } from "../../experiment/cells.ts";
import { resume, throwIfStopped, withExperimentLock } from "../../experiment/open.ts";
import { withReviewers, withTask } from "../../experiment/panel.ts";
import { selfReviewNotes } from "../../experiment/self-reviews.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { type EvaluateResult, evaluate } from "../../stages/judgement/evaluate.ts";
import { askAllTheSame } from "../../stages/judgement/look.ts";
import type { Remaining } from "../../stages/stage.ts";
import { isUnfinished, running, STAGES } from "../../stages/stages.ts";
import { judgedSaid, MISSING } from "../../story/call-did.ts";
import { askStillMissing, rankAnew, showPart } from "../../story/next.ts";
import type { Sentence } from "../../story/sentence.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { designsArg, experimentArg, flagArg, modelsArg, names } from "../args.ts";
import { defineOp } from "../op.ts";
import { openToWrite } from "../paths/outside.ts";
import { confirm } from "../person/confirm.ts";
import { scoredBy } from "./joining.ts";
import { reply, type Work } from "./reply.ts";

const args = {
  experiment: experimentArg,
  models: modelsArg("Only these reviewers; a model that is none yet joins the panel"),
  designs: designsArg("Only these designs"),
  control: flagArg("Not taken here: planted copies are judged by run with the experiment, beside all that is missing"),
  force: flagArg("Ask again for what is stored already; what is replaced is kept beside it"),
};

/** One part of the evaluation of an experiment: what is missing or stale, or what is named. */
function evaluation(part: Part) {
  const missing = MISSING[part];
  return defineOp({
    summary: `only ${missing}`,
    args,
    example: { experiment: "latest" },
    host: "needed",
    words: [
      {
        word: part,
        usage: `${part} EXPERIMENT [--models a/x,b/y] [--designs A,B] [--force]`,
        does: `asks for its ${missing}; --models names reviewers, new ones too, --designs the designs that are judged, --force asks again for what is there`,
        reads: judgedBy,
      },
    ],
    async run(given, context) {
      const reading = await context.lab();
      const opened = await openToWrite(reading, context, given.experiment);
      if (given.control) refuseCopies(opened.task.experiment_id);
      const expected = await workIn(reading, await viewOf(opened), given, part);
      const lab = await confirm(reading, context, opened.dir, running, remainingOf(expected, names(given.models)));
      return withExperimentLock(lab, opened, async (locked) => {
        const stored = await viewOf(locked);
        refuseWithoutDesigns(stored, part);
        const { task, cells } = await workIn(lab, stored, given, part);
        refuseWithoutReviewers(task, part);

        const planned = task === locked.task ? locked : await withTask(locked, task);
        const view = task === locked.task ? stored : await viewOf(planned);
        const { experiment, before } = await resume(lab, planned);
        await askAllTheSame(experiment, view.artifacts, cells);
        const evaluation = await evaluate(lab, view, cells);
        await throwIfStopped(lab, experiment);
        const after = await viewOf(evaluation.experiment);
        const work = workOf(view, part, cells.length, evaluation);
        const own = selfReviewNotes(after, { exclude: lab.config.ranking.exclude_self_reviews });
        return reply(lab, after, before, { ...work, notes: [...work.notes, ...own], next: nextOf(after, part) }, null);
      });
    },
  });
}

/** Options of lists, with what they take. */
const LISTS: Readonly<Record<string, { arg: "models" | "designs"; takes: string }>> = {
  "--models": { arg: "models", takes: "a/x,b/y" },
  "--designs": { arg: "designs", takes: "A,B" },
};

/** An experiment, reviewers and designs with commas between them, and whether what is there is asked for again. */
function judgedBy(words: readonly string[]): Read {
  const typed = words.flatMap((word) => /^(--[a-z-]+)=(.*)$/isu.exec(word)?.slice(1) ?? word).values();
  const lists: Partial<Record<"models" | "designs", string[]>> = {};
  const others: string[] = [];
  const flags: Partial<Record<"force" | "control", true>> = {};
  for (const word of typed) {
    const option = word.toLowerCase();
    if (option === "--force" || option === "--control") {
      const flag = option === "--force" ? "force" : "control";
      if (flags[flag]) return { odd: [word], why: "it stands twice" };
      flags[flag] = true;
      continue;
    }
    const known = LISTS[option];
    if (known === undefined) {
      others.push(word);
      continue;
    }
    const { arg, takes } = known;
    if (lists[arg] !== undefined) return { odd: [word], why: "it stands twice" };
    const given = typed.next().value ?? "";
    const items = given.startsWith("--") ? [] : given.split(",").filter((item) => item !== "");
    const needed = `${option} needs ${arg} with commas between them, as ${option} ${takes}`;
    if (items.length === 0) return { odd: [word], why: needed };
    lists[arg] = items;
  }
  const named = paidFor(others);
  return "odd" in named ? named : { args: { ...named.args, ...lists, ...flags } };
}

/** The plan that the call makes and what it is to ask by it; nothing is stored. */
async function workIn(
  lab: Lab,
  { experiment: { task }, artifacts, status }: View,
  given: Static<TObject<typeof args>>,
  part: Part,
): Promise<{ task: Task; cells: Cell[] }> {
  if (artifacts.designs.length === 0) return { task, cells: [] };
  const designs = names(given.designs);
  const named = designsNamed(task, artifacts.designs, designs, status.failures).map(({ design_id }) => design_id);
  const wanted = names(given.models) ?? [];
  const joined = await withReviewers(lab, task, wanted, part, designs && named);
  const reviewers = wanted.length > 0 ? joined.reviewers : undefined;
  const filter = { parts: [part], reviewers, designs, force: given.force };
  return { task: joined.task, cells: cellsToAsk(joined.task, artifacts, filter) };
}

function remainingOf(
  { task, cells }: { task: Task; cells: readonly Cell[] },
  named: readonly string[] = [],
): Remaining {
  const pending = cells.map((cell) => {
    const sessions = sessionsFor(cell, task.score_samples);
    return { kind: "cell" as const, ...cell, sessions, askable: true, begun: false };
  });
  return { task, ...scoredBy(task), topic: null, pending, named };
}

/** Throws UsageError: one part asked of a copy alone, after all designs, would tell a reviewer what it is. */
function refuseCopies(id: string): never {
  throw new UsageError(
    "Cannot plant copies here: planted copies are judged with all that is missing, reviews and scores as of a design, so that no reviewer can tell them. Nothing was asked.",
    {
      advice: `${typedCode("resume", id, "--control")} has them judged (${callCode("run", { experiment: id, control: true })}).`,
    },
  );
}

function refuseWithoutDesigns(view: View, part: Part): void {
  if (view.artifacts.designs.length > 0) return;
  const id = view.experiment.task.experiment_id;
  throw new LabError(`Cannot ${part} ${id}: a design is needed, found none.`, {
    advice: `${drawn(STAGES.designs.next(view))}.`,
  });
}

function refuseWithoutReviewers(task: Task, part: Part): void {
  if (task.reviewers.some((reviewer) => isPlanned(reviewer) && reviewer.parts.includes(part))) return;
  const id = task.experiment_id;
  throw new LabError(`Cannot ${part} ${id}: a reviewer is needed, its plan has none for this part.`, {
    advice: `Name one: ${typedCode(part, id, "--models", "provider/model")} (${callCode(part, { experiment: id, models: ["provider/model"] })}).`,
  });
}

function workOf(
  { artifacts, experiment: { task } }: View,
  part: Part,
  asked: number,
  evaluation: EvaluateResult,
): Omit<Work, "next"> {
  const { reviews, scores, failures, notes } = evaluation;
  const made = part === "review" ? reviews : scores;
  const id = task.experiment_id;
  return {
    did: judgedSaid(part, { id, asked, made, failed: failures.length }),
    failures,
    notes: [...artifacts.problems.map((problem) => ({ kind: "problem" as const, problem })), ...notes],
  };
}

function nextOf(view: View, part: Part): Sentence[] {
  const { status } = view;
  const id = view.experiment.task.experiment_id;
  return [
    ...(isUnfinished(view)
      ? [askStillMissing(id, status.scores.wanted > 0)]
      : status.scores.there > 0
        ? [rankAnew(id)]
        : []),
    showPart(id, part),
  ];
}

export const review = evaluation("review");
export const score = evaluation("score");
