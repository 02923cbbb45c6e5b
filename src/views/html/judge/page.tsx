import { useEffect } from "preact/hooks";
import { enoughSaid, SAVED_ELSEWHERE, savedThere, VOTE_DONE, VOTE_KEPT } from "../../../story/judge-page.ts";
import { NEEDS_OWN, SHOWN_TAKES } from "../../../story/page-grade.ts";
import { lostSaid } from "../../../story/served-page.ts";
import { lost } from "../client/connection.ts";
import { OwnPageNeeded, Raise, showRaise } from "../client/raise.tsx";
import { grade } from "../client/server-proof.ts";
import { Said } from "../said.tsx";
import { TheirWords } from "../words.tsx";
import {
  after,
  carry,
  change,
  done,
  draft,
  keeping,
  keepOwn,
  other,
  refused,
  reopen,
  result,
  sendVote,
  sheet,
  take,
} from "./desk.ts";
import { draftStanding, isUntouched, voiceOf } from "./draft.ts";
import { BallotForm, Heading } from "./form.tsx";
import { Html } from "./html.tsx";
import { VoiceShown } from "./voice-shown.tsx";

/** The page on which one person judges, saved by itself on the server. */
export function JudgePage() {
  const [shown, said] = [sheet.value, draft.value];
  useEffect(() => {
    document.title = shown ? `Judging: ${shown.topic}` : "Design lab: judging";
  }, [shown]);
  if (shown === null || said === null) {
    return (
      <main class="ballot">
        <Troubles known={false} />
        {lost.value === "no" && <p class="top">{VOTE_KEPT.looking}</p>}
      </main>
    );
  }
  return (
    <div class="ballot">
      <Troubles known />
      <Heading of={shown} done={done.value} />
      <main>
        <Raise carry={carry}>{SHOWN_TAKES.judge}</Raise>
        {other.value && <Elsewhere />}
        {done.value ? (
          <Thanks />
        ) : (
          <BallotForm
            sheet={shown}
            draft={said}
            change={change}
            end={{
              title: "That is all",
              button: "I am done",
              finish: () => {
                if (grade.value === "shown") showRaise();
                else if (other.value) document.getElementById("elsewhere-title")?.focus();
                else void sendVote(true);
              },
              before: (
                <>
                  <OwnPageNeeded>{NEEDS_OWN.vote}</OwnPageNeeded>
                  {shown.person !== null && <p class="lead">{VOTE_KEPT.later}</p>}
                </>
              ),
            }}
          />
        )}
      </main>
      {!done.value && (
        <footer class="kept">
          <p>
            {other.value ? (
              <>
                <strong class="refused">{VOTE_KEPT.refused}</strong>{" "}
                <a href="#elsewhere-title">{SAVED_ELSEWHERE.title}: choose.</a>
              </>
            ) : (
              <>
                {(keeping.value !== "saved" || !isUntouched(shown, said)) && (
                  <>
                    <strong class={keeping.value}>{VOTE_KEPT[keeping.value]}</strong>{" "}
                  </>
                )}
                {enoughSaid(shown.designs.length, draftStanding(shown, said))[0]}
              </>
            )}
          </p>
        </footer>
      )}
    </div>
  );
}

/** Why nothing is saved at the moment, and what to do. */
function Troubles({ known }: { known: boolean }) {
  const of = lost.value;
  if (of === "no" && refused.value === "") return null;
  return (
    <div class="notice lost" role="alert">
      <p>{of === "no" ? <TheirWords of={refused.value} /> : <Said of={lostSaid("judge", of, known)} />}</p>
      {of === "no" && known && (
        <button type="button" class="button" onClick={() => void sendVote(false)}>
          {VOTE_KEPT.again}
        </button>
      )}
    </div>
  );
}

/** What another page of the same person saved, to choose between. */
function Elsewhere() {
  const kept = other.value;
  if (kept === null) return null;
  return (
    <section class="elsewhere" aria-labelledby="elsewhere-title" role="alert">
      <h2 id="elsewhere-title" tabIndex={-1}>
        {SAVED_ELSEWHERE.title}
      </h2>
      <p>{savedThere(kept.done)}</p>
      <VoiceShown of={kept.voice} />
      <p class="actions">
        <button type="button" class="button main" onClick={keepOwn}>
          {SAVED_ELSEWHERE.mine}
        </button>
        <button type="button" class="button" onClick={() => take(kept)}>
          {SAVED_ELSEWHERE.theirs}
        </button>
      </p>
    </section>
  );
}

function Thanks() {
  const [shown, said] = [sheet.value, draft.value];
  useEffect(() => {
    document.getElementById("thanks-title")?.focus();
    scrollTo(0, 0);
  }, []);
  if (shown === null || said === null) return null;
  return (
    <section id="thanks" aria-labelledby="thanks-title">
      <h2 id="thanks-title" tabIndex={-1}>
        {VOTE_DONE.title}
      </h2>
      {after.value !== null && (
        <p class="answer" dir="auto">
          <TheirWords of={after.value} />
        </p>
      )}
      {result.value !== null && (
        <section id="outcome" aria-labelledby="outcome-title">
          <h2 id="outcome-title">{VOTE_DONE.result}</h2>
          <Html of={result.value} look="outcome" />
        </section>
      )}
      <p class="lead">You said:</p>
      <VoiceShown of={voiceOf(shown, said)} />
      <p class="actions">
        <button type="button" class="button" onClick={grade.value === "shown" ? showRaise : reopen}>
          Change my vote
        </button>
        <OwnPageNeeded>{NEEDS_OWN.change}</OwnPageNeeded>
        <span class="lead">{result.value === null ? VOTE_DONE.change : VOTE_DONE.change_seen}</span>
      </p>
    </section>
  );
}
