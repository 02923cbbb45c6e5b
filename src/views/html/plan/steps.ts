import type { PlanSheet } from "../../../story/plan-sheet.ts";
import type { Geometry } from "./geometry.ts";

/**
 * The task that a key leads to: along the layers to what waits for this one or comes before it, the nearest of them;
 * across them to the neighbour in its layer; to the first and the last with Home and End. undefined where nothing is there.
 */
export function stepFrom(
  { tasks }: Pick<PlanSheet, "tasks">,
  geometry: Geometry,
  id: string,
  key: string,
): string | undefined {
  const { boxes, layers, down } = geometry;
  const place = boxes.get(id);
  if (place === undefined) return undefined;
  const keys = down
    ? ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"]
    : ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"];
  const nearest = (ids: readonly string[]): string | undefined => {
    const far = (other: string): number => {
      const { x, y } = boxes.get(other) ?? place;
      return Math.hypot(x - place.x, y - place.y);
    };
    return [...ids].filter((each) => each !== id).sort((a, b) => far(a) - far(b))[0];
  };
  switch (key) {
    case keys[0]:
      return nearest(tasks.filter(({ before }) => before.includes(id)).map((task) => task.id));
    case keys[1]:
      return nearest(tasks.find((task) => task.id === id)?.before ?? []);
    case keys[2]:
      return layers[place.layer]?.[place.nth + 1];
    case keys[3]:
      return layers[place.layer]?.[place.nth - 1];
    case "Home":
      return tasks[0]?.id;
    case "End":
      return tasks.at(-1)?.id;
    default:
      return undefined;
  }
}
