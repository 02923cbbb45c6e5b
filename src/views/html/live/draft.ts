import { useState } from "preact/hooks";
import { keepDraft, keptDraft } from "../client/drafts.ts";
import { shownKey } from "./connection.ts";
import { act } from "./send.ts";

/** What stands in a form, kept for the tab until it is taken, and what became of sending it. */
export function useForm<D extends object>(door: "decide" | "outcome", first: D) {
  const kept = `${shownKey.value ?? ""} ${door}`;
  const [draft, setDraft] = useState<D>(() => keptDraft(kept, first) ?? first);
  const [refused, refuse] = useState("");
  const [busy, work] = useState(false);
  return {
    draft,
    refused,
    busy,
    refuse,
    set(change: Partial<D>): void {
      const next = { ...draft, ...change };
      setDraft(next);
      keepDraft(kept, next);
      refuse("");
    },
    async send(body: object): Promise<void> {
      if (busy) return;
      work(true);
      refuse("");
      const came = await act(door, body);
      work(false);
      if (!came.ok) return refuse(came.refused);
      keepDraft(kept, null);
      setDraft(first);
    },
  };
}
