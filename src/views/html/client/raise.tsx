import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Entry } from "../../../story/live-state.ts";
import { RAISING, SHOWN_TO_AGENTS } from "../../../story/page-grade.ts";
import { SHUT, SILENT } from "../../../story/served-page.ts";
import { Said } from "../said.tsx";
import { post, readSaid } from "./connection.ts";
import { grade } from "./server-proof.ts";

const ID = "raise";

/** Kept beside the page's parts: what comes while the code is typed may move the field elsewhere. */
const asked = signal(false);
const code = signal("");
const refused = signal("");

/**
 * On a page that an agent could open: what it does not do, and how it becomes the person's own. `carry` is given the path
 * of that page before it comes, to take along what was typed.
 */
export function Raise({ children, carry }: { children: ComponentChildren; carry?: (path: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const isOpen = asked.value && grade.value !== "person";
  useLayoutEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  if (grade.value === "person") return null;

  const ask = async (): Promise<void> => {
    const came = await send<object>("code");
    refused.value = typeof came === "string" ? came : "";
    if (typeof came !== "string") asked.value = true;
  };
  const raise = async (): Promise<void> => {
    const came = await send<Entry>(`raise?code=${encodeURIComponent(code.value)}`);
    if (typeof came === "string") {
      refused.value = came;
      return;
    }
    if (!("at" in came)) return;
    carry?.(came.at);
    location.replace(`${came.at}${location.search}`);
  };
  return (
    <section id={ID} class="notice raise" aria-label={RAISING.title} tabIndex={-1}>
      <p>
        <strong>{SHOWN_TO_AGENTS}</strong> {children}
      </p>
      {!isOpen ? (
        <p class="actions">
          <button type="button" class="button" onClick={() => void ask()}>
            {RAISING.begin}
          </button>
        </p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void raise();
          }}
        >
          <p>
            <Said of={RAISING.how} />
          </p>
          <div class="field">
            <label for="screen-code">{RAISING.code}</label>
            <input
              ref={field}
              id="screen-code"
              type="text"
              autocomplete="off"
              autocapitalize="characters"
              spellcheck={false}
              maxLength={20}
              value={code.value}
              onInput={({ currentTarget }) => {
                code.value = currentTarget.value;
              }}
            />
          </div>
          <p class="actions">
            <button type="submit" class="button main">
              {RAISING.send}
            </button>
            <button type="button" class="button quiet" onClick={() => void ask()}>
              {RAISING.again}
            </button>
          </p>
        </form>
      )}
      {refused.value !== "" && (
        <p class="refused" role="alert">
          {refused.value}
        </p>
      )}
    </section>
  );
}

/** Beside a control that only a person's page has an effect with: says so, and leads to the way. */
export function OwnPageNeeded({ children }: { children: ComponentChildren }) {
  if (grade.value === "person") return null;
  return (
    <p class="notice">
      {children} <a href={`#${ID}`}>{RAISING.link}</a>
    </p>
  );
}

/** Brings the way to a page of one's own into sight. */
export function showRaise(): void {
  document.getElementById(ID)?.focus();
}

/** What the own server said, or why it did not. */
async function send<T>(door: string): Promise<T | string> {
  const answer = await post(door);
  if (answer === null) return SILENT;
  const said = await readSaid<T>(answer);
  if (answer.ok && said !== null) return said;
  return said?.refused ?? SHUT;
}
