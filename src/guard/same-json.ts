import { createScanner } from "jsonc-parser";
import type { Harmless } from "../artifacts/guard.ts";

/** What two texts of JSON differ in that no reader sees; null where it is more. */
export function sameJson(before: string, after: string): Harmless | null {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  if (old === null || now === null || old.values !== now.values) return null;
  return old.comments === now.comments ? "formatting" : "comments";
}

function tokensOf(text: string): { values: string; comments: string } | null {
  const scanner = createScanner(text, false);
  const [values, comments]: [string[], string[]] = [[], []];
  for (let at = 0; at < text.length; at = scanner.getPosition()) {
    scanner.scan();
    const token = text.slice(at, scanner.getPosition());
    if (token === "" || scanner.getTokenError() !== 0) return null;
    if (/^\/[/*]/u.test(token)) comments.push(token);
    else if (token.trim() !== "") values.push(token);
  }
  return { values: JSON.stringify(values), comments: comments.join("\n") };
}
