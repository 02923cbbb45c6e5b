import type { PlanSheet } from "../../../story/plan-sheet.ts";
import { layersOf } from "./layers.ts";

/** A plan's drawing in pixels: where each task's box stands, and the lines between them. */
export type Geometry = {
  /** Layers follow one another downwards, as on a phone; else from left to right. */
  down: boolean;
  width: number;
  height: number;
  box: { width: number; height: number };
  /** The left upper corner of each task's box, and its layer with its place there. */
  boxes: ReadonlyMap<string, { x: number; y: number; layer: number; nth: number }>;
  /** Ids of each layer, in their order across. */
  layers: readonly (readonly string[])[];
  /** All lines that lead from a task to those that wait for it, as one path; "" where nothing does. */
  linesFrom(id: string): string;
  /** The line between two tasks, also where it closes a cycle and leads back. */
  line(from: string, to: string): string;
  /** Dependencies that close a cycle. */
  closing: readonly (readonly [from: string, to: string])[];
};

/** Sizes in pixels: boxes, the room between layers and between neighbours, of a line past a layer, and around all. */
const WIDE = { width: 212, height: 64, apart: 64, gap: 14 };
const NARROW = { width: 148, height: 84, apart: 40, gap: 12 };
const WAY = 8;
const PAD = 10;

export function geometryOf({ tasks }: Pick<PlanSheet, "tasks">, down: boolean): Geometry {
  const size = down ? NARROW : WIDE;
  const room = { task: down ? size.width : size.height, way: WAY, gap: size.gap };
  const { layers, ways, layerOf, closing, after, across } = layersOf(tasks, room);
  const deep = down ? size.height : size.width;
  const depth = (layer: number): number => PAD + layer * (deep + size.apart);
  const boxes = new Map<string, { x: number; y: number; layer: number; nth: number }>();
  const names = layers.map((spots) => spots.filter(({ isTask }) => isTask));
  for (const [layer, spots] of names.entries()) {
    for (const [nth, { id, at }] of spots.entries()) {
      const side = PAD + at - room.task / 2;
      const [x, y] = down ? [side, depth(layer)] : [depth(layer), side];
      boxes.set(id, { x: Math.round(x), y: Math.round(y), layer, nth });
    }
  }
  // Along the layers and across them; the drawing may turn both.
  const point = (along: number, at: number): string => {
    const [x, y] = down ? [PAD + at, along] : [along, PAD + at];
    return `${Math.round(x)} ${Math.round(y)}`;
  };
  const curve = (from: readonly [number, number], to: readonly [number, number]): string => {
    const middle = (from[0] + to[0]) / 2;
    return `C${point(middle, from[1])} ${point(middle, to[1])} ${point(...to)}`;
  };
  const at = (id: string, layer: number): number => ways.get(id)?.[layer - (layerOf.get(id) ?? 0)]?.at ?? 0;
  /** From a task's box past layers up to the gap before one of them. */
  const past = (id: string, until: number): string => {
    const first = layerOf.get(id) ?? 0;
    let path = `M${point(depth(first) + deep, at(id, first))}`;
    for (let layer = first + 1; layer < until; layer++) {
      path += curve([depth(layer - 1) + deep, at(id, layer - 1)], [depth(layer), at(id, layer)]);
      path += `L${point(depth(layer) + deep, at(id, layer))}`;
    }
    return path;
  };
  const last = (id: string, to: string): string => {
    const layer = layerOf.get(to) ?? 0;
    return curve([depth(layer - 1) + deep, at(id, layer - 1)], [depth(layer), at(to, layer)]);
  };
  const back = (from: string, to: string): string => {
    const [start, end] = [layerOf.get(from) ?? 0, layerOf.get(to) ?? 0];
    const [a, b] = [depth(start) + deep, depth(end)];
    const bend = size.apart * 0.9;
    return `M${point(a, at(from, start))}C${point(a + bend, at(from, start) + room.task)} ${point(b - bend, at(to, end) + room.task)} ${point(b, at(to, end))}`;
  };
  const backwards = new Map<string, Set<string>>();
  for (const [from, to] of closing) backwards.set(from, (backwards.get(from) ?? new Set()).add(to));
  const isClosing = (from: string, to: string): boolean => backwards.get(from)?.has(to) === true;
  const along = Math.max(0, depth(layers.length) - size.apart) + PAD;
  return {
    down,
    width: Math.ceil(down ? across + 2 * PAD : along),
    height: Math.ceil(down ? along : across + 2 * PAD),
    box: { width: size.width, height: size.height },
    boxes,
    layers: names.map((spots) => spots.map(({ id }) => id)),
    closing,
    line: (from, to) => (isClosing(from, to) ? back(from, to) : `${past(from, layerOf.get(to) ?? 0)}${last(from, to)}`),
    linesFrom(id) {
      const ids = after.get(id) ?? [];
      if (ids.length === 0) return "";
      const farthest = Math.max(...ids.map((each) => layerOf.get(each) ?? 0));
      const branches = ids.map((each) => {
        const layer = (layerOf.get(each) ?? 0) - 1;
        return `M${point(depth(layer) + deep, at(id, layer))}${last(id, each)}`;
      });
      return `${past(id, farthest)}${branches.join("")}`;
    },
  };
}
