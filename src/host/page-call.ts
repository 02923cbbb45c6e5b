import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Caller } from "../artifacts/caller.ts";
import type { Permission, PermissionRequest } from "../ops/op.ts";
import { NOT_ESTIMATED } from "../story/live-offer.ts";
import type { PlanOffer } from "../story/live-plan.ts";
import type { CallAnswer } from "../tool.ts";

/** Makes a call for a page, as a host makes those of conversations. */
export type PageCall = (
  input: { op: string; args: object },
  caller: Caller,
  permit: (request: PermissionRequest) => Promise<Permission>,
) => Promise<CallAnswer>;

/** The message that failed a call, with what to do. */
export function whyIn(facts: CallAnswer["facts"], unsaid: string = NOT_ESTIMATED): string {
  const { message, advice = "" } = (facts.error ?? {}) as { message?: string; advice?: string };
  return message === undefined ? unsaid : [message, advice].filter(Boolean).join(" ");
}

/** No message made the call. The newer host makes a child for no caller that lacks one of these. */
export function callerOf(sessionID: string, signal: AbortSignal): Caller {
  return {
    sessionID,
    messageID: "msg_designlab",
    callID: "call_designlab",
    agent: "build",
    typed: null,
    signal,
    line: null,
    report: () => undefined,
  };
}

/** What a dry run says that can be done next with the plan in a folder; null where nothing can. */
export async function readPlanOffer(call: PageCall, dir: string, signal: AbortSignal): Promise<PlanOffer | null> {
  const args = { experiment: dir, dry_run: true };
  const { facts } = await call({ op: "plan", args }, callerOf("", signal), async () => NOTHING_ASKED);
  return Value.Check(Planned, facts) ? (facts.offer as PlanOffer | null) : null;
}

/** What of a dry run's facts is offered of a plan. */
const Planned = Type.Object({ offer: Type.Union([Type.Object({ sha256: Type.String() }), Type.Null()]) });

/** What a page is refused that it did not show beside the button that was pressed. */
export const NOTHING_ASKED: Permission = { allowed: false, why: "the page asks for what it shows alone" };
