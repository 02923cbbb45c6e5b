import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { BEFORE_SCRIPT, lostSaid } from "../../../story/served-page.ts";
import { STUDY_PAGE } from "../../../story/study-page.ts";
import { follow, isFollowing, knock, lost } from "../client/connection.ts";
import { showAt } from "../client/entrance.tsx";
import { learnProof, provenServer } from "../client/server-proof.ts";
import { Said } from "../said.tsx";
import { TheirWords } from "../words.tsx";
import type { StudyTold } from "./told.ts";

const whole = signal<string | null>(null);
/** Why nothing new is told; "" while all is. */
const trouble = signal("");

showAt(
  "study",
  <StudyPage />,
  () =>
    void knock(async () => {
      if (!isFollowing()) await refresh();
    }),
);

async function refresh(): Promise<void> {
  const proven = await provenServer();
  const answer = proven === "own" ? await fetch("study").catch(() => null) : null;
  const told: StudyTold | null = answer?.ok ? await answer.json().catch(() => null) : null;
  if (told === null) {
    lost.value = proven === "other" || answer?.status === 403 ? "shut" : "gone";
    return;
  }
  await learnProof();
  lost.value = "no";
  meet(told);
  // Where there is nothing yet that parts could be replaced of, all of it is asked for again.
  if ("whole" in told) follow("events", (next) => meet(next as StudyTold));
}

/** A part is replaced where it stands: what the reader scrolled to or opened stays as it is. */
function meet(told: StudyTold): void {
  if ("trouble" in told) {
    trouble.value = told.trouble;
    return;
  }
  trouble.value = "";
  document.title = told.title;
  if ("whole" in told) {
    // All of it again is taken part by part, so that nobody loses the place.
    if (whole.value === null) whole.value = told.whole;
    return;
  }
  for (const { id, html } of told.parts) {
    const place = document.getElementById(id);
    if (place && place.innerHTML !== html) place.innerHTML = html;
  }
}

/** The page that follows a study. Its HTML is drawn by the server, which the page has made sure is its own. */
function StudyPage() {
  const known = whole.value !== null;
  return (
    <>
      <div role="alert">
        {lost.value !== "no" && (
          <p class="trouble">
            <Said of={lostSaid("study", lost.value, known)} />
          </p>
        )}
        {trouble.value !== "" && (
          <p class="trouble">
            {STUDY_PAGE.trouble} <TheirWords of={trouble.value} />
          </p>
        )}
      </div>
      {known ? <Drawn /> : lost.value === "no" && <p class="top">{BEFORE_SCRIPT.study.first}</p>}
    </>
  );
}

/** Set once: what comes later replaces parts of it, which is no matter of this element. */
function Drawn() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current && whole.value !== null) place.current.innerHTML = whole.value;
  }, []);
  return <div ref={place} />;
}
