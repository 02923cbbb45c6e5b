import type { PairedTopic } from "../artifacts/ballot.ts";
import { type Design, gravestFirst } from "../artifacts/design.ts";
import { UsageError } from "../errors.ts";
import { rankingInput } from "../experiment/ranking-input.ts";
import { roundOutcome } from "../experiment/round-outcome.ts";
import { designsMeant, roundOf, roundTexts } from "../experiment/rounds.ts";
import { textChanges } from "../experiment/text-changes.ts";
import { readRanking, type View, viewOf } from "../experiment/view.ts";
import type { Lab } from "../prompting/lab.ts";
import { changesBetween, compareDesigns } from "../stats/compare.ts";
import { pairedParts, pairedTradeoffs } from "../stats/paired-parts.ts";
import { rankDesigns } from "../stats/ranking.ts";
import type { Experiment } from "../store/experiment.ts";
import { listText } from "../text/numbers.ts";
import { typedCode } from "../text/typed.ts";
import { childSaid } from "./refine.ts";
import type { Aligned, Compared, ComparedExperiments } from "./story.ts";
import { storyOf } from "./story-of.ts";

/**
 * Compares the named designs in the order in which they are named, or the two that rank first. Where a round made one of
 * them it compares what was judged in a round that holds them all. Calls no model. Throws LabError for fewer than two, and
 * for designs that no round judged together.
 */
export async function compareNamed(
  lab: Pick<Lab, "config">,
  experiment: Experiment,
  names: readonly string[] | undefined,
): Promise<Compared> {
  const whole = await viewOf(experiment);
  const named = names && names.length > 0 ? inOrder(names, (name) => designsMeant(whole, [name])) : [];
  const round = named.some(({ design_id }) => roundOf(whole.rounds, design_id) !== null)
    ? roundWith(whole, named)
    : null;
  const view = round?.view ?? whole;
  const { artifacts, flags } = view;
  const { ranking: stored } = await readRanking(view.experiment);
  // What is stored is told as it is, unless there is a design that it does not know.
  const known = new Set(stored?.designs.map(({ design_id }) => design_id));
  const told = artifacts.designs.every(({ design_id }) => known.has(design_id)) ? stored : null;
  const { method, exclude_self_reviews } = told ?? lab.config.ranking;
  const input = rankingInput(view, { ...lab.config.ranking, method, exclude_self_reviews });
  const ranking = told ?? rankDesigns(input);
  const chosen =
    named.length > 0
      ? (round?.texts ?? named)
      : firstTwo(artifacts.designs, artifacts.scores.length > 0 ? ranking.designs : []);
  if (chosen.length < 2) {
    throw new UsageError(
      `Cannot compare: two designs are needed, found ${chosen.length} in ${experiment.task.experiment_id}.`,
      {
        advice: `Its designs: ${artifacts.designs.map(({ design_id }) => design_id).join(", ") || "none"}.`,
        problems: artifacts.problems,
      },
    );
  }
  const revised = round && revisedPair(whole, round, named, told ?? lab.config.ranking);
  return {
    id: experiment.task.experiment_id,
    topic: experiment.task.topic,
    designs: chosen.map((design) => ({
      ...design,
      flags: flags.find(({ design_id }) => design_id === design.design_id)?.flags ?? [],
    })),
    comparison: compareDesigns(
      input,
      chosen.map(({ design_id }) => design_id),
      ranking,
    ),
    scores: artifacts.scores,
    coverage: view.coverage.map(({ requirement, cells }) => ({
      requirement,
      cells: chosen.flatMap(({ design_id }) => cells.find((cell) => cell.design_id === design_id) ?? []),
    })),
    names: view.names,
    aligned: alignedOf(chosen),
    ...revised,
  };
}

/** What a round came to for a revision that stands beside its parent, and what it changed; null for any other two. */
function revisedPair(
  view: View,
  round: { view: View; texts: readonly Design[] },
  designs: readonly Design[],
  options: Parameters<typeof roundOutcome>[2],
): Pick<Compared, "said" | "revision"> | null {
  if (designs.length !== 2) return null;
  const outcome = roundOutcome(view, round.view, options);
  const ids = designs.map(({ design_id }) => design_id);
  const child = outcome.children.find(
    ({ is, child: { row }, parents }) =>
      is === "revision" && ids.includes(row.design_id) && parents.every(({ of }) => ids.includes(of)),
  );
  const of = child?.parents[0]?.of;
  const at = designs.findIndex(({ design_id }) => design_id === of);
  const [before, after] = [round.texts[at], round.texts[1 - at]];
  if (child?.is !== "revision" || before === undefined || after === undefined) return null;
  return {
    said: childSaid(child, outcome),
    revision: {
      child: child.name,
      parent: child.parents[0]?.name ?? "",
      p_better: child.numbers?.p_better ?? null,
      reviewers: child.numbers?.reviewers.length ?? 0,
      changes: textChanges(before, after),
    },
  };
}

