import { type Static, Type } from "@sinclair/typebox";

/** A tool call of a lab session that reached for what it must not see. */
export const Violation = Type.Object({
  /** ISO 8601 time. */
  at: Type.String(),
  /** Host name of the tool: read, grep, glob, … */
  tool: Type.String(),
  /** What was asked for, as the model wrote it, cleaned of control characters and cut to 300 characters. */
  target: Type.String(),
  reason: Type.String(),
});
export type Violation = Static<typeof Violation>;
