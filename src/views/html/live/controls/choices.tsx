import { FIELD_WORDS, rangeOfChoice, TO_DO, wrongChoice } from "../../../../story/answering.ts";
import { Area } from "../../client/area.tsx";
import { control, written } from "../control.ts";
import { OptionCard } from "./parts.tsx";

/** The draft's word for the person's own words in place of an option; no option has it as its id. */
const OWN = " ";

export const pickOneControl = control<"pick_one", { selected: string | null; other: string }>({
  draft: (_, answer) => ({
    selected: answer === null ? null : (answer.selected ?? OWN),
    other: answer?.other ?? "",
  }),
  answer(_, { selected, other }) {
    if (selected === null) return TO_DO.choose;
    if (selected !== OWN) return { selected };
    const own = written(other);
    return own === undefined ? TO_DO.own : { selected: null, other: own };
  },
  Fields({ question, draft, set, base, labelled }) {
    return (
      <fieldset class="options" aria-labelledby={labelled}>
        {question.options.map((option) => (
          <OptionCard
            key={option.id}
            option={option}
            kind="radio"
            name={base}
            base={base}
            checked={draft.selected === option.id}
            pick={() => set({ selected: option.id })}
          />
        ))}
        {question.other && (
          <>
            <OptionCard
              option={{ id: "own-words", label: "Something else" }}
              kind="radio"
              name={base}
              base={`${base}.`}
              checked={draft.selected === OWN}
              pick={() => set({ selected: OWN })}
            />
            {(draft.selected === OWN || draft.other !== "") && (
              <Area
                id={`${base}-other`}
                label={FIELD_WORDS.own}
                value={draft.other}
                set={(other) => set({ other, selected: OWN })}
                rows={2}
              />
            )}
          </>
        )}
      </fieldset>
    );
  },
});

export const pickManyControl = control<"pick_many", { selected: string[] }>({
  draft: (_, answer) => ({ selected: answer?.selected ?? [] }),
  answer({ options, min = 1, max = options.length }, { selected }) {
    return wrongChoice(selected.length, min, max) ?? { selected };
  },
  Fields({ question: { options, min = 1, max = options.length }, draft: { selected }, set, base, labelled }) {
    return (
      <fieldset class="options" aria-labelledby={labelled}>
        <p class="lead" role="status">
          {rangeOfChoice(min, max, options.length)} {selected.length} chosen.
        </p>
        {options.map((option) => (
          <OptionCard
            key={option.id}
            option={option}
            kind="checkbox"
            name={base}
            base={base}
            checked={selected.includes(option.id)}
            pick={() =>
              set({
                selected: options.map(({ id }) => id).filter((id) => selected.includes(id) !== (id === option.id)),
              })
            }
          />
        ))}
      </fieldset>
    );
  },
});

export const showOptionsControl = control<"show_options", { selected: string | null; feedback: string }>({
  draft: (_, answer) => ({ selected: answer?.selected ?? null, feedback: answer?.feedback ?? "" }),
  answer(_, { selected, feedback }) {
    if (selected === null) return TO_DO.choose;
    const said = written(feedback);
    return { selected, ...(said !== undefined && { feedback: said }) };
  },
  Fields({ question, draft, set, base, labelled }) {
    return (
      <>
        <fieldset class="options cards" aria-labelledby={labelled}>
          {question.options.map((option) => (
            <OptionCard
              key={option.id}
              option={option}
              kind="radio"
              name={base}
              base={base}
              checked={draft.selected === option.id}
              pick={() => set({ selected: option.id })}
            >
              <Sides pros={option.pros} cons={option.cons} />
            </OptionCard>
          ))}
        </fieldset>
        <Area
          id={`${base}-feedback`}
          label={FIELD_WORDS.why}
          value={draft.feedback}
          set={(feedback) => set({ feedback })}
          rows={2}
        />
      </>
    );
  },
});

/** What speaks for an option and against it, told by words and signs. */
function Sides({ pros = [], cons = [] }: { pros?: string[] | undefined; cons?: string[] | undefined }) {
  const side = (title: string, look: string, of: string[]) =>
    of.length > 0 && (
      <>
        <p class="label">{title}</p>
        <ul class={look}>
          {of.map((each) => (
            <li dir="auto">{each}</li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      {side("For it", "pros", pros)}
      {side("Against it", "cons", cons)}
    </>
  );
}
