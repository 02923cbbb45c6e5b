import { givingWay } from "../../artifacts/task-plan.ts";
import { LETTER } from "../../command/word.ts";
import { chooseBriefModels } from "../../config/models.ts";
import { UsageError } from "../../errors.ts";
import { asApproved } from "../../experiment/seen.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import { findModel } from "../../prompting/find-model.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { openJournal } from "../../questions/journal.ts";
import { forecast } from "../../stages/forecast.ts";
import { formerOf } from "../../stages/plan/expand.ts";
import {
  approvePlan,
  expandStep,
  nextPlanStep,
  type PlanSource,
  type PlanStep,
  planProposal,
} from "../../stages/plan/proposal.ts";
import { planning } from "../../stages/plan/stage.ts";
import { propose } from "../../stages/proposal/loop.ts";
import { waitsForYou } from "../../story/person-asked.ts";
import { staleSaid } from "../../story/task-plan.ts";
import { type Markdown, md } from "../../text/markdown.ts";
import { callCode as toolCall, typedCode } from "../../text/typed.ts";
import { planForecast } from "../../views/markdown/task-plan-text.ts";
import type { OpContext, Reply } from "../op.ts";
import { confirm } from "../person/confirm.ts";
import { pageWait } from "../person/wait.ts";
import { refuseWithheld } from "../refusals.ts";
import { toPlan } from "./begin.ts";
import { lookAtTask, toExpand } from "./expand.ts";
import { inputOf, type PlannerCall, planOffer, refuseOtherPlan } from "./offer.ts";
import { checkNamed, folderOf, newPlaceFor, placeFor } from "./place.ts";
import type { PlanArgs } from "./plan.ts";
import { madeReply } from "./reply.ts";
import { newSource, refuseUnusable, sourceOf } from "./source.ts";

/** Has a design planned, asks whether that is approved and writes the files, as far as it comes while the person is waited for. */
export async function goOn(context: OpContext, given: PlanArgs): Promise<Reply> {
  const { where } = given;
  const lab = await context.lab({ ...(given.limits && { limits: given.limits }) });
  await checkNamed(lab, context, where);
  const found = await toPlan(lab, context, given);
  refuseUnusable(found.view);
  refuseWithheld(found.view, "a plan of", "Not planned");
  const isNamed = given.model !== undefined;
  let paid: PayingLab | null = null;
  let { view } = found;
  // Of nothing that is planned nothing can be broken into parts.
  if (found.begin !== null) await toExpand(lab, view, given, { do: "make" });
  if (found.begin !== null && !given.dry_run) {
    const asked = await newCall(lab, given, newSource(view, given, false));
    const coming = { input: inputOf(lab, view, asked), model: asked.model, named: isNamed };
    // What is refused leaves nothing behind.
    await refuseOtherPlan(lab, context, view, { step: { do: "make" }, asked, isNamed });
    paid = await confirm(lab, context, lab.base, planning, coming);
    view = await viewOf(await found.begin(paid));
  }
  const { experiment, artifacts } = view;
  const { dir } = experiment;
  const journal = openJournal(dir, lab.now, lab.person);
  const stored = artifacts.plan ?? null;
  const waiting = nextPlanStep(stored && (await asApproved(experiment, stored)), await journal.read());
  const expand = await toExpand(lab, view, given, waiting);
  const source =
    given.expand === undefined ? newSource(view, given, waiting.do === "wait" && waiting.for === "words") : null;
  const step = source === null ? await stepOf(lab, view, waiting, expand) : ({ do: "make" } as const);
  const asking = async (now: View, next: PlanStep): Promise<PlannerCall> => {
    const change = next.do === "revise" ? next.change : null;
    const from = change ? sourceOf(now, change.plan.design_id) : (source ?? newSource(now, given, false));
    return { ...(await newCall(lab, given, from)), change };
  };
  if (given.dry_run) {
    const stale = source === null && view.planned?.plan.place === null ? staleSaid(view.planned) : null;
    const isAsked = stale === null && (step.do === "make" || step.do === "revise");
    const asked = isAsked ? await asking(view, step) : null;
    const { model = null, change = null } = asked ?? {};
    const numbers =
      asked &&
      (await forecast(lab, planning, { input: inputOf(lab, view, asked), model: asked.model, named: isNamed }));
    const estimated =
      numbers && model !== null
        ? {
            ...{ numbers, model, change: change !== null, expand: change?.expand?.id ?? null },
            ...(asked?.source.rests_on && { rests_on: asked.source.rests_on }),
          }
        : null;
    const text = planForecast(estimated, { stale, again: againBy(experiment.task.experiment_id, given) });
    const offer = stale === null ? await planOffer(lab, context, view, { step, asked, numbers }) : null;
    return { text, facts: { forecast: numbers, model, asks: asked !== null, offer } };
  }
  const before = (await experiment.ledger.read()).length;
  const wait = pageWait(lab, context, dir, { wait: given.wait, what: waitsForYou("the plan") });
  const stand = await propose(
    planProposal(lab, experiment, {
      wait,
      anew: source === null ? undefined : stored,
      expand,
      look: (now, plan, id) => lookAtTask(lab, now, plan, id),
      async allow(next, { view: now, plan }) {
        if (next.do === "make" || next.do === "revise") {
          if (given.experiment === undefined && given.of === undefined && given.expand === undefined)
            throw unnamed(experiment.task.experiment_id, next.do === "make");
          const asked = await asking(now, next);
          const { model } = asked;
          const input = inputOf(lab, now, asked);
          // What was to be begun was looked at before it was there.
          if (paid === null) await refuseOtherPlan(lab, context, now, { step: next, asked, isNamed });
          const allowed = paid ?? (await confirm(lab, context, dir, planning, { input, model, named: isNamed }));
          paid = null;
          return { ...asked, lab: allowed };
        }
        if (plan === null) throw new Error("Nothing is planned");
        if (next.do === "settle") return { leave: true };
        if (next.do === "write") {
          await refuseOtherPlan(lab, context, now, { step: next, asked: null, isNamed });
          const whole = await approvePlan(now.experiment, plan, next.approval);
          return { plan: whole, ...(await placeFor(lab, context, now, { plan: whole, where })) };
        }
        if (plan.place) await folderOf(lab, experiment, plan.place);
        const at = await newPlaceFor(lab, context, now, { plan, where });
        return at === null ? { came: { state: "done" } } : { plan, at, refused: null };
      },
    }),
  );
  return madeReply(lab, await viewOf(experiment), {
    stand,
    page: stand.state === "approval" || stand.state === "person" ? await wait.page() : null,
    before,
    kept: given.anew === true && step.do !== "make",
    where: where ?? null,
    journal: await journal.read(),
  });
}

