import type { ExitKind } from "./artifacts/exit.ts";
import type { Problem } from "./artifacts/problem.ts";

/**
 * An error whose message is written for the person or agent that reads it: what was attempted, what is needed and
 * what was found. The tool prints it as it stands; any other error is a defect and is printed as one.
 */
export class LabError extends Error {
  override name = "LabError";
  /** What the call came to that it ended. */
  readonly outcome: ExitKind = "unranked";
  /** What to call or change next, one line; empty when the message says it all. */
  readonly advice: string;
  /** Files that may be why. */
  readonly problems: readonly Problem[];

  constructor(message: string, options: { advice?: string; problems?: readonly Problem[]; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.advice = options.advice ?? "";
    this.problems = options.problems ?? [];
  }
}

/** What was asked for cannot be meant: the call, the configuration or a model's name is wrong, and nothing was begun. */
export class UsageError extends LabError {
  override name = "UsageError";
  override readonly outcome = "usage";
}

/** The person stopped the call. */
export class StoppedError extends LabError {
  override name = "StoppedError";
  override readonly outcome = "stopped";
}

/** What a program is told of anything thrown: what it came to, what it says and what to do next. */
export function errorFacts(error: unknown) {
  const own = error instanceof LabError ? error : null;
  const outcome: ExitKind = own?.outcome ?? "unranked";
  return { outcome, facts: { error: { message: messageOf(error), ...(own && { advice: own.advice }) } } };
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What is said of an error that is the lab's own, up to 300 characters: its kind, so that it is not taken for a model's. */
export function defectOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replace(/\s+/gu, " ").trim().slice(0, 300);
}

/** More came than is read; a page is told so by a status of its own. */
export class TooLargeError extends UsageError {}
