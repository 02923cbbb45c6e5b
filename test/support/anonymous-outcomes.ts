import type { AnonymousStudy } from "../../src/artifacts/anonymous-study.ts";
import type { Summary } from "../../src/artifacts/summary.ts";
import type { StudyOutcome, StudyOutcomes } from "../../src/stats/study-result.ts";

/** The outcomes that a study without names tells, named by their numbers: what `studyNumbers` makes the same result of. */
export function outcomesIn(anonymous: AnonymousStudy): StudyOutcomes {
  const { tasks, panels, repeats, seats, experiments } = anonymous;
  const names = seats.map(({ model, persona, person }) => {
    const own = person ? `person/${model}` : `model ${model}`;
    return persona === null ? own : `${own} as persona ${persona}`;
  });
  const seatOf = (place: number): string => names[place - 1] ?? "";
  const numbersTo = (most: number): number[] => Array.from({ length: most }, (_, at) => at + 1);
  return {
    tasks: numbersTo(tasks).map((nth) => ({ key: `task ${nth}`, title: `task ${nth}` })),
    panels: numbersTo(panels).map((nth) => `panel ${nth}`),
    repeats,
    outcomes: experiments.map(
      ({ task, panel, repeat, state, withheld, worker, cost, unpriced, seconds, ...own }): StudyOutcome => ({
        ...{ task: `task ${task}`, panel: `panel ${panel}`, repeat, state, cost, unpriced, seconds },
        worker: worker === null ? null : `worker ${worker}`,
        summary: state === "done" ? summaryIn(own, { withheld, seatOf }) : null,
      }),
    ),
  };
}

function summaryIn(
  {
    designs,
    reviewers,
    verdict,
    halves,
  }: Pick<AnonymousStudy["experiments"][number], "designs" | "reviewers" | "verdict" | "halves">,
  { withheld, seatOf }: { withheld: boolean; seatOf(place: number): string },
): Summary {
  return {
    ...{ topic: "", created_at: "", withheld, halves, pairs: [], decided: null },
    verdict: verdict === null ? null : { kind: verdict, first: [] },
    designs: designs.map(({ seat, document, score, p_best }, at) => ({
      ...{ design_id: `design ${at + 1}`, title: "", score, p_best },
      name: document === null ? `design ${at + 1}` : `document ${document}`,
      seat: seat === null ? null : seatOf(seat),
    })),
    reviewers: reviewers.map(({ seat, ...record }) => ({
      ...record,
      seat: seatOf(seat),
      person: seatOf(seat).startsWith("person/"),
    })),
  };
}
