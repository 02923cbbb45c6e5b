import type { AvailableModel } from "../schemas/model.ts";
import type { Tokens } from "../schemas/provenance.ts";

/** What the lab needs of OpenCode: the seam between this project and its host. Tests stand a scripted host in its place. */
export type Host = {
  /** Every model of every connected provider. */
  models(): Promise<AvailableModel[]>;
  /** Makes a child session in which only `tools` are allowed and returns its id. */
  createSession(request: { parentID: string; title: string; tools: readonly string[] }): Promise<string>;
  /** Sends one prompt and waits for the model's whole turn. What the provider does wrong is in `error`, not thrown. */
  prompt(request: { sessionID: string; agent: string; model: string; text: string }): Promise<HostAnswer>;
  /** Stops what the session is doing; aborting its parent does not. */
  abort(sessionID: string): Promise<void>;
  /** Tokens and host-computed cost in US dollars over all turns of a session. */
  usage(sessionID: string): Promise<{ tokens: Tokens; cost: number }>;
  /** Shows a short message where there is a screen; never fails. */
  toast(message: string): Promise<void>;
};

export type HostAnswer = {
  text: string;
  /** Why the model stopped, in the host's words: stop, length, content-filter, … */
  finish: string | null;
  error: HostError | null;
};

export type HostError = {
  name: string;
  message: string;
  status: number | null;
  /** The host holds that asking again may help; it has done so itself already. */
  retryable: boolean;
};
