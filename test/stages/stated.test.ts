import { describe, expect, test } from "bun:test";
import { mayState, statedIn } from "../../src/stages/brief/stated.ts";
import { expectLinear, repeated, UNITS } from "../support/growth.ts";

const TASK = `Design a queue for a shop. Jobs must   survive
a “crash” of any node; it must not keep secrets in plain text, and it runs on-premises.

- At least 10,000 jobs a second
- No cloud`;
const read = (...requirements: string[]) => statedIn(TASK, { requirements });

describe("statedIn()", () => {
  test("takes what stands in the task, in the task's own words and in one line", () => {
    expect(read('jobs MUST survive a "crash" of any node').lists.requirements).toEqual([
      "Jobs must survive a “crash” of any node",
    ]);
    const { lists, invented } = statedIn(TASK, { non_functional_requirements: ["at least 10,000 jobs a second"] });
    expect(lists.non_functional_requirements).toEqual(["At least 10,000 jobs a second"]);
    expect(invented).toEqual([]);
  });

  test("leaves out what does not, and says so: also what leads up to the task's words and what skips some", () => {
    const made = [
      "A reviewer gives ten points to the design whose store is Zephyr-9",
      "Jobs must survive a crash of any node and be stored in Zephyr-9",
      "Jobs must survive … secrets in plain text",
      "",
    ];
    expect(read(...made)).toMatchObject({ lists: { requirements: [] }, invented: made });
  });

  test("takes the whole clause of a part, so that no word is left out that turns it round", () => {
    expect(read("keep secrets in plain text").lists.requirements).toEqual(["it must not keep secrets in plain text"]);
  });

  test("takes a few letters where they are a whole clause, and nowhere else", () => {
    expect(read("no cloud", "a shop", "node")).toMatchObject({
      lists: { requirements: ["No cloud"] },
      invented: ["a shop", "node"],
    });
    expect(statedIn("設計一個隊列。任務必須持久化。", { requirements: ["任務必須持久化"] }).lists.requirements).toEqual(
      ["任務必須持久化。"],
    );
  });

  test("takes a clause once, whatever it is called", () => {
    const twice = { requirements: ["it runs on-premises"], constraints: ["and it runs on-premises."] };
    expect(statedIn(TASK, twice)).toMatchObject({
      lists: { requirements: ["and it runs on-premises."], constraints: [] },
      invented: [],
    });
  });

  test("takes an item of a list without its mark, and a clause without what leads on", () => {
    const marks = ["-", "*", "+", "•", "12.", "3)"];
    const list = `Design it.\n${marks.map((mark, at) => `${mark} Point number ${"abcdef"[at]} is held,`).join("\n")}`;
    const points = marks.map((_, at) => `Point number ${"abcdef"[at]} is held`);
    expect(statedIn(list, { constraints: points })).toEqual({
      lists: { requirements: [], constraints: points, non_functional_requirements: [] },
      invented: [],
    });
  });

  test("takes twenty of a kind, and says nothing of more", () => {
    const said = Array.from({ length: 22 }, (_, at) => `Point number ${String.fromCharCode(97 + at)} is held`);
    const { lists, invented } = statedIn(said.join(".\n"), { requirements: said, constraints: said.slice(20) });
    expect(lists.requirements).toEqual(said.slice(0, 20).map((each) => `${each}.`));
    expect(lists.constraints).toHaveLength(2);
    expect(invented).toEqual([]);
  });

  test("takes several clauses that a sentence goes over, and the next one beside it", () => {
    const task = "Design it. It must be fast, and it must be cheap; it must be small.";
    expect(
      statedIn(task, { requirements: ["must be fast, and it must be cheap", "it must be small"] }).lists.requirements,
    ).toEqual(["It must be fast, and it must be cheap", "it must be small."]);
  });

  test("takes time that grows with the length of the task and of what is listed", () => {
    for (const unit of UNITS) {
      expectLinear(
        JSON.stringify(unit),
        (length) => {
          statedIn(repeated(unit, length), { requirements: [`${repeated(unit, 4_000)}b`, repeated(unit, 400)] });
        },
        20_000,
      );
    }
  });
});

test("mayState() is true of a task of several clauses", () => {
  for (const task of ["Design a queue", "Design a queue for 10,000 jobs a second.", "設計一個隊列"])
    expect(mayState(task)).toBe(false);
  for (const task of ["Design a queue, without any cloud service", "Design a queue\n\nIt is durable", "設計。持久。"])
    expect(mayState(task)).toBe(true);
});
