import type { AskReason, Forecast } from "../../artifacts/cost.ts";
import type { Config } from "../../config/schema.ts";
import { LabError } from "../../errors.ts";
import { bytesFor } from "../../prompting/budget.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { forecast } from "../../stages/forecast.ts";
import type { Asks } from "../../stages/stage.ts";
import { refuseFull } from "../../store/bases.ts";
import { askingText, refusalAdvice, type Sent } from "../../story/asking.ts";
import type { OpContext } from "../op.ts";

/** Sessions of an unknown price that are begun without a question. */
const UNPRICED_SESSIONS = 30;

/**
 * The lab that may ask models, which nothing else hands out: forecasts what is asked, asks the person where there is a
 * reason to, and says what begins. Throws LabError where it is not allowed, or could not be kept in `folder`, null where
 * nothing is kept; nothing was made then.
 */
export async function confirm<I>(
  lab: Lab,
  context: OpContext,
  folder: string | null,
  asks: Asks<I>,
  input: I,
): Promise<PayingLab> {
  const numbers = await forecast(lab, asks, input);
  if (folder !== null) await refuseUnkept(folder, numbers, lab.config.output.exchanges);
  await askPrice(lab, context, numbers, asks, asks.tells?.(input) ?? null);
  const announced = asks.announces?.(input, numbers);
  if (announced) lab.progress.expect(announced.expected);
  if (announced?.text) lab.progress.say({ text: announced.text, kind: "news" });
  return lab.paying();
}

/** What cannot be kept is not paid for. */
async function refuseUnkept(folder: string, { sessions, rows }: Forecast, exchanges: boolean): Promise<void> {
  if (sessions === 0) return;
  const sum = (of: "designs" | "evaluations"): number => rows.reduce((all, row) => all + row[of], 0);
  await refuseFull(folder, bytesFor({ designs: sum("designs"), evaluations: sum("evaluations"), exchanges }));
}

/** @param told What is said before all else. */
async function askPrice<I>(
  lab: Lab,
  { permit }: OpContext,
  numbers: Forecast,
  { sends: what }: Pick<Asks<I>, "sends">,
  told: string | null,
): Promise<void> {
  const reasons = reasonsToAsk(lab.config, numbers, what);
  if (reasons.length === 0) return;
  const asked = askingText(numbers, reasons, what);
  const text = told === null ? asked : `${told} ${asked}`;
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
