import { describe, expect, test } from "bun:test";
import type { Ranking } from "../../../src/artifacts/ranking.ts";
import { sortNotes } from "../../../src/story/notes.ts";
import { findings } from "../../../src/story/trust.ts";
import { rankingVerdict } from "../../../src/story/verdict.ts";
import { drawn } from "../../../src/views/markdown/drawn.ts";
import { experiment, QUALITY } from "../../stats/support.ts";
import { judged, rankingOf, storyFrom } from "./support.ts";

/** Cautions, then what the scores show: what a reader is told in this order. */
const rankingSentences = (ranking: Ranking) => [
  ...sortNotes(ranking.notes).cautions.map((each) => drawn(each)),
  ...detailSentences(ranking),
];
const detailSentences = (ranking: Ranking) =>
  findings(ranking).flatMap(({ said, aside }) => (aside ? [] : said.map((each) => drawn(each))));

const CLEAR = [
  [9, 8.5, 9.2, 8.8],
  [6, 5.5, 6.1, 5.9],
  [3, 2.5, 3.3, 2.8],
];

const clear = rankingOf(experiment(CLEAR));
const CRITERIA = ["scalability", "cost"].map((name) => ({ ...QUALITY, name }));
/** A clear winner by two criteria that differ. */
const two = rankingOf(
  experiment(
    CLEAR.map((row, i) => row.map((scalability, j) => ({ scalability, cost: [5, 7, 4][(i + j) % 3] ?? 5 }))),
    { criteria: CRITERIA },
  ),
);
const of = (...given: Parameters<typeof experiment>) => rankingOf(experiment(...given));
const verdictOn = (ranking: Ranking) => drawn(rankingVerdict(ranking), storyFrom(ranking).names);
const said = (ranking: Ranking) => rankingSentences(ranking).join("\n");

/** One fact of a ranking replaced. */
const withBias = (change: Partial<Ranking["bias"]>): Ranking => ({ ...clear, bias: { ...clear.bias, ...change } });
const withReliability = (change: Partial<Ranking["reliability"]>): Ranking => ({
  ...clear,
  reliability: { ...clear.reliability, ...change },
});

