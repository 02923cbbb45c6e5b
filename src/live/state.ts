import { exchangePlace } from "../artifacts/exchange.ts";
import { letterOf } from "../artifacts/names.ts";
import { timeLeft } from "../artifacts/progress.ts";
import { isCompared, leavesOut, type Ranking, rankedScore } from "../artifacts/ranking.ts";
import { stagesSaid } from "../artifacts/stages/stages.ts";
import { criteriaFor, isPlanned, partsFor } from "../artifacts/task.ts";
import { rankingInput } from "../experiment/ranking-input.ts";
import { outcomesOf } from "../experiment/round-outcome.ts";
import { childrenOf, judgedIn, toldRounds } from "../experiment/rounds.ts";
import type { View } from "../experiment/view.ts";
import { callEnd, callStart, progressOf } from "../prompting/progress.ts";
import { missingOf } from "../stages/refine/work.ts";
import { statesOf } from "../stages/stages.ts";
import { compositeScore } from "../stats/composite.ts";
import type { RankingInput, RankingNumbers } from "../stats/panel.ts";
import { rankDesigns } from "../stats/ranking.ts";
import { decisionSaid } from "../story/decision.ts";
import { HIDDEN } from "../story/held-back.ts";
import type { LiveCell, LiveDesign, LivePlace, LiveState } from "../story/live-state.ts";
import { personasTold } from "../story/personas-ranked.ts";
import { roundOpen } from "../story/round-words.ts";
import { roundsSaid } from "../story/rounds.ts";
import { type Sentence, type SentencePart, together, words } from "../story/sentence.ts";
import { told } from "../story/verdict.ts";
import { cleanValue } from "../text/clean.ts";
import { chance } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { nextOfView } from "./next.ts";
import { type Stages, stagesOf } from "./stages.ts";

export type LiveSeen = {
  view: View;
  /** Whether somebody is at work on it. */
  running: boolean;
  /** Milliseconds since the epoch. */
  now: number;
  report: boolean;
  /** How scores are ranked that no ranking is stored of. */
  ranking: Pick<RankingInput["options"], "method" | "exclude_self_reviews" | "person_weight">;
  stored: Ranking | null;
  /** Places of which something is kept that was sent and came back; none when absent. */
  exchanges?: ReadonlySet<string>;
};

const MAX_TITLE = 120;
const MAX_REASON = 300;

