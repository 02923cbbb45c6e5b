import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { incompleteSaid } from "../../../story/incomplete.ts";
import type { LiveState, Standing } from "../../../story/live-state.ts";
import { ANEW, SHUT, SILENT } from "../../../story/served-page.ts";
import { amount, count, dollars } from "../../../text/numbers.ts";
import { lost } from "../client/connection.ts";
import { TypeLine } from "../client/entrance.tsx";
import { type Term, Terms } from "../parts/lists.tsx";
import { Said } from "../said.tsx";
import { Section } from "../text.tsx";
import { Words } from "../words.tsx";
import {
  chosen,
  listed,
  now,
  planned,
  questions,
  show,
  shownKey,
  state,
  stop,
  stopping,
  trouble,
  wentOnFrom,
} from "./connection.ts";
import { Done, Wrong, whole } from "./matrix.tsx";
import { Plan } from "./plan/plan.tsx";
import { openOf, Queue } from "./queue.tsx";
import { Decision, SoFar } from "./so-far.tsx";

/** The whole page: what runs now, how far it is, and what came of it. */
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
  const known = seen !== null || asked !== null;
  return (
    <>
      {lost.value !== "no" && <Lost of={lost.value} known={known} />}
      {trouble.value !== null && <Unreadable of={trouble.value} known={known} />}
      <header class="top">
        <p class="eyebrow">Design lab</p>
        <WentOn />
        <h1>
          <Words of={topic || (lost.value === "no" ? "No experiment yet" : "Nothing to show")} />
        </h1>
        {seen && <Progress of={seen} />}
        {!known && lost.value === "no" && <p class="lead">This page shows a run as soon as there is one.</p>}
      </header>
      <main>
        {asked && <Queue key={shownKey.value} of={asked} />}
        {seen && <Decision of={seen} />}
        {plan && <Plan key={shownKey.value} of={plan} />}
        {seen && (
          <>
            {seen.verdict !== null && <SoFar of={seen} />}
            <Done of={seen} />
            {seen.stands?.map((said) => (
              <p class="standing">
                <Words of={said} />
              </p>
            ))}
            <Wrong of={seen} />
            {seen.verdict === null && <SoFar of={seen} />}
          </>
        )}
        <Others />
      </main>
    </>
  );
}

/** Why nothing new comes, and what to type. */
function Lost({ of, known }: { of: "gone" | "shut"; known: boolean }) {
  const [why, then] = of === "gone" ? [SILENT, "this page then goes on, or a new one opens."] : [SHUT, ANEW];
  return (
    <Alert>
      {why}
      {known && " What is below is the last that it was told."} <TypeLine of="open" /> {then}
    </Alert>
  );
}

/** What of the experiment cannot be read; it is looked at again all the time. */
function Unreadable({ of, known }: { of: string; known: boolean }) {
  return (
    <Alert>
      <Words of={of} />
      {known && " What is below is the last that could be read."} This page goes on as soon as it can be read.
    </Alert>
  );
}

function Alert({ children }: { children: ComponentChildren }) {
  return (
    <p class="notice lost" role="alert">
      {children}
    </p>
  );
}

function Progress({ of }: { of: LiveState }) {
  const { id, done, failed, total, asked, started_at, last_at, tokens, uncounted, cost, unpriced, left, report } = of;
  const [word, level] = STANDING[of.standing];
  const running = of.standing === "running";
  const until = running ? now.value : (last_at ?? now.value);
  const elapsed = started_at === null ? 0 : Math.max(0, until - started_at) / 1000;
  const figures: readonly Term[] = [
    [running ? "This call runs for" : "The last call ran for", whole(elapsed)],
    ...(running && left !== null
      ? [[left.forecast ? "Left, as forecast" : "Left at this pace", `about ${whole(left.seconds)}`] as const]
      : []),
    [uncounted > 0 ? "Tokens in all, as far as known" : "Tokens in all", amount(tokens)],
    [unpriced.length + uncounted > 0 ? "Cost in all, as far as known" : "Cost in all", dollars(cost)],
  ];
  return (
    <>
      <p class="standing" role="status">
        <span class={`level ${level}`}>{word}</span> {done} of {total} done
        {failed > 0 && `, ${failed} failed`}
        {asked > 0 && `, ${asked} being asked`}
      </p>
      <progress max={total} value={done + failed} aria-label="What has ended of all that is planned" />
      <Terms look="figures" of={figures} />
      <p class="actions">
        {report && (
          <a class={running ? "button" : "button main"} href={`report?experiment=${shownKey.value ?? ""}`}>
            {running ? "Report of the last ranking" : "Open the report"}
          </a>
        )}
        {running && <StopButton />}
      </p>
      {of.incomplete && (
        <p class="notice">
          <strong>Incomplete:</strong> <Said of={incompleteSaid(of.incomplete)} />.
        </p>
      )}
      {!running && done < total && (
        <p class="lead">
          What is finished is kept. <code>/design-lab resume {id}</code> asks for the rest.
        </p>
      )}
      {unpriced.length > 0 && (
        <p class="lead">
          No price is known of {count(unpriced.length, "model")}: {unpriced.join(", ")}.
        </p>
      )}
    </>
  );
}

/** Where the whole run stands, in words and in a colour. */
const STANDING: Readonly<Record<Standing, readonly [word: string, level: string]>> = {
  running: ["Running", "now"],
  finished: ["Finished", "high"],
  failures: ["Ended with failures", "medium"],
  left: ["Nobody is at work", "low"],
};

/** Stops the run, after a second word: what is finished stays, what runs is lost. */
function StopButton() {
  const [sure, setSure] = useState(false);
  if (stopping.value === "asked") return <span role="status">Stopping …</span>;
  if (!sure) {
    return (
      <>
        <button type="button" class="button" onClick={() => setSure(true)}>
          Stop the run
        </button>
        {stopping.value === "failed" && (
          <span role="alert"> It could not be asked to stop; stop it where it runs.</span>
        )}
      </>
    );
  }
  return (
    <>
      <span>What is finished stays, and the run can be gone on with. </span>
      <button
        type="button"
        class="button danger"
        onClick={() => {
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
          {state.value === null ? "Something is asked" : "A run began"}, and this page went on to it. Back to{" "}
          <Choice of={from} />
        </p>
      )}
    </div>
  );
}

function Choice({ of: { key, topic } }: { of: { key: string; topic: string } }) {
  return (
    <a
      href={`?experiment=${key}`}
      onClick={(event) => {
        event.preventDefault();
        show(key);
      }}
    >
      <Words of={topic} />
    </a>
  );
}

function Others() {
  const others = listed.value.filter(({ key }) => key !== shownKey.value);
  if (others.length === 0) return null;
  return (
    <Section id="others" title="Other experiments">
      <ul class="others">
        {others.map(({ key, id, topic, running, asks }) => (
          <li>
            <Choice of={{ key, topic }} />{" "}
            <span class="aside">
              <Words of={id} />
              {asks ? ", questions" : running && ", running"}
            </span>
          </li>
        ))}
      </ul>
      {chosen.value && (
        <p class="lead">
          This page stays at what was chosen. <a href="./">Follow what runs</a>
        </p>
      )}
    </Section>
  );
}
