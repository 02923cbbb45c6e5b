import { version } from "../../package.json";
import type { AnonymousStudy } from "../artifacts/anonymous-study.ts";
import { playedBy } from "../artifacts/persona.ts";
import type { Summary } from "../artifacts/summary.ts";
import { reviewerRow } from "../artifacts/task.ts";
import { rankingInput } from "../experiment/ranking-input.ts";
import { shuffled } from "../experiment/shuffled.ts";
import type { SummaryOptions } from "../experiment/summary.ts";
import { viewOf } from "../experiment/view.ts";
import { modelIn, type StudyOutcome, type StudyOutcomes } from "../stats/study-result.ts";
import type { Experiment } from "../store/experiment.ts";

/** What reviewers gave in one experiment, with names. */
export type GivenScores = {
  criteria: AnonymousStudy["experiments"][number]["criteria"];
  scores: { design_id: string; seat: string; criteria: (number | null)[] }[];
};

/** The scores that count in an experiment, read from its files. */
export async function readScores(experiment: Experiment, options: SummaryOptions): Promise<GivenScores> {
  const { criteria, scores, reviewers } = rankingInput(await viewOf(experiment), options);
  const seats = new Map(
    reviewers.map(({ reviewer_id, model }) => [
      reviewer_id,
      playedBy(model, reviewerRow(experiment.task, reviewer_id).persona),
    ]),
  );
  return {
    criteria: criteria.map(({ min, max, weight = 1 }) => ({ min, max, weight })),
    scores: scores.flatMap(({ design_id, reviewer_id, scores: given }) => {
      const seat = seats.get(reviewer_id);
      if (seat === undefined) return [];
      return [{ design_id, seat, criteria: criteria.map(({ name }) => given[name] ?? null) }];
    }),
  };
}

/** Positions, from 1, of what has a name; `of` throws for a name that has none. */
type Numbered = { names: readonly string[]; of(name: string): number };

function numbered(names: readonly string[]): Numbered {
  const all = [...new Set(names)];
  const places = new Map(all.map((name, at) => [name, at + 1]));
  return {
    names: all,
    of(name) {
      const place = places.get(name);
      if (place === undefined) throw new Error("no position of that name");
      return place;
    },
  };
}

/**
 * A study without names: tasks and panels by their places, seats and workers in an order drawn from the study's hash.
 *
 * @param given Scores of experiments that are done, by task, panel and repeat as `scoresKey` has them.
 */
export function anonymousStudy(
  study: StudyOutcomes,
  { hash, given }: { hash: string; given: ReadonlyMap<string, GivenScores> },
): AnonymousStudy {
  const seed = Number.parseInt(hash.slice(0, 8), 16) | 0;
  const drawn = (names: readonly string[], salt: string): Numbered =>
    numbered(shuffled([...new Set(names)].toSorted(), seed, salt));
  const tasks = numbered(study.tasks.map(({ key }) => key));
  const panels = numbered(study.panels);
  const workers = drawn(
    study.outcomes.flatMap(({ worker }) => worker ?? []),
    "study workers",
  );
  const told = study.outcomes.flatMap((each) => each.summary ?? []);
  const scored = [...given.values()].flatMap(({ scores }) => scores.map(({ seat }) => seat));
  const seats = drawn(
    [
      ...told.flatMap(({ designs, reviewers }) => [
        ...designs.flatMap(({ seat }) => seat ?? []),
        ...reviewers.map(({ seat }) => seat),
      ]),
      ...scored,
    ],
    "study seats",
  );
  const documents = drawn(
    told.flatMap(({ designs }) => designs.flatMap(({ seat, name }) => (seat === null ? [name] : []))),
    "study documents",
  );
  const models = numbered(seats.names.map(modelIn));
  const personaIn = (seat: string): string => seat.slice(modelIn(seat).length);
  const personas = drawn(seats.names.map(personaIn).filter(Boolean), "study personas");
  return {
    version: 1,
    tool: version,
    tasks: tasks.names.length,
    panels: panels.names.length,
    repeats: study.repeats,
    seats: seats.names.map((seat) => ({
      model: models.of(modelIn(seat)),
      persona: personaIn(seat) === "" ? null : personas.of(personaIn(seat)),
      person: seat.startsWith("person/"),
    })),
    experiments: study.outcomes.map((each) => ({
      ...{ task: tasks.of(each.task), panel: panels.of(each.panel), repeat: each.repeat, state: each.state },
      withheld: each.summary?.withheld ?? false,
      worker: each.worker === null ? null : workers.of(each.worker),
      ...{ cost: each.cost, unpriced: each.unpriced, seconds: each.seconds },
      verdict: each.summary?.verdict?.kind ?? null,
      ...numbersIn(each.summary, given.get(scoresKey(each)), { seats, documents }),
    })),
  };
}

/** What tells the scores of one experiment. */
export const scoresKey = ({ task, panel, repeat }: Pick<StudyOutcome, "task" | "panel" | "repeat">): string =>
  `${task}/${panel}/${repeat}`;

type OfOne = Pick<AnonymousStudy["experiments"][number], "criteria" | "designs" | "reviewers" | "scores" | "halves">;

function numbersIn(
  summary: Summary | null,
  given: GivenScores | undefined,
  { seats, documents }: { seats: Numbered; documents: Numbered },
): OfOne {
  if (summary === null || summary.withheld)
    return { criteria: [], designs: [], reviewers: [], scores: [], halves: null };
  type One = Pick<Summary["designs"][number], "seat" | "name">;
  // Documents stand behind what seats designed. An order of files would be one of names.
  const place = ({ seat, name }: One): number =>
    seat === null ? seats.names.length + documents.of(name) : seats.of(seat);
  const designs = summary.designs.toSorted((a, b) => place(a) - place(b));
  const ids = numbered(designs.map(({ design_id }) => design_id));
  return {
    criteria: given?.criteria ?? [],
    designs: designs.map(({ seat, name, score, p_best }) => ({
      seat: seat === null ? null : seats.of(seat),
      document: seat === null ? documents.of(name) : null,
      ...{ score, p_best },
    })),
    reviewers: summary.reviewers
      .map(({ seat, person: _, ...record }) => ({ seat: seats.of(seat), ...record }))
      .toSorted((a, b) => a.seat - b.seat),
    scores: (given?.scores ?? [])
      .filter(({ design_id }) => ids.names.includes(design_id))
      .map(({ design_id, seat, criteria }) => ({ design: ids.of(design_id), seat: seats.of(seat), criteria }))
      .toSorted((a, b) => a.design - b.design || a.seat - b.seat),
    halves: summary.halves,
  };
}
