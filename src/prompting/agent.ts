import type { Static, TSchema } from "@sinclair/typebox";
import type { Role } from "../artifacts/roles.ts";

/**
 * Who is asked and how. Everything is a pure function of the input; the phase adds the model, the sampling numbers of
 * the configuration and the session.
 */
export type Agent<Input, Output extends TSchema> = {
  role: Role;
  /** What the child session is called, for people; `model` is provider/model. No reviewer sees it. */
  title(input: Input, model: string): string;
  /** The whole system prompt. */
  system(input: Input): string;
  prompt(input: Input): string;
  /** The shape of the answer; it stands in the prompt too. */
  output(input: Input): Output;
  /**
   * What is enough where no repair is left: what the lab asks for beside the work itself is optional. Absent where all
   * is needed.
   */
  least?(input: Input): TSchema;
  /** What is wrong with an answer of that shape, in sentences for the model; nothing when it will do. */
  check?(input: Input, answer: Static<Output>): string[];
  /** The host's tools that this agent may call. */
  tools(input: Input): readonly string[];
};
