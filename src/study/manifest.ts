import { createHash } from "node:crypto";
import type { StudyBundle } from "../artifacts/study.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import type { QueuedFile } from "./queue.ts";

const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");

/** The hash of a file's bytes, 64 hexadecimal digits. */
export const fileHash = (bytes: Uint8Array): string => sha256(bytes);

/** What people consent to: the SHA-256 of a bundle's canonical JSON, 64 hexadecimal digits. */
export const bundleHash = (bundle: StudyBundle): string => sha256(canonicalJson(bundle));

/** The hash over the paths and hashes of an experiment's files, in the order of the paths' UTF-16 units. */
export function manifestOf(files: readonly Pick<QueuedFile, "path" | "sha256">[]): string {
  const lines = files.map(({ path, sha256: hash }) => `${hash}  ${path}\n`);
  const order = files.map(({ path }, at) => ({ path, at })).sort((a, b) => (a.path < b.path ? -1 : 1));
  return sha256(order.map(({ at }) => lines[at]).join(""));
}
