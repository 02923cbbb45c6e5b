import { expect, test } from "bun:test";
import type { Forecast } from "../../src/artifacts/cost.ts";
import { offerCalled, offerSaid, type RunEstimate } from "../../src/story/live-offer.ts";
import { unmarked } from "../../src/story/sentence.ts";

const rows = ["a/one", "a/two"].map((model) => ({ model, designs: 2, evaluations: 8, tokens: 9, cost: 0.69 }));
const FORECAST: Forecast = {
  rows,
  sessions: 24,
  tokens: 18,
  cost: 1.38,
  unpriced: [],
  unpriced_sessions: 0,
  unreachable: [],
  hosts_own: [],
  seconds: 300,
  evaluation_seconds: 200,
};
const offer = (change: Partial<Forecast> = {}, thrifty = false): RunEstimate => ({
  sha256: "",
  thrifty,
  forecast: { ...FORECAST, ...change },
});
const said = (of: RunEstimate): string =>
  offerSaid(of)
    .map((each) => unmarked(each, String))
    .join("\n");

test("the button says how many designs and sessions it begins, and what they cost", () => {
  expect(offerCalled(offer())).toBe("Have it designed: 4 designs, 24 sessions, about $1.38");
  expect(offerCalled(offer({ sessions: 1, rows: [...rows.slice(1).map((row) => ({ ...row, designs: 1 }))] }))).toBe(
    "Have it designed: 1 design, 1 session, about $1.38",
  );
  expect(offerCalled(offer({}, true))).toContain("at most 24 sessions");
  expect(offerCalled(offer({ unpriced: ["a/two"] }))).toEndWith("about $1.38 and more");
  expect(offerCalled(offer({ unpriced: ["a/one", "a/two"], cost: 0 }))).toEndWith("price unknown");
});

test("beside it stands who is asked, how long it takes, and what is not known", () => {
  expect(said(offer())).toBe("a/one and a/two design; a/one and a/two judge. About 5m.");
  const odd = said(offer({ unpriced: ["a/two"], unreachable: ["b/gone"], hosts_own: ["a/one"] }, true));
  expect(odd).toStartWith("The text of the task goes to a/one, which OpenCode offers by itself");
  for (const each of ["No price is known of a/two.", "Nobody offers b/gone", "judge only where"])
    expect(odd).toContain(each);
});
