import type { Failure } from "../schemas/failure.ts";
import type { LedgerLine } from "../schemas/ledger-line.ts";
import type { PendingWork } from "../schemas/pending-work.ts";
import type { ModelUsage, Spent } from "../schemas/spent.ts";
import { inline } from "../text/markdown.ts";
import { failureLines } from "./failures-text.ts";
import { count, dollars, duration } from "./numbers.ts";
import { spentText } from "./spent-text.ts";
import { table } from "./table.ts";

export type LedgerView = {
  lines: readonly LedgerLine[];
  /** How many are there of how many. */
  counts: readonly { what: string; there: number; wanted: number }[];
  failures: readonly Failure[];
  left: readonly PendingWork[];
  models: readonly ModelUsage[];
  spent: Spent;
};

const MAX_LEFT = 20;
const MAX_EVENTS = 40;

/** Where a run stands, for people: finished, failed and why, left, what each model cost and took, the newest events. */
export function ledgerText({ lines, counts, failures, left, models, spent }: LedgerView): string {
  if (lines.length === 0) return "The ledger is empty.";
  return [
    `**Finished:** ${counts.map(({ what, there, wanted }) => `${there} of ${wanted} ${what}`).join(", ")}. ${lastWord(lines)}`,
    ...section("Failed", failureLines(failures)),
    ...section("Left", leftLines(left)),
    "### Models",
    modelsTable(models),
    `In all: ${spentText(spent)}.`,
    "### Events",
    ...(lines.length > MAX_EVENTS
      ? [`The last ${MAX_EVENTS} of ${count(lines.length, "event")}; ledger.jsonl holds all.`]
      : []),
    lines.slice(-MAX_EVENTS).map(eventLine).join("\n"),
  ].join("\n\n");
}

/** How the last call ended, as far as it is known. */
function lastWord(lines: readonly LedgerLine[]): string {
  const calls = lines.findLastIndex(({ event }) => event === "setup" || event === "resumed");
  const last = lines.slice(Math.max(0, calls));
  const at = (lines.at(-1)?.at ?? "").slice(0, 16).replace("T", " ");
  if (lines.at(-1)?.event === "aborted") return `The last run was stopped by hand, ${at} UTC.`;
  if (last.some(({ event }) => event === "budget")) return `The last run was stopped by a limit, ${at} UTC.`;
  return `The last event was at ${at} UTC.`;
}

function leftLines(left: readonly PendingWork[]): string[] {
  const lines = left.slice(0, MAX_LEFT).map(({ what, design_id, by, begun }) => {
    const state = begun ? ", begun: it runs now, or its process is gone" : "";
    return what === "design"
      ? `- design ${inline(design_id)} by ${inline(by)}, and all that is to be said of it${state}`
      : `- ${what} of ${inline(design_id)} by ${inline(by)}${state}`;
  });
  return left.length > MAX_LEFT ? [...lines, `- and ${left.length - MAX_LEFT} more`] : lines;
}

function modelsTable(models: readonly ModelUsage[]): string {
  return table(
    ["model", "sessions", "failed", "tokens", "cost", "in all", "slowest"],
    models.map(({ model, spent, failed, seconds, slowest }) => [
      model,
      String(spent.sessions),
      String(failed),
      spent.tokens.toLocaleString("en"),
      dollars(spent.unpriced.length > 0 ? null : spent.cost),
      duration(seconds),
      duration(slowest),
    ]),
    ["l", "r", "r", "r", "r", "r", "r"],
  );
}

function eventLine(line: LedgerLine): string {
  const { phases = [], design_id, reviewer_id, model, kind, message, seconds, cost } = line;
  const about = [
    phases.join("+"),
    design_id ? inline(design_id) : "",
    reviewer_id ? `by ${inline(reviewer_id)}` : model ? `by ${inline(model)}` : "",
    kind && kind !== line.event ? `**${kind}**` : "",
    message ? inline(message, 160) : "",
    seconds ? duration(seconds) : "",
    cost ? dollars(cost) : "",
  ];
  return [`- ${line.at.slice(0, 19).replace("T", " ")} ${line.event}`, ...about]
    .filter((part) => part !== "")
    .join(" ");
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [`### ${title}`, lines.join("\n")] : [];
}