/** What a new plan of a source asks, and of which model. */
async function newCall(lab: Lab, { model }: PlanArgs, source: PlanSource | null): Promise<PlannerCall> {
  if (source === null) throw new Error("Nothing is to be planned");
  return { source, change: null, model: await modelOf(lab, model, source) };
}

/** What is to be done next, where a task is to be broken into parts before all else, or was. */
async function stepOf(lab: Lab, view: View, waiting: PlanStep, expand: string | null): Promise<PlanStep> {
  const { plan } = view.artifacts;
  const id = expand ?? (plan && givingWay(plan)?.task) ?? null;
  if (plan === undefined || id === null) return waiting;
  const seen = { ...(await lookAtTask(lab, view, plan, id)), former: formerOf(plan, id) };
  return expandStep(waiting, { plan, expand: seen, isAsked: expand !== null });
}

/** Whoever names no experiment looks, and pays for nothing. */
function unnamed(id: string, isNew: boolean): UsageError {
  return new UsageError(
    `${isNew ? "Nothing is planned yet in" : "The plan was sent back in"} ${id}, and a model is asked for ${isNew ? "it" : "the change"}: it must be named. Nothing was asked.`,
    { advice: `${typedCode("plan", id)} has it ${isNew ? "planned" : "changed"}.` },
  );
}

/** The model that the call names, else who wrote the design, and where that is not offered who writes briefs. */
async function modelOf(lab: Lab, named: string | undefined, { design }: PlanSource): Promise<string> {
  const available = await lab.available();
  if (named !== undefined) return findModel(available, named).id;
  const author = design.generating_model;
  return available.some(({ id }) => id === author) ? author : chooseBriefModels(lab.config, available).probe;
}

/** What goes on with an estimate: the line, with the call of an agent behind it where that says more than its name. */
function againBy(id: string, { dry_run: _, wait: __, ...given }: PlanArgs): Markdown {
  const { of, design, model, where, limits = {}, anew, expand } = given;
  const line = typedCode(
    "plan",
    ...(of === undefined ? [id] : ["--of", inQuotes(of)]),
    ...(expand === undefined ? [] : ["expand", expand]),
    ...(design === undefined ? [] : [inQuotes(design)]),
    ...(model === undefined ? [] : ["--model", inQuotes(model)]),
    ...(where === undefined ? [] : ["--where", inQuotes(where)]),
    ...Object.entries(limits).flatMap(([name, most]) => [`--${name.replaceAll("_", "-")}`, String(most)]),
    ...(anew ? ["--anew"] : []),
  );
  const called = toolCall("plan", of === undefined ? { ...given, experiment: id } : given);
  // A line names a design by its letter alone.
  if (design !== undefined && !LETTER.test(design)) return called;
  const isPlain = (["design", "model", "where", "limits"] as const).every((name) => given[name] === undefined);
  return isPlain ? line : md`${line} (${called})`;
}

const inQuotes = (word: string): string => (/\s/u.test(word) ? `"${word}"` : word);
