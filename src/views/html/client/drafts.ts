import { type Signal, signal } from "@preact/signals";

/**
 * What a person typed and did not send, kept by the browser for this tab alone: a port whose server ended is anybody's,
 * and what is kept for the whole of its address would be theirs to read.
 */
const nameOf = (of: string): string => `designlab ${of}`;

/** A draft that has the fields of `like`; null where none is kept. */
export function keptDraft<D extends object>(of: string, like: D): D | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(of)) ?? "null") as object | null;
    return kept !== null && alike(kept, like) ? (kept as D) : null;
  } catch {
    return null;
  }
}

/** Where the browser keeps nothing more, what was typed lasts as long as the page. */
export function keepDraft(of: string, draft: object | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(nameOf(of));
    else sessionStorage.setItem(nameOf(of), JSON.stringify(draft));
  } catch {
    return;
  }
}

/** By their names, what stands in the forms of this page; null where nothing does. */
const drafts = new Map<string, Signal<object | null>>();

/**
 * What stands in a form, `first` until something is changed. It stands beside the form, which may be gone for a moment or
 * drawn elsewhere, and a change may come when that is so.
 */
export function useDraft<D extends object>(of: string, first: D) {
  const held = drafts.get(of) ?? signal<object | null>(keptDraft(of, first));
  drafts.set(of, held);
  const read = (): D => (held.value !== null && alike(held.value, first) ? (held.value as D) : first);
  return {
    draft: read(),
    set(change: Partial<D> | ((now: D) => Partial<D>)): void {
      const now = read();
      held.value = { ...now, ...(typeof change === "function" ? change(now) : change) };
      keepDraft(of, held.value);
    },
    /** It was taken, or is not wanted any more. */
    drop(): void {
      held.value = null;
      keepDraft(of, null);
    },
  };
}

const alike = (kept: object, like: object): boolean =>
  Object.keys(kept).sort().join() === Object.keys(like).sort().join();
