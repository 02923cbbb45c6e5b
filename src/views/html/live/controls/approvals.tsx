import { DECISIONS, FIELDS, remarksLost, TO_DO } from "../../../../story/answering.ts";
import { Area } from "../../client/area.tsx";
import { Paragraphs } from "../../markdown.tsx";
import { Words } from "../../words.tsx";
import { control, written } from "../control.ts";
import { Diff } from "./diff.tsx";
import { Decide } from "./parts.tsx";

type Decision<D> = { decision: D | null; feedback: string };

export const showDiff = control<"show_diff", Decision<"approve" | "reject" | "edit"> & { edited: string }>({
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
  Fields: ({ question: { before, after, language }, draft, set, base, labelled }) => (
    <>
      <Diff before={before} after={after} {...(language !== undefined && { language })} />
      <Decide
        base={base}
        labelled={labelled}
        ways={DECISIONS.show_diff}
        value={draft.decision}
        set={(decision) => set({ decision })}
      />
      {draft.decision === "edit" && (
        <div class="code">
          <Area
            id={`${base}-edited`}
            label={FIELDS.edited}
            value={draft.edited}
            set={(edited) => set({ edited })}
            rows={10}
          />
        </div>
      )}
      <Feedback base={base} value={draft.feedback} set={(feedback) => set({ feedback })} />
    </>
  ),
});

function Feedback({ base, value, set }: { base: string; value: string; set(text: string): void }) {
  return <Area id={`${base}-feedback`} label={FIELDS.feedback} value={value} set={set} rows={2} />;
}

type PlanDraft = Decision<"approve" | "reject" | "revise"> & { annotations: Record<string, string> };

export const showPlan = control<"show_plan", PlanDraft>({
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
  Fields({ question: { sections }, draft, set, base, labelled }) {
    const remarks = sections.filter(({ id }) => written(draft.annotations[id] ?? "") !== undefined).length;
    return (
      <>
        {sections.map(({ id, title, markdown }) => (
          <section key={id} class="part" aria-labelledby={`${base}-${id}`}>
            <h4 id={`${base}-${id}`}>
              <Words of={title} />
            </h4>
            <Paragraphs of={markdown} ours />
            <details class="remark" open={(draft.annotations[id] ?? "") !== ""}>
              <summary>
                Remark<span class="hidden"> on {title}</span>
              </summary>
              <Area
                id={`${base}-${id}-remark`}
                label={
                  <span class="hidden">
                    Remark on <Words of={title} />
                  </span>
                }
                value={draft.annotations[id] ?? ""}
                set={(text) => set({ annotations: { ...draft.annotations, [id]: text } })}
                rows={2}
              />
            </details>
          </section>
        ))}
        <Decide
          base={base}
          labelled={labelled}
          ways={DECISIONS.show_plan}
          value={draft.decision}
          set={(decision) => set({ decision })}
        />
        {draft.decision === "approve" && remarks > 0 && <p class="notice">{remarksLost(remarks)}</p>}
        <Feedback base={base} value={draft.feedback} set={(feedback) => set({ feedback })} />
      </>
    );
  },
});

export const reviewSection = control<"review_section", Decision<"approve" | "revise">>({
  draft: (_, answer) => ({ decision: answer?.decision ?? null, feedback: answer?.feedback ?? "" }),
  answer(_, { decision, feedback }) {
    if (decision === null) return TO_DO.decide;
    const said = written(feedback);
    if (decision === "revise" && said === undefined) return TO_DO.change;
    return { decision, ...(said !== undefined && { feedback: said }) };
  },
  Fields: ({ question: { title, markdown }, draft, set, base, labelled }) => (
    <>
      <section class="part" aria-labelledby={`${base}-title`}>
        <h4 id={`${base}-title`}>
          <Words of={title} />
        </h4>
        <Paragraphs of={markdown} ours />
      </section>
      <Decide
        base={base}
        labelled={labelled}
        ways={DECISIONS.review_section}
        value={draft.decision}
        set={(decision) => set({ decision })}
      />
      <Feedback base={base} value={draft.feedback} set={(feedback) => set({ feedback })} />
    </>
  ),
});
