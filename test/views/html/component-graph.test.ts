import { describe, expect, test } from "bun:test";
import { linksOf } from "../../../src/views/html/diagram.ts";
import { expectLinear, repeated } from "../../support/growth.ts";

const component = (name: string) => ({ name, description: "Calls the Store.", responsibilities: [] });
const components = ["API", "Queue", "Store"].map(component);
const linked = (...connections: [from: string, to: string, what: string][]) =>
  linksOf({ components, connections: connections.map(([from, to, what]) => ({ from, to, what })) });

describe("linksOf()", () => {
  test("takes the connections that a design states, and guesses none", () => {
    expect(linksOf({ components })).toEqual([]);
    expect(linked(["API", "Queue", "jobs"], ["Queue", "API", "receipts"])).toEqual([
      { from: 0, to: 1, what: "jobs" },
      { from: 1, to: 0, what: "receipts" },
    ]);
  });

  test("knows a name in any case and with blanks around it, and the first of two components of one name", () => {
    expect(linked([" api", "STORE ", "rows"])).toEqual([{ from: 0, to: 2, what: "rows" }]);
    const twins = [component("API"), component("Store"), component("store")];
    expect(linksOf({ components: twins, connections: [{ from: "API", to: "store", what: "rows" }] })).toEqual([
      { from: 0, to: 1, what: "rows" },
    ]);
  });

  test("leaves out what is no component, what leads to itself, and what was said of a pair before", () => {
    expect(
      linked(["Caller", "API", "HTTP"], ["API", "API", "itself"], ["API", "Store", "a"], ["API", "Store", "b"]),
    ).toEqual([{ from: 0, to: 2, what: "a" }]);
  });

  test("takes time that grows with the number and length of the names", () => {
    const many = (length: number): void => {
      const names = Array.from({ length: 100 }, (_, at) => `${repeated("a ", length / 100)}${at}`);
      const connections = names.map((from, at) => ({ from, to: names.at(at - 1) ?? from, what: from }));
      linksOf({ components: names.map(component), connections });
    };
    expectLinear("names", many, 400_000);
  });
});
