export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The JSON objects that stand in a text, outermost ones only, in reading order. */
export function jsonObjectsIn(text: string): { value: JsonObject; start: number; end: number }[] {
  const found: { value: JsonObject; start: number; end: number }[] = [];
  const opening = /\{\s*"/g;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const end = closingBrace(text, match.index);
    if (end === null) continue;
    const value = parse(text.slice(match.index, end));
    if (!isObject(value)) continue;
    found.push({ value, start: match.index, end });
    opening.lastIndex = end;
  }
  return found;
}

/** Index after the brace that closes the one at `start`; null when none does. */
function closingBrace(text: string, start: number): number | null {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === "\\") at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
