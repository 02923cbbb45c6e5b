import { describe, expect, test } from "bun:test";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { experiment, judged } from "../stats/support.ts";
import { rankingOf } from "../views/markdown/support.ts";
import { againstTables, changedBy, saidOf } from "./people-tables.ts";

type Verdict = Ranking["summary"]["verdict"];
type Place = readonly [id: string, rank: number | null, p_best: number | null];
type Told = {
  verdict: Verdict;
  places: readonly Place[];
  confidence?: Ranking["summary"]["confidence"];
  opinions?: number;
};

const MODEL = rankingOf(
  judged(
    experiment([
      [8, 7],
      [6, 6],
      [4, 5],
    ]),
    { you: { scores: { d0: 9, d1: 5, d2: 5 } } },
  ),
);

/** A ranking of which only the verdicts with and without people are what they are here. */
function between(before: Told, now: Told, people = ["you"]): string {
  const designsOf = ({ places }: Told) => places.map(([design_id, rank, p_best]) => ({ design_id, rank, p_best }));
  const factsIn = ({ verdict, confidence = "low", opinions = 3 }: Told) => ({
    verdict,
    confidence,
    opinions,
    told_apart: 0.8,
  });
  const [one] = MODEL.designs;
  return changedBy(
    saidOf({
      ...MODEL,
      designs: designsOf(now).map((each) => ({ ...(one as Ranking["designs"][number]), ...each })),
      summary: { ...MODEL.summary, ...factsIn(now) },
      people: {
        counted: people.map((reviewer_id) => ({ reviewer_id, weight: 2, scores: 0, ordered: 3, pairs: 0 })),
        without: { ...factsIn(before), designs: designsOf(before) },
        parted: { designs: [], criteria: [] },
      },
    }),
  );
}

const tie = (...designs: string[]): Verdict => ({ kind: "tie", designs });
const ahead = (design: string, p: number): Verdict => ({ kind: "ahead", design, p, tied: [design] });
const winner = (design: string, p: number): Verdict => ({ kind: "winner", design, p });

describe("what people changed", () => {
  test("is an order within a tie that turned, with both names", () => {
    const before = {
      verdict: tie("A", "C"),
      places: [
        ["C", 2, 0.39],
        ["A", 1, 0.57],
        ["B", 3, 0.04],
      ],
    } as const;
    const now = {
      verdict: tie("C", "A"),
      places: [
        ["C", 1, 0.58],
        ["A", 2, 0.41],
        ["B", 3, 0.01],
      ],
    } as const;
    expect(between(before, now)).toBe(
      "Without you A would stand before C (chance to be best 57 % against 39 %); with you C does. Both ways it is a tie.",
    );
    const ahead_now = { ...now, verdict: ahead("C", 0.72) };
    expect(between(before, ahead_now)).toEndWith("; with you C does. Both ways there is no winner.");
  });

  test("is a winner that they made, unmade or changed, by the number of its own ranking", () => {
    const ahead_A = {
      verdict: ahead("A", 0.78),
      places: [
        ["A", 1, 0.78],
        ["B", 2, 0.22],
      ],
    } as const;
    const A = {
      verdict: winner("A", 0.88),
      places: [
        ["A", 1, 0.88],
        ["B", 2, 0.12],
      ],
      confidence: "medium",
    } as const;
    const B = {
      verdict: winner("B", 0.99),
      places: [
        ["B", 1, 0.99],
        ["A", 2, 0.01],
      ],
      confidence: "medium",
    } as const;
    expect(between(ahead_A, A, ["ada", "ben"])).toBe(
      "Without them there would be no winner; A would be ahead (chance to be best 78 %). With them A is the winner (chance to be best 88 %).",
    );
    expect(between(A, ahead_A)).toBe(
      "Without you A would be the winner (chance to be best 88 %). With you there is no winner; A is ahead (chance to be best 78 %).",
    );
    expect(between(A, B)).toBe(
      "Without you A would be the winner (chance to be best 88 %). With you B is the winner (chance to be best over 80 %).",
    );
  });

  test("is how sure the same winner is, or nothing", () => {
    const places = [
      ["A", 1, 0.97],
      ["B", 2, 0.02],
      ["C", 3, 0.01],
    ] as const;
    const high = { verdict: winner("A", 0.97), places, confidence: "high" } as const;
    const medium = { ...high, confidence: "medium" } as const;
    expect(between(medium, high)).toBe(
      "Without you A would be the winner too (chance to be best over 80 % instead of over 95 %), with medium confidence instead of high.",
    );
    expect(between(high, high)).toBe("Without you A would be the winner too (chance to be best over 95 % both ways).");
  });

  test("has no number of a ranking that one opinion makes, or none", () => {
    const places = [
      ["A", 1, 0.99],
      ["B", 2, 0.01],
    ] as const;
    const one = { verdict: { kind: "one-opinion", design: "A" }, places, opinions: 1 } as const;
    const now = {
      verdict: winner("A", 0.9),
      places: [
        ["A", 1, 0.9],
        ["B", 2, 0.1],
      ],
      confidence: "medium",
    } as const;
    expect(between(one, now)).toBe(
      "Without you one reviewer alone would tell the designs apart, and put A first. With you A is the winner (chance to be best 90 %).",
    );
    const whose = { ...one, verdict: { ...one.verdict, reviewer: "vendor/judge" } } as const;
    expect(between(whose, now)).toStartWith(
      "Without you one reviewer alone would tell the designs apart (vendor/judge), and put A first. ",
    );
    const none = {
      verdict: tie("A", "B"),
      places: [
        ["A", 1, 0.5],
        ["B", 1, 0.5],
      ],
      opinions: 0,
    } as const;
    expect(between(none, { ...one, places })).toBe(
      "Without you no reviewer would tell A and B apart. With you one reviewer alone tells the designs apart, and puts A first.",
    );
  });

  test("is true of a ranking that was stored before its models' confidence was", () => {
    const { people, ...ranking } = MODEL;
    const { counted = [], parted = { designs: [], criteria: [] } } = people ?? {};
    const before = {
      verdict: winner("d0", 0.97),
      designs: [
        { design_id: "d0", rank: 1, p_best: 0.97 },
        { design_id: "d1", rank: 2, p_best: 0.02 },
        { design_id: "d2", rank: 3, p_best: 0.01 },
      ],
    };
    const said = changedBy(saidOf({ ...ranking, people: { counted, without: before, parted } }));
    expect(said).toContain("d0 would be the winner");
    expect(said).toContain("over 80 %");
    expect(said).not.toContain("confidence");
  });

  test("names who counts by what, and that nothing does where the plain mean hears no pairs", () => {
    const three = experiment(
      [
        [8, 7],
        [6, 6],
        [4, 5],
      ],
      { options: { method: "mean" } },
    );
    expect(saidOf(rankingOf(judged(three, { ada: { pairs: ["d1 > d0"] } })))).toStartWith(
      "A person judged too: person-ada by nothing that this ranking counts. ",
    );
  });

  // As many again are drawn in test/long, before a release.
  test("never says what ranking.json or a ranking by models alone contradicts, whatever the table", () => {
    const { against, read } = againstTables(400);
    expect(against).toEqual([]);
    expect(read).toBeGreaterThan(360);
  });
});
