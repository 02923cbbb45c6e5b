import { describe, expect, test } from "bun:test";
import type { PresetSize, Size } from "../../../src/artifacts/cost.ts";
import { THRIFT_COSTS } from "../../../src/artifacts/preset.ts";
import { sizesSaid } from "../../../src/story/forecast.ts";
import { columnsOf } from "../../../src/text/truncate.ts";
import { blocksText } from "../../../src/views/markdown/blocks.ts";

const SIZE: Size = {
  models: 9,
  designs: 3,
  reviewers: 3,
  thrifty: false,
  evaluations: 9,
  expected_evaluations: 9,
  sessions: 13,
  cost: 0.92,
  unpriced: [],
  seconds: 170,
};
const PRESETS: PresetSize[] = [
  { ...SIZE, preset: "quick", taken: true, same_as: null },
  {
    ...SIZE,
    preset: "standard",
    taken: false,
    same_as: null,
    designs: 4,
    reviewers: 5,
    evaluations: 20,
    expected_evaluations: 15,
    sessions: 20,
    cost: 1.5,
    unpriced: ["p/a"],
    seconds: 215,
  },
  {
    ...SIZE,
    preset: "thorough",
    taken: false,
    same_as: null,
    evaluations: 36,
    expected_evaluations: 24,
    cost: 0,
    unpriced: ["p/a"],
    seconds: 5_000,
  },
];
const LINES = { quick: "/q", standard: "/design-lab run --standard Design a queue", thorough: null };
const text = (presets = PRESETS, lines: typeof LINES = LINES, call = SIZE): string =>
  String(blocksText(sizesSaid({ call, presets }, lines, "agent")));

describe("sizesSaid()", () => {
  test("puts the presets beside each other, with what a larger one buys and how each other one is had", () => {
    expect(text()).toBe(
      [
        "|             | quick, this call |       standard |       thorough |",
        "| :---------- | ---------------: | -------------: | -------------: |",
        "| designs     |                3 |              4 |              3 |",
        "| reviewers   |                3 |              5 |              3 |",
        "| evaluations |                9 | about 15 of 20 | about 24 of 36 |",
        "| sessions    |               13 | about 20 of 25 | about 13 of 25 |",
        "| price       |            $0.92 | at least $1.50 |        unknown |",
        "| minutes     |                3 |              4 |             83 |",
        "",
        "More designs raise the quality of the best, more reviewers the certainty. In simulations of 3 × 3, 4 × 5 and 6 × 6 the chosen design was better than the average one by 0.67, 0.83 and 1.03 times what designs usually differ by; nothing is promised of your models.",
        "",
        "- standard: `/design-lab run --standard Design a queue`",
        '- thorough: the same call with `preset: "thorough"`',
      ].join("\n"),
    );
  });

  test("says what a preset that spares evaluations costs, where the call spares none", () => {
    const sparing = PRESETS.map((each) => ({ ...each, thrifty: each.preset !== "quick" }));
    const price = `Where fewer than all evaluations are asked, ${THRIFT_COSTS}; \`--no-thrifty\` asks all.`;
    expect(THRIFT_COSTS).toContain("88.7 instead of 89.5 %");
    expect(text(sparing)).toContain(price);
    expect(text(sparing, LINES, { ...SIZE, thrifty: true })).not.toContain("bolder");
    expect(text()).not.toContain("bolder");
  });

  test("puts a call that no preset is before them", () => {
    const none = PRESETS.map((each) => ({ ...each, taken: false }));
    const [head = ""] = text(none, LINES, { ...SIZE, designs: 2 }).split("\n");
    expect(head).toMatch(/\| this call \| +quick \| +standard \| +thorough \|$/u);
    expect(text(none)).toContain("\n- quick: `/q`\n- standard: ");
  });

  test("says once which would ask the same, and shows no table where all do", () => {
    const same = (preset: PresetSize, same_as: PresetSize["same_as"], taken: boolean, models: number) => ({
      ...preset,
      same_as,
      taken,
      models,
    });
    const [quick, standard, thorough] = PRESETS as [PresetSize, PresetSize, PresetSize];
    expect(text([same(quick, null, true, 3), same(standard, "quick", true, 3), same(thorough, "quick", true, 3)])).toBe(
      "You have 3 models: standard and thorough would ask the same as quick.",
    );
    const four = text([quick, same(standard, null, false, 4), same(thorough, "standard", false, 4)]);
    expect(four).toEndWith("\n\nYou have 4 models: thorough would ask the same as standard.");
    expect(four).not.toMatch(/\| +thorough/u);
  });

  test("shows of designs alone no reviewers and no evaluations", () => {
    const alone = PRESETS.map((each) => ({ ...each, evaluations: 0, expected_evaluations: 0 }));
    expect(text(alone)).not.toMatch(/\| (?:reviewers|evaluations)/u);
  });

  test("holds at 80 columns, and shows of a line that is long or broken only how it begins", () => {
    const dear = PRESETS.map((each) => ({ ...each, cost: 123_456.78, unpriced: ["p/a"], taken: false }));
    const table = text(dear, LINES).split("\n\n")[0] ?? "";
    for (const line of table.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(80);
    for (const task of ["設計".repeat(300), "a queue\n\nof two lines"])
      expect(text(PRESETS, { ...LINES, standard: `/design-lab run --standard ${task}` })).toContain(
        "\n- standard: `/design-lab run --standard` and the rest of the line that stands below\n",
      );
  });
});
