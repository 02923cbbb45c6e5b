import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { messageOf } from "../errors.ts";
import type { Why } from "../live/page-runs.ts";
import type { PageSaid, PageWords } from "../live/page-words.ts";
import type { Permission, PermissionRequest } from "../ops/op.ts";
import { type DecisionOffer, NOT_TAKEN, OTHER_SINCE } from "../story/live-decide.ts";
import { callerOf, NOTHING_ASKED, type PageCall, readPlanOffer, whyIn } from "./page-call.ts";

/** Makes the calls by which a person says on a page what only a person may; no conversation and no model has a part in them. */
export function createPageWords(call: PageCall): PageWords {
  const last = new Map<string, Promise<unknown>>();

  const plan = (dir: string) => readPlanOffer(call, dir, NEVER);

  async function say(dir: string, { op, args }: PageSaid, agreed: string): Promise<Why | null> {
    // Of a plan only what asks no model: the rest is begun, with a session for it.
    if (op === "plan" && (await plan(dir))?.step !== "write") return { why: OTHER_SINCE };
    const caller = { ...callerOf("", NEVER), voice: "line" as const, agreed };
    const { facts, outcome } = await call({ op, args: { ...args, experiment: dir } }, caller, async (request) =>
      permitted(request),
    );
    // A plan that is not written then, for somebody is at work on it, is no error of the call.
    const isDone = op !== "plan" || facts.state === "written";
    return "error" in facts || outcome !== "answered" || !isDone ? { why: whyIn(facts, NOT_TAKEN) } : null;
  }

  return {
    async offer(dir) {
      const input = { op: "decide", args: { experiment: dir } };
      const { facts } = await call(input, callerOf("", NEVER), async () => NOTHING_ASKED);
      return Value.Check(Offered, facts) ? (facts.offer as DecisionOffer | null) : null;
    },
    plan,
    say(dir, said, agreed) {
      // Of two clicks at once the second finds what the first has written.
      const turn = (last.get(dir) ?? Promise.resolve())
        .then(() => say(dir, said, agreed))
        .catch((error: unknown) => ({ why: messageOf(error) }));
      last.set(dir, turn);
      return turn.finally(() => {
        if (last.get(dir) === turn) last.delete(dir);
      });
    },
  };
}

const NEVER = new AbortController().signal;

/** What of a proposal's facts a page offers. */
const Offered = Type.Object({ offer: Type.Union([Type.Object({ sha256: Type.String() }), Type.Null()]) });

/** The click is the word, and the page named the folder and the record beside it; and nothing else. */
function permitted({ permission }: PermissionRequest): Permission {
  if (permission === "designlab_approve") return { allowed: true, door: "page" };
  return permission === "designlab_write" ? { allowed: true } : NOTHING_ASKED;
}
