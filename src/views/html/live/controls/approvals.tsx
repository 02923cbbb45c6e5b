import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { DECISIONS, FIELD_WORDS, remarksLost, TO_DO } from "../../../../story/answering.ts";
import { Area } from "../../client/area.tsx";
import { Diff } from "../../diff.tsx";
import { Paragraphs } from "../../markdown.tsx";
import { TheirWords } from "../../words.tsx";
import { control, written } from "../control.ts";

type Decision<D> = { decision: D | null; feedback: string };

export const showDiffControl = control<"show_diff", Decision<"approve" | "reject" | "edit"> & { edited: string }>({
  draft: ({ after }, answer) => ({
    decision: answer?.decision ?? null,
    feedback: answer?.feedback ?? "",
    edited: answer?.edited ?? after,
  }),
  answer(_, { decision, feedback, edited }) {
    if (decision === null) return TO_DO.decide;
    const said = written(feedback);
    const own = decision === "edit" ? written(edited) : undefined;
    if (decision === "edit" && own === undefined) return TO_DO.edit;
    return { decision, ...(own !== undefined && { edited: own }), ...(said !== undefined && { feedback: said }) };
  },
  Fields: ({ question: { before, after, language }, ...given }) => (
    <>
      <Diff before={before} after={after} {...(language !== undefined && { language })} />
      <Decide {...given} ways={DECISIONS.show_diff}>
        {given.draft.decision === "edit" && (
          <div class="code">
            <Area
              id={`${given.base}-edited`}
              label={FIELD_WORDS.edited}
              value={given.draft.edited}
              set={(edited) => given.set({ edited })}
              rows={10}
            />
          </div>
        )}
      </Decide>
    </>
  ),
});

/** The ways to decide, each with what it comes to, and what is said to the decision; `children` stand between. */
function Decide<D extends string>({ base, labelled, ways, draft, set, children }: DecideProps<D>) {
  return (
    <>
      <fieldset class="options row" aria-labelledby={labelled}>
        {ways.map(({ way, label, about }) => (
          <div class="option">
            <input
              type="radio"
              id={`${base}-${way}`}
              name={`${base}-decision`}
              checked={draft.decision === way}
              onChange={() => set({ decision: way })}
              aria-describedby={`${base}-${way}-about`}
            />
            <label for={`${base}-${way}`}>{label}</label>
            <div id={`${base}-${way}-about`} class="about">
              <p>{about}</p>
            </div>
          </div>
        ))}
      </fieldset>
      {children}
      <Area
        id={`${base}-feedback`}
        label={FIELD_WORDS.feedback}
        value={draft.feedback}
        set={(feedback) => set({ feedback })}
        rows={2}
      />
    </>
  );
}

type DecideProps<D> = {
  base: string;
  labelled: string;
  ways: readonly { way: D; label: string; about: string }[];
  draft: Decision<D>;
  set(change: Partial<Decision<D>>): void;
  children?: ComponentChildren;
};

type PlanDraft = Decision<"approve" | "reject" | "revise"> & { annotations: Record<string, string> };

export const showPlanControl = control<"show_plan", PlanDraft>({
  draft: (_, answer) => ({
    decision: answer?.decision ?? null,
    feedback: answer?.feedback ?? "",
    annotations: answer?.annotations ?? {},
  }),
  answer({ sections }, { decision, feedback, annotations }) {
    if (decision === null) return TO_DO.plan;
    const said = written(feedback);
    const remarks = Object.fromEntries(
      sections.flatMap(({ id }) => {
        const remark = written(annotations[id] ?? "");
        return remark === undefined ? [] : [[id, remark]];
      }),
    );
    if (decision === "revise" && said === undefined && Object.keys(remarks).length === 0) {
      return TO_DO.remark;
    }
    return { decision, annotations: remarks, ...(said !== undefined && { feedback: said }) };
  },
  Fields({ question: { sections }, ...given }) {
    const { draft, set, base } = given;
    const remarks = sections.filter(({ id }) => written(draft.annotations[id] ?? "") !== undefined).length;
    return (
      <>
        {sections.map(({ id, title, markdown }) => (
          <section key={id} class="part" aria-labelledby={`${base}-${id}`}>
            <h4 id={`${base}-${id}`}>
              <TheirWords of={title} />
            </h4>
            <Paragraphs of={markdown} ours />
            <Remark
              id={`${base}-${id}-remark`}
              on={title}
              text={draft.annotations[id] ?? ""}
              set={(text) => set({ annotations: { ...draft.annotations, [id]: text } })}
            />
          </section>
        ))}
        <Decide {...given} ways={DECISIONS.show_plan}>
          {draft.decision === "approve" && remarks > 0 && <p class="notice">{remarksLost(remarks)}</p>}
        </Decide>
      </>
    );
  },
});

/** What is said to one section, folded until it is wanted. */
function Remark({ id, on, text, set }: { id: string; on: string; text: string; set(text: string): void }) {
  // One that was deleted is being written anew.
  const [begun] = useState(text !== "");
  return (
    <details class="remark" open={begun}>
      <summary>
        Remark
        <span class="hidden">
          {" "}
          on <TheirWords of={on} />
        </span>
      </summary>
      <Area
        id={id}
        label={
          <span class="hidden">
            Remark on <TheirWords of={on} />
          </span>
        }
        value={text}
        set={set}
        rows={2}
      />
    </details>
  );
}

export const reviewSectionControl = control<"review_section", Decision<"approve" | "revise">>({
  draft: (_, answer) => ({ decision: answer?.decision ?? null, feedback: answer?.feedback ?? "" }),
  answer(_, { decision, feedback }) {
    if (decision === null) return TO_DO.decide;
    const said = written(feedback);
    if (decision === "revise" && said === undefined) return TO_DO.change;
    return { decision, ...(said !== undefined && { feedback: said }) };
  },
  Fields: ({ question: { title, markdown }, ...given }) => (
    <>
      <section class="part" aria-labelledby={`${given.base}-title`}>
        <h4 id={`${given.base}-title`}>
          <TheirWords of={title} />
        </h4>
        <Paragraphs of={markdown} ours />
      </section>
      <Decide {...given} ways={DECISIONS.review_section} />
    </>
  ),
});
