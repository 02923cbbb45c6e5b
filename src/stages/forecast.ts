import type { Forecast, ForecastRow } from "../artifacts/cost.ts";
import { ROLE_NAMES, ROLES, type Role } from "../artifacts/stages/stages.ts";
import { probeAgent } from "../prompting/agent.ts";
import { costOf, expected } from "../prompting/budget.ts";
import type { Lab } from "../prompting/lab.ts";
import { type Asks, type Coming, comingOf } from "./stage.ts";

/** Who writes a design. */
const WRITERS: ReadonlySet<Role> = new Set(["designer", "reviser", "merger"]);

/** The smallest question to each of these models, in which nothing of the person's stands. */
export const probing: Asks<readonly string[]> = {
  sends: "task",
  coming: (_lab, models) => ({ sessions: models.map((model) => comingOf(probeAgent, model, {})), named: models }),
};

/** What something would ask, from what is to come of it and the host's prices; no model is called. */
export async function forecast<I>(lab: Lab, asks: Asks<I>, input: I): Promise<Forecast> {
  const { sessions: coming, named, inTurn = false } = asks.coming(lab, input);
  const available = new Map((await lab.available()).map((model) => [model.id, model]));
  const reachable = coming.filter(({ model }) => available.has(model));
  const rows = new Map<string, ForecastRow>();
  for (const { role, model: id, characters } of reachable) {
    const model = available.get(id);
    if (!model) continue;
    const { input, output } = expected(role, characters);
    const cost = costOf(model, { input, output });
    const row = rows.get(id) ?? { model: id, designs: 0, evaluations: 0, tokens: 0, cost: 0 };
    rows.set(id, {
      ...row,
      designs: row.designs + (WRITERS.has(role) ? 1 : 0),
      evaluations: row.evaluations + (role === "evaluator" ? 1 : 0),
      tokens: row.tokens + input + output,
      cost: cost === null || row.cost === null ? null : row.cost + cost,
    });
  }
  const all = [...rows.values()];
  const unnamed = new Set(reachable.map(({ model }) => model).filter((id) => !named.includes(id)));
  const unpriced = all.filter(({ cost }) => cost === null).map(({ model }) => model);
  return {
    rows: all,
    sessions: reachable.length,
    tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: all.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    unpriced,
    unpriced_sessions: reachable.filter(({ model }) => unpriced.includes(model)).length,
    unreachable: [...new Set(coming.filter(({ model }) => !available.has(model)).map(({ model }) => model))],
    hosts_own: [...unnamed].filter((id) => available.get(id)?.hosts_own === true),
    seconds: inTurn
      ? coming.reduce((sum, { role }) => sum + ROLES[role].typical.seconds, 0)
      : secondsInWaves(reachable, lab.config.limits.max_parallel),
    evaluation_seconds: secondsInWaves(
      reachable.filter(({ role }) => role === "evaluator"),
      lab.config.limits.max_parallel,
    ),
  };
}

/** One role after the other, each in waves of as many sessions as may run at a time. */
function secondsInWaves(sessions: readonly Coming[], parallel: number): number {
  return ROLE_NAMES.reduce((sum, name) => {
    const waves = Math.ceil(sessions.filter(({ role }) => role === name).length / parallel);
    return sum + waves * ROLES[name].typical.seconds;
  }, 0);
}
