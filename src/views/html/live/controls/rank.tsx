import { useState } from "preact/hooks";
import { HOW_TO_RANK } from "../../../../story/answering.ts";
import { useSorting } from "../../client/sorting.ts";
import { directionOf } from "../../language.ts";
import { TheirWords } from "../../words.tsx";
import { control, type Fields } from "../control.ts";
import { Long } from "./parts.tsx";

type Draft = { order: string[] };

export const rankControl = control<"rank", Draft>({
  draft: ({ options }, answer) => ({
    order: answer
      ? answer.ranking.toSorted((a, b) => a.rank - b.rank).map(({ id }) => id)
      : options.map(({ id }) => id),
  }),
  answer: (_, { order }) => ({ ranking: order.map((id, at) => ({ id, rank: at + 1 })) }),
  Fields: Order,
});

/** The options in the person's order: by buttons, by arrow keys on these, and by dragging. */
function Order({ question: { options }, draft: { order }, set, labelled }: Fields<"rank", Draft>) {
  const [said, say] = useState("");
  const move = (id: string, to: number): void => {
    const at = order.indexOf(id);
    if (to < 0 || to >= order.length || to === at) return;
    const next = order.filter((each) => each !== id);
    next.splice(to, 0, id);
    set({ order: next });
    const label = options.find((option) => option.id === id)?.label ?? id;
    say(`${label} is now ${to + 1} of ${order.length}.`);
  };
  const { list, listed, handle, row, step, onKey } = useSorting({
    step: (id, by) => move(id, order.indexOf(id) + by),
    put: move,
  });

  return (
    <>
      <p class="lead">{HOW_TO_RANK}</p>
      <ol class="order" ref={list} aria-labelledby={labelled} {...listed}>
        {order.map((id, at) => {
          const option = options.find((each) => each.id === id);
          if (!option) return null;
          const { label, description, recommended } = option;
          return (
            <li key={id} {...row(id)}>
              <span class="handle" aria-hidden="true" {...handle(id)}>
                {"\u283f"}
              </span>
              <span class="place">{at + 1}</span>
              <div class="ranked" dir={directionOf(label)}>
                <TheirWords of={label} />
                {recommended && <span class="advised"> recommended</span>}
                {description && <Long of={description} />}
              </div>
              {([-1, 1] as const).map((by) => (
                <button
                  type="button"
                  class="button move"
                  data-by={by}
                  aria-disabled={order[at + by] === undefined}
                  onClick={() => step(id, by)}
                  onKeyDown={(event) => onKey(event, id)}
                >
                  <span aria-hidden="true">{by < 0 ? "\u2191" : "\u2193"}</span>
                  <span class="hidden">
                    <TheirWords of={label} /> {by < 0 ? "up" : "down"}, now {at + 1} of {order.length}
                  </span>
                </button>
              ))}
            </li>
          );
        })}
      </ol>
      <p class="hidden" role="status">
        {said}
      </p>
    </>
  );
}
