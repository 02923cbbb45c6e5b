import type { Decided, TurnedOut } from "../artifacts/decision.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import { playedBy } from "../artifacts/persona.ts";
import type { ReviewerRecord, Summary } from "../artifacts/summary.ts";
import { reviewerRow } from "../artifacts/task.ts";
import { besideOthersOf } from "../stats/beside-others.ts";
import { firstOf } from "../stats/first.ts";
import { fitRanking, type RankingFit } from "../stats/fit.ts";
import { halvesOf } from "../stats/halves.ts";
import { pairRecords } from "../stats/learned.ts";
import { preparePanel, type RankingInput, type Scored } from "../stats/panel.ts";
import { rankedDesigns } from "../stats/ranking.ts";
import { loadArtifact } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { isMadeHere } from "../store/made.ts";
import { keepSummary, readSummary } from "../store/summary.ts";
import { truncate } from "../text/truncate.ts";
import { controlsOutcome } from "./controls.ts";
import { rankingInput } from "./ranking-input.ts";
import { designIn } from "./rounds.ts";
import { readSealedScores } from "./sealed-scores.ts";
import { readSeen } from "./seen.ts";
import { type View, viewOf } from "./view.ts";

/** Columns of a topic, a title, a reason. */
const MAX_WORDS = 200;
/** Pairs of models that are kept. */
const MOST_PAIRS = 300;
/** Decisions before the one that stands that are told. */
const MOST_BEFORE = 5;

/** How scores become an order, as it is configured today. */
export type SummaryOptions = Omit<RankingInput["options"], "draws">;

/**
 * What a history tells of an experiment. Kept beside it under this machine's seal where `keeps`, so that the next one need
 * not read all of it; what is kept is used only while every file that it was made of is the same.
 * @param since When the history was begun, milliseconds of the system's clock.
 */
export async function summaryOf(
  experiment: Experiment,
  options: SummaryOptions,
  { keeps, since }: { keeps: boolean; since: number },
): Promise<Summary> {
  const kept = await readSummary(experiment, options);
  if (kept.summary) return kept.summary;
  const view = await viewOf(experiment);
  const summary = summaryFrom(view, options, await readSealedScores(view));
  if (keeps) await keepSummary(experiment, { ...kept, summary }, { about: options, since });
  return summary;
}

/** What this machine saw of an experiment, by seals alone, and never by what is kept beside it. */
export type SeenHere = {
  /** It was begun here. */
  made: boolean;
  /** It was begun here, or a person decided on it here. */
  here: boolean;
  decision: boolean;
  /** How the decision turned out, where that was seen said. */
  outcome: TurnedOut | null;
};

/** Looks at the seals in an experiment's folder. */
export async function witnessExperiment(experiment: Experiment, { decided }: Summary): Promise<SeenHere> {
  const made = await isMadeHere(experiment);
  if (made && decided === null) return { made, here: true, decision: false, outcome: null };
  const read = await loadArtifact(experiment.dir, "decision");
  const said = read.state === "ok" ? { decision: read.value } : {};
  const seen = await readSeen(experiment, { votes: [], ...said });
  const last = said.decision?.outcomes.at(-1)?.outcome ?? null;
  const { decision } = seen;
  const outcome = decided !== null && decision && seen.outcome ? last : null;
  return { made, here: made || decision, decision, outcome };
}

/** The summary of what was read already; `isSealed` tells which scores a session of this machine gave. */
function summaryFrom(
  view: View,
  options: SummaryOptions,
  isSealed: (place: { design_id: string; reviewer_id: string }) => boolean,
): Summary {
  const { experiment, artifacts, names, withheld } = view;
  const { task } = experiment;
  const hidden = withheld !== null;
  // No value that a stored ranking has is in a history.
  const input = rankingInput(view, { ...options }, null);
  const panel = preparePanel(input);
  const fitted = hidden ? null : fitRanking(panel, input.options);
  const numbers = numbersOf(fitted);
  return {
    topic: truncate(task.topic, MAX_WORDS),
    created_at: truncate(task.created_at, MAX_WORDS),
    withheld: hidden,
    designs: hidden
      ? []
      : artifacts.designs.map(({ design_id, generating_model, title }) => {
          const row = task.designers.find((each) => each.design_id === design_id);
          return {
            design_id,
            name: names.designs.get(design_id) ?? design_id,
            title: truncate(title, MAX_WORDS),
            seat: row?.entrant === undefined ? playedBy(generating_model, row?.persona) : null,
            ...(numbers.get(design_id) ?? { score: null, p_best: null }),
          };
        }),
    verdict: hidden ? null : verdictIn(panel, fitted),
    reviewers: hidden ? [] : recordsOf(view, input, options),
    pairs: hidden ? [] : pairRecords(input, isSealed).slice(0, MOST_PAIRS),
    halves: hidden ? null : halvesOf(panel, input.options),
    decided: hidden ? null : decidedIn(view, numbers),
  };
}

