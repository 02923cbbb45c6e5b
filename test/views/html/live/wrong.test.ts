import { expect, test } from "bun:test";
import { h } from "preact";
import { render } from "preact-render-to-string";
import { askedAgain } from "../../../../src/story/live-page.ts";
import type { LiveDesign, LiveState } from "../../../../src/story/live-state.ts";
import { Wrong } from "../../../../src/views/html/live/matrix.tsx";
import { visibleText } from "../../../support/views.ts";

const DESIGN: LiveDesign = {
  stage: "asking",
  since: 0,
  seconds: null,
  reason: "",
  score: null,
  exchange: null,
  left_out: false,
  design_id: "a",
  letter: "A",
  model: "p/m",
  title: null,
};
const wrong = (more: Partial<LiveDesign>): string =>
  visibleText(render(h(Wrong, { of: { designs: [{ ...DESIGN, ...more }], reviewers: [] } as unknown as LiveState })));

test("a design whose model gets only errors is shown with the error and the time until it is given up", () => {
  const said = wrong({ reason: "The server had an error", gives_up_at: Date.now() + 54_500 });
  expect(said).toMatch(/Design A by p\/m, asked again, gives up in (?:\d+m)? ?(?:\d+s)?: The server had an error/u);
  expect(wrong({})).toBe("");
});

test("once that time is over only the error is left", () => {
  expect(askedAgain(60_000, 20_000)).toBe("asked again, gives up in 40s");
  expect(askedAgain(60_000, 60_000)).toBe("asked again");
});
