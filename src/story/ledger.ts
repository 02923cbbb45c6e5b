import type { ModelUsage, Spent } from "../artifacts/cost.ts";
import { FAILURE_WORDS, isOfDesign } from "../artifacts/failure.ts";
import { possible } from "../artifacts/incomplete.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import type { Names } from "../artifacts/names.ts";
import { PHASE_FACTS } from "../artifacts/stages/stages.ts";
import type { PendingWork, Status } from "../artifacts/status.ts";
import { count, dollars, duration, tokensText } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { finishedSaid, spentSaid } from "./amounts.ts";
import { type Block, heading, list, section, type Table } from "./block.ts";
import { failed, MAX_WAYS, MORE_WAYS } from "./failures.ts";
import { design, listed, model as name, type Sentence, say, strong, together, words } from "./sentence.ts";

type LedgerView = {
  lines: readonly LedgerLine[];
  status: Status;
  models: readonly ModelUsage[];
  spent: Spent;
};

/** What is said of an experiment whose times are later than now. */
export const datedInFuture: Sentence = say`Dated in the future: it is meant only where it is named, never as the newest.`;

const MAX_LEFT = 20;
const MAX_EVENTS = 40;
/** Columns of what an event says. */
const MESSAGE = 160;

/**
 * Where a run stands, for people: finished, failed and why, left, what each model cost and took, the newest events.
 * Designs go by their letters, reviewers by their models.
 */
export function ledgerSaid({ lines, status, models, spent }: LedgerView, names: Names): Block[] {
  const shown = lines.filter(isNews);
  if (lines.length === 0) return [say`The ledger is empty.`];
  const state = status.pending.length > 0 ? say`Unfinished` : say`Finished`;
  return [
    say`${strong(say`${state}:`)} ${finishedSaid(possible(status))}. ${lastWord(lines, status)}`,
    ...section(say`Failed`, failed(status.failures, names).ways, { most: MAX_WAYS, where: MORE_WAYS }),
    ...section(say`Left`, leftOf(status.pending), { most: MAX_LEFT }),
    heading(say`Models`),
    modelsTable(models),
    say`In all: ${spentSaid(spent)}.`,
    heading(say`Events`),
    shown.length > MAX_EVENTS
      ? say`The last ${MAX_EVENTS} of ${count(shown.length, "event")}; ledger.jsonl holds all.`
      : [],
    list(shown.slice(-MAX_EVENTS).map((line) => eventSaid(line, names))),
  ];
}

/** How the last call ended, as far as it is known. A limit that stopped an earlier call and is made good is no news. */
function lastWord(lines: readonly LedgerLine[], { pending }: Status): Sentence {
  const calls = lines.findLastIndex(({ event }) => event === "setup" || event === "resumed");
  const last = lines.slice(Math.max(0, calls));
  const at = words((lines.at(-1)?.at ?? "").slice(0, 16).replace("T", " "));
  if (lines.at(-1)?.event === "aborted") return say`The last run was stopped by hand, ${at} UTC.`;
  if (pending.length > 0 && last.some(({ event }) => event === "budget"))
    return say`The last run was stopped by a limit, ${at} UTC.`;
  return say`The last event was at ${at} UTC.`;
}

function leftOf(left: readonly PendingWork[]): Sentence[] {
  const askable = left.filter((work) => work.kind === "design" || work.askable);
  return askable.map((work) => {
    const state = work.begun ? say`, begun: it runs now, or its process is gone` : [];
    const of = design(work.design_id);
    return work.kind === "design"
      ? say`design ${of} by ${name(work.model)}, and its reviews and scores${state}`
      : say`${listed(work.parts.map((part) => say`${part}`))} of ${of} by ${name(work.reviewer.model)}${state}`;
  });
}

function modelsTable(models: readonly ModelUsage[]): Table {
  return {
    is: "table",
    head: ["model", "sessions", "spent", "slowest"],
    rows: models.map(({ model, spent, failed, slowest }) => [
      model,
      failed > 0 ? `${spent.sessions}, ${failed} failed` : String(spent.sessions),
      `${tokensText(spent)}, ${spent.unpriced.length + spent.uncounted > 0 ? "cost unknown" : dollars(spent.cost)}`,
      duration(slowest),
    ]),
    align: ["l", "r", "r", "r"],
  };
}

/** What was stopped by hand is said once, by the event that stopped it, and is left to do. */
function isNews({ event, kind }: LedgerLine): boolean {
  return !(event === "failed" && kind === "aborted");
}

/** Each event in words, as they stand before what it happened to. */
const EVENTS: Readonly<Record<LedgerLine["event"], Sentence>> = {
  setup: say`set up`,
  started: say`started`,
  repair: say`asked for a usable answer`,
  retry: say`asked once more`,
  host_retry: say`asked once more by OpenCode`,
  limit: say`fewer sessions at a time`,
  done: say`done`,
  failed: say`failed`,
  violation: say`refused what is closed to it`,
  budget: say`held back by a limit`,
  look: say`looked who is still to be judged`,
  vote: say`a person judged`,
  task: say`task`,
  ranking: say`ranked`,
  resumed: say`went on`,
  aborted: say`stopped by hand`,
};

/** "2026-11-21 21:38:03 done review and score of A by one/model · 26ms, $0.01". */
function eventSaid(line: LedgerLine, names: Names): Sentence {
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
  const what = listed(phases.map((phase) => say`${PHASE_FACTS[phase].work}`));
  const whose = design_id && say`${isOfDesign(phases) ? "" : "of "}${design(design_id)}`;
  const winner = line.event === "ranking" ? names.designs.get(message) : undefined;
  const said = winner === undefined ? message : `${winner} first`;
  const doer = line.door === "command" ? say`by a typed line` : say`by an agent or a typed line`;
  const task = task_id === undefined ? [] : [say`${words(task_id)} is ${words(status ?? "")}, ${doer}`];
  const more = [
    ...(kind && kind !== line.event ? [[strong(words(FAILURE_WORDS[kind], "sentence"))]] : []),
    ...(said ? [[words(truncate(said, MESSAGE), "message")]] : []),
    ...(seconds ? [say`${duration(seconds)}`] : []),
    ...(cost ? [say`${dollars(cost)}`] : []),
    ...(expected_seconds ? [say`should take about ${duration(expected_seconds)}`] : []),
  ];
  return together(
    [
      say`${words(line.at.slice(0, 19).replace("T", " "))} ${EVENTS[line.event]}`,
      ...(phases.length > 0 ? [what] : []),
      ...task,
      ...(whose ? [whose] : []),
      ...(by && line.event !== "vote" ? [say`by ${name(by)}`] : []),
      ...(more.length > 0 ? [say`· ${together(more, ", ")}`] : []),
    ],
    " ",
  );
}
