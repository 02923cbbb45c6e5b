import type { IncomingMessage } from "node:http";
import { LabError, messageOf, TooLargeError, UsageError } from "../errors.ts";
import { clean } from "../text/clean.ts";

/** What a page is told of what it sent. */
export type PageTold = { status: number; said: object };

/** The JSON that a page sent, of so many bytes at most. */
export async function readBody(request: IncomingMessage, most: number): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const over = new TooLargeError(
    `Cannot take this: needed are at most ${most} bytes, found more. Nothing was changed.`,
  );
  if (announced(request) > most) throw over;
  for await (const part of sentIn(request)) {
    bytes += part.length;
    if (bytes > most) throw over;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch {
    throw new UsageError("Cannot take this: needed is JSON, found something else. Nothing was changed.");
  }
}

/** How many bytes it says at once that it is; 0 where it says nothing. */
export const announced = ({ headers }: IncomingMessage): number => Number(headers["content-length"] ?? 0);

/** What is sent; who stops reading must still be able to say so. */
export const sentIn = (request: IncomingMessage): AsyncIterable<Uint8Array> =>
  request.iterator({ destroyOnReturn: false });

/** Why something was not taken, as a sentence. */
export function refusalOf(error: unknown): PageTold {
  if (error instanceof TooLargeError) return { status: 413, said: { refused: error.message } };
  if (!(error instanceof LabError)) return { status: 500, said: { refused: `It was not kept: ${messageOf(error)}` } };
  const text = [error.message, error.advice].filter(Boolean).join(" ");
  return { status: error instanceof UsageError ? 400 : 500, said: { refused: clean(text).text } };
}
