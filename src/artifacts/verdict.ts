import { firstPlace, nobodyCompares } from "./first-place.ts";
import type { Ranking } from "./ranking.ts";
import type { RankingNote } from "./ranking-note.ts";

/**
 * What a ranking says of its first place, as data: every view draws its sentence from this alone. Designs by their ids,
 * best first; `p` is the probability that the design is the best of all.
 */
export type Verdict =
  | { kind: "unranked"; reason: Unranked }
  /** Several designs have scores, and no reviewer's scores set one against another. */
  | { kind: "nobody-compares"; designs: string[] }
  | { kind: "one-design"; design: string }
  | { kind: "winner"; design: string; p: number | null }
  /** One reviewer's scores are all that tells the designs apart: no probability means anything then. */
  | { kind: "one-opinion"; design: string }
  | { kind: "tie"; designs: string[] }
  /** First, and too little for a winner; `tied` are the designs, this one among them, that it cannot be told from. */
  | { kind: "ahead"; design: string; p: number; tied: string[] };

type Unranked = Exclude<Extract<RankingNote, { kind: "nothing-ranked" }>["reason"], "nobody-compares">;

/** From this probability on the first of a tie is slightly ahead: it is the best in two of three such panels. */
export const AHEAD = 0.7;

/** Reads the verdict off a ranking, also off those of before, which do not say who compares. */
export function verdictOf(ranking: Ranks): Verdict {
  const { designs, summary, notes } = ranking;
  if (nobodyCompares(ranking)) return { kind: "nobody-compares", designs: firstPlace(ranking) };
  const [first, second] = designs.filter(({ rank }) => rank !== null);
  if (!first) {
    const why = notes.find((note) => typeof note !== "string" && note.kind === "nothing-ranked");
    const weightless = typeof why === "object" && why.kind === "nothing-ranked" && why.reason === "no-weight";
    return { kind: "unranked", reason: weightless ? "no-weight" : "no-score" };
  }
  const design = first.design_id;
  if (!second) return { kind: "one-design", design };
  const { winner } = summary;
  if (winner !== null) {
    return { kind: "winner", design: winner, p: designs.find(({ design_id }) => design_id === winner)?.p_best ?? null };
  }
  if (isOneOpinion(ranking)) return { kind: "one-opinion", design };
  const tied = firstPlace(ranking);
  const p = first.p_best ?? 0;
  if (tied.length > 1 && (p < AHEAD || second.rank === 1)) return { kind: "tie", designs: tied };
  return { kind: "ahead", design, p, tied };
}

/** Whether scores set designs against each other, so that probabilities and ranges of ranks mean something. */
export function isCompared(ranking: Ranks): boolean {
  return !["unranked", "nobody-compares", "one-design", "one-opinion"].includes(verdictOf(ranking).kind);
}

function isOneOpinion({ notes }: Ranks): boolean {
  return notes.some((note) => typeof note !== "string" && note.kind === "null" && note.reason === "one-opinion");
}

type Ranks = Pick<Ranking, "notes" | "bias"> & {
  designs: readonly Pick<Ranking["designs"][number], "design_id" | "rank" | "p_best" | "reviewers">[];
  summary: Pick<Ranking["summary"], "winner" | "tie_groups" | "scored_cells">;
};
