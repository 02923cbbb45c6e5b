import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import type { Forecast } from "../../src/artifacts/cost.ts";
import { ROLES } from "../../src/artifacts/stages/stages.ts";
import type { StudyBundle } from "../../src/artifacts/study.ts";
import { Config } from "../../src/config/schema.ts";
import { experimentForecast, type PanelAsked, studyForecast } from "../../src/study/forecast.ts";
import { sessionsOfPanel } from "../../src/study/panel-work.ts";

const panelOf = (name: string, fields: object = {}): StudyBundle["panels"][number] => {
  const config = {
    ...Value.Create(Config),
    design_models: ["a/one", "b/two", "b/three"],
    review_models: ["a/one", "c/four"],
    ...fields,
  };
  return { name, config, files: [], models: ["a/one"], designs: 3, reviewers: 2 };
};
const review = (more: object) => ({ review: { ...Value.Create(Config).review, ...more } });
const bundleOf = (more: Partial<StudyBundle> = {}): StudyBundle => ({
  version: 1,
  name: "mail",
  file: { name: "mail.yaml", text: "" },
  tasks: Array.from({ length: 12 }, (_, at) => ({
    ...{ key: `${at}-task`, title: "Task", source: "a.md", sha256: "0".repeat(64), task: "x" },
    ...{ requirements: [], constraints: [], non_functional_requirements: [], assertions: [] },
  })),
  panels: [panelOf("wide"), panelOf("narrow", { design_models: ["a/one", "b/two"] })],
  repeats: 2,
  limits: {
    experiment: { max_cost: null, max_tokens: null, max_minutes: null },
    study: { max_cost: null, max_tokens: null, max_hours: null },
  },
  providers: {},
  machines: [{ name: "here", at_once: 2 }],
  ...more,
});
const priced = (cost: number, more: Partial<Forecast> = {}): Forecast => ({
  rows: [{ model: "a/one", designs: 1, evaluations: 1, tokens: 1_000, cost }],
  ...{ sessions: 1, tokens: 1_000, cost, unpriced: [], unpriced_sessions: 0 },
  ...{ unreachable: [], hosts_own: [], seconds: 1, evaluation_seconds: 1 },
  ...more,
});
const counted = (panel: StudyBundle["panels"][number]) => experimentForecast(panel, null).sessions;

describe("sessions of one experiment", () => {
  test("are one of each design and one of each design by each reviewer", () => {
    expect(counted(panelOf("wide"))).toEqual({ designs: 3, evaluations: 6 });
    expect(
      sessionsOfPanel(panelOf("wide"))
        .filter(({ role }) => role === "designer")
        .map(({ model }) => model),
    ).toEqual(["a/one", "b/two", "b/three"]);
  });
  test("grow with samples, personas, planted copies and reviewers of one kind alone", () => {
    const { quantitative, qualitative } = Value.Create(Config).review;
    expect(counted(panelOf("p", review({ quantitative: { ...quantitative, samples: 3 } }))).evaluations).toBe(18);
    expect(counted(panelOf("p", { reviewers: ["security"], designers: ["growth"] }))).toEqual({
      ...{ designs: 4, evaluations: 12 },
    });
    const apart = {
      qualitative: { ...qualitative, models: ["x/words"] },
      quantitative: { ...quantitative, models: ["x/a", "x/b"] },
    };
    expect(counted(panelOf("p", { review_models: [], ...review(apart) })).evaluations).toBe(9);
    expect(counted(panelOf("p", { review_models: [] })).evaluations).toBe(9);
    const five = { design_models: ["a/1", "a/2", "a/3", "a/4", "a/5"], review_models: ["b/1", "b/2", "b/3"] };
    const without = counted(panelOf("p", five)).evaluations;
    expect([without, counted(panelOf("p", { ...five, ...review({ control: true }) })).evaluations]).toEqual([15, 21]);
  });
});