describe("verdict()", () => {
  test("names the winner by letter and title, how sure that is and the confidence", () => {
    expect<string>(verdictOn(clear)).toBe(
      "**A “Title of d0” is better than the other 2 designs** (probability over 95 %). Confidence: high.",
    );
  });

  test("says in the first sentence which constraints the winner lacks", () => {
    const lacked = (silent: boolean, id: string) => ({
      id,
      kind: "constraint" as const,
      text: `Text of ${id}`,
      silent,
    });
    const summary = { ...clear.summary, lacked_constraints: [lacked(false, "C1"), lacked(true, "C2")] };
    expect<string>(verdictOn({ ...clear, summary })).toBe(
      "**A “Title of d0” is better than the other 2 designs** (probability over 95 %), but misses C1 “Text of C1” and says nothing of C2 “Text of C2”. Confidence: high.",
    );
    const capped = { ...summary, lacked_constraints: [lacked(true, "C2")], confidence: "medium" as const };
    expect(verdictOn({ ...clear, summary: { ...capped, doubt: "close-designs" } })).toStartWith(
      "**A “Title of d0” is probably better than the other 2 designs**, but says nothing of C2 “Text of C2”. Confidence: medium, ",
    );
  });

  test("says slightly ahead where the next is hardly less likely", () => {
    const [first, second] = clear.designs;
    if (!first || !second) throw new Error("unreachable");
    const verdict = { kind: "ahead" as const, design: "d0", p: 0.7, tied: ["d0", "d1"] };
    const designs = [
      { ...first, p_best: 0.7 },
      { ...second, p_best: 0.4 },
    ];
    expect(verdictOn({ ...clear, designs, summary: { ...clear.summary, verdict } })).toStartWith(
      "**No winner:** A “Title of d0” is slightly ahead: the best of all with a probability of 70 %, B “Title of d1” with 40 %.",
    );
  });

  test("names those of a tie", () => {
    const tie = of([
      [8, 7, 9],
      [7.6, 7.4, 8.7],
      [4, 3, 5],
    ]);
    expect(verdictOn(tie)).toMatch(
      /^\*\*No winner:\*\* the scores cannot tell A “Title of d0” and B “Title of d1” apart\. Confidence: low\.$/,
    );
  });

  test("says of a tie's first with 70 % or more that it is ahead, and how much", () => {
    const p = (best: number): Ranking => {
      const [first, second] = of([
        [8, 7.5],
        [7.6, 7.4],
      ]).designs;
      if (!first || !second) throw new Error("unreachable");
      const tied = of([
        [8, 7.5],
        [7.6, 7.4],
      ]);
      return judged({
        ...tied,
        designs: [
          { ...first, p_best: best },
          { ...second, p_best: 1 - best },
        ],
        summary: { ...tied.summary, winner: null, confidence: "low", tie_groups: [["d0", "d1"]] },
      });
    };
    expect<string>(verdictOn(p(0.79))).toBe(
      "**No winner:** A “Title of d0” is ahead, but not surely: the best of all with a probability of 79 %, B “Title of d1” with 21 %. Confidence: low.",
    );
    expect(verdictOn(p(0.69))).toContain("the scores cannot tell A “Title of d0” and B “Title of d1” apart");
  });

  test("says that two designs could lie too close for high confidence", () => {
    const summary = { ...clear.summary, confidence: "medium" as const, doubt: "close-designs" as const };
    expect<string>(verdictOn({ ...clear, summary })).toBe(
      "**A “Title of d0” is probably better than the other 2 designs.** Confidence: medium, for even two designs of nearly one quality would now and then score as far apart as these.",
    );
  });

  test("names three that are tied, and does not list forty", () => {
    const three = of([
      [7, 6, 8],
      [6.8, 6.1, 7.9],
      [6.7, 6, 7.8],
    ]);
    expect(verdictOn(three)).toContain("A “Title of d0”, B “Title of d1” and C “Title of d2” apart");
    const forty = of(Array.from({ length: 40 }, () => [5, 6, 7]));
    expect(verdictOn(forty)).toContain("and 37 more apart");
  });

  test("announces nobody where only one design has scores, and nothing where none has", () => {
    expect<string>(
      verdictOn(
        of([
          [8, 9],
          [null, null],
        ]),
      ),
    ).toBe("**No winner:** only A “Title of d0” has scores, so there is nothing to compare it with.");
    const unweighted = of(
      [
        [8, 9],
        [5, 4],
      ],
      { criteria: [{ ...QUALITY, weight: 0 }] },
    );
    expect<string>(verdictOn(unweighted)).toBe("**No ranking:** the weights of all criteria are zero.");
    expect(said(unweighted)).toContain("Nothing can be ranked: the weights of all criteria are zero.");
  });
});

