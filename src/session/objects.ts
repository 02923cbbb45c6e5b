/** How many objects that end nowhere are followed to the end of the text. */
const MAX_ENDLESS = 8;

/** A brace as an object begins: with a key, a comment, an object's end or an escaped quotation mark. */
const OBJECT = /\{(?=[\s,]{0,200}(?:["'`\u201C\u2018}]|\\["nrt]|\/[/*]|# |[\w$-]{1,80}\s{0,20}:))/g;

/** Where the next object begins, from a place on; -1 where none does. A brace of prose or of code begins none. */
export function objectStart(text: string, from = 0): number {
  OBJECT.lastIndex = from;
  return OBJECT.exec(text)?.index ?? -1;
}

/** The place behind an object's closing brace; -1 where it has none. Braces inside JSON strings do not count. */
export function objectEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (quoted) {
      if (char === "\\") at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

/** Every outermost object of the text, longest first, up to one that does not end: what follows may be a part of it. */
export function objectSpans(text: string): string[] {
  const spans: string[] = [];
  for (let start = objectStart(text); start >= 0; ) {
    const end = objectEnd(text, start);
    if (end < 0) break;
    spans.push(text.slice(start, end));
    start = objectStart(text, end);
  }
  return spans.sort((a, b) => b.length - a.length);
}

/** Finds ends of objects in one text, and gives up where too many have none. */
export function endFinder(text: string): (start: number) => number {
  let endless = 0;
  return (start) => {
    if (endless >= MAX_ENDLESS) return -1;
    const end = objectEnd(text, start);
    if (end < 0) endless++;
    return end;
  };
}
