import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { keepDraft, keptDraft } from "../client/drafts.ts";
import { shownKey } from "./connection.ts";
import { act } from "./send.ts";

/** Why what was pressed last was not taken, by what it is kept under: a form may be gone for a moment when that comes. */
const refusals = signal<Readonly<Record<string, string>>>({});

/** Sending what is pressed in one place, once at a time, and why it was not taken. */
export function useSending(place: string) {
  const kept = `${shownKey.value ?? ""} ${place}`;
  const refused = refusals.value[kept] ?? "";
  const refuse = (why: string): void => {
    if (why !== (refusals.value[kept] ?? "")) refusals.value = { ...refusals.value, [kept]: why };
  };
  const [busy, work] = useState(false);
  return {
    refused,
    busy,
    refuse,
    /** Whether it was taken. */
    async send(...[door, body]: Parameters<typeof act>): Promise<boolean> {
      if (busy) return false;
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
export function useForm<D extends object>(door: "decide" | "outcome", first: D) {
  const kept = `${shownKey.value ?? ""} ${door}`;
  const [draft, setDraft] = useState<D>(() => keptDraft(kept, first) ?? first);
  const { send, ...sending } = useSending(door);
  return {
    draft,
    ...sending,
    set(change: Partial<D>): void {
      const next = { ...draft, ...change };
      setDraft(next);
      keepDraft(kept, next);
      sending.refuse("");
    },
    async send(body: object): Promise<void> {
      if (!(await send(door, body))) return;
      keepDraft(kept, null);
      setDraft(first);
    },
  };
}
