import { type DecisionOffer, outcomeGoes, TELLING, TURNED_CALLED } from "../../../story/live-decide.ts";
import { useDraft } from "../client/drafts.ts";
import { Said } from "../said.tsx";
import { shownKey } from "./connection.ts";
import { useForm } from "./draft.ts";
import { NameField, OneOf, Send, WordsField } from "./fields.tsx";

const CHOICES = Object.entries(TURNED_CALLED).map(([id, label]) => ({ id, label }));

/** How what was decided turned out, which is said once that is known: folded until then. */
export function OutcomeForm({ of }: { of: DecisionOffer }) {
  const { draft, refused, busy, held, refuse, set, send } = useForm("outcome", of.sha256, {
    outcome: "",
    note: "",
    by: "",
  });
  // The form is gone while somebody is at work.
  const { draft: fold, set: setFold } = useDraft(`${shownKey.value ?? ""} outcome open`, { open: false });
  return (
    <details class="outcome" open={fold.open} onToggle={({ currentTarget: { open } }) => setFold({ open })}>
      <summary>{TELLING.title}</summary>
      <form
        class="question"
        aria-label={TELLING.title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.outcome === "") return refuse(TELLING.unsaid);
          void send({ agreed: of.sha256, outcome: draft.outcome, note: draft.note, by: draft.by.trim() });
        }}
      >
        <OneOf
          base="outcome-how"
          title={TELLING.how}
          choices={CHOICES}
          chosen={draft.outcome}
          choose={(outcome) => set({ outcome })}
        />
        <WordsField id="outcome-note" label={TELLING.note} value={draft.note} set={(note) => set({ note })} />
        <NameField id="outcome-by" label={TELLING.by} value={draft.by} set={(by) => set({ by })} />
        <p class="lead">
          <Said of={outcomeGoes(of)} />
        </p>
        <Send busy={busy} held={held} busyCalled={TELLING.busy} refused={refused}>
          {TELLING.send}
        </Send>
      </form>
    </details>
  );
}
