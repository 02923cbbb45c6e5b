import { expect, test } from "bun:test";
import type { DesignBody } from "../../../src/artifacts/design.ts";
import { type Merging, originsOf } from "../../../src/stages/refine/merger.ts";
import { designOf } from "../../support/artifacts.ts";

const source = (design_id: string, over: Partial<DesignBody>) => ({
  design_id,
  design: designOf(`lab/${design_id}`, over),
  told: {} as Merging["told"],
});
const component = (name: string) => ({ name, description: "d", responsibilities: [] });
const tradeoff = (aspect: string) => ({ aspect, choice: "c", alternatives: [], rationale: "r" });

test("a part that nobody claimed comes from the designs that have such a part of the same kind by that name", () => {
  const one = source("one", { components: [component("Queue")] });
  const two = source("two", { components: [component("Store")], tradeoffs: [tradeoff("Queue")] });
  const made = designOf("lab/made", { components: [component("queue")], tradeoffs: [tradeoff("Queue")] });
  expect(originsOf(made, [one, two])).toEqual([
    { part: "component", name: "queue", from: ["one"] },
    { part: "tradeoff", name: "Queue", from: ["two"] },
  ]);
});

test("a claimed source counts where it has what is claimed of it, and otherwise the part came from nowhere", () => {
  const sources = [
    source("one", { components: [component("Queue")] }),
    source("two", { components: [component("Store")], tradeoffs: [tradeoff("Queue")] }),
  ];
  const made = designOf("lab/made", { components: [component("Line"), component("Shelf")] });
  const said = [
    { part: "component" as const, name: "Line", from: [{ design: "a", name: "queue" }] },
    { part: "component" as const, name: "Shelf", from: [{ design: "B", name: "Queue" }] },
  ];
  expect(originsOf(made, sources, said).map(({ from }) => from)).toEqual([["one"], []]);
});
