import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { PRESET_NAMES, type PresetName } from "../../src/artifacts/preset.ts";
import { chooseModels } from "../../src/config/models.ts";
import { type Lists, presetPanel } from "../../src/config/preset-panel.ts";
import { Config, type ConfigFile } from "../../src/config/schema.ts";
import { merge } from "../../src/config/source.ts";
import { LabError } from "../../src/errors.ts";
import { noteSaid } from "../../src/story/call-notes.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";
import { available } from "../support/scripted-host.ts";

const offered = (...ids: string[]) => ids.map((id) => available(id));
const MANY = (count: number) => offered(...Array.from({ length: count }, (_, at) => `p${at + 1}/m`));
const ONE = (count: number) => offered(...Array.from({ length: count }, (_, at) => `p/m${at + 1}`));
const FREE = ["opencode/x", "opencode/y", "opencode/z"].map((id) => available(id, { hosts_own: true, price: null }));
const NO_LISTS: Lists = { designers: [], qualitative: [], quantitative: [] };

const choose = (file: ConfigFile, models = MANY(9)) =>
  chooseModels(merge(Value.Create(Config), file) as Config, models);
const panel = (preset: PresetName, models: ReturnType<typeof offered>, lists: Partial<Lists> = {}) => {
  const { designers, qualitative, quantitative } = presetPanel(preset, { ...NO_LISTS, ...lists }, models);
  expect(qualitative).toEqual(quantitative);
  return [designers.join(" "), quantitative.join(" ")];
};
const counts = (models: ReturnType<typeof offered>) =>
  PRESET_NAMES.map((preset) => {
    const { designers, quantitative } = presetPanel(preset, NO_LISTS, models);
    return `${designers.length}x${quantitative.length}`;
  });

describe("presetPanel() with nothing listed", () => {
  for (const [providers, models] of Object.entries({ "many providers": MANY, "one provider": ONE }))
    test(`takes as many models of ${providers} as it asks or as there are, none twice but one that is alone`, () => {
      expect(counts(models(0))).toEqual(["0x0", "0x0", "0x0"]);
      expect(counts(models(1))).toEqual(["3x1", "3x1", "3x1"]);
      expect(counts(models(2))).toEqual(["2x2", "2x2", "2x2"]);
      expect(counts(models(3))).toEqual(["3x3", "3x3", "3x3"]);
      expect(counts(models(5))).toEqual(["3x3", "4x5", "5x5"]);
      expect(counts(models(9))).toEqual(["3x3", "4x5", "6x6"]);
    });

  test("has the designers review, and whoever designs nothing in the places beyond theirs", () => {
    expect(panel("quick", MANY(9))).toEqual(["p1/m p2/m p3/m", "p1/m p2/m p3/m"]);
    expect(panel("standard", MANY(9))).toEqual(["p1/m p2/m p3/m p4/m", "p1/m p2/m p3/m p4/m p5/m"]);
  });

  test("takes one of each provider first, and none dearer than the dearest so far while there is another", () => {
    const models = [
      available("a/1", { default: true, price: { input: 1, output: 5 } }),
      available("a/2", { price: { input: 9, output: 90 } }),
      available("a/3", { price: { input: 1, output: 4 } }),
      available("b/1", { price: { input: 1, output: 5 } }),
      available("b/2", { price: { input: 1, output: 3 } }),
      available("b/3", { price: { input: 1, output: 2 } }),
    ];
    // Of the second provider the one with the middle price begins.
    expect(panel("standard", models)).toEqual(["a/1 b/2 b/1 a/3", "a/1 b/2 b/1 a/3 b/3"]);
  });

  test("asks nobody of the host's own beside one of the person's, and them where there is nothing else", () => {
    expect(panel("thorough", [...FREE, ...MANY(2)])).toEqual(["p1/m p2/m", "p1/m p2/m"]);
    expect(panel("standard", FREE)[0]).toBe("opencode/x opencode/y opencode/z");
  });
});

