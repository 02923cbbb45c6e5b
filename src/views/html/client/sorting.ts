import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** What moves a row by steps, and to the place of another row. */
type Moves = { step(id: string, by: -1 | 1): void; put(id: string, to: number): void };

/**
 * A list whose rows change their places: by buttons (`data-by`), by arrow keys on these, and by dragging a handle.
 * Focus stays on the button that moved a row.
 */
export function useSorting({ step: moveBy, put }: Moves) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, drag] = useState<string | null>(null);
  /** The button that a move takes the focus from, for its row changes its place. */
  const held = useRef<{ id: string; by: number } | null>(null);
  // At once: the next press of a key that is held may come before the page is painted.
  useLayoutEffect(() => {
    if (held.current === null) return;
    const { id, by } = held.current;
    held.current = null;
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    rows
      .find((row) => row.dataset.id === id)
      ?.querySelector<HTMLElement>(`[data-by="${by}"]`)
      ?.focus();
  });

  const step = (id: string, by: -1 | 1): void => {
    held.current = { id, by };
    moveBy(id, by);
  };
  const onKey = (event: KeyboardEvent, id: string): void => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    held.current = { id, by: Number((event.target as HTMLElement).dataset.by ?? by) };
    moveBy(id, by);
  };
  return {
    list,
    step,
    onKey,
    listed: {
      /** To the place of the row that is under the pointer. */
      onPointerMove(event: PointerEvent): void {
        if (dragged === null || !list.current) return;
        const rows = [...list.current.children];
        const to = rows.findIndex((row) => event.clientY < row.getBoundingClientRect().bottom);
        put(dragged, to < 0 ? rows.length - 1 : to);
      },
      onPointerUp: (): void => drag(null),
      onPointerCancel: (): void => drag(null),
    },
    row: (id: string) => ({ "data-id": id, class: dragged === id ? "dragged" : "" }),
    handle: (id: string) => ({
      onPointerDown(event: PointerEvent): void {
        event.preventDefault();
        // The row itself is moved about, and would lose the pointer.
        list.current?.setPointerCapture(event.pointerId);
        drag(id);
      },
    }),
  };
}
