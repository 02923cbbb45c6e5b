import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { useDraft } from "../client/drafts.ts";
import { shownKey } from "./connection.ts";
import { act } from "./send.ts";

/** Why what was pressed last was not taken, by what it is kept under: a form may be gone for a moment when that comes. */
const refusals = signal<Readonly<Record<string, string>>>({});

/** How long something has to have stood before a press is meant for it, ms: what came under the finger was not read. */
const SEEN_AFTER = 600;

/** Whether what a press would agree to, by its hash, has stood there long enough to be seen. */
export function useSeen(shown: string): boolean {
  const [seen, see] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => see(shown), SEEN_AFTER);
    return () => clearTimeout(timer);
  }, [shown]);
  return seen === shown;
}

/**
 * Sending what is pressed in one place, once at a time, and why it was not taken.
 * @param shown The hash of what a press agrees to.
 */
export function useSending(place: string, shown: string) {
  const kept = `${shownKey.value ?? ""} ${place}`;
  const refused = refusals.value[kept] ?? "";
  const refuse = (why: string): void => {
    if (why !== (refusals.value[kept] ?? "")) refusals.value = { ...refusals.value, [kept]: why };
  };
  const [busy, work] = useState(false);
  const isSeen = useSeen(shown);
  const held = busy || !isSeen;
  return {
    refused,
    busy,
    /** Whether no press is taken: one is on its way, or what it would agree to has only just come. */
    held,
    refuse,
    /** Whether it was taken. */
    async send(...[door, body]: Parameters<typeof act>): Promise<boolean> {
      if (held) return false;
      work(true);
      refuse("");
      const came = await act(door, body);
      work(false);
      if (!came.ok) refuse(came.refused);
      return came.ok;
    },
  };
}

/** What stands in a form, kept for the tab until it is taken, and what became of sending it. */
export function useForm<D extends object>(door: "decide" | "outcome", shown: string, first: D) {
  const { draft, set, drop } = useDraft(`${shownKey.value ?? ""} ${door}`, first);
  const { send, ...sending } = useSending(door, shown);
  return {
    draft,
    ...sending,
    set(change: Partial<D>): void {
      set(change);
      sending.refuse("");
    },
    async send(body: object): Promise<void> {
      if (await send(door, body)) drop();
    },
  };
}
