import { isDated } from "../command/word.ts";
import { type CallEnd, stoppedEnd } from "../story/ended.ts";

/** Under this name the terminal finds it in what its host keeps of a call. */
export const KEPT_AS = "designlab_ended";

/** What a call's record holds of how it ended; null where that is nothing that was written here. */
export function endedIn(metadata: unknown): CallEnd | null {
  const kept = (metadata as Record<string, unknown> | null | undefined)?.[KEPT_AS];
  if (typeof kept !== "object" || kept === null) return null;
  const { topic, short, said, where, next } = kept as Record<string, unknown>;
  const isText = (each: unknown): each is string => typeof each === "string";
  const isList = (each: unknown): each is string[] => Array.isArray(each) && each.every(isText);
  if (!isText(topic) || !isText(short) || !isText(next) || !isList(said) || !isList(where)) return null;
  return { topic, short, said, where, next };
}

/** How a host's record of a call of the lab says that it ended; null where it says nothing, as while it runs. */
export function endIn(state: unknown): CallEnd | null {
  const { status, input, metadata } = (state ?? {}) as Record<string, unknown>;
  // The lab answers whatever happens, so that a call that failed is one that the person has stopped.
  if (status !== "error") return endedIn(metadata);
  const { op, args } = (input ?? {}) as Record<string, unknown>;
  const { experiment } = (args ?? {}) as Record<string, unknown>;
  return stoppedEnd(String(op), typeof experiment === "string" && isDated(experiment) ? experiment : null);
}
