/** Designs by their letters, the best first; those in one list are as good as each other. */
export type Order = readonly (readonly string[])[];

/** The order with a letter put after all others. */
export const placedLast = (order: Order, letter: string): Order => [...without(order, letter), [letter]];

/** The order without a letter. */
export function without(order: Order, letter: string): Order {
  return order.map((group) => group.filter((each) => each !== letter)).filter((group) => group.length > 0);
}

/** A place up or down: out of a group of equals to a place beside it, else past the next group. */
export function moved(order: Order, letter: string, by: -1 | 1): Order {
  const at = order.findIndex((group) => group.includes(letter));
  const alone = order[at]?.length === 1;
  const to = alone ? at + by : by < 0 ? at : at + 1;
  if (at < 0 || (alone && order[to] === undefined)) return order;
  return without(order, letter).toSpliced(to, 0, [letter]);
}

/** A letter dropped on a row: alone, before whoever is there once it was taken out. */
export function dropped(order: Order, letter: string, to: number): Order {
  const rest = without(order, letter);
  let rows = 0;
  const at = rest.findIndex((group) => {
    rows += group.length;
    return to < rows;
  });
  return rest.toSpliced(at < 0 ? rest.length : at, 0, [letter]);
}

/** As good as the row above, or, where it is that already, a place of its own below. */
export function tied(order: Order, letter: string): Order {
  const at = order.findIndex((group) => group.includes(letter));
  if (isTied(order, letter)) return moved(order, letter, 1);
  if (at < 1) return order;
  return order
    .map((group, place) =>
      place === at - 1 ? [...group, letter] : place === at ? group.filter((each) => each !== letter) : group,
    )
    .filter((group) => group.length > 0);
}

/** Whether a letter is as good as the row above it. */
export const isTied = (order: Order, letter: string): boolean =>
  order.some((group) => group.includes(letter) && group[0] !== letter);

/** The place of a letter, from 1; equals share the first of theirs. */
export function letterPlace(order: Order, letter: string): number {
  const at = order.findIndex((group) => group.includes(letter));
  return order.slice(0, at).reduce((sum, group) => sum + group.length, 1);
}
