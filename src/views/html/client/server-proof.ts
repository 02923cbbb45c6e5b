import { signal } from "@preact/signals";
import type { ProofKey } from "../../../story/live-state.ts";
import type { Grade } from "../../../story/page-grade.ts";

/** Whose word what this page sends is; a person's until the server told it. */
export const grade = signal<Grade>("person");

/** What a page makes sure with that it is its own project's server that answers; null until the server told it. */
let key: CryptoKey | null = null;

/**
 * Asks the server, which the cookie has just been sent to anyway, for what it will prove itself with. One that ends just
 * then told nothing.
 */
export async function learnProof(): Promise<void> {
  if (key !== null) return;
  const answer = await fetch("proof-key").catch(() => null);
  const told: ProofKey | null = answer?.ok ? await answer.json().catch(() => null) : null;
  if (told === null) return;
  grade.value = told.grade;
  const bytes = fromHex(told.proof);
  key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/**
 * Whether the server may be sent the cookie again. A port whose server has ended is anybody's on this machine: who
 * listens there now is asked, without the cookie, for what only the project's own server can say.
 */
export async function provenServer(): Promise<"own" | "gone" | "other"> {
  if (key === null) return "own";
  const number = crypto.getRandomValues(new Uint8Array(16));
  const asked = [...number].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const answer = await fetch(`/proof?of=${asked}`, { credentials: "omit" }).catch(() => null);
  if (answer === null) return "gone";
  const said: unknown = await answer.json().catch(() => null);
  // A server may have several rooms, each with a key of its own.
  for (const each of Array.isArray(said) ? said : []) {
    const right =
      typeof each === "string" &&
      (await crypto.subtle.verify("HMAC", key, fromHex(each), new TextEncoder().encode(asked)));
    if (right) return "own";
  }
  return "other";
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
}
