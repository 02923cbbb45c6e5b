import { signal } from "@preact/signals";
import { render, type VNode } from "preact";
import type { Entry } from "../../../story/live-state.ts";
import { say } from "../../../story/sentence.ts";
import { ANEW, notEntered, type ServedPage, typeLine } from "../../../story/served-page.ts";
import { Said } from "../said.tsx";

/**
 * Shows the page in its place, or what became of the invitation: the server's own root is where invitations lead, and
 * what they open has a path of its own. `begin` is done on the page alone.
 */
export function showAt(page: ServedPage, shown: VNode, begin: () => void): void {
  const invited = location.pathname === "/";
  const place = document.getElementById("app");
  if (place) {
    place.textContent = "";
    render(invited ? <Entrance of={page} /> : shown, place);
  }
  if (invited) void enter();
  else begin();
}

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
function Entrance({ of }: { of: ServedPage }) {
  if (outcome.value === "asking") return <p class="top">Opening the page …</p>;
  const [title, why] = notEntered(of, outcome.value);
  return (
    <main class="top">
      <p class="eyebrow">Design lab</p>
      <div role="alert">
        <h1>{title}</h1>
        <p class="lead">{why}</p>
        <p class="lead">
          <Said of={say`${typeLine(of)}: ${ANEW}`} />
        </p>
      </div>
    </main>
  );
}
