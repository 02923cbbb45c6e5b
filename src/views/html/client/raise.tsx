import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Entry } from "../../../story/live-state.ts";
import { CODE_LINES, SHOWN_TO_AGENTS } from "../../../story/page-grade.ts";
import { SHUT, SILENT } from "../../../story/served-page.ts";
import { post, saidIn } from "./connection.ts";
import { grade } from "./server-proof.ts";

const ID = "raise";

/**
 * On a page that an agent could open: what it does not do, and how it becomes the person's own. `carry` is given the path
 * of that page before it comes, to take along what was typed.
 */
export function Raise({ children, carry }: { children: ComponentChildren; carry?: (path: string) => void }) {
  const [asked, setAsked] = useState(false);
  const [code, setCode] = useState("");
  const [refused, refuse] = useState("");
  if (grade.value === "person") return null;

  const ask = async (): Promise<void> => {
    const came = await send<object>("code");
    if (typeof came === "string") return refuse(came);
    refuse("");
    setAsked(true);
  };
  const raise = async (): Promise<void> => {
    const came = await send<Entry>(`raise?code=${encodeURIComponent(code)}`);
    if (typeof came === "string") return refuse(came);
    if (!("at" in came)) return;
    carry?.(came.at);
    location.replace(`${came.at}${location.search}`);
  };
  return (
    <section id={ID} class="notice raise" aria-label="Whose page this is" tabIndex={-1}>
      <p>
        <strong>{SHOWN_TO_AGENTS}</strong> {children}
      </p>
      {!asked ? (
        <p class="actions">
          <button type="button" class="button" onClick={() => void ask()}>
            Make it my own
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
            Type <code>{CODE_LINES.screen}</code> in OpenCode's terminal, or <code>{CODE_LINES.command}</code> in a
            terminal of yours, in the project's folder: it shows the code for five minutes. Type it here, and in no
            conversation.
          </p>
          <div class="field">
            <label for="screen-code">The code that your screen shows</label>
            <input
              id="screen-code"
              type="text"
              autocomplete="off"
              autocapitalize="characters"
              spellcheck={false}
              maxLength={20}
              value={code}
              onInput={({ currentTarget }) => setCode(currentTarget.value)}
            />
          </div>
          <p class="actions">
            <button type="submit" class="button main">
              This is my page
            </button>
            <button type="button" class="button quiet" onClick={() => void ask()}>
              Ask for a code again
            </button>
          </p>
        </form>
      )}
      {refused !== "" && (
        <p class="refused" role="alert">
          {refused}
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
      {children} <a href={`#${ID}`}>Make this page your own</a>
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
  const said = await saidIn<T>(answer);
  if (answer.ok && said !== null) return said;
  return said?.refused ?? SHUT;
}
