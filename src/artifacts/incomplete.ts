import type { Count, Status } from "./status.ts";

/** What the plan wanted of a ranking and is not there: every view draws it in its first lines. */
export type Incomplete = {
  /** Models that were to write designs and did not. */
  absent: string[];
  /** Of what reviewers can give of the designs that are there; a score is there once it has all its samples. */
  reviews: Count;
  scores: Count;
  /** Scores that count although they rest on fewer samples than `samples`. */
  short: number;
  samples: number;
};

/** Null where nothing is missing. */
export function incompleteOf(status: Status): Incomplete | null {
  const { reviews, scores } = possible(status);
  const absent = status.pending.flatMap((work) => (work.kind === "design" ? [work.model] : []));
  if (absent.length === 0 && reviews.there === reviews.wanted && scores.there === scores.wanted) return null;
  const samples = status.scores.wanted > 0 ? status.samples.wanted / status.scores.wanted : 1;
  return { absent, reviews, scores, short: status.short, samples };
}

/**
 * The counts without reviews and scores of designs that are missing: nobody can give them, and each view that named
 * them beside one that does not would contradict it.
 */
export function possible({ designs, reviews, scores, samples, pending }: Status): Counts {
  const closed = pending.filter((work) => work.kind === "cell" && !work.askable);
  const without = (part: "review" | "score", { there, wanted }: Count): Count => ({
    there,
    wanted: wanted - closed.filter((work) => work.kind === "cell" && work.parts.includes(part)).length,
  });
  const left = without("score", scores);
  const each = scores.wanted > 0 ? samples.wanted / scores.wanted : 1;
  return {
    designs,
    reviews: without("review", reviews),
    scores: left,
    samples: { there: samples.there, wanted: each * left.wanted },
  };
}

export type Counts = Pick<Status, "designs" | "reviews" | "scores" | "samples">;
