import type { ModelUsage, Spent } from "../../artifacts/cost.ts";
import { FAILURE_WORDS } from "../../artifacts/failure.ts";
import { possible } from "../../artifacts/incomplete.ts";
import type { LedgerLine } from "../../artifacts/ledger-line.ts";
import type { Names } from "../../artifacts/names.ts";
import type { PendingWork, Status } from "../../artifacts/status.ts";
import { failed, WORK } from "../../story/failures.ts";
import { inline, join, type Markdown, md } from "../../text/markdown.ts";
import { count, dollars, duration, list, tokensOf } from "../../text/numbers.ts";
import { called } from "./drawn.ts";
import { atMost, failureLines, section } from "./lines.ts";
import { spentText } from "./spent-text.ts";
import { finishedText } from "./status-text.ts";
import { terminalTable } from "./table.ts";

type LedgerView = {
  lines: readonly LedgerLine[];
  status: Status;
  models: readonly ModelUsage[];
  spent: Spent;
};

const MAX_LEFT = 20;
const MAX_EVENTS = 40;

/**
 * Where a run stands, for people: finished, failed and why, left, what each model cost and took, the newest events.
 * Designs go by their letters, reviewers by their models.
 */
export function ledgerText({ lines, status, models, spent }: LedgerView, names: Names): Markdown {
  const shown = lines.filter(isNews);
  if (lines.length === 0) return md`The ledger is empty.`;
  return join(
    [
      md`**${status.pending.length > 0 ? md`Unfinished` : md`Finished`}:** ${finishedText(possible(status))}. ${lastWord(lines, status)}`,
      ...section(md`Failed`, failureLines(failed(status.failures, names), names)),
      ...section(md`Left`, leftLines(status.pending, names)),
      "### Models",
      modelsTable(models),
      md`In all: ${spentText(spent)}.`,
      "### Events",
      ...(shown.length > MAX_EVENTS
        ? [md`The last ${MAX_EVENTS} of ${count(shown.length, "event")}; ledger.jsonl holds all.`]
        : []),
      join(
        shown.slice(-MAX_EVENTS).map((line) => eventLine(line, names)),
        "\n",
      ),
    ],
    "\n\n",
  );
}

/** How the last call ended, as far as it is known. A limit that stopped an earlier call and is made good is no news. */
function lastWord(lines: readonly LedgerLine[], { pending }: Status): Markdown {
  const calls = lines.findLastIndex(({ event }) => event === "setup" || event === "resumed");
  const last = lines.slice(Math.max(0, calls));
  const at = inline((lines.at(-1)?.at ?? "").slice(0, 16).replace("T", " "));
  if (lines.at(-1)?.event === "aborted") return md`The last run was stopped by hand, ${at} UTC.`;
  if (pending.length > 0 && last.some(({ event }) => event === "budget"))
    return md`The last run was stopped by a limit, ${at} UTC.`;
  return md`The last event was at ${at} UTC.`;
}

function leftLines(left: readonly PendingWork[], names: Names): Markdown[] {
  const askable = left.filter((work) => work.kind === "design" || work.askable);
  const lines = askable.map((work) => {
    const state = work.begun ? md`, begun: it runs now, or its process is gone` : md``;
    const of = called(work.design_id, false, names);
    return work.kind === "design"
      ? md`- design ${of} by ${inline(work.model)}, and its reviews and scores${state}`
      : md`- ${list(work.parts.map((part) => md`${part}`))} of ${of} by ${inline(work.reviewer.model)}${state}`;
  });
  return atMost(lines, MAX_LEFT);
}

function modelsTable(models: readonly ModelUsage[]): Markdown {
  return terminalTable(
    ["model", "sessions", "spent", "slowest"],
    models.map(({ model, spent, failed, slowest }) => [
      model,
      failed > 0 ? `${spent.sessions}, ${failed} failed` : String(spent.sessions),
      `${tokensOf(spent)}, ${spent.unpriced.length + spent.uncounted > 0 ? "cost unknown" : dollars(spent.cost)}`,
      duration(slowest),
    ]),
    ["l", "r", "r", "r"],
  );
}

/** What was stopped by hand is said once, by the event that stopped it, and is left to do. */
function isNews({ event, kind }: LedgerLine): boolean {
  return !(event === "failed" && kind === "aborted");
}

/** Each event in words, as they stand before what it happened to. */
const EVENTS: Readonly<Record<LedgerLine["event"], Markdown>> = {
  setup: md`set up`,
  started: md`started`,
  repair: md`asked for a usable answer`,
  retry: md`asked once more`,
  host_retry: md`asked once more by OpenCode`,
  limit: md`fewer sessions at a time`,
  done: md`done`,
  failed: md`failed`,
  violation: md`refused what is closed to it`,
  budget: md`held back by a limit`,
  look: md`looked who is still to be judged`,
  vote: md`a person judged`,
  task: md`task`,
  ranking: md`ranked`,
  resumed: md`went on`,
  aborted: md`stopped by hand`,
};

/** "- 2026-11-21 21:38:03 done review and score of A by one/model · 26ms, $0.01". */
function eventLine(line: LedgerLine, names: Names): Markdown {
  const {
    phases = [],
    design_id,
    reviewer_id,
    model,
    kind,
    message = "",
    seconds,
    cost,
    expected_seconds,
    task_id,
    status,
  } = line;
  const by = (reviewer_id && names.reviewers.get(reviewer_id)) ?? reviewer_id ?? model;
  const what = list(phases.map((phase) => md`${WORK[phase]}`));
  const whose = design_id && md`${phases.includes("generate") ? md`` : md`of `}${called(design_id, false, names)}`;
  const winner = line.event === "ranking" ? names.designs.get(message) : undefined;
  const said = winner === undefined ? message : `${winner} first`;
  const doer = line.door === "command" ? md`by a typed line` : md`by an agent's call`;
  const task = task_id === undefined ? [] : [md`${inline(task_id)} is ${inline(status ?? "")}, ${doer}`];
  const more = [
    ...(kind && kind !== line.event ? [md`**${inline(FAILURE_WORDS[kind])}**`] : []),
    ...(said ? [inline(said, 160)] : []),
    ...(seconds ? [duration(seconds)] : []),
    ...(cost ? [dollars(cost)] : []),
    ...(expected_seconds ? [md`should take about ${duration(expected_seconds)}`] : []),
  ];
  return join(
    [
      md`- ${inline(line.at.slice(0, 19).replace("T", " "))} ${EVENTS[line.event]}`,
      ...(phases.length > 0 ? [what] : []),
      ...task,
      ...(whose ? [whose] : []),
      ...(by && line.event !== "vote" ? [md`by ${inline(by)}`] : []),
      ...(more.length > 0 ? [md`· ${join(more, ", ")}`] : []),
    ],
    " ",
  );
}
