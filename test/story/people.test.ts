import { describe, expect, test } from "bun:test";
import { peopleSaid } from "../../src/story/people.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { experiment } from "../stats/support.ts";
import { rankingOf } from "../views/markdown/support.ts";

const NOBODY = { beside: [], unseen: [], later: [], quotes: [] };
const MODEL = rankingOf(experiment([[8], [6], [4]]));

describe("what stands beside the panel", () => {
  const said = (people: Partial<Parameters<typeof peopleSaid>[0]["people"]>): string[] => {
    return peopleSaid({ ranking: MODEL, people: { ...NOBODY, ...people } }).map((each) => unmarked(each, (id) => id));
  };

  test("is a vote that came with the files, counted in this ranking or not", () => {
    const [ranked, not, ...more] = said({
      unseen: [
        { reviewer_id: "ada", ranked: true },
        { reviewer_id: "ben", ranked: false },
      ],
    });
    expect(ranked).toMatch(/^The vote of ada .*: it is in this ranking, and a new one leaves it out/u);
    expect(not).toMatch(/^The vote of ben .*: it stands beside the panel and is not counted/u);
    for (const [each, name] of [
      [ranked, "ada"],
      [not, "ben"],
    ])
      expect(each).toContain(`judge ${MODEL.experiment_id} --from votes/vote-${name}.json`);
    expect(more).toEqual([]);
  });

  test("is whoever judged after a result was seen, with their order where they put more than one group", () => {
    const order = (...groups: string[][]) => said({ beside: [{ reviewer_id: "ada", order: groups }] })[0];
    expect(order(["d1"], ["d0", "d2"])).toContain(", and put d1 and d0, d2 in this order.");
    for (const none of [order(), order(["d0"])]) expect(none).toEndWith("is not counted.");
  });

  test("is whoever was done later, in one sentence with how they are counted", () => {
    expect(said({ later: ["ada", "ben"] })).toEqual([
      `Not counted yet: ada and ben. \`/design-lab rank ${MODEL.experiment_id}\` counts them.`,
    ]);
    expect(said({})).toEqual([]);
  });
});

describe("what is said of people who count", () => {
  type Counted = NonNullable<(typeof MODEL)["people"]>["counted"][number];
  const by = (reviewer_id: string, over: Partial<Counted> = {}): Counted => ({
    reviewer_id,
    weight: 1,
    scores: 0,
    ordered: 0,
    pairs: 0,
    ...over,
  });
  const first = (...counted: Counted[]): string => {
    const without = { ...MODEL.summary, designs: MODEL.designs };
    const people = { counted, without, parted: { designs: [], criteria: [] } };
    const [said = []] = peopleSaid({ ranking: { ...MODEL, people } as typeof MODEL, people: NOBODY });
    return unmarked(said, (id) => id).split(". ")[0] ?? "";
  };

  test("is by what they judged, each kind where there is any", () => {
    expect(first(by("ada", { scores: 2, ordered: 3, pairs: 1 }))).toBe(
      "A person judged too, with the weight of one model: ada by scores of 2 designs, an order of 3 designs and 1 pair",
    );
    expect(first(by("ada", { scores: 1 }))).toEndWith("ada by scores of 1 design");
    expect(first(by("ada", { ordered: 1 }))).toEndWith("ada by an order of 1 design");
    expect(first(by("ada"))).toBe("A person judged too: ada by nothing that this ranking counts");
  });

  test("is their weight where all have the same and judged rows, and not where somebody compared pairs alone", () => {
    const heavy = { weight: 2.5, scores: 3 };
    expect(first(by("ada", heavy), by("ben", heavy))).toStartWith(
      "People judged too, each with the weight of 2.5 models: ada by",
    );
    for (const other of [by("ben", { weight: 2.5, pairs: 1 }), by("ben", { weight: 1, scores: 3 })])
      expect(first(by("ada", heavy), other)).toStartWith("People judged too: ada by");
  });
});

test("people and models part on a design or a criterion, which way, and what both say where they said anything", () => {
  const at = { design_id: "d1", person: "ada", model: "m" };
  const parted = {
    designs: [{ ...at, difference: 3 }],
    criteria: [{ ...at, criterion: "cost", difference: -2 }],
  };
  const people = { counted: [], without: { ...MODEL.summary, designs: MODEL.designs }, parted };
  const said = (...quotes: { criterion: string | null; person: string | null; model: string | null }[]): string[] =>
    peopleSaid({
      ranking: { ...MODEL, people } as unknown as typeof MODEL,
      people: { ...NOBODY, quotes: quotes.map((each) => ({ design_id: "d1", letters: [], ...each })) },
    })
      .slice(1)
      .map((each) => unmarked(each, (id) => id));
  const [design, criterion] = said();
  expect(design).toMatch(/^People put d1 3(?:\.0)? points? above where the models do\.$/u);
  expect(criterion).toMatch(/^People put d1 on cost 2(?:\.0)? points? below where the models do\.$/u);
  expect(said({ criterion: null, person: "Good", model: "Bad" })).toEqual([
    `${design} ada: “Good”; m: “Bad”.`,
    criterion ?? "",
  ]);
  expect(said({ criterion: "cost", person: null, model: "Bad" })[1]).toBe(`${criterion} m: “Bad”.`);
  expect(said({ criterion: "cost", person: "Good", model: null })[1]).toBe(`${criterion} ada: “Good”.`);
  expect(said({ criterion: "cost", person: null, model: null })).toEqual([design ?? "", criterion ?? ""]);
});