/** What the page of an experiment shows, from its files alone: it is the same for every process that looks. */
export function liveState(seen: LiveSeen): LiveState {
  const { view, running, now, report } = seen;
  const { task } = view.experiment;
  const { ledger } = view;
  const stages = stagesOf(ledger, running);
  const withheld = view.withheld !== null;
  const exchangeOf = (ids: { design_id: string; reviewer_id?: string }): string | null => {
    const place = exchangePlace({ phases: [], ...ids });
    return !withheld && seen.exchanges?.has(place) ? place : null;
  };
  const designs = designsOf(view, stages, exchangeOf);
  const authors = authorsOf(view);
  // While somebody is at work scores come that the stored ranking does not know.
  const stored = running ? null : seen.stored;
  const ranking = stored ?? seen.ranking;
  const reviewers = task.reviewers.filter(isPlanned).map((reviewer) => ({
    model: reviewer.model,
    cells: task.designers.map(({ design_id }, at) => {
      const missing = view.status.pending.some(
        (work) =>
          work.kind === "cell" && work.design_id === design_id && work.reviewer.reviewer_id === reviewer.reviewer_id,
      );
      const cell = stages.at({ design_id, reviewer_id: reviewer.reviewer_id }, !missing);
      if (missing && isGone(designs[at])) return NOTHING;
      if (partsFor(reviewer, design_id).length === 0 || isSpared(view, design_id, reviewer.reviewer_id)) return SPARED;
      const score = view.artifacts.scores.find(
        (each) => each.design_id === design_id && each.reviewer_id === reviewer.reviewer_id,
      );
      const left_out = score !== undefined && leavesOut(ranking, authors.get(design_id), reviewer.model);
      return {
        ...cell,
        score: score && !withheld ? compositeScore(score.scores, criteriaFor(task, reviewer)) : null,
        left_out,
        exchange: exchangeOf({ design_id, reviewer_id: reviewer.reviewer_id }),
      };
    }),
  }));
  const all = [...designs, ...reviewers.flatMap(({ cells }) => cells)].filter(
    ({ stage }) => stage !== "nothing" && stage !== "spared",
  );
  const started = ledger[callStart(ledger)];
  const started_at = started ? Date.parse(started.at) : null;
  const open = all.filter(({ stage }) => !["done", "failed", "limit"].includes(stage)).length;
  const done = all.filter(({ stage }) => stage === "done").length;
  const progress = progressOf(ledger, task);
  const stands = stagesSaid(statesOf(view));
  const rounds = withheld ? [] : roundsTold(view, running, stored ?? seen.ranking);
  const children = toldRounds(view)
    .flatMap(childrenOf)
    .flatMap(({ row: { design_id, lineage }, design }) =>
      design === null ? [] : [{ design_id, name: lineage.name, title: truncate(design.title, MAX_TITLE) }],
    );
  const { tokens, cost, unpriced, uncounted } = view.spent;
  return shown({
    id: task.experiment_id,
    topic: task.topic,
    standing: running ? "running" : done === all.length ? "finished" : open === 0 ? "failures" : "left",
    now,
    started_at,
    ended_at: callEnd(ledger),
    designs,
    reviewers,
    done,
    failed: all.length - done - open,
    total: all.length,
    asked: all.filter(({ since }) => since !== null).length,
    tokens,
    uncounted,
    cost,
    unpriced,
    left: running && progress !== null ? timeLeft(progress, now) : null,
    method: (stored ?? seen.ranking).method,
    so_far: withheld
      ? []
      : soFar(view, stored ?? filling(view, seen.ranking), stored === null && (running || open > 0)),
    verdict: stored && verdictOf(stored, view.names),
    decision: view.decided && called(decisionSaid(view.decided, stored), view),
    incomplete: running ? null : view.incomplete,
    withheld,
    ...(stands.length > 0 && { stands }),
    ...(rounds.length > 0 && { rounds }),
    ...(children.length > 0 && { children }),
    next: running ? null : nextOfView(view, seen.stored),
    report,
  });
}

/** A sentence in which designs of rounds, which the page has no row of, stand by what they are called. */
function called(sentence: Sentence, { rounds, names }: View): Sentence {
  const made = new Set(rounds.flatMap((round) => childrenOf(round).map(({ row }) => row.design_id)));
  const part = (each: SentencePart): SentencePart => {
    if (typeof each !== "object") return each;
    if (each.is === "strong") return { ...each, of: each.of.map(part) };
    if (each.is !== "design" || !made.has(each.id)) return each;
    const name = names.designs.get(each.id) ?? each.id;
    const title = each.titled ? names.titles.get(each.id) : undefined;
    return words(title === undefined ? name : `${name} “${truncate(title, MAX_TITLE)}”`, "line");
  };
  return sentence.map(part);
}

/** What each round came to; of the last what is being made or missing, while it is not whole. */
function roundsTold(view: View, running: boolean, options: LiveSeen["ranking"]): Sentence[] {
  const last = view.rounds.at(-1);
  if (last === undefined) return [];
  const missing = missingOf(last);
  const outcomes = outcomesOf(view, options);
  if (missing.length === 0) return roundsSaid(outcomes);
  const number = last.experiment.task.round?.number ?? 0;
  const isMissing = (id: string): boolean => missing.some((work) => work.kind === "design" && work.design_id === id);
  const designs = childrenOf(last)
    .filter(({ row }) => isMissing(row.design_id))
    .map(({ row: { lineage } }) => ({
      name: lineage.name,
      is: lineage.is === "merge" ? ("merge" as const) : ("revision" as const),
      of: lineage.of.map((id) => view.names.designs.get(id) ?? id),
    }));
  const wanted = judgedIn(last).size * last.experiment.task.reviewers.filter(isPlanned).length;
  const open = missing.filter(({ kind }) => kind === "cell").length;
  return [
    roundOpen({ number, designs, cells: { there: wanted - open, wanted } }, running),
    ...roundsSaid(outcomes.filter((outcome) => outcome.number !== number)),
  ];
}

/** A cell of a design that will not come in this call. */
const NOTHING: LiveCell = {
  stage: "nothing",
  since: null,
  seconds: null,
  reason: "",
  score: null,
  left_out: false,
  exchange: null,
};

