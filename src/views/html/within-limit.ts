import type { TextLimit } from "./shorten.ts";

/** Most that a page may hold, so that it opens everywhere and can be mailed. Bytes. */
export const MAX_REPORT_BYTES = 1_500_000;

/** Characters of one text and items of one list, tried from the first until the page is small enough. */
const TEXT_LIMITS = [
  { text: 60_000, items: 200 },
  { text: 4_000, items: 60 },
  { text: 1_000, items: 20 },
  { text: 240, items: 10 },
  { text: 80, items: 4 },
] as const;

/** A page with its texts as whole as fits; `draw` is told to what they are cut, and null where that cuts nothing to speak of. */
export function withinLimit(draw: (most: TextLimit, cut: TextLimit | null) => string): string {
  let html = "";
  for (const most of TEXT_LIMITS) {
    html = draw(most, most === TEXT_LIMITS[0] ? null : most);
    if (Buffer.byteLength(html) <= MAX_REPORT_BYTES) break;
  }
  return html;
}
