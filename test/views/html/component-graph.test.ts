import { describe, expect, test } from "bun:test";
import { flowOf, linksOf } from "../../../src/views/html/component-graph.ts";
import { expectLinear, repeated, UNITS } from "../../support/growth.ts";

const component = (name: string, description = "", interfaces: string[] = []) => ({
  name,
  description,
  responsibilities: [],
  interfaces,
});

describe("linksOf()", () => {
  test("draws an arrow to every component that another one's text names, whole words in any case", () => {
    const links = linksOf([
      component("API", "Hands jobs to the queue; the apiary is no API of ours."),
      component("Queue", "", ["Workers pull from it"]),
      component("Worker", "Reads the QUEUE."),
    ]);
    expect(links).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: 1 },
    ]);
  });

  test("takes the longer of two names that overlap", () => {
    const links = linksOf([
      component("Queue"),
      component("Queue monitor"),
      component("Admin", "Shows the queue monitor."),
    ]);
    expect(links).toEqual([{ from: 2, to: 1 }]);
  });

  test("finds names between letters that no space divides", () => {
    expect(linksOf([component("配信サーバー"), component("窓口", "要求を配信サーバーへ渡す")])).toEqual([
      { from: 1, to: 0 },
    ]);
  });

  test("takes a name for letters, whatever patterns it would make", () => {
    expect(
      linksOf([component("Dead-letter queue"), component("Ops", "Repeats what is in the dead-letter queue")]),
    ).toEqual([{ from: 1, to: 0 }]);
    expect(linksOf([component("C++ (core) [v1.*]"), component("Edge", "Calls c++ (core) [v1.*] directly")])).toEqual([
      { from: 1, to: 0 },
    ]);
  });
});

test("flowOf() follows the order in which each sentence of the data flow names components", () => {
  const components = [component("API"), component("Queue"), component("Worker"), component("Store")];
  const flow = flowOf("The API writes to the Queue and then the Store. A worker reads the queue.", components);
  expect(flow).toEqual([
    { from: 0, to: 1 },
    { from: 1, to: 3 },
    { from: 2, to: 1 },
  ]);
});

test("linksOf() and flowOf() take time that grows with the length of names and texts, whatever they are made of", () => {
  for (const unit of UNITS) {
    const drawn = (length: number) => {
      // A name that a text nearly holds, again and again.
      const almost = repeated(unit, length / 4);
      const components = [component(`${almost}b`, almost.repeat(3)), component(almost.slice(1)), component("Queue")];
      linksOf(components);
      flowOf(`${almost}c${almost}. ${almost}`, components);
    };
    expectLinear(JSON.stringify(unit), drawn, 20_000);
  }
});