function verdictIn(panel: Scored, fitted: RankingFit | null): Summary["verdict"] {
  const { verdict, first_place } = firstOf(panel, fitted, rankedDesigns(panel, fitted, []));
  return { kind: verdict.kind, first: first_place };
}

type Numbers = { score: number; p_best: number };

function numbersOf(fitted: RankingFit | null): ReadonlyMap<string, Numbers> {
  if (fitted === null) return new Map();
  const { ids, fit, uncertainty } = fitted;
  const share = (at: number) => Math.min(1, Math.max(0, uncertainty.best[at] ?? 0));
  return new Map(ids.map((id, at) => [id, { score: fit.theta[at] ?? 0, p_best: share(at) }]));
}

/** Who judged, beside all other minds, with what was seen of planted copies and what its sessions took. */
function recordsOf(view: View, input: RankingInput, options: SummaryOptions): ReviewerRecord[] {
  const { experiment, ledger } = view;
  const controls = controlsOutcome(view, options)?.verdict.reviewers ?? [];
  const people = new Set(view.people.map(({ reviewer_id }) => reviewer_id));
  return besideOthersOf(input).map(({ reviewer_id, model, ...beside }): ReviewerRecord => {
    const saw = controls.find((each) => each.reviewer_id === reviewer_id);
    return {
      seat: playedBy(model, reviewerRow(experiment.task, reviewer_id).persona),
      person: people.has(reviewer_id),
      ...beside,
      controls:
        saw === undefined || saw.drop === null || saw.others === null
          ? null
          : { drop: saw.drop, others: saw.others, unseeing: saw.unseeing },
      asked: askedOf(ledger, { reviewer_id, model }),
    };
  });
}

/** What sessions of one reviewer took that ended: those of planted copies and of rounds too. */
function askedOf(
  ledger: readonly LedgerLine[],
  { reviewer_id, model }: { reviewer_id: string; model: string },
): ReviewerRecord["asked"] {
  const own = ledger.filter((line) => line.reviewer_id === reviewer_id && line.model === model);
  const done = own.filter(({ event, attempts = 0 }) => event === "done" && attempts > 0);
  const priced = done.flatMap(({ cost }) => (typeof cost === "number" ? [cost] : []));
  return {
    answers: done.length,
    failed: own.filter(({ event, kind }) => event === "failed" && kind !== "aborted").length,
    priced: priced.length,
    cost: priced.reduce((sum, each) => sum + each, 0),
    seconds: done.reduce((sum, { seconds = 0 }) => sum + seconds, 0),
  };
}

function decidedIn(view: View, numbers: ReadonlyMap<string, Numbers>): Summary["decided"] {
  if (view.decided === null) return null;
  const { decision } = view.decided;
  const last = decision.outcomes.at(-1);
  const { design_id, because, by, decided_at: at } = decision;
  const short = (text: string) => truncate(text, MAX_WORDS);
  const chosen = design_id === null ? undefined : designIn(view, design_id);
  const nameOf = ({ design_id: id }: Pick<Decided, "design_id">) =>
    id === null ? null : short(view.names.designs.get(id) ?? id);
  return {
    design_id,
    name: nameOf(decision),
    title: chosen === undefined ? null : short(chosen.title),
    because: short(because),
    by,
    at,
    p: numbers.get(design_id ?? "")?.p_best ?? null,
    outcome: last ? { is: last.outcome, note: short(last.note), by: last.by, at: last.at } : null,
    before: decision.supersedes
      .toReversed()
      .slice(0, MOST_BEFORE)
      .map((earlier) => ({ name: nameOf(earlier), because: short(earlier.because) })),
  };
}
