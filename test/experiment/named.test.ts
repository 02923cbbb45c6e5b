import { expect, test } from "bun:test";
import type { Failure } from "../../src/artifacts/failure.ts";
import { designsNamed, matching, missingDesigns } from "../../src/experiment/cells.ts";

const plan = {
  designers: ["maker/alpha", "maker/beta", "other/gamma", "other/delta"].map((model) => ({
    design_id: model.slice(model.indexOf("/") + 1),
    model,
  })),
};
const design = (design_id: string, generating_model: string) => ({
  design_id,
  generating_model,
  title: `Title of ${design_id}`,
});
/** Gamma was written by another model than the plan names, delta was never written. */
const designs = [design("alpha", "maker/alpha"), design("beta", "maker/beta"), design("gamma", "maker/beta")];
const failed: Failure = {
  phase: "generate",
  model: "other/delta",
  design_id: "delta",
  kind: "timeout",
  message: "slow",
};

const named = (names?: readonly string[], failures: readonly Failure[] = []) => {
  try {
    return designsNamed(plan, designs, names, failures).map(({ design_id }) => design_id);
  } catch (error) {
    return (error as Error).message;
  }
};

test("designsNamed() takes a letter, an id or a model, in letters of any size, and all where none is named", () => {
  expect([named(), named([])]).toEqual([
    ["alpha", "beta", "gamma"],
    ["alpha", "beta", "gamma"],
  ]);
  expect([named(["a"]), named(["C", "A"]), named(["BETA"]), named([" Gamma\u200b "]), named(["Maker/Alpha"])]).toEqual([
    ["alpha"],
    ["alpha", "gamma"],
    ["beta"],
    ["gamma"],
    ["alpha"],
  ]);
  // A model is who wrote it, whoever was to.
  expect(named(["maker/beta"])).toEqual(["beta", "gamma"]);
  expect(named(["other/gamma"])).toStartWith('This experiment has no design "other/gamma"');
});

test("designsNamed() takes a name as it stands before the same in other letters", () => {
  const twins = [design("x", "m/One"), design("y", "m/one")];
  const designers = twins.map(({ design_id, generating_model }) => ({ design_id, model: generating_model }));
  const found = (name: string) => designsNamed({ designers }, twins, [name]).map(({ design_id }) => design_id);
  expect([found("m/one"), found("m/One"), found("M/ONE")]).toEqual([["y"], ["x"], ["x"]]);
});

test("designsNamed() says what there is, why a planned one is not, and cuts a long name and a long list", () => {
  const there = "there are: A, B, C.";
  expect(named(["zzz"])).toBe(`This experiment has no design "zzz"; ${there}`);
  expect(named(["A", "z".repeat(200)])).toBe(`This experiment has no design "${"z".repeat(100)}"; ${there}`);
  expect(named(["d"])).toBe(`D by other/delta was never written; ${there}`);
  expect(named(["other/delta"], [failed])).toMatch(/^D by other\/delta was never written: .+; there are: A/u);
  expect(() => designsNamed(plan, [], ["A"])).toThrow("A by maker/alpha was never written; there are: none.");
  const many = Array.from({ length: 14 }, (_, at) => design(`d${at}`, "m/x"));
  const designers = many.map(({ design_id }) => ({ design_id, model: "m/x" }));
  expect(() => designsNamed({ designers }, many, ["zzz"])).toThrow("K, L, 2 more.");
  expect(() => designsNamed({ designers }, many.slice(0, 12), ["zzz"])).toThrow("K, L.");
});

test("missingDesigns() has each that is not there with its letter, and how asking for it ended", () => {
  expect(missingDesigns(plan, designs, [])).toEqual([
    { design_id: "delta", letter: "D", model: "other/delta", kind: null },
  ]);
  const review: Failure = { ...failed, phase: "review", design_id: "alpha", reviewer_id: "r" };
  expect(missingDesigns(plan, designs.slice(1), [review, failed]).map(({ letter, kind }) => [letter, kind])).toEqual([
    ["A", null],
    ["D", "timeout"],
  ]);
});

test("matching() has the items that a name names, and says the nearest or the first six of a name that names none", () => {
  const items = [{ names: ["one", "m/one"] }, { names: ["two", "m/two"] }, { names: ["three", "m/one"] }];
  const found = (names?: string[]) =>
    matching(items, names, "reviewer", (item) => item.names).map(({ names: [id] }) => id);
  expect([found(), found([]), found(["m/one"]), found(["two", "three"])]).toEqual([
    ["one", "two", "three"],
    ["one", "two", "three"],
    ["one", "three"],
    ["two", "three"],
  ]);
  expect(() => found(["one", "thre"])).toThrow('This experiment has no reviewer "thre"; the nearest: three.');
  expect(() => found(["zzzzzzzz"])).toThrow(
    'This experiment has no reviewer "zzzzzzzz"; there are: one, m/one, two, m/two, three.',
  );
  expect(() => found([`${"z".repeat(150)}`])).toThrow(`"${"z".repeat(100)}"; there are`);
  const many = Array.from({ length: 9 }, (_, at) => at);
  expect(() => matching(many, ["zzzzzzzz"], "thing", (at) => [`q${at}`])).toThrow("there are: q0, q1, q2, q3, q4, q5.");
  expect(() => matching([], ["zzzzzzzz"], "thing", () => [])).toThrow("there are: none.");
});