describe("a forecast of a study", () => {
  test("sums what one experiment of each panel comes to", () => {
    const asked = new Map([
      ["wide", priced(0.6)],
      ["narrow", priced(0.2)],
    ]);
    const { experiments, sessions, price, panels } = studyForecast(bundleOf(), asked);
    expect([experiments, sessions]).toEqual([48, 24 * (10 + 7)]);
    expect(price?.expected).toBeCloseTo(24 * 0.8, 9);
    expect(price?.lower).toBeCloseTo(24 * 0.6, 9);
    expect(price?.upper).toBeCloseTo(24, 9);
    expect(panels[0]?.price?.upper).toBeCloseTo(0.75, 9);
  });

  test("has a task read by each panel each time where it comes without lists, and only there", () => {
    const [first, ...others] = bundleOf().tasks;
    const given = [{ ...first, requirements: ["It sails"] } as StudyBundle["tasks"][number], ...others];
    const [none, one] = [bundleOf(), bundleOf({ tasks: given })].map((bundle) => studyForecast(bundle, new Map()));
    const { seconds } = ROLES.topic.typical;
    expect([none?.sessions, one?.sessions]).toEqual([24 * 17, 24 * 17 - 4]);
    expect((none?.time.seconds ?? 0) - (one?.time.seconds ?? 0)).toBeCloseTo((4 * seconds) / 2, 9);
  });

  test("says what it does not know", () => {
    expect(studyForecast(bundleOf(), new Map())).toMatchObject({ price: null, stops: null });
    const unknown = priced(0, {
      rows: [{ model: "a/one", designs: 1, evaluations: 1, tokens: 9, cost: null }],
      unpriced: ["a/one"],
    });
    const asked = new Map([
      ["wide", unknown],
      ["narrow", priced(0.2, { unreachable: ["b/two"] })],
    ]);
    const came = studyForecast(bundleOf(), asked);
    expect(came).toMatchObject({ unpriced: ["a/one"], unreachable: ["b/two"] });
    expect(came.price?.expected).toBeCloseTo(4.8, 9);
    expect(came.panels[0]?.price).toBeNull();
    const lacking = new Map<string, PanelAsked>([
      ["wide", { lacks: ["b/three"] }],
      ["narrow", priced(0.2)],
    ]);
    const partly = studyForecast(bundleOf(), lacking);
    expect(partly.price?.expected).toBeCloseTo(4.8, 9);
    expect([partly.unreachable, partly.panels.map(({ price }) => price === null)]).toEqual([
      ["b/three"],
      [true, false],
    ]);
    // What nobody here can ask has no known number of tokens either.
    expect(partly.panels.map(({ tokens }) => tokens)).toEqual([null, 1_000]);
  });

  test("takes as long as the machines, or as a provider's limit", () => {
    const one = 5 + 120 + 45;
    expect(studyForecast(bundleOf(), new Map()).time).toEqual({
      seconds: (48 * one) / 2,
      machines: 1,
      at_once: 2,
      held_by: null,
    });
    const machines = [
      { name: "a", at_once: 40 },
      { name: "b", at_once: 60 },
    ];
    expect(studyForecast(bundleOf({ machines }), new Map()).time).toMatchObject({
      seconds: one,
      machines: 2,
      at_once: 100,
    });
    // b: two designs of wide and one of narrow, 120 seconds each, one at a time.
    expect(studyForecast(bundleOf({ machines, providers: { b: 1 } }), new Map()).time).toMatchObject({
      seconds: 24 * 3 * 120,
      held_by: "b",
    });
  });

  test("stops where the first limit is reached", () => {
    const asked = new Map([
      ["wide", priced(0.6)],
      ["narrow", priced(0.2)],
    ]);
    const stopsAt = (study: object) =>
      studyForecast(
        bundleOf({ limits: { ...bundleOf().limits, study: { ...bundleOf().limits.study, ...study } } }),
        asked,
      ).stops;
    // What one of the cheapest panel may cost is kept for the last: 0.25.
    expect(stopsAt({ max_cost: 9.6 })).toEqual({ limit: "max_cost", after: 24 });
    expect(stopsAt({ max_cost: 0.24 })).toEqual({ limit: "max_cost", after: 0 });
    expect(stopsAt({ max_cost: 0.25 })).toEqual({ limit: "max_cost", after: 1 });
    expect(stopsAt({ max_cost: 0 })).toEqual({ limit: "max_cost", after: 0 });
    expect(stopsAt({ max_cost: 100, max_tokens: 12_000 })).toEqual({ limit: "max_tokens", after: 12 });
    expect(stopsAt({ max_hours: 0.1 })?.limit).toBe("max_hours");
    expect(stopsAt({ max_cost: 100 })).toBeNull();
  });

  test("begins as many under a limit as begin one after the other where each is kept what its limit is", () => {
    const tenths = fc.integer({ min: 1, max: 80 });
    fc.assert(
      fc.property(tenths, tenths, tenths, (cost, kept, limit) => {
        const max_cost = limit / 2;
        const limits = {
          experiment: { max_cost: kept / 10, max_tokens: null, max_minutes: null },
          study: { max_cost, max_tokens: null, max_hours: null },
        };
        const asked = new Map(["wide", "narrow"].map((panel) => [panel, priced(cost / 10)]));
        let begun = 0;
        while (begun < 48 && (begun * cost) / 10 + kept / 10 <= max_cost + 1e-9) begun++;
        const { stops } = studyForecast(bundleOf({ limits }), asked);
        expect(stops?.after ?? 48).toBe(begun);
      }),
      { numRuns: 300 },
    );
  });

  test("spares of a thrifty panel only in what it should cost at least", () => {
    const six = {
      design_models: ["a/1", "a/2", "a/3", "a/4", "a/5", "a/6"],
      review_models: ["b/1", "b/2", "b/3", "b/4", "b/5", "b/6"],
    };
    const thrifty = { ...panelOf("p", { ...six, ...review({ thrifty: true }) }), designs: 6, reviewers: 6 };
    const [all, some] = [panelOf("p", six), thrifty].map((panel) => experimentForecast(panel, priced(1)).price);
    expect([some?.expected, some?.upper]).toEqual([all?.expected, all?.upper]);
    expect(some?.lower).toBeLessThan(all?.lower ?? 0);
  });
});
