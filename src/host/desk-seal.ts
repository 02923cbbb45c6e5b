import { sealUnder } from "../store/seal.ts";

/** A text and, before it, what only who holds the secret can have made of it: "MAC text". */
export function sealed(secret: string, text: string): string {
  return `${sealUnder(secret).of(text)} ${text}`;
}

/** The text of what was sealed under this secret; null of anything else. */
export function unsealed(secret: string, given: unknown): string | null {
  if (typeof given !== "string") return null;
  const [mac] = given.split(" ", 1);
  const text = given.slice((mac ?? "").length + 1);
  return sealUnder(secret).holds(text, mac) ? text : null;
}