function isSpared({ status }: View, design_id: string, reviewer_id: string): boolean {
  return status.spared.some(
    ({ design_id: of, reviewer, parts }) =>
      of === design_id && reviewer.reviewer_id === reviewer_id && parts.includes("score"),
  );
}

const SPARED: LiveCell = { ...NOTHING, stage: "spared" };

/** Who wrote each design that is there, by design_id. */
function authorsOf({ artifacts: { designs } }: Pick<View, "artifacts">): ReadonlyMap<string, string> {
  return new Map(designs.map(({ design_id, generating_model }) => [design_id, generating_model]));
}

function isGone(design: LiveDesign | undefined): boolean {
  return design?.stage === "failed" || design?.stage === "limit";
}

function designsOf(
  { experiment, artifacts, status, withheld }: View,
  stages: Stages,
  exchangeOf: (ids: { design_id: string }) => string | null,
): LiveDesign[] {
  return experiment.task.designers.map(({ design_id, model }, at) => {
    const missing = status.pending.some((work) => work.kind === "design" && work.design_id === design_id);
    const written = artifacts.designs.find((design) => design.design_id === design_id);
    return {
      ...stages.at({ design_id }, !missing),
      score: null,
      left_out: false,
      exchange: exchangeOf({ design_id }),
      design_id,
      letter: letterOf(at),
      model: withheld === null ? (written?.generating_model ?? model) : HIDDEN,
      title: written ? (withheld === null ? truncate(written.title, MAX_TITLE) : HIDDEN) : null,
    };
  });
}

/** Reviewers whose scores each design must have before a chance is told: until then it says who was scored first. */
const ENOUGH = 2;

/** The ranking of what is scored; null while fewer than two designs are. */
function filling(view: View, options: LiveSeen["ranking"]): RankingNumbers | null {
  const scored = new Set(view.artifacts.scores.map(({ design_id }) => design_id));
  return scored.size < 2 ? null : rankDesigns(rankingInput(view, options));
}

/** The ranked designs, the best first; `open` while more is to come. */
function soFar(view: View, ranking: RankingNumbers | null, open: boolean): LivePlace[] {
  const { task } = view.experiment;
  const { artifacts } = view;
  if (ranking === null) return [];
  const scoring = task.reviewers.filter((reviewer) => isPlanned(reviewer) && reviewer.parts.includes("score"));
  const scorers = new Map(ranking.designs.map(({ design_id, reviewers }) => [design_id, reviewers]));
  const even = artifacts.designs.every(({ design_id }) => (scorers.get(design_id) ?? 0) >= ENOUGH);
  const compared = (even || !open) && isCompared(ranking);
  const people = ranking.people?.counted.length ?? 0;
  return ranking.designs.flatMap((design): LivePlace[] => {
    const { design_id, generating_model, rank, p_best, reviewers } = design;
    const letter = letterOf(task.designers.findIndex((each) => each.design_id === design_id));
    const models = scoring.filter(
      (reviewer) =>
        !leavesOut(ranking, generating_model, reviewer.model) &&
        partsFor(reviewer, design_id).includes("score") &&
        !isSpared(view, design_id, reviewer.reviewer_id),
    ).length;
    const score = rankedScore(ranking, design);
    if (rank === null || score === null) return [];
    return [
      {
        letter,
        rank,
        score,
        chance: compared ? chance(p_best, ranking) : null,
        scored: reviewers,
        of: models + people,
      },
    ];
  });
}

/** Of reviewers the page knows what they are called and no ids. */
function verdictOf(ranking: Ranking, { reviewers }: View["names"]): LiveState["verdict"] {
  const { answer, confidence } = told(ranking);
  const { turned, rests } = personasTold(ranking);
  const all = together([turned ?? [], answer, rests ?? []], " ");
  const called = (part: SentencePart): SentencePart =>
    typeof part === "object" && part.is === "reviewer" ? words(reviewers.get(part.id) ?? part.id) : part;
  return { answer: all.map(called), confidence };
}

/** Without what a person cannot see, and with reasons cut to what is worth showing. */
function shown(state: LiveState): LiveState {
  const short = <T extends { reason: string }>(cell: T): T => ({ ...cell, reason: truncate(cell.reason, MAX_REASON) });
  return cleanValue({
    ...state,
    designs: state.designs.map(short),
    reviewers: state.reviewers.map(({ model, cells }) => ({ model, cells: cells.map(short) })),
  }).value;
}
