import { signal } from "@preact/signals";

/** The two designs that stand side by side, by letters, and the question of the page that asked for them. */
type TwoShown = { open: boolean; left: string | null; right: string | null; asked: string | null };

export const twoShown = signal<TwoShown>({ open: false, left: null, right: null, asked: null });

export const SIDES_ID = "sides";

/** Sets two designs side by side for a question, by the id of its heading, and brings them into sight. */
export function showTwo(left: string, right: string, asked: string): void {
  twoShown.value = { open: true, left, right, asked };
  bringFocus(`${SIDES_ID}-title`);
}

/** Goes back to the question that asked for the two. */
export function backToQuestion(): void {
  const { asked } = twoShown.value;
  twoShown.value = { ...twoShown.value, asked: null };
  if (asked !== null) bringFocus(asked);
}

function bringFocus(id: string): void {
  const place = document.getElementById(id);
  if (place === null) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus();
  place.scrollIntoView();
}
