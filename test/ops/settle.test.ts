import { afterEach, expect, test } from "bun:test";
import { type Made, make, RECIPES } from "../support/experiments.ts";

let made: Made;
afterEach(() => made.dispose());

const LINE =
  /- (\S+) more reviewers?(?: on .*?)? could settle it(.*?): `\/design-lab (.*?)`, then `\/design-lab rank (.*?)`/u;

async function from(name: string): Promise<string> {
  made = await make(RECIPES.find((recipe) => recipe.name === name) ?? { name });
  return made.replies.run ?? "";
}

test("where nobody wins the reply says beside deciding which reviewers could settle it, for how much, and what to type", async () => {
  const reply = await from("tie");
  expect(reply).toContain("**No winner:**");
  const [, many, price, line = "", ranked] = LINE.exec(reply) ?? [];
  expect([many, ranked]).toEqual(["2", made.id]);
  expect(price).toMatch(
    /^, about \$0\.\d\d \(in simulations two more name a winner in \d+ to \d+ of 100 such cases\)$/u,
  );
  expect(line).toMatch(new RegExp(`^score ${made.id} --models [a-z]+/\\S+,[a-z]+/\\S+( --designs [A-Z,]+)?$`, "u"));
  expect(reply.slice(reply.indexOf("### Next"))).toMatch(
    /^### Next\n\n- `\/design-lab decide [^\n]+\n- 2 more reviewers could settle it/u,
  );

  const models = (line.split(" ").at(-1) ?? "").split(",");
  expect(await made.lab.call("score", { experiment: made.id, models })).toContain("6 scores made");
  expect(await made.lab.call("rank", { experiment: made.id })).not.toContain(models[0] ?? "-");
});

test("where one wins nothing is to be settled", async () => {
  expect(await from("winner")).not.toContain("could settle it");
});

test("of three designs of which two are tied the new reviewers are asked about these alone, and nothing is missing then", async () => {
  made = await make({ ...(RECIPES.find(({ name }) => name === "thrifty") as (typeof RECIPES)[number]) });
  const reply = made.replies.run ?? "";
  expect(reply).toContain("- 2 more reviewers on A and B could settle it, about $0.04");
  const [, , , line = ""] = LINE.exec(reply) ?? [];
  expect(line).toMatch(/--designs A,B$/u);
  const models = (/--models (\S+)/u.exec(line)?.[1] ?? "").split(",");
  const asked = { experiment: made.id, models, designs: ["A", "B"] };
  const scored = await made.lab.call("score", asked);
  expect(scored).toContain("4 scores made");
  expect(scored).not.toContain("Incomplete");
});
