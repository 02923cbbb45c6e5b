import type { ReviewerRecord, Summary } from "../../src/artifacts/summary.ts";
import type { StudyOutcome, StudyOutcomes } from "../../src/stats/study-result.ts";

export type Random = () => number;

/** A generator of numbers from 0 to 1 that gives the same for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const normalFrom = (random: Random): number =>
  Math.sqrt(-2 * Math.log(random() + 1e-300)) * Math.cos(2 * Math.PI * random());

/** A summary with these scores by seat, in which one design has the rest of P(best). */
export function summaryBy(
  scores: readonly (readonly [seat: string | null, score: number | null, p_best?: number | null])[],
  more: Partial<Summary> = {},
): Summary {
  const known = scores.flatMap(([, score]) => score ?? []);
  const most = Math.max(...known);
  const first = scores.flatMap(([, score], at) => (score === most ? [`d${at}`] : []));
  return {
    topic: "A task",
    created_at: "2026-01-01T00:00:00Z",
    withheld: false,
    designs: scores.map(([seat, score, p_best], at) => ({
      ...{ design_id: `d${at}`, name: `Design ${at}`, title: "A plan", seat, score },
      p_best: score === null ? null : (p_best ?? (score === most ? 0.9 : 0.1)),
    })),
    verdict:
      known.length === 0 ? { kind: "unranked", first: [] } : { kind: first.length > 1 ? "tie" : "winner", first },
    reviewers: [reviewerBy("judge/x", 0.5), reviewerBy("judge/y", -0.5)],
    pairs: [],
    halves: null,
    decided: null,
    ...more,
  };
}

export const reviewerBy = (
  seat: string,
  severity: number | null,
  more: Partial<ReviewerRecord> = {},
): ReviewerRecord => ({
  ...{ seat, person: seat.startsWith("person/"), designs: severity === null ? 0 : 3, severity, squares: 0.6 },
  ...{ pairs: { of: 3, agreed: 2 }, length: { xx: 2, xy: 0.3 }, controls: null },
  asked: { answers: 3, failed: 0, priced: 3, cost: 0.3, seconds: 60 },
  ...more,
});

export const outcomeBy = (
  [task, panel, repeat]: readonly [string, string, number],
  summary: Summary | null,
  more: Partial<StudyOutcome> = {},
): StudyOutcome => ({
  ...{ task, panel, repeat, state: summary === null ? "failed" : "done", cost: 1, unpriced: 0, seconds: 100 },
  ...{ worker: "w1", summary },
  ...more,
});

/** Studies of every kind, most of them odd: few tasks, one panel, ties, holes, failures, what is held back, unknown prices. */
export function hostileStudy(seed: number): StudyOutcomes {
  const random = randomFrom(seed);
  const upTo = (most: number): number => Math.floor(random() * most);
  const tasks = Array.from({ length: 1 + upTo(random() < 0.5 ? 4 : 14) }, (_, at) => ({
    key: `0${at}-task`,
    title: `Task ${at}`,
  }));
  const panels = ["wide", "narrow", "odd"].slice(0, 1 + upTo(3));
  const repeats = 1 + upTo(4);
  const seats = ["m/a", "m/b", "m/c as simplest", "m/d"];
  const lineUps = panels.map(() => seats.filter(() => random() < 0.75));
  const [ties, loses, dull] = [random() < 0.3, random() < 0.4 ? random() : 0, random() < 0.2];
  const prices = panels.map(() => (random() < 0.2 ? 0 : random() * 10 ** upTo(4)));
  const judges = panels.map(() => ["judge/x", "judge/y", "m/a", "person/Ann"].filter(() => random() < 0.6));
  const outcomes = tasks.flatMap(({ key }) =>
    panels.flatMap((panel, at) =>
      Array.from({ length: repeats }, (_, nth): StudyOutcome[] => {
        if (random() < 0.1) return [];
        const place = [key, panel, nth + 1] as const;
        const worker = random() < 0.2 ? null : `w${upTo(3)}`;
        const more = { cost: random() < 0.1 ? null : (prices[at] ?? 0) * (0.5 + random()), worker };
        if (random() < loses) return [outcomeBy(place, null, { ...more, state: random() < 0.7 ? "failed" : "unread" })];
        const withheld = random() < 0.05;
        const scores = (lineUps[at] ?? []).map((seat, of): [string | null, number | null] => {
          const score = dull ? 5 : ties ? upTo(3) : 6 - of / 3 + normalFrom(random);
          return [random() < 0.02 ? null : seat, random() < 0.05 ? null : score];
        });
        const own = summaryBy(withheld ? [] : scores, {
          withheld,
          ...(withheld && { verdict: null }),
          reviewers: withheld
            ? []
            : (judges[at] ?? []).map((seat) => reviewerBy(seat, random() < 0.1 ? null : normalFrom(random))),
          halves:
            random() < 0.5
              ? null
              : Array.from({ length: upTo(6) }, () => ({ p: random(), other: upTo(2), whole: upTo(2) })),
        });
        return [
          outcomeBy(place, own, {
            ...more,
            unpriced: random() < 0.05 ? 2 : 0,
            seconds: random() < 0.1 ? null : 10 + 900 * random(),
          }),
        ];
      }).flat(),
    ),
  );
  return { tasks, panels, repeats, outcomes };
}
