import { createReadStream } from "node:fs";
import { messageOf, UsageError } from "../errors.ts";

/** The most of a task that is read, bytes: what is longer belongs into files of the project. */
const MAX_TASK = 1_000_000;

/** The task in a file, - for the standard input. Throws UsageError for one that cannot be read or is too long. */
export async function taskIn(file: string, signal: AbortSignal): Promise<string> {
  const source = file === "-" ? process.stdin : createReadStream(file);
  const stop = () => source.destroy();
  signal.addEventListener("abort", stop, { once: true });
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of source) {
      parts.push(part as Buffer);
      length += part.length;
      if (length > MAX_TASK) break;
    }
  } catch (error) {
    throw new UsageError(`Cannot read the task: ${messageOf(error)}.`);
  } finally {
    signal.removeEventListener("abort", stop);
  }
  signal.throwIfAborted();
  if (length > MAX_TASK) {
    const from = file === "-" ? "the standard input" : file;
    throw new UsageError(`Cannot read the task: at most ${MAX_TASK} bytes are needed, and ${from} has more.`);
  }
  return Buffer.concat(parts)
    .toString("utf8")
    .replace(/^\uFEFF/u, "");
}