describe("presetPanel() with models that are listed", () => {
  test("takes them first, in their order, then others; of a longer list the first", () => {
    expect(panel("standard", MANY(9), { designers: ["p7/m", "p2/m"] })).toEqual([
      "p7/m p2/m p1/m p3/m",
      "p7/m p2/m p1/m p3/m p4/m",
    ]);
    // Who is listed and has no place to design reviews before anybody else.
    const five = ["p9/m", "p8/m", "p7/m", "p6/m", "p5/m"];
    expect(panel("standard", MANY(9), { designers: five })).toEqual([
      "p9/m p8/m p7/m p6/m",
      "p9/m p8/m p7/m p6/m p5/m",
    ]);
    expect(panel("quick", MANY(9), { designers: five })[0]).toBe("p9/m p8/m p7/m");
  });

  test("keeps a model that is listed twice, and fills up no list of the person's with strangers", () => {
    expect(panel("standard", MANY(3), { designers: ["p3/m", "p3/m"] })[0]).toBe("p3/m p3/m p1/m p2/m");
    expect(panel("quick", FREE, { designers: ["opencode/y"] })).toEqual([
      "opencode/y opencode/y opencode/y",
      "opencode/y",
    ]);
  });

  test("spares those that are listed to review for that, while there are others", () => {
    const list = ["p1/m", "p2/m"];
    const lists = { qualitative: list, quantitative: list };
    expect(panel("standard", MANY(9), lists)).toEqual(["p3/m p4/m p5/m p6/m", "p1/m p2/m p3/m p4/m p5/m"]);
    expect(panel("standard", MANY(5), lists)).toEqual(["p3/m p4/m p5/m p1/m", "p1/m p2/m p3/m p4/m p5/m"]);
    expect(panel("quick", MANY(9), lists)).toEqual(["p3/m p4/m p5/m", "p1/m p2/m p3/m"]);
  });

  test("has who is listed for one kind alone give both, so that it asks no more than it says", () => {
    const lists = { designers: ["p1/m"], qualitative: ["p8/m"], quantitative: ["p9/m"] };
    const { qualitative, quantitative } = presetPanel("quick", lists, MANY(9));
    expect([qualitative, quantitative]).toEqual([
      ["p8/m", "p9/m", "p1/m"],
      ["p8/m", "p9/m", "p1/m"],
    ]);
  });
});

describe("chooseModels() with a preset", () => {
  const said = (file: ConfigFile, models = MANY(9)): string[] =>
    choose(file, models).notes.map((note) => drawn(noteSaid(note)));

  test("quick is what nothing configured is", () => {
    for (const models of [MANY(1), MANY(2), MANY(3), ONE(5), MANY(9), [...FREE, ...MANY(2)], FREE]) {
      const [quick, nothing] = [choose({ preset: "quick" }, models), choose({}, models)];
      expect({ ...quick, notes: [] }).toEqual({ ...nothing, notes: [] });
    }
  });

  test("without any model is refused as any run is", () => {
    expect(() => choose({ preset: "standard" }, [])).toThrow(LabError);
  });

  test("says how many models it finds where it asks more, and nothing of it where there are enough", () => {
    expect(said({ preset: "standard" }, MANY(3))).toContain(
      "standard asks 4 designers and 5 reviewers; you have 3 models that can, so 3 design and 3 review.",
    );
    expect(said({ preset: "standard" }, MANY(4))).toContain(
      "standard asks 4 designers and 5 reviewers; you have 4 models that can, so 4 design and 4 review.",
    );
    expect(said({ preset: "thorough" }, MANY(1))).toContain(
      "thorough asks 6 designers and 6 reviewers; you have 1 model that can, so there are 3 designs and 1 reviewer.",
    );
    const off = { enabled: false };
    expect(said({ preset: "standard", review: { qualitative: off, quantitative: off } }, MANY(3))).toContain(
      "standard asks 4 designers; you have 3 models that can, so 3 design.",
    );
    for (const preset of PRESET_NAMES) expect(said({ preset }).join()).not.toContain("that can");
    expect(said({}, MANY(2)).join()).not.toContain("that can");
  });

  test("names whom it asks beside those that are listed or were chosen to design", () => {
    expect(said({ preset: "standard" })).toContain("standard asks p5/m as well.");
    expect(said({ preset: "quick", design_models: ["p9/m"], review_models: ["p8/m"] })).toContain(
      "quick asks p1/m and p2/m as well.",
    );
    expect(said({ preset: "quick" }).join()).not.toContain("as well");
  });

  test("says nothing of a designer that is listed again after those that it takes", () => {
    const design_models = ["p1/m", "p2/m", "p3/m", "p3/m"];
    expect(said({ preset: "quick", design_models }).join()).not.toContain("is named");
    expect(said({ preset: "standard", design_models })).toContain("p3/m is named 2 times and writes 2 designs.");
  });

  test("is thrifty where it is to be and more score than quick asks", () => {
    const thrifty = (preset: PresetName | null, models: number, file: ConfigFile = {}) =>
      choose({ preset, ...file }, MANY(models)).thrifty;
    expect([thrifty(null, 9), thrifty("quick", 9), thrifty("standard", 9), thrifty("thorough", 9)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect([thrifty("standard", 4), thrifty("standard", 3), thrifty("thorough", 1)]).toEqual([true, false, false]);
    expect(thrifty("standard", 9, { review: { quantitative: { enabled: false } } })).toBe(false);
  });
});
