import type { Forecast, Sizes } from "../../artifacts/cost.ts";
import type { Note } from "../../artifacts/note.ts";
import type { Sentence } from "../../story/sentence.ts";
import { block, code, inline, join, type Markdown, md } from "../../text/markdown.ts";
import { amount, count, dollars, duration, list } from "../../text/numbers.ts";
import { sortCallNotes } from "./call-notes-text.ts";
import { drawn } from "./drawn.ts";
import { dashed, group } from "./lines.ts";
import { type Lines, sizesText } from "./sizes-text.ts";
import { terminalTable } from "./table.ts";

/** What is said beside the numbers of an estimate. */
type Beside = {
  notes: readonly Note[];
  /** The line that starts it, where it can be typed. */
  start: string | null;
  /** Whether fewer evaluations may be asked for in the end. */
  thrifty: boolean;
  /** The presets that the call could name, and the lines that start them; null where there is nothing to choose. */
  sizes: (Sizes & { lines: Lines }) | null;
  /** What the task leaves open. */
  open: readonly Sentence[];
};

/** What a run would ask and cost, before anything is asked. */
export function forecastReply(numbers: Forecast, { notes, start, thrifty, sizes, open }: Beside): Markdown {
  const { rows, seconds, unreachable } = numbers;
  const warning = unreachableLines(unreachable);
  const { first, others } = sortCallNotes(notes);
  if (rows.length === 0) return join([...warning, "**Dry run:** nothing is left to ask."], "\n\n");
  return join(
    [
      ...first,
      ...warning,
      md`**Dry run:** no model was called. It would ask for ${askedText(numbers, thrifty)}: ${forecastText(numbers, thrifty)}, in about ${duration(thrifty ? (sizes?.call.seconds ?? seconds) : seconds)}.`,
      ...(sizes === null ? [] : sizesText(sizes, sizes.lines)),
      terminalTable(
        ["model", "designs", "evaluations", "tokens", "cost"],
        rows.map(({ model, designs, evaluations, tokens, cost }) => [
          model,
          String(designs),
          String(evaluations),
          amount(tokens),
          dollars(cost),
        ]),
        ["l", "r", "r", "r", "r"],
      ),
      "These are expectations from typical lengths and the host's price data: a design of 6,000 tokens, an evaluation of 2,500, a project read in three turns. A session that has to be repaired or retried costs more; `limits: {max_cost: …}` stops a run before it passes a price.",
      ...group(dashed(others)),
      ...(open.length > 0
        ? [
            join(
              open.map((each) => drawn(each)),
              " ",
            ),
          ]
        : []),
      startText(start),
    ],
    "\n\n",
  );
}

/** Models that nobody offers; nothing where there are none. */
export function unreachableLines(models: readonly string[]): Markdown[] {
  const cannot = list(models.map((model) => inline(model)));
  return models.length > 0 ? [md`**Cannot be reached:** ${cannot}: no connected provider offers them.`] : [];
}

/** Ends with the line itself, so that it can be copied. */
function startText(line: string | null): Markdown {
  const again = "the same call without `dry_run` starts it, once the person says so";
  if (line === null) return md`Nothing was started: ${again}.`;
  return md`Nothing was started: ${again}. To start it, type:\n\n${/\s{2}|[^\S ]/u.test(line) ? block(line) : code(line)}`;
}

/** "3 designs and 9 evaluations, each of one design by one reviewer", without what nobody is asked for. */
function askedText({ rows }: Forecast, thrifty: boolean): Markdown {
  const sum = (of: "designs" | "evaluations"): number => rows.reduce((all, row) => all + row[of], 0);
  const [designs, evaluations] = [sum("designs"), sum("evaluations")];
  const judged = md`${thrifty ? "at most " : ""}${count(evaluations, "evaluation")}, each of one design by one reviewer`;
  if (evaluations === 0) return md`${count(designs, "design")}`;
  return designs === 0 ? judged : md`${count(designs, "design")} and ${judged}`;
}

/** "13 sessions, about 140,000 tokens, about $0.92", with what is not known said. */
export function forecastText({ sessions, tokens, cost, unpriced }: Forecast, thrifty: boolean): Markdown {
  const unknown = list(unpriced.map((model) => inline(model)));
  const known = cost > 0 && cost < 0.01 ? dollars(cost) : md`about ${dollars(cost)}`;
  const price =
    unpriced.length === 0
      ? known
      : cost > 0
        ? md`${known} and what ${unknown} cost: their price is unknown`
        : md`cost unknown: the host has no price of ${unknown}`;
  return md`${thrifty ? "at most " : ""}${count(sessions, "session")}, about ${count(tokens, "token")}, ${price}`;
}
