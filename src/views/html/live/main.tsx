import { signal } from "@preact/signals";
import { render } from "preact";
import type { Entry } from "../../../story/live-state.ts";
import { App } from "./app.tsx";
import { connect } from "./connection.ts";

/** What became of the invitation that the address holds. */
const outcome = signal<"asking" | "none" | "used" | "unknown" | "lost">("asking");

/** Trades the code in the address for the page's cookie, and goes there. Nothing of it stays in the history. */
async function enter(): Promise<void> {
  const code = location.hash.slice(1);
  if (code === "") {
    outcome.value = "none";
    return;
  }
  // A browser may load ahead of the person what it then throws away.
  const { prerendering } = document as { prerendering?: boolean };
  if (prerendering) await new Promise((go) => document.addEventListener("prerenderingchange", go, { once: true }));
  const answer = await fetch(`/enter?code=${encodeURIComponent(code)}`, { method: "POST" }).catch(() => null);
  const entry = (await answer?.json().catch(() => null)) as Entry | null | undefined;
  if (entry && "at" in entry) {
    location.replace(entry.at);
    return;
  }
  history.replaceState(null, "", "/");
  outcome.value = entry?.refused ?? "lost";
}

/** Says that the page is on its way, or why it is not and what to type. */
function Entrance() {
  if (outcome.value === "asking") return <p class="top">Opening the page …</p>;
  const { title, why } = SAID[outcome.value];
  return (
    <main class="top">
      <p class="eyebrow">Design lab</p>
      <div role="alert">
        <h1>{title}</h1>
        <p class="lead">{why}</p>
        <p class="lead">
          Type <code>/design-lab open</code> in the project's OpenCode: it opens the page anew.
        </p>
      </div>
    </main>
  );
}

const SAID = {
  none: {
    title: "This address opens nothing by itself",
    why: "The page of a project is opened by an address that the design lab gives out, once for each time.",
  },
  used: {
    title: "This address was used before",
    why: "It opens the page once. Somebody may have seen it and come first, so every page of this project that was opened so far is shut.",
  },
  unknown: {
    title: "This address is no longer good",
    why: "It opens the page once, for 10 minutes, and while the OpenCode that gave it runs.",
  },
  lost: {
    title: "The design lab does not answer",
    why: "The OpenCode that gave this address has ended, or stopped showing pages.",
  },
} as const;

/** The server's own root is where invitations lead; the project's page has a path of its own. */
const invited = location.pathname === "/";

const place = document.getElementById("app");
if (place) {
  place.textContent = "";
  render(invited ? <Entrance /> : <App />, place);
}
void (invited ? enter() : connect());
