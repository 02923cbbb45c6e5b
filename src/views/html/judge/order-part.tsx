import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { HOW_TO_MOVE, ORDER_LISTS, orderMoves, placedSaid, VOTE_PARTS } from "../../../story/judge-page.ts";
import { useSorting } from "../client/sorting.ts";
import { directionOf } from "../language.ts";
import { LetterMark, Section } from "../text.tsx";
import { dropped, isTied, letterPlace, moved, type Order, placedLast, tied, without } from "./order.ts";
import { DesignLabel, type PartProps } from "./parts.tsx";

/** Designs put one after the other, then moved by buttons, arrow keys or dragging. */
export function OrderPart({ sheet, draft: { order }, change }: PartProps) {
  const [said, say] = useState("");
  const part = useRef<HTMLDivElement>(null);
  /** What takes the focus after a button was pressed that is no longer there. */
  const next = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    part.current?.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  });

  const rows = order.flat();
  const open = sheet.designs.filter(({ letter }) => !rows.includes(letter));
  const set = (to: Order, letter: string): void => {
    if (to === order) return;
    change({ order: to });
    const there = to.flat();
    const equals = to.find((group) => group.includes(letter))?.filter((each) => each !== letter) ?? [];
    say(
      placedSaid(letter, there.includes(letter) ? { place: letterPlace(to, letter), of: there.length, equals } : null),
    );
  };
  const { list, listed, handle, row, step, onKey } = useSorting({
    step: (letter, by) => set(moved(order, letter, by), letter),
    put: (letter, to) => {
      if (rows.indexOf(letter) !== to) set(dropped(order, letter, to), letter);
    },
  });
  const put = (letter: string): void => {
    const following = open[open.findIndex((each) => each.letter === letter) + 1] ?? open[0];
    next.current =
      following && following.letter !== letter
        ? `[data-put="${following.letter}"]`
        : `[data-id="${letter}"] [data-by="-1"]`;
    set(placedLast(order, letter), letter);
  };
  const takeOut = (letter: string): void => {
    next.current = `[data-put="${letter}"]`;
    set(without(order, letter), letter);
  };

  return (
    <Section id="order" {...VOTE_PARTS.order}>
      <div ref={part}>
        {rows.length > 0 && (
          <ol class="order" ref={list} aria-label={ORDER_LISTS.ordered} {...listed}>
            {rows.map((letter, at) => {
              const design = sheet.designs.find((each) => each.letter === letter);
              if (!design) return null;
              const alone = order.some((group) => group.length === 1 && group[0] === letter);
              return (
                <li key={letter} {...row(letter)}>
                  <span class="handle" aria-hidden="true" {...handle(letter)}>
                    {"\u283f"}
                  </span>
                  <span class="place">{letterPlace(order, letter)}</span>
                  <div class="ranked" dir={directionOf(design.title)}>
                    <DesignLabel of={design} />
                  </div>
                  <div class="moves">
                    {([-1, 1] as const).map((by) => (
                      <button
                        type="button"
                        class="button move"
                        data-by={by}
                        aria-disabled={alone && rows[at + by] === undefined}
                        onClick={() => step(letter, by)}
                        onKeyDown={(event) => onKey(event, letter)}
                      >
                        <span aria-hidden="true">{by < 0 ? "\u2191" : "\u2193"}</span>
                        <span class="hidden">
                          {letter} {by < 0 ? "up" : "down"}, now in place {letterPlace(order, letter)}
                        </span>
                      </button>
                    ))}
                    <button
                      type="button"
                      class="button move press"
                      aria-pressed={isTied(order, letter)}
                      aria-disabled={at === 0}
                      onClick={() => set(tied(order, letter), letter)}
                    >
                      <span aria-hidden="true">=</span>
                      <span class="hidden">{orderMoves(letter).tie}</span>
                    </button>
                    <button type="button" class="button move" onClick={() => takeOut(letter)}>
                      <span aria-hidden="true">{"\u00d7"}</span>
                      <span class="hidden">{orderMoves(letter).out}</span>
                    </button>
                  </div>
                </li>
              );
            })}
          </ol>
        )}
        {open.length > 0 && (
          <ul class="order open" aria-label={ORDER_LISTS.open}>
            {open.map((design) => (
              <li key={design.letter}>
                <div class="ranked" dir={directionOf(design.title)}>
                  <DesignLabel of={design} />
                </div>
                <button type="button" class="button" data-put={design.letter} onClick={() => put(design.letter)}>
                  {rows.length === 0 ? "The best" : "The next"}
                  <span class="hidden">: {design.letter}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <p class="hidden" role="status">
          {said}
        </p>
        {rows.length > 1 && (
          <p class="lead">
            Your order:{" "}
            {order.map((group, at) => (
              <>
                {at > 0 && ", then "}
                {group.map((letter, place) => (
                  <>
                    {place > 0 && " = "}
                    <LetterMark of={letter} />
                  </>
                ))}
              </>
            ))}
            . {HOW_TO_MOVE}
          </p>
        )}
      </div>
    </Section>
  );
}
