import { describe, expect, test } from "bun:test";
import { changesBetween } from "../../src/stats/compare.ts";
import { rankingOf } from "../views/markdown/support.ts";
import { experiment, QUALITY } from "./support.ts";

describe("changesBetween()", () => {
  test("names who came and who went, and compares no criterion that has another scale", () => {
    const ranking = rankingOf(
      experiment([
        [8, 9],
        [5, 6],
      ]),
    );
    const [first, second] = ranking.designs;
    if (!first || !second) throw new Error("two designs were made");
    const only = (design: typeof first, max = 10) => ({
      ranking: { designs: [design] },
      criteria: [{ ...QUALITY, max }],
      plan: [design.design_id],
    });
    expect(changesBetween(only(first), only(second))).toMatchObject([
      { model: second.generating_model, before: null, move: null, criterion: null },
      { model: first.generating_model, after: null, move: null, criterion: null },
    ]);
    const both = (one: typeof first, two: typeof first, max = 10) => ({
      ranking: { designs: [one, two] },
      criteria: [{ ...QUALITY, max }],
      plan: ["d0", "d1"],
    });
    const before = both(first, second);
    const [swapped, other] = [
      { ...first, rank: 2, score_breakdown: second.score_breakdown },
      { ...second, rank: 1, score_breakdown: first.score_breakdown },
    ];
    expect(changesBetween(before, both(other, swapped))).toMatchObject([
      { before: { design_id: "d1", among: 2 }, after: { among: 1 }, move: "rose", criterion: { name: QUALITY.name } },
      { before: { design_id: "d0", among: 1 }, after: { among: 2 }, move: "fell", criterion: { name: QUALITY.name } },
    ]);
    expect(changesBetween(before, both(other, swapped, 20)).map(({ criterion }) => criterion)).toEqual([null, null]);
  });

  const three = rankingOf(
    experiment([
      [9, 9.1, 8.9],
      [6, 6.1, 5.9],
      [3, 3.1, 2.9],
    ]),
  );
  const plan = ["d0", "d1", "d2"];
  const of = (designs: typeof three.designs, ids = plan) => ({ ranking: { designs }, criteria: [QUALITY], plan: ids });

  test("calls nobody risen for whom only others left, nor gives a criterion that goes the other way", () => {
    const [, ...rest] = three.designs;
    const worse = rest.map((design, at) => ({
      ...design,
      rank: at + 1,
      score_breakdown: { [QUALITY.name]: { average: 1 - at / 2, variance: 0 } },
    })) as unknown as typeof three.designs;
    expect(changesBetween(of(three.designs), of(worse))).toMatchObject([
      { before: { rank: 2, among: 1 }, after: { rank: 1, among: 1 }, move: "stays", criterion: null },
      { before: { rank: 3, among: 2 }, after: { rank: 2, among: 2 }, move: "stays", criterion: null },
      { before: { rank: 1, among: 1 }, after: null, move: null },
    ]);
    const turned = worse.toReversed().map((design, at) => ({ ...design, rank: at + 1 }));
    const [rose, fell] = changesBetween(of(three.designs), of(turned));
    expect(rose).toMatchObject({ move: "rose", criterion: null });
    expect(fell).toMatchObject({ move: "fell", criterion: { name: QUALITY.name, after: 1 } });
  });

  test("matches several designs of one model in the order of their plans, each once", () => {
    const twins = three.designs.map((design) => ({ ...design, generating_model: "one/model" }));
    const ids = ["d2", "d0", "d1"];
    const changes = changesBetween(of(twins), of(twins.slice(0, 2), ["d1", "d0"]));
    const pairs = changes.map(({ before, after }) => [before?.design_id, after?.design_id]);
    expect(pairs).toEqual([
      ["d1", "d0"],
      ["d0", "d1"],
      ["d2", undefined],
    ]);
    const first = changesBetween(of(twins, ids), of(twins.slice(0, 1)));
    expect(first.map(({ before, after }) => [before?.design_id, after?.design_id])).toContainEqual(["d2", "d0"]);
  });
});