describe("rankingSentences()", () => {
  test("says who is better, and probably better, never beyond 95 %", () => {
    expect(said(clear)).toMatch(/^d0 is better than d1 \(P over 95 %\)\.$/m);
    const probably = of([
      [8, 7.6, 8.4],
      [6.6, 6.6, 6.8],
      [3, 3.5, 2.5],
    ]);
    expect(said(probably)).toMatch(/^d0 is probably better than d1 \(P = [89]\d %\)\.$/m);
  });

  test("says of two designs, and of two reviewers, nothing that is surer than probably", () => {
    const few = [
      CLEAR.slice(0, 2),
      CLEAR.map((row) => row.slice(0, 2)),
      [
        [9, 9],
        [9, 9.1],
        [2, 1],
      ],
    ];
    for (const rows of few) {
      const text = detailSentences(of(rows)).join("\n");
      expect(text).toMatch(/^d\d is probably better than d\d \(P over 8[05] %\)\.$/m);
      expect(text).not.toMatch(/over 95|is better than/);
    }
  });

  test("says which designs below the winner cannot be told apart", () => {
    const ranking = of([
      [9.5, 9.4, 9.6, 9.5],
      [5, 5.2, 5.1, 5],
      [4.9, 5.1, 5.1, 5],
    ]);
    expect(ranking.summary.winner).toBe("d0");
    expect(said(ranking)).toMatch(/^d1 and d2 cannot be told apart \(P = \d\d %\)\.$/m);
  });

  test("says which taste for length would explain the lead where the first is the longer one", () => {
    expect(said(withBias({ length_break_even: 0.62 }))).toContain(
      "d0 is longer than d1: a taste of 0.6 points for each doubling of the length would explain the lead.",
    );
    expect(said(clear)).not.toContain("doubling of the length");
  });

  test("uses ± for one thing, and names it", () => {
    const all = said(withBias({ self_preference: { beta: 1.2, standard_error: 0.3, beyond_chance: true } }));
    expect(all.match(/±/g)).toHaveLength(1);
    expect(all).toContain("points on a design (a standard deviation)");
  });

  test("does not repeat the tie of the verdict", () => {
    const tie = of([
      [8, 7, 9],
      [7.6, 7.4, 8.7],
    ]);
    expect(said(tie)).not.toContain("cannot be told apart");
  });

  test("says whose removal makes whom win, and nothing where nobody's does", () => {
    expect(clear.reliability.leave_one_out).toMatchObject({ panels: 4, changes: [] });
    expect(said(clear)).not.toMatch(/[Rr]emoving|stays first/);
    const changes = [
      { removed: "r0", winner: "d1" },
      { removed: "r2", winner: null },
    ];
    expect(said(withReliability({ leave_one_out: { stable: 2, panels: 4, changes } }))).toContain(
      "The first place rests on single reviewers: removing reviewer r0 puts d1 first and removing reviewer r2 leaves the first place shared.",
    );
  });

  test("says which change of a weight makes whom win, so that what it says is true", () => {
    const change = (factor: number) =>
      said({ ...two, robustness: { criterion: "scalability", factor, weight: factor, new_winner: "d1" } });
    expect(change(2)).toContain("More than doubling the weight of scalability puts d1 first.");
    expect(change(0.5)).toContain("More than halving the weight of scalability puts d1 first.");
    expect(change(1.031)).toContain("Raising the weight of scalability by more than 4 % puts d1 first.");
    expect(change(0.873)).toContain("Lowering the weight of scalability by more than 13 % puts d1 first.");
    expect(change(3.04)).toContain("Multiplying the weight of scalability by more than 3.1 puts d1 first.");
    expect(change(0.02)).toContain("Lowering the weight of scalability by more than 98 % puts d1 first.");
    expect(change(40)).toContain("it takes more than 10 times the weight of scalability to change the first place");
  });

  test("says from which weight on a criterion of weight 0 would decide", () => {
    const robustness = { criterion: "cost", factor: null, weight: 0.8, new_winner: "d1" };
    expect(said({ ...two, robustness })).toContain("Giving cost a weight of more than 0.8 puts d1 first.");
  });

  test("says nothing of weights and of leaving one out where the first place is a tie, whatever they would change", () => {
    const tie = of([
      [8, 7, 9],
      [7.6, 7.4, 8.7],
    ]);
    const robustness = { criterion: "scalability", factor: 1.5, weight: 1.5, new_winner: "d1" };
    for (const changes of [[], [{ removed: "r0", winner: "d1" }]]) {
      const leave_one_out = { stable: 3 - changes.length, panels: 3, changes };
      const text = said({ ...tie, robustness, reliability: { ...tie.reliability, leave_one_out } });
      expect(text).not.toMatch(/weight|[Rr]emoving|decides alone|first place/);
    }
  });

  test("says that no criterion decides alone only of criteria that differ, and otherwise that they move together", () => {
    expect(said({ ...two, robustness: null })).toContain("No criterion decides alone: d0 stays first");
    const alike = { ...two, robustness: null, bias: { ...two.bias, criteria_correlation: 0.93 } };
    expect(said(alike)).toContain("The criteria move together (mean correlation 0.93)");
    expect(said(alike)).not.toContain("decides alone");
    expect(said({ ...alike, robustness: { criterion: "a", factor: 2, weight: 2, new_winner: "d1" } })).not.toContain(
      "oubling",
    );
    expect(said({ ...two, robustness: null, bias: { ...two.bias, criteria_correlation: null } })).not.toContain(
      "alone",
    );
    expect(said(clear)).not.toMatch(/criteri/);
  });

  test("says whose scores lie below or above the panel, and leaves small differences out", () => {
    const text = said(withBias({ severity: { r0: -1.3, r1: 0.3, r2: 1 } }));
    expect(text).toContain("Reviewer r0 scores 1.3 points below the panel.");
    expect(text).toContain("Reviewer r2 scores 1 point above the panel.");
    expect(text).not.toContain("Reviewer r1");
  });

  test("says of two reviewers that one scores below the other, not that both differ from a panel of two", () => {
    const text = said(withBias({ severity: { r0: 0.8, r1: -0.8 } }));
    expect(text).toContain("Reviewer r1 scores 1.6 points below r0.");
    expect(text).not.toContain("the panel");
    expect(said(withBias({ severity: { r0: 0.7, r1: -0.7 } }))).not.toContain("Reviewer r");
  });

  test("says how much models prefer their own designs only beyond chance", () => {
    const of = (beyond_chance: boolean) =>
      said(withBias({ self_preference: { beta: 1.2, standard_error: 0.3, beyond_chance } }));
    expect(of(true)).toContain("Models score their own designs 1.2 points higher than others do (standard error 0.3).");
    expect(of(false)).not.toContain("own designs");
    const unsure = { beta: 3, standard_error: null, beyond_chance: false };
    expect(said(withBias({ self_preference: unsure }))).not.toContain("own designs");
  });

  test("names vendors that score their own higher, and scores that follow length, only beyond chance", () => {
    const vendor = (beyond_chance: boolean) =>
      said(withBias({ same_vendor: { cells: 3, difference: 1.4, beyond_chance } }));
    expect(vendor(true)).toContain("Reviewers score designs by other models of their own vendor 1.4 points higher.");
    expect(vendor(false)).not.toContain("own vendor");
    const length = (length_beyond_chance: boolean) =>
      said(withBias({ length_correlation: 0.95, length_beyond_chance }));
    expect(length(true)).toContain(
      "Longer designs score higher (rank correlation 0.95): merit, or a taste for length.",
    );
    expect(length(false)).not.toContain("Longer");
  });

  test("names overall scores that contradict their criteria, at most four of them", () => {
    const one = { design_id: "d0", reviewer_id: "r1", stated: 9.5, computed: 6.84 };
    expect(said(withBias({ overall_contradictions: [one] }))).toContain(
      "Reviewer r1 calls d0 a 9.5 overall, but its own criteria make 6.8.",
    );
    const many = said(withBias({ overall_contradictions: Array.from({ length: 7 }, () => one) }));
    expect(many.match(/its own criteria/g)).toHaveLength(4);
    expect(many).toContain("3 more overall scores contradict their criteria.");
  });

  test("says how far reviewers differ from themselves when asked again", () => {
    const consistency = (r0: number, r1: number) =>
      said(
        withReliability({
          reviewer_consistency: {
            r0: { cells: 3, standard_deviation: r0 },
            r1: { cells: 3, standard_deviation: r1 },
          },
        }),
      );
    expect(consistency(0.62, 1.4)).toContain(
      "Asked again about one design, these reviewers differ from themselves: r1 by 1.4 points and r0 by 0.6 points.",
    );
    expect(consistency(0.1, 0.2)).toContain("no reviewer differs from itself by more than about 0.2 points.");
  });

  test("says how far reviewers lie apart in points, and when they do not agree on the order", () => {
    const doubtful: Ranking = { ...clear, summary: { ...clear.summary, confidence: "medium" } };
    const reliable = (icc_3_k: number, ranking = doubtful) =>
      said({ ...ranking, reliability: { ...ranking.reliability, icc_3_k } });
    expect(reliable(0.41)).toContain("hardly agree on the order: reliability 0.41 of 1");
    expect(reliable(-0.5)).toContain("reliability below 0 of 1");
    expect(reliable(0)).toContain("reliability 0.00 of 1");
    expect([reliable(0.666), reliable(0.667)].map((each) => /hardly|fairly/u.exec(each)?.[0])).toEqual([
      "hardly",
      "fairly",
    ]);
    expect(reliable(0.8)).not.toContain("reliability");
    expect(reliable(0.7)).toContain("agree fairly well on the order: reliability 0.70");
    expect(reliable(0.9)).not.toContain("reliability");
    expect(said(clear)).toContain(
      "Reviewers differ by ±0.1 points on a design (a standard deviation), once severity is taken out.",
    );
    // Beside high confidence, of two designs or of two reviewers it would mislead.
    expect(reliable(0.41, clear)).not.toContain("reliability");
    const rows = [
      [8, 7.9, 8.1],
      [7, 7.5, 6],
    ];
    expect(reliable(0.41, of(rows))).not.toContain("reliability");
    expect(reliable(0.41, of([...rows, [5, 4, 4]].map((row) => row.slice(0, 2))))).not.toContain("reliability");
  });

  test("says of one reviewer whose opinion it is, and no probability", () => {
    for (const one of [
      of([[8], [5], [2]]),
      of([
        [8, 5],
        [5, 5],
        [2, 5],
      ]),
    ]) {
      expect<string>(verdictOn(one)).toBe(
        "**No winner:** one reviewer alone tells the designs apart (r0); it puts A “Title of d0” first. Confidence: low.",
      );
      expect(said(one)).not.toMatch(/better|P =|over 95|Removing|decides/);
    }
  });

  test("says that the first design is not sure enough to be named where no other ties with it", () => {
    const ranking = judged({
      ...clear,
      summary: { ...clear.summary, winner: null, confidence: "low" },
      designs: clear.designs.map((design, at) => ({ ...design, p_best: at === 0 ? 0.78 : 0.11 })),
    });
    expect<string>(verdictOn(ranking)).toBe(
      "**No winner:** A “Title of d0” is ahead, but not surely: the best of all with a probability of 78 %, B “Title of d1” with 11 %. Confidence: low.",
    );
  });

  test("says of equal designs that they are a tie, and nothing that would make one of them the first", () => {
    const equal = of([
      [7, 6, 8],
      [6, 8, 7],
      [8, 7, 6.1],
    ]);
    expect(verdictOn(equal)).toMatch(/^\*\*No winner:\*\* the scores cannot tell/);
    expect(said(equal)).not.toMatch(/better|Removing|first place|decides|win/);
  });

  test("says of two designs nothing that a single difference cannot show", () => {
    const pair = of([
      [8, 7, 9, 8],
      [6, 5.5, 7, 5],
    ]);
    expect(pair.summary).toMatchObject({ winner: "d0", confidence: "medium" });
    expect(said(pair)).toContain("Only two designs have scores");
    expect(said(pair)).not.toMatch(/reliability|Longer|Shorter|range of scores|against all others/);
  });

  test("calls one reviewer, two designs, two reviewers and one vendor what they are, first of all", () => {
    expect(rankingSentences(of([[8], [5], [2]]))[0]).toContain("One reviewer scored");
    const two = rankingSentences(
      of([
        [8, 9],
        [5, 4],
      ]),
    );
    expect(two[0]).toContain("Only two designs have scores");
    expect(two[1]).toContain("Two reviewers scored");
    const input = experiment(CLEAR);
    const vendor = rankingOf({
      ...input,
      scores: input.scores.map((score) => ({ ...score, scorer_model: `acme/${score.reviewer_id}` })),
    });
    expect<string | undefined>(rankingSentences(vendor)[0]).toBe(
      "All reviewers are models of one vendor, acme, and may share its blind spots.",
    );
  });

  test("says why the plain mean ranks where scores cannot be adjusted", () => {
    const confounded = of([[7], [5]], { authors: { 0: 0 } });
    expect(rankingSentences(confounded)[0]).toContain("The ranks are those of the plain mean");
  });

  test("says no fact twice, and nothing of numbers that are null", () => {
    for (const ranking of [
      clear,
      of([[8], [5]]),
      of([
        [5, 5],
        [5, 5],
      ]),
      of([
        [8, null],
        [5, 4],
        [null, 3],
      ]),
    ]) {
      const sentences = [verdictOn(ranking), ...rankingSentences(ranking)];
      expect(new Set(sentences).size).toBe(sentences.length);
      expect(sentences.join("\n")).not.toMatch(/is null|NaN|undefined|Infinity/);
    }
  });
});
