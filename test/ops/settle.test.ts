import { afterEach, expect, test } from "bun:test";
import { type Made, make, RECIPES } from "../support/experiments.ts";

let made: Made;
afterEach(() => made.dispose());

const LINE =
  /- (\S+) more reviewers could confirm it or not(.*?): `designlab\(\{op: "score", args: \{(.*?)\}\}\)`, then `designlab\(\{op: "rank", args: \{experiment: "(.*?)"\}\}\)`/u;

async function from(name: string): Promise<string> {
  made = await make(RECIPES.find((recipe) => recipe.name === name) ?? { name });
  return made.replies.run ?? "";
}

test("where one reviewer alone has an opinion the reply says who could confirm it, for how much, and what to call", async () => {
  const reply = await from("one-reviewer");
  expect(reply).toContain("**No winner:** one reviewer alone");
  const [, many, price, line = "", ranked] = LINE.exec(reply) ?? [];
  expect([many, ranked]).toEqual(["2", made.id]);
  expect(price).toMatch(/^, about \$0\.\d\d$/u);
  expect(line).toStartWith(`experiment: "${made.id}", models: [`);
  const models: string[] = JSON.parse(line.slice(line.indexOf("[")));
  expect(models).toHaveLength(2);
  expect(await made.lab.call("score", { experiment: made.id, models })).toContain("6 scores made");
  expect(await made.lab.call("rank", { experiment: made.id })).not.toContain("could confirm it");
});

test.each(["tie", "thrifty", "winner"])("of %s nothing is proposed that would hardly ever help", async (name) => {
  expect(await from(name)).not.toMatch(/more reviewers?\b|in simulations/u);
});
