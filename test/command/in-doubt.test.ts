import { expect, test } from "bun:test";
import { saysNothing, tooLittle } from "../../src/command/in-doubt.ts";

const refusal = (task: string) => tooLittle(task, new Map());

test("tooLittle() refuses one word and takes two, also in a script that puts no blanks between them", () => {
  for (const one of ["queue", "queue 2", "设计", "设计！", "キュー", "คิว"])
    expect(refusal(one)).toContain(`Unknown command "${one}"`);
  for (const two of ["Design queues", "队列设计", "キュー設計", "ออกแบบคิว"])
    expect([two, refusal(two)]).toEqual([two, null]);
});

test("tooLittle() says of a model how it is named beside a task", () => {
  expect(refusal("acme/large-2")).toStartWith("acme/large-2 is a model's name and no task.");
});

test("saysNothing() takes two letters for something, in any script", () => {
  for (const nothing of ["", "…", "a", "1 2 3", "<TASK>", "your  task!", "x 1"])
    expect([nothing, saysNothing(nothing)]).toEqual([nothing, true]);
  for (const something of ["ab", "设计", "a b", "task queue"])
    expect([something, saysNothing(something)]).toEqual([something, false]);
});
