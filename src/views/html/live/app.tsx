import { useEffect } from "preact/hooks";
import type { LiveState } from "../../../story/live-state.ts";
import { incompleteText } from "../../../text/incomplete.ts";
import { count, dollars } from "../../../text/numbers.ts";
import { listed, lost, now, show, shownKey, state, trouble } from "./connection.ts";
import { Failures } from "./failures.tsx";
import { Matrix } from "./matrix.tsx";
import { SoFar } from "./so-far.tsx";
import { StopButton } from "./stop-button.tsx";
import { whole } from "./whole.ts";

/** The whole page: what runs now, how far it is, and what came of it. */
export function App() {
  const seen = state.value;
  useEffect(() => {
    if (seen) document.title = `${seen.done} of ${seen.total} · ${seen.topic}`;
  });
  return (
    <>
      {lost.value !== "no" && <Lost of={lost.value} known={seen !== null} />}
      {trouble.value !== null && <Unreadable of={trouble.value} known={seen !== null} />}
      <header class="top">
        <p class="eyebrow">Design lab</p>
        <h1>
          <bdi>{seen?.topic ?? (lost.value === "no" ? "No experiment yet" : "Nothing to show")}</bdi>
        </h1>
        {seen && <Standing of={seen} />}
        {!seen && lost.value === "no" && <p class="lead">This page shows a run as soon as there is one.</p>}
      </header>
      <main>
        {seen && (
          <>
            <Matrix of={seen} />
            <Failures of={seen} />
            <SoFar of={seen} />
          </>
        )}
        <Others />
      </main>
    </>
  );
}

/** Why nothing new comes, and what to type. */
function Lost({ of, known }: { of: "gone" | "shut"; known: boolean }) {
  return (
    <p class="notice lost" role="alert">
      {of === "gone"
        ? "The OpenCode that shows this page does not answer."
        : "This page is shut: its key is no longer good."}
      {known && " What is below is the last that it was told."} Type <code>/design-lab open</code> in the project's
      OpenCode: {of === "gone" ? "this page then goes on, or a new one opens." : "it opens the page anew."}
    </p>
  );
}

/** What of the experiment cannot be read; it is looked at again all the time. */
function Unreadable({ of, known }: { of: string; known: boolean }) {
  return (
    <p class="notice lost" role="alert">
      <bdi>{of}</bdi>
      {known && " What is below is the last that could be read."} This page goes on as soon as it can be read.
    </p>
  );
}

function Standing({ of }: { of: LiveState }) {
  const { id, done, failed, total, running, started_at, last_at, tokens, uncounted, cost, unpriced, left, report } = of;
  const standing = standingOf(of);
  const asked = [...of.designs, ...of.reviewers.flatMap(({ cells }) => cells)].filter(
    ({ since }) => since !== null,
  ).length;
  const until = running ? now.value : (last_at ?? now.value);
  const elapsed = started_at === null ? 0 : Math.max(0, until - started_at) / 1000;
  return (
    <>
      <p class="standing" role="status">
        <span class={`level ${LEVELS[standing]}`}>{WORDS[standing]}</span> {done} of {total} done
        {failed > 0 && `, ${failed} failed`}
        {asked > 0 && `, ${asked} being asked`}
      </p>
      <progress max={total} value={done + failed} aria-label="What has ended of all that is planned" />
      <dl class="figures">
        <Figure name={running ? "Running for" : "Ran for"} value={whole(elapsed)} />
        {running && left !== null && (
          <Figure
            name={left.forecast ? "Left, as forecast" : "Left at this pace"}
            value={`about ${whole(left.seconds)}`}
          />
        )}
        <Figure name={uncounted > 0 ? "Tokens, as far as known" : "Tokens"} value={tokens.toLocaleString("en")} />
        <Figure name={unpriced.length + uncounted > 0 ? "Cost, as far as known" : "Cost"} value={dollars(cost)} />
      </dl>
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
          <strong>Incomplete:</strong> {incompleteText(of.incomplete)}.
        </p>
      )}
      {(standing === "left" || standing === "ended") && (
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

type StandingWord = "running" | "finished" | "ended" | "left";

function standingOf({ running, done, failed, total }: LiveState): StandingWord {
  if (running) return "running";
  if (done === total) return "finished";
  return done + failed === total ? "ended" : "left";
}

const WORDS: Readonly<Record<StandingWord, string>> = {
  running: "Running",
  finished: "Finished",
  ended: "Ended with failures",
  left: "Nobody is at work",
};
const LEVELS: Readonly<Record<StandingWord, string>> = {
  running: "now",
  finished: "high",
  ended: "medium",
  left: "low",
};

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Others() {
  const others = listed.value.filter(({ key }) => key !== shownKey.value);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="others">
      <h2 id="others">Other experiments</h2>
      <ul class="others">
        {others.map(({ key, id, topic, running }) => (
          <li>
            <a
              href={`?experiment=${key}`}
              onClick={(event) => {
                event.preventDefault();
                show(key);
              }}
            >
              <bdi>{topic}</bdi>
            </a>{" "}
            <span class="aside">
              <bdi>{id}</bdi>
              {running && ", running"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
