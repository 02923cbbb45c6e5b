import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import {
  ANSWERED_BY,
  ANSWERS_STAY,
  answerKept,
  BRIEF_APPROVED,
  ENDS_INTERVIEW,
  INTERVIEW_OVER,
  type LiveQuestion,
  type LiveQuestions,
  questionPlace,
  questionsCalled,
  saidCalled,
  thinkingSaid,
  UNANSWERED,
} from "../../../story/live-questions.ts";
import { SHOWN_TAKES } from "../../../story/page-grade.ts";
import { Raise } from "../client/raise.tsx";
import { directionOf } from "../language.ts";
import { Paragraphs } from "../markdown.tsx";
import { TheirWords } from "../words.tsx";
import { shownKey } from "./connection.ts";
import { QuestionForm } from "./question.tsx";
import { act } from "./send.ts";

/** What was sent from this page and is not told of yet, so that it is not asked for again meanwhile. */
const sent = signal<ReadonlySet<string>>(new Set());
const nameOf = (id: string): string => `${shownKey.value ?? ""} ${id}`;

/** Questions that wait for an answer. */
export const openOf = (of: LiveQuestions | null): LiveQuestion[] =>
  (of?.list ?? []).filter(({ id, state }) => state === "open" && !sent.value.has(nameOf(id)));

/**
 * All that is asked: one question unfolded, the others folded; below what came of it, the children, what was approved and
 * what was answered.
 */
