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

const alike = (kept: object, like: object): boolean =>
  Object.keys(kept).sort().join() === Object.keys(like).sort().join();
