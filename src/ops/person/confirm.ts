import type { AskReason, Forecast } from "../../artifacts/cost.ts";
import type { Config } from "../../config/schema.ts";
import { LabError } from "../../errors.ts";
import { bytesFor } from "../../prompting/budget.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import {
  type ComingBrief,
  forecast,
  forecastBrief,
  forecastPlan,
  forecastProbes,
  type Remaining,
} from "../../stages/forecast.ts";
import type { PlannerInput } from "../../stages/plan/planner.ts";
import { refuseFull } from "../../store/room.ts";
import { askingText, refusalAdvice, type Sent } from "../../story/asking.ts";
import { count, dollars, duration } from "../../text/numbers.ts";
import type { OpContext } from "../op.ts";

/** Sessions of an unknown price that are begun without a question. */
const UNPRICED_SESSIONS = 30;

/**
 * The lab that may ask what remains, which nothing else hands out: forecasts it, asks the person where there is a
 * reason to, and says what begins. Throws LabError where it is not allowed, or could not be kept in `folder`; nothing was
 * made then.
 */
export async function confirm(lab: Lab, context: OpContext, folder: string, remaining: Remaining): Promise<PayingLab> {
  const numbers = await forecast(lab, remaining);
  await refuseUnkept(folder, numbers);
  await allowed(lab, context, numbers);
  announce(lab, remaining, numbers);
  return lab.paying();
}

/** The same for an interview. */
export async function confirmBrief(
  lab: Lab,
  context: OpContext,
  folder: string,
  coming: ComingBrief,
): Promise<PayingLab> {
  const numbers = await forecastBrief(lab, coming);
  await refuseUnkept(folder, numbers);
  await allowed(lab, context, numbers, "idea");
  const { seconds, cost, unpriced } = numbers;
  lab.progress.expect({ seconds, evaluation_seconds: null, evaluations: 0 });
  const price = unpriced.length > 0 ? "cost unknown" : dollars(cost);
  lab.progress.say({ text: `the interview ${coming.first ? "begins" : "goes on"}, about ${price}`, kind: "news" });
  return lab.paying();
}

/** The same for a plan. */
export async function confirmPlan(
  lab: Lab,
  context: OpContext,
  folder: string,
  { input, model, named }: { input: PlannerInput; model: string; named: boolean },
): Promise<PayingLab> {
  const numbers = await forecastPlan(lab, input, model, named);
  await refuseUnkept(folder, numbers);
  await allowed(lab, context, numbers, "design");
  const { seconds, cost, unpriced } = numbers;
  lab.progress.expect({ seconds, evaluation_seconds: null, evaluations: 0 });
  const price = unpriced.length > 0 ? "cost unknown" : dollars(cost);
  lab.progress.say({ text: `the plan is asked for, about ${duration(seconds)}, ${price}`, kind: "news" });
  return lab.paying();
}

/** The same for the smallest question to each of these models. */
export async function confirmProbes(lab: Lab, context: OpContext, models: readonly string[]): Promise<PayingLab> {
  await allowed(lab, context, await forecastProbes(lab, models));
  return lab.paying();
}

/** What cannot be kept is not paid for. */
async function refuseUnkept(folder: string, { sessions, rows }: Forecast): Promise<void> {
  if (sessions === 0) return;
  const sum = (of: "designs" | "evaluations"): number => rows.reduce((all, row) => all + row[of], 0);
  await refuseFull(folder, bytesFor({ designs: sum("designs"), evaluations: sum("evaluations") }));
}

/** @param what Which text of the person's goes to the models. */
async function allowed(lab: Lab, { permit }: OpContext, numbers: Forecast, what: Sent = "task"): Promise<void> {
  const reasons = reasonsToAsk(lab.config, numbers, what);
  if (reasons.length === 0) return;
  const text = askingText(numbers, reasons, what);
  // Leave to pass a price is no leave to send the task to a service that nobody chose.
  const stranger = reasons.some(({ kind }) => kind === "hosts-own");
  const permission = await permit({
    permission: stranger ? "designlab_free" : "designlab_cost",
    pattern: text,
    question: `${text} Start?`,
    details: { estimated_cost: numbers.cost, unknown_prices: numbers.unpriced, sessions: numbers.sessions },
  });
  if (permission.allowed) return;
  throw new LabError(`Not started: ${permission.why}. ${text}`, {
    advice: refusalAdvice(reasons, { ownFile: lab.ownFile, way: permission.way ?? null }),
  });
}

/** What the person is to know before anything is asked; with `confirm_above` null nothing about a price. */
function reasonsToAsk({ confirm_above: above, design }: Config, numbers: Forecast, what: Sent): AskReason[] {
  const { rows, cost, unpriced, unpriced_sessions: sessions, hosts_own } = numbers;
  // Whoever wants to be asked before anything that costs is asked before what may cost, too.
  const most = above === 0 ? 0 : UNPRICED_SESSIONS;
  const project = design.repository && (what !== "task" || rows.some(({ designs }) => designs > 0));
  return [
    ...(hosts_own.length > 0 ? [{ kind: "hosts-own" as const, models: hosts_own, project }] : []),
    ...(above !== null && cost > above ? [{ kind: "above" as const, limit: above }] : []),
    ...(above !== null && sessions > most ? [{ kind: "unpriced" as const, models: unpriced, sessions }] : []),
  ];
}

/** Says what begins, how long it should take and what it should cost: "3 designs asked, about 3m, $0.24". */
function announce(
  lab: Lab,
  { pending }: Remaining,
  { seconds, evaluation_seconds, cost, unpriced, sessions }: Forecast,
): void {
  const designs = pending.filter(({ kind }) => kind === "design").length;
  const cells = pending.filter((work) => work.kind === "cell" && work.sessions > 0);
  lab.progress.expect({ seconds, evaluation_seconds, evaluations: cells.length });
  if (sessions === 0) return;
  const what = designs > 0 ? count(designs, "design") : count(sessions, "evaluation");
  const price = unpriced.length > 0 ? "cost unknown" : dollars(cost);
  lab.progress.say({ text: `${what} asked, about ${duration(seconds)}, ${price}`, kind: "news" });
}
