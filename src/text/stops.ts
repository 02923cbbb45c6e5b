/** Quotation marks and emphasis that stand behind the end of a sentence. */
const CLOSING = "[\"'*_\\\\\\u00bb\\u2019\\u201c\\u201d\\u300d\\u300f]{0,9}";
const STOP = new RegExp(`^(${CLOSING})\\.(?![\\w.])`, "u");
const ENDED = new RegExp(`[.!?\\u2026\\u3002\\uff01\\uff1f]${CLOSING}$`, "u");
/** Characters of the end of a text in which both stand. */
const END = 12;

/** Words of our own behind a text: without the full stop at their beginning where that text has ended its sentence. */
export function behindStop<W extends string>(words: W, before: () => string): W {
  const [stop, closing = ""] = STOP.exec(words) ?? [];
  if (stop === undefined || !ENDED.test(before().slice(-END))) return words;
  return `${closing}${words.slice(stop.length)}` as W;
}
