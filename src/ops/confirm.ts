import { forecast, type Remaining } from "../asking/forecast.ts";
import type { Lab } from "../asking/lab.ts";
import { LabError } from "../errors.ts";
import { forecastText } from "../report/forecast-text.ts";
import { count, dollars, duration } from "../text/numbers.ts";
import type { OpContext } from "./op.ts";

/** Asks the person where confirm_above says so: for a price above it, and for one that nobody knows. */
export async function confirm(lab: Lab, context: OpContext, remaining: Remaining): Promise<void> {
  const { confirm_above } = lab.config;
  if (confirm_above === null) return;
  const numbers = await forecast(lab, remaining);
  if (numbers.sessions === 0 || (numbers.cost <= confirm_above && numbers.unpriced.length === 0)) return;
  const text = forecastText(numbers);
  const details = { estimated_cost: numbers.cost, unknown_prices: numbers.unpriced, sessions: numbers.sessions };
  const question = `This asks ${text}, more than confirm_above of $${confirm_above}. Start?`;
  const permission = await context.permit({ permission: "designlab_cost", pattern: text, question, details });
  if (permission.allowed) return;
  throw new LabError(`Not started: ${text}, more than confirm_above of $${confirm_above}, and ${permission.why}.`, {
    advice: "Use fewer or cheaper models, or raise confirm_above in design-lab.json.",
  });
}

/** Says what begins, how long it should take and what it should cost: "3 designs asked, about 3m, $0.24". */
export async function announce(lab: Lab, remaining: Remaining): Promise<void> {
  const { seconds, cost, unpriced, sessions } = await forecast(lab, remaining);
  const designs = remaining.pending.filter(({ kind }) => kind === "design").length;
  const cells = remaining.pending.filter((work) => work.kind === "cell" && work.sessions > 0);
  lab.expect({ seconds, evaluations: cells.length });
  if (sessions === 0) return;
  const what = designs > 0 ? count(designs, "design") : count(sessions, "evaluation");
  const price = unpriced.length > 0 ? "cost unknown" : dollars(cost);
  lab.step("setup", 0, 0, { text: `${what} asked, about ${duration(seconds)}, ${price}`, kind: "news" });
}
