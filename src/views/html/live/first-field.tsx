import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { BOUNDS } from "../../../artifacts/bounds.ts";
import { BEGINNING } from "../../../story/live-offer.ts";
import { FIRST_FIELD, type LiveWay, type WayDraft, wayCalled, wayOffered } from "../../../story/live-reply.ts";
import { NEEDS_OWN } from "../../../story/page-grade.ts";
import { WAYS, type WayName } from "../../../story/way-in.ts";
import { Blocks } from "../blocks.tsx";
import { Area } from "../client/area.tsx";
import { keepDraft, keptDraft } from "../client/drafts.ts";
import { OwnPageNeeded } from "../client/raise.tsx";
import { grade } from "../client/server-proof.ts";
import { Said } from "../said.tsx";
import { experimentHref, showExperiment, shownKey } from "./connection.ts";
import { useSeen } from "./draft.ts";
import { namingExperiments } from "./naming.ts";
import { askWay, beginWay } from "./send.ts";

/** Under what the browser keeps what stands in the field. */
const KEPT = "way";
const EMPTY: WayDraft = { task: "" };

/** Where a person says in words what is wanted, and is told what fits; `folded` beside an experiment that was chosen. */
export function FirstField({ folded = false }: { folded?: boolean }) {
  const field = <Field />;
  if (!folded)
    return (
      <section id="way" class="way" aria-labelledby="way-title">
        <h2 id="way-title">{FIRST_FIELD.title}</h2>
        {field}
      </section>
    );
  return (
    <details id="way" class="fold way">
      <summary>
        <h2>{FIRST_FIELD.again}</h2>
      </summary>
      {field}
    </details>
  );
}

function Field() {
  const [{ task }, setDraft] = useState<WayDraft>(() => keptDraft(KEPT, EMPTY) ?? EMPTY);
  const [told, tell] = useState<{ task: string; way: LiveWay; refused: string } | null>(null);
  const [refused, refuse] = useState("");
  const [busy, work] = useState(false);
  const answer = useRef<HTMLDivElement>(null);
  // Whoever does not see the page is led to what was said.
  useLayoutEffect(() => answer.current?.focus(), [told]);
  const set = (text: string): void => {
    setDraft({ task: text });
    keepDraft(KEPT, { task: text });
    refuse("");
  };
  /** What stands there now of words of which nothing was begun, and why. */
  const renew = async (before: { task: string; way: LiveWay }, why: string): Promise<void> => {
    const came = await askWay(before.task);
    // Other words may have been asked about meanwhile.
    tell((now) => (now === before ? { ...before, ...(came.ok && { way: came.said }), refused: why } : now));
  };
  const ask = async (): Promise<void> => {
    if (busy) return;
    if (task.trim() === "") return refuse(FIRST_FIELD.empty);
    work(true);
    const came = await askWay(task);
    work(false);
    refuse(came.ok ? "" : came.refused);
    tell(came.ok ? { task, way: came.said, refused: "" } : null);
  };
  return (
    <>
      <form
        aria-label={FIRST_FIELD.title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <Area
          id="way-task"
          label={FIRST_FIELD.label}
          hint={FIRST_FIELD.hint}
          value={task}
          set={set}
          max={BOUNDS.task.text}
          rows={2}
        />
        {refused !== "" && (
          <p class="refused" role="alert" dir="auto">
            {refused}
          </p>
        )}
        <p class="actions">
          <button type="submit" class="button main" aria-disabled={busy}>
            {busy ? FIRST_FIELD.busy : FIRST_FIELD.send}
          </button>
        </p>
      </form>
      {told && (
        <div ref={answer} class="answer" tabIndex={-1}>
          {told.task !== task && <p class="notice">{FIRST_FIELD.changed}</p>}
          {told.refused !== "" && (
            <p class="refused" role="alert" dir="auto">
              {told.refused}
            </p>
          )}
          <Answer
            of={told.way}
            task={told.task}
            done={() => keepDraft(KEPT, null)}
            refuse={(why) => renew(told, why)}
          />
        </div>
      )}
    </>
  );
}

type AnswerProps = {
  of: LiveWay;
  task: string;
  /** Is called once something of it was begun. */
  done(): void;
  /** Is told why nothing was begun, and has it said anew. */
  refuse(why: string): Promise<void>;
};

/** What fits, the button for it above its line, which may be long, and every other way with its own. */
function Answer({ of: { blocks, keys, fits, there, offers }, ...given }: AnswerProps) {
  const by = namingExperiments(keys);
  const button = (way: WayName): ComponentChildren =>
    offers[way] && <Begin way={way} of={offers[way]} isFit={way === fits} {...given} />;
  // The ways stand in the last list, under a heading of their own.
  const at = blocks.findLastIndex((block) => "is" in block && block.is === "list");
  const ways = blocks[at];
  const key = there === null ? undefined : keys[there];
  return (
    <>
      <Blocks of={blocks.slice(0, 1)} by={by} />
      {key !== undefined && key !== shownKey.value && (
        <p class="actions">
          <a class={fits === null ? "button main" : "button"} href={experimentHref(key)}>
            {FIRST_FIELD.there}
          </a>
        </p>
      )}
      {fits && button(fits)}
      {Object.keys(offers).length > 0 && <OwnPageNeeded>{NEEDS_OWN.run}</OwnPageNeeded>}
      <Blocks of={blocks.slice(1, at)} by={by} />
      {ways && "is" in ways && ways.is === "list" && (
        <ul class="ways">
          {ways.of.map((item, place) => {
            const way = WAYS[place];
            return (
              <li>
                {!("as" in item) && <Said of={item} by={by} />}
                {way !== undefined && way !== fits && button(way)}
              </li>
            );
          })}
        </ul>
      )}
      <p class="lead">
        <Said of={FIRST_FIELD.typed} />
      </p>
      <Blocks of={blocks.slice(at + 1)} by={by} />
    </>
  );
}

type BeginProps = Omit<AnswerProps, "of"> & {
  way: WayName;
  of: NonNullable<LiveWay["offers"][WayName]>;
  isFit: boolean;
};

/** The button that begins one way at the price that stands on it, on a person's own page. */
function Begin({ way, of, isFit, task, done, refuse }: BeginProps) {
  const [busy, work] = useState(false);
  const isSeen = useSeen(of.sha256);
  if (grade.value !== "person") return null;
  const begin = async (): Promise<void> => {
    if (busy || !isSeen) return;
    work(true);
    const came = await beginWay(task, way, of.sha256);
    if (!came.ok) await refuse(came.refused);
    work(false);
    if (!came.ok) return;
    done();
    if (came.said.key !== null) showExperiment(came.said.key);
  };
  return (
    <div class="begin">
      <p class="actions">
        <button
          type="button"
          class={isFit ? "button main" : "button"}
          aria-disabled={busy || !isSeen}
          onClick={() => void begin()}
        >
          {busy ? BEGINNING : wayCalled(way, of)}
        </button>
      </p>
      {wayOffered(way, of).map((each) => (
        <p class="lead">
          <Said of={each} />
        </p>
      ))}
    </div>
  );
}
