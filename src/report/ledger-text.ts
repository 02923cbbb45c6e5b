import type { LedgerLine } from "../schemas/ledger-line.ts";
import type { ModelUsage, Spent } from "../schemas/spent.ts";
import type { PendingWork, Status } from "../schemas/status.ts";
import { inline } from "../text/markdown.ts";
import { count, dollars, duration } from "../text/numbers.ts";
import { failureLines } from "./failures-text.ts";
import { spentText } from "./spent-text.ts";
import { finishedText } from "./status-text.ts";
import { table } from "./table.ts";

export type LedgerView = {
  lines: readonly LedgerLine[];
  status: Status;
  models: readonly ModelUsage[];
  spent: Spent;
};

const MAX_LEFT = 20;
const MAX_EVENTS = 40;

/** Where a run stands, for people: finished, failed and why, left, what each model cost and took, the newest events. */
export function ledgerText({ lines, status, models, spent }: LedgerView): string {
  if (lines.length === 0) return "The ledger is empty.";
  return [
    `**Finished:** ${finishedText(status)}. ${lastWord(lines, status)}`,
    ...section("Failed", failureLines(status.failures)),
    ...section("Left", leftLines(status.pending)),
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

/** How the last call ended, as far as it is known. A limit that stopped an earlier call and is made good is no news. */
function lastWord(lines: readonly LedgerLine[], { pending }: Status): string {
  const calls = lines.findLastIndex(({ event }) => event === "setup" || event === "resumed");
  const last = lines.slice(Math.max(0, calls));
  const at = (lines.at(-1)?.at ?? "").slice(0, 16).replace("T", " ");
  if (lines.at(-1)?.event === "aborted") return `The last run was stopped by hand, ${at} UTC.`;
  if (pending.length > 0 && last.some(({ event }) => event === "budget"))
    return `The last run was stopped by a limit, ${at} UTC.`;
  return `The last event was at ${at} UTC.`;
}

function leftLines(left: readonly PendingWork[]): string[] {
  const askable = left.filter((work) => work.kind === "design" || work.askable);
  const lines = askable.slice(0, MAX_LEFT).map((work) => {
    const state = work.begun ? ", begun: it runs now, or its process is gone" : "";
    const of = inline(work.design_id);
    return work.kind === "design"
      ? `- design ${of} by ${inline(work.model)}, and all that is to be said of it${state}`
      : `- ${work.parts.join(" and ")} of ${of} by ${inline(work.reviewer.model)}${state}`;
  });
  return askable.length > MAX_LEFT ? [...lines, `- and ${askable.length - MAX_LEFT} more`] : lines;
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
