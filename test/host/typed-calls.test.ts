import { expect, test } from "bun:test";
import { createTypedCalls } from "../../src/host/typed-calls.ts";

let clock = 0;
const approve = { op: "ask", args: { experiment: "x", approve: true } };

test("a line that was typed is good for its very call, in its session, once, and for two minutes", () => {
  const typed = createTypedCalls(() => clock);
  typed.grant("ses", approve);
  expect(typed.take("other", approve)).toBeNull();
  expect(typed.take("ses", { op: "ask", args: { approve: true } })).toBeNull();
  expect(typed.take("ses", { op: "ask", args: { approve: true, experiment: "x" } })).toEqual(new Date(0));
  expect(typed.take("ses", approve)).toBeNull();
  typed.grant("ses", approve);
  clock += 120_000;
  expect(typed.take("ses", approve)).toBeNull();
});

test("a model may write the arguments as their JSON text", () => {
  const typed = createTypedCalls(() => 0);
  typed.grant("ses", approve);
  expect(typed.take("ses", { op: "ask", args: "{approve" })).toBeNull();
  expect(typed.take("ses", { op: "ask", args: '{"approve": true, "experiment": "y"}' })).toBeNull();
  expect(typed.take("ses", { op: "ask", args: '{"approve": true, "experiment": "x"}' })).toEqual(new Date(0));
});

test("of a session's lines the last twenty are waited for", () => {
  const typed = createTypedCalls(() => 0);
  for (let at = 0; at < 21; at++) typed.grant("ses", { op: "ask", args: { at } });
  expect(typed.take("ses", { op: "ask", args: { at: 0 } })).toBeNull();
  expect(typed.take("ses", { op: "ask", args: { at: 1 } })).toEqual(new Date(0));
});
