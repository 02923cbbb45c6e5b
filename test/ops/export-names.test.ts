import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ordinaryAnswer } from "../../rehearsal/scripted-model.ts";
import { snapshot } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

/** Names that are words of ours too, and names that are nobody's. */
const MODELS = [
  { id: "plantco/score", strength: "thorough" },
  { id: "zetacorp/design", strength: "average" },
  { id: "omegainc/planted-three", strength: "thin" },
] as const;
const KEY = "sk-live-9f8e7d6c5b4a39281706";
const PLANTED = [
  ...["plantco", "zetacorp", "omegainc", "planted-three", "Zebulon", "Quistgaard", "Marigold", "rank-of-plants"],
  ...[KEY, "/home/zebulon/secret/plan.md", "“ship it by Friday”", "pelican", "walrus", "2026-11-24", "ostrich"],
];

const modelOf = (model: string) => MODELS.find(({ id }) => id === model) ?? MODELS[0];

let lab: Bench;
let files: Record<string, string>;

/** Every text of an answer with what must not be handed on behind it. */
function withPlants(value: unknown): unknown {
  if (typeof value === "string" && value.includes(" "))
    return `${value} Zebulon said “ship it by Friday”, see /home/zebulon/secret/plan.md and ${KEY}.`;
  if (Array.isArray(value)) return value.map(withPlants);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPlants(inner)]));
}

beforeAll(async () => {
  lab = await bench({
    models: MODELS,
    now: () => new Date("2026-11-24T12:00:00Z"),
    config: {
      confirm_above: null,
      review: {
        quantitative: {
          criteria: [
            { name: "rank-of-plants", description: "How a pelican would see it", min: 0, max: 10 },
            { name: "rank", description: "How a walrus would see it", min: 0, max: 5, weight: 2 },
          ],
        },
      },
    },
    answer: (asked) =>
      asked.kind === "design" || asked.kind === "evaluation"
        ? JSON.stringify(withPlants(JSON.parse(ordinaryAnswer(modelOf(asked.model), asked))))
        : undefined,
  });
  await lab.call("run", {
    task: "Design what Marigold wants, for the pelican",
    topic: "Pelican and walrus",
    requirements: ["An ostrich can use it"],
    constraints: [`No key such as ${KEY}`],
    non_functional_requirements: ["Quistgaard is pleased"],
  });
  lab.typed = true;
  await lab.call("judge", { name: "Quistgaard", wait: 0 });
  await lab.call("judge", { name: "Quistgaard", order: "N>O>P", unseen: true, wait: 0 });
  await lab.call("decide", { design: "A", because: "Marigold wants it", by: "score" });
  await lab.call("outcome", { outcome: "worked", note: "The walrus is happy", by: "Zebulon" });
  lab.typed = false;
  await lab.call("export", { to: "numbers", anonymous: true });
  files = await snapshot(join(lab.dir, "numbers"));
});
afterAll(() => lab.dispose());

test("what is planted in every field really stands in the experiment, and in the export with names", async () => {
  await lab.call("export", { to: "named" });
  const all = Object.values(await snapshot(join(lab.dir, "named"))).join("\n");
  for (const each of PLANTED) expect(all).toContain(each);
});

test("an anonymous export holds none of it, in no letter case, and is there all the same", () => {
  expect(Object.keys(files)).toEqual(["README.md", "export.json"]);
  const all = Object.entries(files).flat().join("\n").toLowerCase();
  for (const each of PLANTED) expect(all).not.toContain(each.toLowerCase());
});

test("a person and people's words are numbers in it: a kind, a decision by position, how it turned out", () => {
  const numbers = JSON.parse(files["export.json"] ?? "");
  expect(numbers.reviewers.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    "model",
    "model",
    "model",
    "person",
  ]);
  expect(numbers.decision.turned_out).toEqual(["worked"]);
  expect(numbers.criteria).toEqual([
    { min: 0, max: 10, weight: 1 },
    { min: 0, max: 5, weight: 2 },
  ]);
  expect(numbers.requirements).toEqual([{ kind: "requirement" }, { kind: "constraint" }, { kind: "non_functional" }]);
  expect(readFileSync(join(lab.dir, "numbers/README.md"), "utf8")).toContain("no name of a model");
});