/** The last round that judged these designs together, and their texts in it. Throws UsageError where none did. */
function roundWith(view: View, designs: readonly Design[]): { view: View; texts: Design[] } {
  const textsIn = (round: View): Design[] =>
    designs.flatMap(({ design_id }) => {
      const text = roundTexts(round).find(
        ({ row }) => row.design_id === design_id || (row.lineage.is === "parent" && row.lineage.of[0] === design_id),
      );
      return text?.design ?? [];
    });
  const found = view.rounds
    .toReversed()
    .map((round) => ({ view: round, texts: textsIn(round) }))
    .find(({ texts }) => texts.length === designs.length);
  if (found !== undefined) return found;
  const called = (id: string): string => view.names.designs.get(id) ?? id;
  const child = designs.find(({ design_id }) => roundOf(view.rounds, design_id) !== null);
  const beside = child === undefined ? [] : (child.parents ?? []).map(called);
  throw new UsageError(
    `Cannot compare ${listText(designs.map(({ design_id }) => called(design_id)))}: no round judged them together, and scores of two rounds are not compared.`,
    {
      advice: `${typedCode("compare", view.experiment.task.experiment_id, ...beside.slice(0, 1), called(child?.design_id ?? ""))} compares what was judged together.`,
    },
  );
}

/** Null for more than two, which do not stand side by side. */
export function alignedOf([first, second, ...more]: readonly Design[]): Compared["aligned"] {
  if (!first || !second || more.length > 0) return null;
  const paired = pairedParts(first, second);
  const risks = aligned(first, second, "risks", paired.risks);
  const own = (id: string) => risks.alone.flatMap(({ design_id, own }) => (design_id === id ? own : []));
  const alone = [first, second].flatMap(({ design_id }) =>
    gravestFirst(own(design_id)).map((risk) => ({ design_id, own: risk })),
  );
  return { decisions: aligned(first, second, "tradeoffs", paired.tradeoffs), risks: { ...risks, alone } };
}

/** What two designs decided: the topics that both decided, and whether alike; then what one alone decided. */
export function decisionsOf(first: Design, second: Design): NonNullable<Compared["aligned"]>["decisions"] {
  return aligned(first, second, "tradeoffs", pairedTradeoffs(first, second));
}

function aligned<K extends "tradeoffs" | "risks">(
  first: Design,
  second: Design,
  part: K,
  topics: readonly PairedTopic[],
): Aligned<Design[K][number]> {
  type Item = Design[K][number];
  const [one, other]: readonly [readonly Item[], readonly Item[]] = [first[part], second[part]];
  const left = (design_id: string, items: readonly Item[], taken: readonly number[]) =>
    items.flatMap((own, at) => (taken.includes(at) ? [] : [{ design_id, own }]));
  return {
    shared: topics.flatMap(({ first: at, second: to, alike }) => {
      const [a, b] = [one[at], other[to]];
      return a && b ? [{ first: a, second: b, alike }] : [];
    }),
    alone: [
      ...left(
        first.design_id,
        one,
        topics.map((topic) => topic.first),
      ),
      ...left(
        second.design_id,
        other,
        topics.map((topic) => topic.second),
      ),
    ],
  };
}

/**
 * Experiments in the order in which they were begun, and how designers changed where there are two on one task that are
 * both ranked; null where there is nothing that can be compared so.
 */
export async function compareExperiments(experiments: readonly Experiment[]): Promise<ComparedExperiments> {
  const ordered = experiments.toSorted((a, b) => (a.task.created_at < b.task.created_at ? -1 : 1));
  const rows = await Promise.all(
    ordered.map(async (experiment) => {
      const { task } = experiment;
      const { ranking } = await readRanking(experiment);
      const view = await viewOf(experiment);
      const story = ranking && storyOf(view, ranking);
      const { names, decided } = view;
      return { id: task.experiment_id, topic: task.topic, designs: view.status.designs.there, story, names, decided };
    }),
  );
  const one_task = new Set(ordered.map(({ task }) => task.task.trim())).size === 1;
  const [earlier, later, ...more] = ordered.map(({ task }, at) => {
    const plan = task.designers.map(({ design_id }) => design_id);
    return { criteria: task.criteria, plan, ranking: rows[at]?.story?.ranking };
  });
  if (!one_task || more.length > 0 || !earlier?.ranking || !later?.ranking) return { rows, changes: null, one_task };
  const changes = changesBetween({ ...earlier, ranking: earlier.ranking }, { ...later, ranking: later.ranking });
  return { rows, changes, one_task };
}

/** What each name names, nothing twice. */
function inOrder<T>(names: readonly string[], of: (name: string) => readonly T[]): T[] {
  return [...new Set(names.flatMap(of))];
}

function firstTwo(designs: readonly Design[], ranked: readonly { design_id: string }[]): Design[] {
  const order =
    ranked.length > 0
      ? ranked.flatMap(({ design_id }) => designs.find((design) => design.design_id === design_id) ?? [])
      : designs;
  return order.slice(0, 2);
}
