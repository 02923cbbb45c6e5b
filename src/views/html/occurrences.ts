/**
 * Finds every place where a text holds a needle, those that overlap too, from left to right. Made once for many texts;
 * never goes back in a text (Knuth, Morris and Pratt 1977), so that time grows with its length whatever both are made
 * of, which `indexOf` and a pattern made of the needle do not promise.
 */
export function finderOf(needle: string): (text: string) => number[] {
  const back = tableOf(needle);
  return (text) => {
    const found: number[] = [];
    if (needle === "") return found;
    let matched = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      while (matched > 0 && code !== needle.charCodeAt(matched)) matched = back[matched - 1] ?? 0;
      if (code === needle.charCodeAt(matched)) matched++;
      if (matched < needle.length) continue;
      found.push(at + 1 - matched);
      matched = back[matched - 1] ?? 0;
    }
    return found;
  };
}

/** For each start of the needle how much of its end is a start of the needle again. */
function tableOf(needle: string): Uint32Array {
  const back = new Uint32Array(needle.length);
  let matched = 0;
  for (let at = 1; at < needle.length; at++) {
    const code = needle.charCodeAt(at);
    while (matched > 0 && code !== needle.charCodeAt(matched)) matched = back[matched - 1] ?? 0;
    if (code === needle.charCodeAt(matched)) matched++;
    back[at] = matched;
  }
  return back;
}
