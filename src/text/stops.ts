/** A full stop at the beginning of words, behind quotation marks and emphasis; no point that begins a name. */
const STOP = /^(["'*_\\»’“”」』]{0,9})\.(?![\w.])/u;
/** What has ended its sentence, with quotation marks and emphasis behind it. */
const ENDED = /[.!?…。！？]["'*_\\»’“”」』]{0,9}$/u;
/** Characters of the end of a text in which it stands. */
const END = 12;

/** Words of our own behind a text: without the full stop at their beginning where that text has ended its sentence. */
export function behindStop<W extends string>(words: W, before: () => string): W {
  const [stop, closing = ""] = STOP.exec(words) ?? [];
  if (stop === undefined || !ENDED.test(before().slice(-END))) return words;
  return `${closing}${words.slice(stop.length)}` as W;
}
