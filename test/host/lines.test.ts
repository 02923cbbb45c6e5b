import { expect, test } from "bun:test";
import { createLines } from "../../src/host/lines.ts";

test("a typed line is heard by the calls of its session and of those that were begun from it, and by no other", async () => {
  const parents: Record<string, string> = { child: "mine", grandchild: "child", loop: "loop" };
  const lines = createLines(async (id) => parents[id]);
  const calls = ["mine", "grandchild", "other", "loop"].map((id) => lines.called(id));
  const later = lines.called("mine");
  later.ended();
  await lines.typed("mine");
  expect(calls.map(({ line }) => line.aborted)).toEqual([true, true, false, false]);
  expect(later.line.aborted).toBe(false);
  expect(lines.called("mine").line.aborted).toBe(false);
});

test("a host that tells of no parent still hears the session itself", async () => {
  const lines = createLines(() => Promise.reject(new Error("gone")));
  const [own, other] = [lines.called("a"), lines.called("b")];
  await lines.typed("a");
  expect([own.line.aborted, other.line.aborted]).toEqual([true, false]);
});
