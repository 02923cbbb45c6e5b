import { signal } from "@preact/signals";
import { provenServer } from "./server-proof.ts";

/** The page shows what the server last said: it is gone, or it lets this page in no more. */
export const lost = signal<"no" | "gone" | "shut">("no");

/** How often a server that is gone is looked for, milliseconds. */
const KNOCK_EVERY = 1_000;
let events: EventSource | null = null;

/** Whether events come: while they do it is still the server that they began with. */
export const isFollowing = (): boolean => events !== null;

/** Looks for the server for as long as the page stands: `look` is told how often it was called before. */
export async function knock(look: (before: number) => Promise<void>): Promise<void> {
  for (let knocks = 0; ; knocks++) {
    await look(knocks);
    await new Promise((resolve) => setTimeout(resolve, KNOCK_EVERY));
  }
}

/** A connection that was lost is not made again by the browser, which would send the cookie to whoever is there. */
export function follow(address: string, meet: (told: unknown) => void): void {
  events?.close();
  const source = new EventSource(address);
  events = source;
  source.onmessage = ({ data }) => meet(JSON.parse(data));
  source.onopen = () => {
    lost.value = "no";
  };
  source.onerror = () => {
    source.close();
    if (events === source) leave();
  };
}

/** Nobody answers: what comes next is to look for the server again. */
export function leave(): void {
  events?.close();
  events = null;
  lost.value = "gone";
}

/** Sends something to a door of the own server; null where nobody answers. */
export const post = (door: string, body: BodyInit = ""): Promise<Response | null> =>
  askOwn(door, { method: "POST", body });

/** Asks for what stands behind a door of the own server; null where nobody answers. */
export const get = (door: string): Promise<Response | null> => askOwn(door, {});

async function askOwn(door: string, sent: RequestInit): Promise<Response | null> {
  const own = isFollowing() || (await provenServer()) === "own";
  return own ? fetch(door, sent).catch(() => null) : null;
}

/** What the server said; null where nothing of it can be read. */
export async function readSaid<T>(answer: Response): Promise<(T & { refused?: string }) | null> {
  return answer.json().catch(() => null);
}
