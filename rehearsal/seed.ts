import { createHash } from "node:crypto";

/** A number in [0, 1) that depends on the given texts alone, so that a rehearsal repeats itself exactly. */
export function seeded(...texts: string[]): number {
  const digest = createHash("sha256").update(texts.join("\u0000")).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
