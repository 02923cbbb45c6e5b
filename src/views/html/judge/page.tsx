import { useEffect } from "preact/hooks";
import { ANEW, lineOf, SHUT, SILENT } from "../../../story/served-page.ts";
import { lost } from "../client/connection.ts";
import { OwnPageNeeded, Raise, showRaise } from "../client/raise.tsx";
import { grade } from "../client/server-proof.ts";
import { Words } from "../words.tsx";
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
  send,
  sheet,
  take,
} from "./desk.ts";
import { isUntouched, voiceOf } from "./draft.ts";
import { BallotForm, Heading } from "./form.tsx";
import { enoughTexts } from "./standing.tsx";
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
        {lost.value === "no" && <p class="top">Looking for the designs …</p>}
      </main>
    );
  }
  return (
    <div class="ballot">
      <Troubles known />
      <Heading of={shown} done={done.value} />
      <main>
        <Raise carry={carry}>
          It shows the designs and keeps no vote: what you say stays in this browser until it is your own.
        </Raise>
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
                else void send(true);
              },
              before: (
                <>
                  <OwnPageNeeded>A vote is not taken from here.</OwnPageNeeded>
                  {shown.person !== null && <p class="lead">Your vote can be changed later.</p>}
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
                <strong class="refused">Not saved.</strong>{" "}
                <a href="#elsewhere-title">Another page of yours saved meanwhile: choose.</a>
              </>
            ) : (
              <>
                {(keeping.value !== "saved" || !isUntouched(shown, said)) && (
                  <>
                    <strong class={keeping.value}>{KEEPING[keeping.value]}</strong>{" "}
                  </>
                )}
                {enoughTexts(shown, said)[0]}
              </>
            )}
          </p>
        </footer>
      )}
    </div>
  );
}

const KEEPING = { saved: "Saved.", changed: "Not saved yet.", saving: "Saving …", refused: "Not saved." } as const;

/** Why nothing is saved at the moment, and what to do. */
function Troubles({ known }: { known: boolean }) {
  const kept = known ? " What you said stays here, and is saved when the page goes on." : "";
  const line = `Type ${lineOf("judge")} in the project's OpenCode`;
  const why = { no: refused.value, gone: `${SILENT}${kept} ${line}.`, shut: `${SHUT}${kept} ${line}: ${ANEW}` }[
    lost.value
  ];
  if (why === "") return null;
  return (
    <div class="notice lost" role="alert">
      <p>
        <Words of={why} />
      </p>
      {lost.value === "no" && known && (
        <button type="button" class="button" onClick={() => void send(false)}>
          Try to save again
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
        Another page of yours saved meanwhile
      </h2>
      <p>What you said here stands below and is not saved. There, {kept.done ? "as your whole vote" : "so far"}:</p>
      <VoiceShown of={kept.voice} />
      <p class="actions">
        <button type="button" class="button main" onClick={keepOwn}>
          Keep what stands here
        </button>
        <button type="button" class="button" onClick={() => take(kept)}>
          Take what was saved there
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
        Thank you: your vote is kept
      </h2>
      {after.value !== null && (
        <p class="answer" dir="auto">
          <Words of={after.value} />
        </p>
      )}
      <p class="lead">You said:</p>
      <VoiceShown of={voiceOf(shown, said)} />
      <p class="actions">
        <button type="button" class="button" onClick={grade.value === "shown" ? showRaise : reopen}>
          Change my vote
        </button>
        <OwnPageNeeded>A vote is not changed from here.</OwnPageNeeded>
        <span class="lead">While you change it, it counts again only once you say that you are done.</span>
      </p>
    </section>
  );
}
