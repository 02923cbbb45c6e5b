import type { ModelUsage, Spent } from "../artifacts/cost.ts";
import { amount, count, dollars, duration, tokensText } from "../text/numbers.ts";
import type { Account } from "./account.ts";
import { type Block, heading, lead, list, type Table } from "./block.ts";
import { listed, type Sentence, say, words } from "./sentence.ts";

/** What was used, and how long it took from the first to the last in seconds; null where nothing says. */
type Used = { usage: readonly ModelUsage[]; spent: Spent; seconds: number | null };

/** What went wrong, what deserves a look, and what it took: the end of a report. */
export function reportAccount({ failed, notes, attention, quotes }: Account, used: Used): Block[] {
  const wrong = [...failed.ways, ...notes.files];
  const look = [...attention, ...quotes];
  return [
    ...(wrong.length === 0
      ? [say`Every design, review and score that was asked for is there: none of them failed.`]
      : [heading(say`What failed`), list(wrong)]),
    ...(look.length === 0
      ? []
      : [
          { is: "heading" as const, of: say`What deserves a look`, id: "flags" },
          lead(say`None of this changes a number.`),
          list(look),
        ]),
    ...(used.usage.length === 0 ? [] : [heading(say`Time and cost`), tookSaid(used), usageTable(used.usage)]),
  ];
}

function tookSaid({ spent, seconds }: Used): Sentence {
  const { unpriced, uncounted } = spent;
  const price =
    unpriced.length === 0
      ? []
      : say` and what ${listed(unpriced.map((name) => words(name, "all")))} cost, whose price is unknown`;
  const tokens = uncounted === 0 ? [] : say`, and what ${count(uncounted, "session")} of them took, which is not known`;
  const time = seconds === null ? [] : say`; ${duration(seconds)} from the first to the last`;
  return say`${count(spent.sessions, "session")}, ${tokensText(spent)}, ${dollars(spent.cost)}${price}${tokens}${time}.`;
}

function usageTable(usage: readonly ModelUsage[]): Table {
  return {
    is: "table",
    named: "Time and cost for each model",
    head: ["Model", "Sessions", "Failed", "Tokens", "Cost", "Time", "Slowest"],
    rows: usage.map(({ model, spent, failed, seconds, slowest }) => [
      model,
      String(spent.sessions),
      String(failed),
      spent.uncounted > 0 ? "unknown" : amount(spent.tokens),
      spent.unpriced.length + spent.uncounted > 0 ? "unknown" : dollars(spent.cost),
      duration(seconds),
      duration(slowest),
    ]),
    align: ["l", "r", "r", "r", "r", "r", "r"],
  };
}
