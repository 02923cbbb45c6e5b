import { useState } from "preact/hooks";
import type { Answer } from "../../../questions/types.ts";
import { ANSWER_NEEDED, type LiveQuestion, unchangedCalled } from "../../../story/live-questions.ts";
import { NEEDS_OWN } from "../../../story/page-grade.ts";
import { useDraft } from "../client/drafts.ts";
import { OwnPageNeeded } from "../client/raise.tsx";
import { directionOf } from "../language.ts";
import { Paragraphs } from "../markdown.tsx";
import { TheirWords } from "../words.tsx";
import { shownKey } from "./connection.ts";
import { controlOf } from "./controls.ts";
import { useSeen } from "./draft.ts";
import { act } from "./send.ts";

/** What a person says to a text, beside the decision. */
type SaidTo = { feedback: string; annotations: Record<string, string> };
const NOTHING_SAID: SaidTo = { feedback: "", annotations: {} };
const saidIn = ({ feedback, annotations }: SaidTo): SaidTo => ({ feedback, annotations });

/** One question that is open, or an answer that is changed; what is typed is kept until it is sent. */
export function QuestionForm({ of, sent, leave }: QuestionProps) {
  const { id, question, answer } = of;
  const { draft: begin, answer: answerOf, Fields, isPressed } = controlOf(question.type);
  const own = `${shownKey.value ?? ""} ${id}`;
  const changing = of.state !== "open";
  // A text that is changed is asked about anew, under another id: what was said to it is not lost, and what was chosen is.
  const said = useDraft(`${shownKey.value ?? ""} said ${question.text}`, NOTHING_SAID);
  const isText = question.type === "show_plan" && !changing;
  const first = begin(question, answer);
  const { draft, set: setDraft, drop } = useDraft(own, isText ? { ...first, ...said.draft } : first);
  const [refused, refuse] = useState("");
  const [busy, setBusy] = useState(false);
  // A press for the question before may come when this one stands in its place.
  const isSeen = useSeen(own);
  const held = busy || !isSeen;
  const base = `ask-${id}`;

  const set = (change: Parameters<typeof setDraft>[0]): void => {
    setDraft(change);
    if (isText) said.set((now) => saidIn({ ...now, ...change }));
    refuse("");
  };
  const does = async (door: "answer" | "skip", body: object): Promise<void> => {
    if (held) return;
    setBusy(true);
    const came = await act(door, { id, ...body });
    setBusy(false);
    if (!came.ok) return refuse(came.refused);
    drop();
    if (isText) said.drop();
    sent();
  };
  const send = (change: object): void => {
    const whole = { ...draft, ...change };
    const made: Answer | string = answerOf(question, whole);
    if (typeof made === "string") refuse(made);
    else {
      setDraft(change);
      void does("answer", { answer: made });
    }
  };

  return (
    <form
      class="question"
      aria-labelledby={base}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send({});
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send({});
      }}
    >
      <h3 id={base} dir={directionOf(question.text)}>
        <TheirWords of={question.text} />
      </h3>
      {question.why && (
        <p class="lead why">
          Why it matters: <TheirWords of={question.why} />
        </p>
      )}
      {question.context && <Paragraphs of={question.context} />}
      <Fields {...{ question, draft, set, send, held, base }} labelled={base} />
      {id.startsWith("approve-") && <OwnPageNeeded>{NEEDS_OWN.approval}</OwnPageNeeded>}
      {refused !== "" && (
        <p class="refused" role="alert" dir="auto">
          {refused}
        </p>
      )}
      <p class="actions">
        {!isPressed?.(question) && (
          <button type="submit" class="button main" aria-disabled={held}>
            {busy ? "Sending \u2026" : changing ? "Change the answer" : "Send the answer"}
          </button>
        )}
        {!question.required && !changing && (
          <button type="button" class="button quiet" aria-disabled={held} onClick={() => void does("skip", {})}>
            Skip it
          </button>
        )}
        {changing && (
          <button
            type="button"
            class="button quiet"
            onClick={() => {
              drop();
              leave();
            }}
          >
            {unchangedCalled(of.state)}
          </button>
        )}
        {question.required && !changing && <span class="lead">{ANSWER_NEEDED}</span>}
      </p>
    </form>
  );
}

type QuestionProps = {
  of: LiveQuestion;
  /** It was taken. */
  sent(): void;
  /** The person wants nothing changed. */
  leave(): void;
};
