import { expect, test } from "bun:test";
import fc from "fast-check";
import { planSheet } from "../../../../src/story/plan-sheet.ts";
import { layersOf } from "../../../../src/views/html/plan/layers.ts";
import { MANY } from "../../../plan/many.ts";
import { plan, TWELVE, task } from "../../../plan/samples.ts";

const ROOM = { task: 60, way: 8, gap: 12 };
const given = (tasks: readonly { id: string; depends_on: readonly string[] }[]) =>
  tasks.map(({ id, depends_on }) => ({ id, before: depends_on }));

test("every task stands in its generation", () => {
  for (const tasks of [TWELVE, MANY]) {
    const { layerOf } = layersOf(given(tasks), ROOM);
    for (const { id, layer } of planSheet(plan(tasks), "t").tasks)
      expect([id, layerOf.get(id)]).toEqual([id, (layer ?? 0) - 1]);
  }
});

test("whatever the graph, all tasks are placed, nothing overlaps, and lines lead forwards but for those that close a cycle", () => {
  const graph = fc.array(fc.array(fc.nat(24), { maxLength: 4 }), { minLength: 1, maxLength: 25 });
  fc.assert(
    fc.property(graph, (all) => {
      const tasks = all.map((before, at) => ({ id: `t${at}`, before: [...new Set(before)].map((each) => `t${each}`) }));
      const { layers, layerOf, closing, across } = layersOf(tasks, ROOM);
      const ids = layers.flatMap((spots) => spots.filter(({ isTask }) => isTask).map(({ id }) => id));
      expect(ids.sort()).toEqual(tasks.map(({ id }) => id).sort());
      const back = new Set(closing.map((pair) => pair.join(" ")));
      for (const { id, before } of tasks) {
        for (const each of before.filter((other) => layerOf.has(other) && !back.has(`${other} ${id}`))) {
          expect(layerOf.get(each) ?? 0).toBeLessThan(layerOf.get(id) ?? 0);
        }
      }
      for (const spots of layers) {
        for (const [at, spot] of spots.entries()) {
          const next = spots[at + 1];
          const half = (isTask: boolean): number => (isTask ? ROOM.task : ROOM.way) / 2;
          expect(spot.at - half(spot.isTask)).toBeGreaterThan(-0.01);
          expect(spot.at + half(spot.isTask)).toBeLessThan(across + 0.01);
          if (next) expect(next.at - spot.at + 0.01).toBeGreaterThan(half(spot.isTask) + ROOM.gap + half(next.isTask));
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("a cycle is opened at one dependency, a task that waits for itself at its own", () => {
  const cycle = layersOf(given([task("a", ["c"]), task("b", ["a"]), task("c", ["b"]), task("d", ["d"])]), ROOM);
  expect(cycle.closing).toEqual([
    ["a", "b"],
    ["d", "d"],
  ]);
  expect([...cycle.layerOf]).toEqual(
    expect.arrayContaining([
      ["b", 0],
      ["c", 1],
      ["a", 2],
      ["d", 0],
    ]),
  );
});

test("parts that have nothing to do with each other do not mix, the largest first", () => {
  const { layers } = layersOf(
    given([
      task("k"),
      task("x", ["k"]),
      ...TWELVE.slice(0, 10).map((each) =>
        task(
          `p${each.id}`,
          each.depends_on.map((on) => `p${on}`),
        ),
      ),
    ]),
    ROOM,
  );
  expect(
    layers.slice(0, 2).map((spots) =>
      spots
        .filter(({ isTask }) => isTask)
        .map(({ id }) => id)
        .at(-1),
    ),
  ).toEqual(["k", "x"]);
});

test("two chains are drawn as two straight lines without a crossing", () => {
  const { ways } = layersOf(
    given([task("a"), task("b"), task("b1", ["b"]), task("a1", ["a"]), task("b2", ["b1"]), task("a2", ["a1"])]),
    ROOM,
  );
  const at = (id: string) => Math.round(ways.get(id)?.[0]?.at ?? -1);
  expect([at("a"), at("a1"), at("a2")]).toEqual([at("a"), at("a"), at("a")]);
  expect([at("b"), at("b1"), at("b2")]).toEqual([at("b"), at("b"), at("b")]);
  expect(at("a")).not.toBe(at("b"));
});