export function Queue({ of, children }: { of: LiveQuestions | null; children?: ComponentChildren }) {
  const open = openOf(of);
  const list = of?.list ?? [];
  const others = list.filter(({ state }) => state !== "open");
  const approved = list.find(({ id }) => id === of?.approved);
  /** The question that is unfolded, and whether its answer is to be changed. */
  const [picked, pick] = useState({ id: "", change: false });
  /** Whether an answer was taken from this page. */
  const [kept, keep] = useState(false);
  // One that is asked anew under its name is to be seen again.
  useEffect(() => {
    const settled = others.filter(({ id }) => sent.value.has(nameOf(id))).map(({ id }) => nameOf(id));
    if (settled.length > 0) sent.value = new Set([...sent.value].filter((name) => !settled.includes(name)));
  });
  const place = useRef<HTMLElement>(null);
  /** Whether the next one is to have the focus that the one before had. */
  const [moved, move] = useState(0);
  useLayoutEffect(() => {
    if (moved === 0) return;
    const next =
      place.current?.querySelector<HTMLElement>("form h3") ??
      document.querySelector<HTMLElement>("#said form h3") ??
      place.current?.querySelector("h2") ??
      document.getElementById("next-title");
    if (!next) return;
    next.tabIndex = -1;
    next.focus();
  }, [moved]);
  const changing = others.find(({ id, closed }) => picked.change && id === picked.id && !closed);
  const current = changing ?? open.find(({ id }) => id === picked.id) ?? open[0];
  // One that is in work stays unfolded when others come before it.
  useEffect(() => {
    if (current && picked.id !== current.id) pick({ id: current.id, change: false });
  });
  const unfold = ({ id, state }: LiveQuestion): void => {
    pick({ id, change: state !== "open" });
    move(moved + 1);
  };
  const form = (each: LiveQuestion): ComponentChildren => (
    <QuestionForm
      key={`${nameOf(each.id)} ${each.state}`}
      of={each}
      sent={() => {
        if (each.state === "open") sent.value = new Set([...sent.value, nameOf(each.id)]);
        keep(true);
        pick(NONE);
        move(moved + 1);
      }}
      leave={() => {
        pick(NONE);
        move(moved + 1);
      }}
    />
  );
  const isOpen = changing !== undefined || of?.interview !== "none";
  const title = of ? questionsCalled(of, open.length) : "";
  return (
    <>
      {of && (
        <section
          ref={place}
          id="questions"
          class={title === "" && of.problems.length === 0 && of.interview === "none" ? "bare" : ""}
          {...(title !== "" && { "aria-labelledby": "questions-title" })}
        >
          {title !== "" && <h2 id="questions-title">{title}</h2>}
          <Raise>{SHOWN_TAKES.open}</Raise>
          {of.problems.map((each) => (
            <p class="notice" role="alert">
              <TheirWords of={each} />
            </p>
          ))}
          <p class="hidden" role="status">
            {kept && answerKept(open.length)}
          </p>
          {open.length > 0 && (
            <ol class="queue">
              {open.map((each) => (
                <li key={each.id} class={each === current ? "now" : ""}>
                  {each === current && questionPlace(each, of) !== "" && (
                    <p class="lead">Question {questionPlace(each, of)}</p>
                  )}
                  {each === current ? form(each) : <Folded of={each} place={questionPlace(each, of)} unfold={unfold} />}
                </li>
              ))}
            </ol>
          )}
          <Going of={of} open={open.length} />
        </section>
      )}
      {children}
      {approved && <Approved of={approved} />}
      {others.length > 0 && (
        <details id="said" class="fold" open={isOpen}>
          <summary>
            <h2>{saidCalled(others.filter(({ state }) => state === "answered").length)}</h2>
          </summary>
          {others.some(({ closed }) => closed) && <p class="lead">{ANSWERS_STAY}</p>}
          <ul class="queue">
            {others.map((each) => (
              <li key={each.id} class={each === current ? "now" : ""}>
                {each === current ? form(each) : <Answered of={each} unfold={unfold} />}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** What was approved, to be read again. */
function Approved({ of: { question } }: { of: LiveQuestion }) {
  if (question.type !== "show_plan") return null;
  return (
    <details id="brief" class="fold">
      <summary>
        <h2>{BRIEF_APPROVED}</h2>
      </summary>
      {question.sections.map(({ id, title, markdown }) => (
        <section key={id} class="part" aria-labelledby={`brief-${id}`}>
          <h3 id={`brief-${id}`}>
            <TheirWords of={title} />
          </h3>
          <Paragraphs of={markdown} ours />
        </section>
      ))}
    </details>
  );
}

const NONE = { id: "", change: false };

/** Columns of a folded question. */
const MAX_FOLDED = 200;

function Folded({ of, place, unfold }: FoldedProps & { place: string }) {
  const { question } = of;
  return (
    <h3 class="folded">
      <button type="button" dir={directionOf(question.text)} aria-expanded={false} onClick={() => unfold(of)}>
        <TheirWords of={question.text} max={MAX_FOLDED} />
        {place !== "" && <span class="aside"> {place}</span>}
        {question.required && <span class="aside"> needed</span>}
      </button>
    </h3>
  );
}

type FoldedProps = { of: LiveQuestion; unfold(of: LiveQuestion): void };

/** What was answered, said back; by which door, where that was another. */
function Answered({ of, unfold }: FoldedProps) {
  const { question, state, closed, understood, by } = of;
  return (
    <div class="answered">
      <h4 dir={directionOf(question.text)}>
        <TheirWords of={question.text} max={MAX_FOLDED} />
      </h4>
      <div class="back">
        <p class={state === "answered" ? "" : "lead"}>
          {state === "answered" ? <TheirWords of={understood} /> : UNANSWERED[state]}
        </p>
        {by !== null && by !== "page" && <p class="lead">{ANSWERED_BY[by]}</p>}
      </div>
      {!closed && state !== "cancelled" && (
        <button type="button" class="button" onClick={() => unfold(of)}>
          {state === "answered" ? "Change" : "Answer it"}
          <span class="hidden">
            {state === "answered" ? " the answer to " : " "}
            <TheirWords of={question.text} max={MAX_FOLDED} />
          </span>
        </button>
      )}
    </div>
  );
}

/** How far the interview is, and how to end it. */
function Going({ of: { interview, thinking, still, list }, open }: { of: LiveQuestions; open: number }) {
  const [refused, refuse] = useState("");
  const over = interview === "ended";
  return (
    <>
      <div role="status" class="thinking">
        {thinking && (
          <p>
            <span class="dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            {thinkingSaid(over, open)} {"\u2026"}
          </p>
        )}
        {!thinking && still === "" && over && <p class="lead">{INTERVIEW_OVER}</p>}
      </div>
      {interview === "going" && list.length > 0 && (
        <div class="enough">
          <button
            type="button"
            class="button"
            onClick={async () => {
              const came = await act("enough");
              refuse(came.ok ? "" : came.refused);
            }}
          >
            Enough, write it
          </button>
          <p class="lead">{ENDS_INTERVIEW}</p>
          {refused !== "" && (
            <p class="refused" role="alert">
              {refused}
            </p>
          )}
        </div>
      )}
    </>
  );
}
