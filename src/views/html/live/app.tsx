import { useEffect, useState } from "preact/hooks";
import { incompleteSaid } from "../../../story/incomplete.ts";
import {
  ENDED_OF_ALL,
  figuresSaid,
  KEPT,
  NO_RUN_YET,
  RUN_STANDS,
  reportCalled,
  STAYS,
  STOP,
  unpricedSaid,
  wentOnSaid,
} from "../../../story/live-page.ts";
import type { LiveQuestion } from "../../../story/live-questions.ts";
import { LIVE_HISTORY } from "../../../story/live-reply.ts";
import type { LiveState } from "../../../story/live-state.ts";
import { SHOWN_TAKES } from "../../../story/page-grade.ts";
import { PLAN_SECTION } from "../../../story/plan-shown.ts";
import { type Sentence, words } from "../../../story/sentence.ts";
import { lostSaid, unreadSaid } from "../../../story/served-page.ts";
import { lost } from "../client/connection.ts";
import { Raise } from "../client/raise.tsx";
import { Terms } from "../parts/lists.tsx";
import { Said } from "../said.tsx";
import { Section } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import {
  allListed,
  backHref,
  chosen,
  experimentHref,
  historyHref,
  now,
  planned,
  questions,
  showExperiment,
  shownKey,
  state,
  stop,
  stopping,
  trouble,
  wentOnFrom,
} from "./connection.ts";
import { useSeen } from "./draft.ts";
import { FirstField } from "./first-field.tsx";
import { Gate } from "./gate.tsx";
import { HistoryShown } from "./history.tsx";
import { Done, Wrong } from "./matrix.tsx";
import { WhatNext } from "./next.tsx";
import { Plan } from "./plan/plan.tsx";
import { openOf, Queue } from "./queue.tsx";
import { DecisionSoFar, RoundsSoFar, SoFar } from "./so-far.tsx";

/** The page of one experiment: what runs now, how far it is, and what came of it. */
export function App() {
  const seen = state.value;
  const asked = questions.value;
  const plan = planned.value;
  const open = openOf(asked).length;
  const topic = seen?.topic ?? asked?.topic ?? "";
  useEffect(() => {
    const run = seen ? `${seen.done} of ${seen.total} · ${topic}` : topic || "Design lab";
    document.title = open > 0 ? `(${open}) ${run}` : run;
  });
  // Whoever approves a plan sees the whole of it before its tasks one by one.
  const isFirst = openOf(asked).some(({ question }) => isOfPlan(question));
  const known = seen !== null || asked !== null;
  return (
    <>
      <Lost known={known} />
      {trouble.value !== null && <Alert of={unreadSaid(words(trouble.value, "all"), known)} />}
      <header class="top">
        <p class="eyebrow">Design lab</p>
        <p class="views">
          <a href={historyHref()}>{LIVE_HISTORY.link}</a>
        </p>
        <WentOn />
        <h1>
          <TheirWords of={topic || (lost.value === "no" ? "No experiment yet" : "Nothing to show")} />
        </h1>
        {seen && <Progress of={seen} />}
        {!known && lost.value === "no" && <p class="lead">{NO_RUN_YET}</p>}
      </header>
      <main>
        {!chosen.value && <FirstField />}
        {(known || (shownKey.value === null && lost.value === "no")) && <WhatNext />}
        {asked === null && lost.value === "no" && <Raise>{SHOWN_TAKES.open}</Raise>}
        {isFirst && plan && <Plan key={shownKey.value} of={plan} />}
        <Queue key={shownKey.value} of={asked}>
          {seen && <DecisionSoFar of={seen} />}
          {!isFirst && plan && <Plan key={shownKey.value} of={plan} />}
          {seen && (
            <>
              {seen.verdict !== null && <SoFar of={seen} />}
              <RoundsSoFar of={seen} />
              <Done of={seen} />
              {seen.stands?.map((said) => (
                <p class="standing">
                  <TheirWords of={said} />
                </p>
              ))}
              <Wrong of={seen} />
              {seen.verdict === null && <SoFar of={seen} />}
            </>
          )}
        </Queue>
        <Gate />
        {chosen.value && <FirstField key={shownKey.value} folded />}
        <Others />
      </main>
    </>
  );
}

const isOfPlan = (question: LiveQuestion["question"]): boolean =>
  question.type === "show_plan" && question.sections[0]?.id === PLAN_SECTION;

