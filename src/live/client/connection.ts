import { computed, signal } from "@preact/signals";
import type { LiveEntry, LiveState } from "../../schemas/live-state.ts";

export type Listed = LiveEntry & { key: string };

/** Every experiment of the project, the newest first. */
export const listed = signal<readonly Listed[]>([]);
/** The key of the experiment that is shown; null while there is none. */
export const shownKey = signal<string | null>(null);
export const state = signal<LiveState | null>(null);
/** The server does not answer: the page shows what it last said. */
export const lost = signal(false);
/** What stopping came to: asked for, or refused. */
export const stopping = signal<"no" | "asked" | "failed">("no");

const clock = signal(Date.now());
/** How far the server's clock is ahead of this one, milliseconds. */
const ahead = signal(0);
/** The server's time now; moves every second. */
export const now = computed(() => clock.value + ahead.value);

const LIST_EVERY = 5_000;
let events: EventSource | null = null;

/** Shows the experiment that the address names, else one that runs, else the newest; and follows it from then on. */
export async function connect(): Promise<void> {
  setInterval(() => {
    clock.value = Date.now();
  }, 1_000);
  await refresh();
  setInterval(() => void refresh(), LIST_EVERY);
}

async function refresh(): Promise<void> {
  const answer = await fetch("experiments").catch(() => null);
  if (!answer?.ok) return;
  listed.value = (await answer.json()) as Listed[];
  if (shownKey.value !== null) return;
  const named = new URLSearchParams(location.search).get("experiment");
  const first = listed.value.find(({ running }) => running) ?? listed.value[0];
  const key = named ?? first?.key;
  if (key !== undefined) show(key);
}

/** Follows another experiment; the address names it, so that a reload shows the same. */
export function show(key: string): void {
  events?.close();
  shownKey.value = key;
  state.value = null;
  stopping.value = "no";
  history.replaceState(null, "", `?experiment=${key}`);
  events = new EventSource(`events?experiment=${key}`);
  events.onmessage = ({ data }) => {
    const next = JSON.parse(data) as LiveState;
    ahead.value = next.now - Date.now();
    if (!next.running) stopping.value = "no";
    state.value = next;
    lost.value = false;
  };
  events.onopen = () => {
    lost.value = false;
  };
  events.onerror = () => {
    lost.value = true;
  };
}

/** Asks the run to stop, whichever process it runs in. */
export async function stop(): Promise<void> {
  const answer = await fetch(`stop?experiment=${shownKey.value ?? ""}`, { method: "POST" }).catch(() => null);
  stopping.value = answer?.ok ? "asked" : "failed";
}
