import { computed, signal } from "@preact/signals";
import type { LiveEntry, LiveState, LiveTold } from "../../../story/live-state.ts";
import { learnProof, provenServer } from "./server-proof.ts";

type Listed = LiveEntry & { key: string };

/** Every experiment of the project, the newest first. */
export const listed = signal<readonly Listed[]>([]);
/** The key of the experiment that is shown; null while there is none. */
export const shownKey = signal<string | null>(null);
export const state = signal<LiveState | null>(null);
/** What of the experiment cannot be read at the moment; null where all can. */
export const trouble = signal<string | null>(null);
/** The page shows what the server last said: it is gone, or it lets this page in no more. */
export const lost = signal<"no" | "gone" | "shut">("no");
/** What stopping came to: asked for, or refused. */
export const stopping = signal<"no" | "asked" | "failed">("no");

const clock = signal(Date.now());
/** How far the server's clock is ahead of this one, milliseconds. */
const ahead = signal(0);
/** The server's time now; moves every second. */
export const now = computed(() => clock.value + ahead.value);

/** How often a server that is gone is looked for, milliseconds, and at which of these times one that is there is asked. */
const KNOCK_EVERY = 1_000;
const LIST_AT = 5;
let events: EventSource | null = null;

/** Shows the experiment that the address names, else one that runs, else the newest; and follows it from then on. */
export async function connect(): Promise<void> {
  setInterval(() => {
    clock.value = Date.now();
  }, 1_000);
  for (let knocks = 0; ; knocks++) {
    if (lost.value !== "no" || knocks % LIST_AT === 0) await refresh();
    await new Promise((resolve) => setTimeout(resolve, KNOCK_EVERY));
  }
}

async function refresh(): Promise<void> {
  // While events come it is still the server that they began with.
  const proven = events ? "own" : await provenServer();
  if (proven !== "own") {
    lost.value = proven === "gone" ? "gone" : "shut";
    return;
  }
  const answer = await fetch("experiments").catch(() => null);
  if (!answer?.ok) {
    if (!events) lost.value = answer?.status === 403 ? "shut" : "gone";
    return;
  }
  listed.value = (await answer.json()) as Listed[];
  await learnProof();
  const named = new URLSearchParams(location.search).get("experiment");
  const first = listed.value.find(({ running }) => running) ?? listed.value[0];
  const key = shownKey.value ?? named ?? first?.key;
  if (key === undefined) lost.value = "no";
  else if (key !== shownKey.value) show(key);
  else if (!events) follow(key);
}

/** Shows another experiment; the address names it, so that a reload shows the same. */
export function show(key: string): void {
  shownKey.value = key;
  state.value = null;
  trouble.value = null;
  stopping.value = "no";
  history.replaceState(null, "", `?experiment=${key}`);
  if (lost.value === "no") follow(key);
}

/** A connection that was lost is not made again by the browser, which would send the cookie to whoever is there. */
function follow(key: string): void {
  events?.close();
  const source = new EventSource(`events?experiment=${key}`);
  events = source;
  source.onmessage = ({ data }) => {
    const next = JSON.parse(data) as LiveTold;
    trouble.value = "trouble" in next ? next.trouble : null;
    if ("trouble" in next) return;
    ahead.value = next.now - Date.now();
    if (next.standing !== "running") stopping.value = "no";
    state.value = next;
  };
  source.onopen = () => {
    lost.value = "no";
  };
  source.onerror = () => {
    source.close();
    if (events !== source) return;
    events = null;
    lost.value = "gone";
  };
}

/** Asks the run to stop, whichever process it runs in. */
export async function stop(): Promise<void> {
  const own = events !== null || (await provenServer()) === "own";
  const sent = own && fetch(`stop?experiment=${shownKey.value ?? ""}`, { method: "POST" });
  const stopped = sent && (await sent.then(({ ok }) => ok).catch(() => false));
  stopping.value = stopped ? "asked" : "failed";
}
