import type { Forecast } from "../schemas/forecast.ts";
import type { Note } from "../schemas/note.ts";
import { inline } from "../text/markdown.ts";
import { count, dollars, duration, list } from "../text/numbers.ts";
import { noteText } from "./call-notes-text.ts";
import { table } from "./table.ts";

/** What a run would ask and cost, before anything is asked. */
export function forecastReply(numbers: Forecast, notes: readonly Note[]): string {
  const { rows, seconds, unreachable } = numbers;
  const cannot = unreachable.map((model) => inline(model));
  const warning =
    cannot.length > 0 ? [`**Cannot be reached:** ${list(cannot)}: no connected provider offers them.`] : [];
  if (rows.length === 0) return [...warning, "**Dry run:** nothing is left to ask."].join("\n\n");
  return [
    ...warning,
    `**Dry run:** no model was called. ${forecastText(numbers)}, in about ${duration(seconds)}.`,
    table(
      ["model", "designs", "evaluations", "tokens", "cost"],
      rows.map(({ model, designs, evaluations, tokens, cost }) => [
        model,
        String(designs),
        String(evaluations),
        tokens.toLocaleString("en"),
        dollars(cost),
      ]),
      ["l", "r", "r", "r", "r"],
    ),
    "These are expectations from typical lengths and the host's price data: a design of 6,000 tokens, an evaluation of 2,500, a project read in three turns. A session that has to be repaired or retried costs more; `limits: {max_cost: …}` stops a run before it passes a price.",
    ...(notes.length > 0 ? [notes.map((note) => `- ${noteText(note)}`).join("\n")] : []),
  ].join("\n\n");
}

/** "13 sessions, about 140,000 tokens, about $0.92", with what is not known said. */
export function forecastText({ sessions, tokens, cost, unpriced }: Forecast): string {
  const known = `about ${dollars(cost)}`;
  const price =
    unpriced.length === 0
      ? known
      : cost > 0
        ? `${known} and what ${list(unpriced)} cost: their price is unknown`
        : `cost unknown: the host has no price of ${list(unpriced)}`;
  return `${count(sessions, "session")}, about ${count(tokens, "token")}, ${price}`;
}