/** What the history says, on a page of its own. */
export function HistoryPage() {
  useEffect(() => {
    document.title = LIVE_HISTORY.title;
  });
  return (
    <>
      <Lost known />
      <header class="top">
        <p class="eyebrow">Design lab</p>
        <p class="views">
          <a href={backHref()}>{LIVE_HISTORY.back}</a>
        </p>
        <h1>{LIVE_HISTORY.title}</h1>
      </header>
      <main>
        <HistoryShown />
      </main>
    </>
  );
}

/** That no server answers, while that is so. */
function Lost({ known }: { known: boolean }) {
  return lost.value === "no" ? null : <Alert of={lostSaid("open", lost.value, known)} />;
}

/** Why nothing new comes. */
function Alert({ of }: { of: Sentence }) {
  return (
    <p class="notice lost" role="alert">
      <Said of={of} />
    </p>
  );
}

function Progress({ of }: { of: LiveState }) {
  const { done, failed, total, asked, unpriced, report } = of;
  const [word, level] = RUN_STANDS[of.standing];
  const running = of.standing === "running";
  const until = running || of.ended_at === null ? now.value : of.ended_at;
  return (
    <>
      <p class="standing" role="status">
        <span class={`level ${level}`}>{word}</span> {done} of {total} done
        {failed > 0 && `, ${failed} failed`}
        {asked > 0 && `, ${asked} being asked`}
      </p>
      <progress max={total} value={done + failed} aria-label={ENDED_OF_ALL} />
      <Terms look="figures" of={figuresSaid(of, until)} />
      <p class="actions">
        {report && (
          <a class={running ? "button" : "button main"} href={`report?experiment=${shownKey.value ?? ""}`}>
            {reportCalled(running)}
          </a>
        )}
        {running && <StopButton />}
      </p>
      {of.incomplete && (
        <p class="notice">
          <strong>Incomplete:</strong> <Said of={incompleteSaid(of.incomplete)} />.
        </p>
      )}
      {!running && done < total && <p class="lead">{KEPT}</p>}
      {unpriced.length > 0 && <p class="lead">{unpricedSaid(unpriced)}</p>}
    </>
  );
}

/** Stops the run, after a second word: what is finished stays, what runs is lost. */
function StopButton() {
  const [sure, setSure] = useState(false);
  // The press that asked for it may be a double one, or a key that is held.
  const isSeen = useSeen(sure ? STOP.sure : "");
  if (stopping.value === "asked") return <span role="status">Stopping …</span>;
  if (!sure) {
    return (
      <>
        <button type="button" class="button" onClick={() => setSure(true)}>
          Stop the run
        </button>
        {stopping.value === "failed" && <span role="alert"> {STOP.failed}</span>}
      </>
    );
  }
  return (
    <>
      <span>{STOP.sure} </span>
      <button
        type="button"
        class="button danger"
        aria-disabled={!isSeen}
        onClick={() => {
          if (!isSeen) return;
          setSure(false);
          void stop();
        }}
      >
        Stop now
      </button>{" "}
      <button type="button" class="button" onClick={() => setSure(false)}>
        Let it run
      </button>
    </>
  );
}

/** Says that what is shown is another experiment than a moment ago. */
function WentOn() {
  const from = wentOnFrom.value;
  return (
    <div role="status">
      {from !== null && (
        <p class="notice">
          {wentOnSaid(state.value !== null)} <Choice of={from} />
        </p>
      )}
    </div>
  );
}

function Choice({ of: { key, topic } }: { of: { key: string; topic: string } }) {
  return (
    <a
      href={experimentHref(key)}
      onClick={(event) => {
        event.preventDefault();
        showExperiment(key);
      }}
    >
      <TheirWords of={topic} />
    </a>
  );
}

function Others() {
  const others = allListed.value.filter(({ key }) => key !== shownKey.value);
  if (others.length === 0) return null;
  return (
    <Section id="others" title="Other experiments">
      <ul class="others">
        {others.map(({ key, id, topic, running, asks }) => (
          <li>
            <Choice of={{ key, topic }} />{" "}
            <span class="aside">
              <TheirWords of={id} />
              {asks ? ", questions" : running && ", running"}
            </span>
          </li>
        ))}
      </ul>
      {chosen.value && (
        <p class="lead">
          {STAYS} <a href="./">Follow what runs</a>
        </p>
      )}
    </Section>
  );
}
