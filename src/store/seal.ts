import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { canonicalJson } from "../text/canonical-json.ts";
import { type Home, stateFolder, writePrivate } from "./private.ts";
import { readJson } from "./read.ts";

const Kept = Type.Object({ version: Type.Literal(1), secret: Type.String({ pattern: "^[0-9a-f]{64}$" }) });
type Kept = Static<typeof Kept>;

/** What this machine saw a person say, told from what only a file says. */
export type Seal = {
  /** 64 hexadecimal digits over `said`, whose keys may stand in any order; undefined values count as absent. */
  of(said: unknown): string;
  /** Whether `mac` was made here of the same; never throws. */
  holds(said: unknown, mac: unknown): boolean;
};

/**
 * The seal of this person on this machine: HMAC-SHA256 (RFC 2104) under a secret of 256 bits in the person's private
 * folder, made with the first use. Where none can be kept it lasts as long as the process.
 */
export async function openSeal(place: Home): Promise<Seal> {
  const file = join(stateFolder(place), "seal.json");
  const kept = opened.get(file) ?? secretIn(file);
  opened.set(file, kept);
  return sealUnder(await kept);
}

/** One secret for a process, also where it cannot be kept. */
const opened = new Map<string, Promise<string>>();

async function secretIn(file: string): Promise<string> {
  const before = await readJson(file, Kept);
  if (before.state === "ok") return before.value.secret;
  const made: Kept = { version: 1, secret: randomBytes(32).toString("hex") };
  // Of two processes that make one at once the first counts for both; one that cannot be read is of no use to anybody.
  const taken = before.state === "missing" ? "new" : "over";
  await writePrivate(file, `${JSON.stringify(made)}\n`, taken).catch(() => undefined);
  const after = await readJson(file, Kept);
  return after.state === "ok" ? after.value.secret : made.secret;
}

/** The seal under a secret that is known. */
export function sealUnder(secret: string): Seal {
  const of = (said: unknown): string => createHmac("sha256", secret).update(canonicalJson(said)).digest("hex");
  return {
    of,
    holds(said, mac) {
      if (typeof mac !== "string" || !/^[0-9a-f]{64}$/u.test(mac)) return false;
      return timingSafeEqual(Buffer.from(of(said), "hex"), Buffer.from(mac, "hex"));
    },
  };
}
