import { describe, expect, test } from "bun:test";
import type { Forecast } from "../../src/artifacts/cost.ts";
import { askingText, refusalAdvice } from "../../src/story/asking.ts";

const FOUR: Forecast = {
  rows: ["a/1", "b/2", "c/3", "d/4"].map((model) => ({ model, designs: 1, evaluations: 2, tokens: 9, cost: 1 })),
  sessions: 13,
  tokens: 36,
  cost: 4.1,
  unpriced: [],
  unpriced_sessions: 0,
  unreachable: [],
  hosts_own: [],
  seconds: 9,
  evaluation_seconds: 0,
};

describe("askingText()", () => {
  test("says what is asked, what it should cost and why that is asked", () => {
    expect(askingText(FOUR, [{ kind: "above", limit: 1 }])).toBe(
      "13 sessions with 4 models, about $4.10: more than $1.",
    );
  });

  test("calls models free whose price is known to be 0", () => {
    expect(askingText({ ...FOUR, cost: 0 }, [{ kind: "hosts-own", models: ["a/1"], project: false }])).toEndWith(
      "13 sessions with 4 models, free.",
    );
  });

  test("says where the task goes first", () => {
    const text = askingText({ ...FOUR, cost: 0, unpriced: ["host/free"] }, [
      { kind: "hosts-own", models: ["host/free"], project: false },
    ]);
    expect(text).toBe(
      "The text of the task goes to host/free, which OpenCode offers by itself: a free service that you did not set up. 13 sessions with 4 models of an unknown price.",
    );
  });

  test("tells the known part of a price from the unknown one", () => {
    const models = ["a/1", "b/2", "c/3", "d/4"];
    const text = askingText({ ...FOUR, unpriced: models }, [
      { kind: "above", limit: 0.5 },
      { kind: "unpriced", models, sessions: 40 },
    ]);
    expect(text).toBe(
      "13 sessions with 4 models, about $4.10 for those with a price: more than $0.5; the price of a/1, b/2 and 2 more is unknown, and 40 sessions are to be asked.",
    );
  });

  test("lets no model's name clear the dialog or fill it", () => {
    const models = [`a/\u001b[2J\u202e${"x".repeat(500)}`];
    const text = askingText(FOUR, [{ kind: "unpriced", models, sessions: 40 }]);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text.length).toBeLessThan(200);
  });
});

describe("refusalAdvice()", () => {
  test("names the person's own file for a price, and the models to name for the host's own", () => {
    const about = { ownFile: "/home/ada/design-lab.json", way: "`x` allows it" };
    const price = refusalAdvice([{ kind: "above", limit: 1 }], about);
    expect(price).toContain("`x` allows it. A higher `confirm_above` in /home/ada/design-lab.json, your own file");
    expect(price).not.toContain("--design-models");
    const stranger = refusalAdvice([{ kind: "hosts-own", models: ["a/1"], project: true }], { ...about, way: null });
    expect(stranger).toContain("`/design-lab run --design-models");
    expect(stranger).not.toContain("confirm_above");
  });
});
