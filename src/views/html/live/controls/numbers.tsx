import { rangeSaid } from "../../../../story/answering.ts";
import { numberOf, Slide, scalePoints } from "../../client/scale.tsx";
import { directionOf } from "../../language.ts";
import { TheirWords } from "../../words.tsx";
import { control } from "../control.ts";
import { Long } from "./parts.tsx";

/** A number as it stands in a field; "" where nobody gave one. */
type Draft = { values: Record<string, string> };

export const sliderControl = control<"slider", { value: string }>({
  draft: ({ default: first }, answer) => ({ value: String(answer?.value ?? first ?? "") }),
  answer(question, draft) {
    const value = numberOf(question, draft.value);
    return value === null ? `Set ${rangeSaid(question)}.` : { value };
  },
  Fields: ({ question, draft, set, base, labelled }) => (
    <fieldset aria-labelledby={labelled}>
      <Slide
        scale={question}
        value={draft.value}
        set={(value) => set({ value })}
        base={base}
        named={labelled}
        unit={question.unit}
      />
    </fieldset>
  ),
});

export const rateControl = control<"rate", Draft>({
  draft: (_, answer) => ({
    values: Object.fromEntries(Object.entries(answer?.ratings ?? {}).map(([id, value]) => [id, String(value)])),
  }),
  answer(question, { values }) {
    const ratings: Record<string, number> = {};
    for (const { id, label } of question.options) {
      const value = numberOf(question, values[id]);
      if (value === null) return `Give \u201c${label.slice(0, 80)}\u201d ${rangeSaid(question)}.`;
      ratings[id] = value;
    }
    return { ratings };
  },
  Fields({ question, draft: { values }, set, base, labelled }) {
    const { options, anchors = {}, min, max } = question;
    const points = scalePoints(question);
    return (
      <fieldset class="rates" aria-labelledby={labelled}>
        {(anchors.low || anchors.high) && (
          <p class="lead">
            {anchors.low && (
              <>
                {min}: <TheirWords of={anchors.low} />
              </>
            )}
            {anchors.low && anchors.high && " \u00b7 "}
            {anchors.high && (
              <>
                {max}: <TheirWords of={anchors.high} />
              </>
            )}
          </p>
        )}
        {options.map(({ id, label, description, recommended }) => {
          const [own, put] = [`${base}-${id}`, (value: string) => set({ values: { ...values, [id]: value } })];
          return (
            <div key={id} class="rate" dir={directionOf(label)}>
              <fieldset>
                <legend id={own}>
                  <TheirWords of={label} />
                  {recommended && <span class="advised"> recommended</span>}
                </legend>
                {description && <Long of={description} />}
                {points === null ? (
                  <Slide scale={question} value={values[id] ?? ""} set={put} base={own} named={own} />
                ) : (
                  <div class="points">
                    {points.map((point) => (
                      <label>
                        <input
                          type="radio"
                          name={own}
                          checked={Number(values[id] ?? Number.NaN) === point}
                          onChange={() => put(String(point))}
                        />
                        <span>{point}</span>
                      </label>
                    ))}
                  </div>
                )}
              </fieldset>
            </div>
          );
        })}
      </fieldset>
    );
  },
});
