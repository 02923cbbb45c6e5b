import { createHmac, randomBytes } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import { type Home, projectFile, writePrivate } from "../store/private.ts";
import { readJson } from "../store/read.ts";
import type { Grade } from "../story/page-grade.ts";

/** What stays a project's own from one server to the next, so that an open page finds it again. */
export const KeptKeys = Type.Object(
  {
    version: Type.Literal(1),
    /** 0 before the first server has one. */
    port: Type.Integer({ minimum: 0, maximum: 65_535 }),
    /** Stands in the page's address, which a browser remembers. */
    path: Type.String({ pattern: "^[\\w-]{16,64}$" }),
    /** Stands nowhere else: what is told of it is made of it and of the port. */
    secret: Type.String({ pattern: "^[\\w-]{32,64}$" }),
  },
  { additionalProperties: false },
);
export type KeptKeys = Static<typeof KeptKeys>;

/** What opens what is inside, at one host:port; neither half opens anything alone. */
export type Keys = {
  path: string;
  /** A server at another port is sent this cookie too, but only by who asks it for the very path. */
  cookie: { name: string; value: string };
  /** With it a page makes sure that it is this project's server that answers, before it sends a cookie again. */
  proof: string;
};

export function newKept(): KeptKeys {
  return { version: 1, port: 0, path: randomBytes(16).toString("base64url"), secret: newSecret() };
}

export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * The keys of a server, or of one of the rooms in it, for a page of one grade: what one port's browser or a stranger came
 * to know of them opens no other port, no other room and no page of the other grade.
 */
export function keysOf({ path: all, secret }: KeptKeys, host: string, room = "", grade: Grade = "shown"): Keys {
  const own = grade === "person" ? "person " : "";
  const made = (what: string) =>
    createHmac("sha256", secret)
      .update(`${own}${what}${host}${room && `\n${room}`}`)
      .digest("hex");
  const path = room === "" && own === "" ? all : createHmac("sha256", all).update(`${own}${room}`).digest("base64url");
  return { path, cookie: { name: `designlab-${host.split(":")[1]}`, value: made("cookie") }, proof: made("proof") };
}

/** What only this server can answer to a page's random number. */
export function proofOf({ proof }: Keys, number: string): string {
  return createHmac("sha256", Buffer.from(proof, "hex")).update(number).digest("hex");
}

/** Where a project's keys are kept, of its live pages or of others: a file for each folder that the host works in. */
export function keptFile(place: Home & { directory: string }, of: "live" | "judging" | "study" = "live"): string {
  return projectFile(place, of === "live" ? "" : of);
}

/** The keys that were kept; null where there are none that can be used, whatever the reason. */
export async function readKept(file: string): Promise<KeptKeys | null> {
  const read = await readJson(file, KeptKeys);
  return read.state === "ok" ? read.value : null;
}

/** Keeps the keys; where that is not possible the page works for as long as its server does. */
export async function writeKept(file: string, kept: KeptKeys): Promise<void> {
  await writePrivate(file, `${JSON.stringify(kept)}\n`).catch(() => undefined);
}
