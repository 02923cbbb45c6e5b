import { afterEach, describe, expect, test } from "bun:test";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench | undefined;
afterEach(() => lab?.dispose());

const criterion = (name: string) => ({ name, description: "Is it good?", min: 0, max: 10 });
const withCriteria = (...criteria: object[]) => ({ review: { quantitative: { criteria } } }) as never;

describe("criteria that a person cannot tell apart are refused before anything is asked:", () => {
  const pairs: [what: string, first: string, second: string, said: string][] = [
    [
      "an invisible letter",
      "clarity",
      "clar\u200bity",
      String.raw`"clarity" (criteria[0].name), found "clar\u200bity"`,
    ],
    [
      "one that counts as a letter",
      "clarity",
      "clar\u3164ity",
      String.raw`"clarity" (criteria[0].name), found "clar\u3164ity"`,
    ],
    ["a blank at the end", "clarity", "clarity ", `"clarity" (criteria[0].name), found "clarity "`],
    [
      "another kind of blank",
      "fit for use",
      "fit for\u00a0use",
      String.raw`"fit for use" (criteria[0].name), found "fit for\u00a0use"`,
    ],
    ["two blanks", "fit for use", "fit  for use", `"fit for use" (criteria[0].name), found "fit  for use"`],
    [
      "another normal form",
      "pr\u00e9cis",
      "pre\u0301cis",
      String.raw`"pr\u00e9cis" (criteria[0].name), found "pre\u0301cis"`,
    ],
    ["a wide form", "clarity", "\uff43larity", String.raw`"clarity" (criteria[0].name), found "\uff43larity"`],
    ["a letter of another script", "cost", "\u0441ost", String.raw`"cost" (criteria[0].name), found "\u0441ost"`],
  ];
  for (const [what, first, second, said] of pairs) {
    test(what, async () => {
      lab = await bench({ config: withCriteria(criterion(first), criterion(second)) });
      const reply = await lab.call("run", { task: "Design a durable task queue." });
      expect(reply).toContain(`criteria[1].name must look different from ${said}`);
      expect(lab.host.prompts).toEqual([]);
    });
  }

  test("marks that make another word are no such difference", async () => {
    lab = await bench({ config: withCriteria(criterion("\u304b\u304d"), criterion("\u304c\u304d")) });
    expect(await lab.call("run", { task: "Design a durable task queue.", dry_run: true })).not.toContain("Cannot");
  });
});

describe("what is nothing without its invisible letters is refused when the configuration is read:", () => {
  const cases: [string, object, string][] = [
    ["a name", criterion("\u200b"), "criteria[0].name must be a name of 1 to 64 characters"],
    ["a name that another letter hides", criterion("__proto\u200b__"), "criteria[0].name must be a name of 1 to 64"],
    [
      "a description",
      { ...criterion("a"), description: "\u200b" },
      "criteria[0].description must be text that is not empty",
    ],
  ];
  for (const [what, given, said] of cases) {
    test(what, async () => {
      lab = await bench({ config: withCriteria(given) });
      expect(await lab.call("run", { task: "Design a durable task queue." })).toContain(said);
      expect(lab.host.prompts).toEqual([]);
    });
  }
});

test("what an argument names is found with invisible letters beside it, and empty requirements are none", async () => {
  lab = await bench();
  const ran = await lab.call("run", { task: "Design a durable task queue.", requirements: ["\u200b", "Keeps order"] });
  expect(ran).not.toContain("Cannot");
  expect(await lab.call("show", { design: "A\u200b" })).toContain("Design A by");
  expect(await lab.call("compare", { designs: "A\u200b, \u2060B" })).toContain("queue: A and B");
});
