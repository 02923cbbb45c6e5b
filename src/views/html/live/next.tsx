import { useEffect, useState } from "preact/hooks";
import type { DecisionOffer } from "../../../story/live-decide.ts";
import { type LiveNext, NEXT_TITLES, nextShown, WAITS_FOR_AGENT } from "../../../story/live-next.ts";
import { BEGINNING, type LiveOffer, offerCalled, offerLine, offerSaid } from "../../../story/live-offer.ts";
import { PLAN_STEPS } from "../../../story/live-plan.ts";
import { NEEDS_OWN } from "../../../story/page-grade.ts";
import { OwnPageNeeded } from "../client/raise.tsx";
import { grade } from "../client/server-proof.ts";
import { Said } from "../said.tsx";
import { TheirWords } from "../words.tsx";
import { decidable, offered, plannable, questions, shownKey, state } from "./connection.ts";
import { DecideForm } from "./decide.tsx";
import { useSending } from "./draft.ts";
import { OutcomeForm } from "./outcome.tsx";
import { PlanForm } from "./planning.tsx";
import { openOf } from "./queue.tsx";

/** How long nobody may be at work before the page says so, milliseconds; an agent may take an answer in meanwhile. */
const QUIET = 15_000;

/** What comes next, above all else: what it is, the button or the line for it, and what else can be done. */
export function WhatNext() {
  const asked = questions.value;
  const next = nextShown(state.value, asked, openOf(asked));
  const quiet = useQuiet(next.kind === "interview" && asked?.still === "");
  const { kind, said } = quiet ? WAITS_FOR_AGENT : next;
  const plan = PLANNED.has(kind) ? plannable.value : null;
  const step = plan?.offer?.step ?? null;
  const isDecided = state.value?.decision != null && AFTER.has(kind);
  return (
    <section id="next" class="next" aria-labelledby="next-title">
      <h2 id="next-title">{step === null ? NEXT_TITLES[kind] : PLAN_STEPS[step]}</h2>
      {kind === "approved" && offered.value && <Offer key={shownKey.value} of={offered.value} />}
      {decidable.value && kind === "decide" && <ToDecide key={shownKey.value} of={decidable.value} />}
      {plan && <PlanForm key={shownKey.value} of={plan} />}
      <ul role={kind === "work" ? undefined : "list"}>
        {linesOf(kind, said).map((each) => (
          <li>
            <Said of={each} />
          </li>
        ))}
      </ul>
      {decidable.value && isDecided && grade.value === "person" && (
        <OutcomeForm key={shownKey.value} of={decidable.value} />
      )}
    </section>
  );
}

/** Where only a person's own page takes it, another says so, and the line stands below. */
function ToDecide({ of }: { of: DecisionOffer }) {
  return grade.value === "person" ? <DecideForm of={of} /> : <OwnPageNeeded>{NEEDS_OWN.decision}</OwnPageNeeded>;
}

/** Where a plan is to be made, changed or written; an approval that waits is a question below. */
const PLANNED: ReadonlySet<LiveNext["kind"]> = new Set(["plan", "approve_plan"]);
/** What leads on from a decision; what came of it can be said beside it. */
const AFTER: ReadonlySet<LiveNext["kind"]> = new Set(["plan", "tasks", "approve_plan", "end"]);

function linesOf(kind: LiveNext["kind"], said: LiveNext["said"]): LiveNext["said"] {
  const id = questions.value?.id ?? "";
  return kind === "approved" && id !== "" ? [...said, offerLine(id)] : said;
}

/** Whether it is not yet so for long that nobody is at work. */
function useQuiet(waits: boolean): boolean {
  const [over, end] = useState(false);
  useEffect(() => {
    end(false);
    const timer = waits ? setTimeout(() => end(true), QUIET) : undefined;
    return () => clearTimeout(timer);
  }, [waits]);
  return waits && !over;
}

/** The run of the approved brief: what it would ask, and the button that begins that very one. */
function Offer({ of: { estimate, beginning, why } }: { of: LiveOffer }) {
  const { busy, held, refused, send } = useSending("begin", estimate?.sha256 ?? "");
  if (beginning) return <p role="status">{BEGINNING}</p>;
  const wrong = refused || why;
  return (
    <>
      {estimate && (
        <>
          {grade.value === "person" && (
            <p class="actions">
              <button
                type="button"
                class="button main"
                aria-disabled={held}
                onClick={() => void send("begin", { agreed: estimate.sha256 })}
              >
                {busy ? BEGINNING : offerCalled(estimate)}
              </button>
            </p>
          )}
          {grade.value !== "person" && (
            <p>
              <strong>{offerCalled(estimate)}</strong>
            </p>
          )}
          <OwnPageNeeded>{NEEDS_OWN.run}</OwnPageNeeded>
          {offerSaid(estimate).map((each) => (
            <p class="lead">
              <Said of={each} />
            </p>
          ))}
        </>
      )}
      {wrong !== "" && (
        <p class="refused" role="alert">
          <TheirWords of={wrong} />
        </p>
      )}
    </>
  );
}
