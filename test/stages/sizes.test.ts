import { describe, expect, test } from "bun:test";
import { ROLES } from "../../src/artifacts/stages/stages.ts";
import type { ConfigFile } from "../../src/config/schema.ts";
import { choosePanel } from "../../src/stages/setup.ts";
import { sizesOf } from "../../src/stages/sizes.ts";
import { askingLab } from "../support/asking-lab.ts";
import { available } from "../support/scripted-host.ts";

const input = {
  task: "Design a queue",
  topic: "queue",
  requirements: ["fast"],
  constraints: [],
  non_functional_requirements: [],
};
const models = (count: number) => Array.from({ length: count }, (_, at) => available(`p${at}/m`));

async function sizes(count: number, config: ConfigFile = {}, judged = true, all = models(count)) {
  const { lab } = askingLab(() => ({ value: null }), { models: all, config });
  return sizesOf(lab, { input, plan: await choosePanel(lab) }, judged);
}

describe("sizesOf()", () => {
  test("counts what each preset asks, of a thrifty one what is expected of it", async () => {
    const { presets } = await sizes(9);
    expect(presets.map(({ preset, designs, reviewers, thrifty }) => [preset, designs, reviewers, thrifty])).toEqual([
      ["quick", 3, 3, false],
      ["standard", 4, 5, true],
      ["thorough", 6, 6, true],
    ]);
    expect(presets.map((each) => [each.evaluations, each.expected_evaluations, each.sessions, each.models])).toEqual([
      [9, 9, 12, 3],
      [20, 15, 19, 5],
      [36, 24, 30, 6],
    ]);
    const wave = ROLES.evaluator.typical.seconds;
    const minutes = presets.map(({ seconds }) => seconds - ROLES.designer.typical.seconds);
    expect(minutes).toEqual([wave, 2 * wave, 2 * wave]);
    const slow = await sizes(9, { limits: { max_parallel: 1 } });
    expect(slow.presets[1]?.seconds).toBe(4 * ROLES.designer.typical.seconds + 16 * wave);
    const [quick, standard] = presets;
    // A design and an evaluation cost the same in each.
    const ofDesigns = (quick?.cost ?? 0) - 9 * evaluation(presets);
    expect(standard?.cost).toBeCloseTo((4 / 3) * ofDesigns + 15 * evaluation(presets), 8);
  });

  test("tells which of them the call takes, and which are the same as a smaller one", async () => {
    const of = async (count: number, config: ConfigFile = {}) =>
      (await sizes(count, config)).presets.map(({ taken, same_as }) => `${taken ? "taken" : "-"} ${same_as ?? "-"}`);
    expect(await of(9)).toEqual(["taken -", "- -", "- -"]);
    expect(await of(4)).toEqual(["taken -", "- -", "- standard"]);
    expect(await of(3)).toEqual(["taken -", "taken quick", "taken quick"]);
    expect(await of(1, { preset: "thorough" })).toEqual(["taken -", "taken quick", "taken quick"]);
    expect(await of(9, { preset: "standard" })).toEqual(["- -", "taken -", "- -"]);
    expect(await of(9, { design_models: ["p7/m", "p8/m"] })).toEqual(["- -", "- -", "- -"]);
    expect(await of(9, { design_models: ["p6/m", "p7/m", "p8/m"] })).toEqual(["taken -", "- -", "- -"]);
  });

  test("expects no less where the configuration spares nobody, and says where it spares some in any size", async () => {
    const evaluationsOf = async (thrifty: boolean) =>
      (await sizes(9, { review: { thrifty } })).presets.map(
        (each) => `${each.thrifty} ${each.expected_evaluations}/${each.evaluations}`,
      );
    expect(await evaluationsOf(false)).toEqual(["false 9/9", "false 20/20", "false 36/36"]);
    expect(await evaluationsOf(true)).toEqual(["true 9/9", "true 15/20", "true 24/36"]);
    const { presets } = await sizes(2, { review: { thrifty: true } });
    expect(presets.map(({ thrifty, same_as }) => [thrifty, same_as])).toEqual([
      [false, null],
      [false, "quick"],
      [false, "quick"],
    ]);
  });

  test("of designs alone counts those, and tells them apart by those", async () => {
    const { call, presets } = await sizes(4, { preset: "standard" }, false);
    expect(call).toMatchObject({ designs: 4, evaluations: 0, sessions: 4, seconds: ROLES.designer.typical.seconds });
    expect(presets.map(({ same_as }) => same_as)).toEqual([null, null, "standard"]);
  });

  test("counts the call itself as it is configured, its samples too, and names what has no price", async () => {
    const config = {
      design_models: ["p0/m", "p1/m"],
      review_models: ["p2/m"],
      review: { quantitative: { samples: 3 } },
    };
    const unpriced = models(3).map((each) => (each.id === "p2/m" ? { ...each, price: null } : each));
    const { call } = await sizes(3, config, true, unpriced);
    expect(call).toMatchObject({
      models: 3,
      designs: 2,
      reviewers: 1,
      evaluations: 6,
      sessions: 8,
      unpriced: ["p2/m"],
    });
  });
});

/** What one evaluation costs, from two sizes of which one has four designs and twelve evaluations more. */
function evaluation([quick, , thorough]: Awaited<ReturnType<typeof sizes>>["presets"]): number {
  const [three, six] = [quick?.cost ?? 0, thorough?.cost ?? 0];
  // three = 3d + 9e, six = 6d + 24e
  return (six - 2 * three) / (24 - 18);
}
