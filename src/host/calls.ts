import { version as designlab } from "../../package.json";
import type { Caller } from "../artifacts/caller.ts";
import { createLab, type LabOptions } from "../lab.ts";
import { createPages } from "../live/pages.ts";
import type { ToolInput } from "../ops/fold-args.ts";
import type { OpContext } from "../ops/op.ts";
import { NO_HOST } from "../session/host.ts";
import { HOST_MISSING, hostCheck } from "../story/host-check.ts";
import { answerCall, type CallAnswer } from "../tool.ts";
import { createPageReplies } from "./page-replies.ts";
import { type Beside, createPageRuns } from "./page-runs.ts";
import { createPageWords } from "./page-words.ts";

/** Answers one call of the tool: what was sent, who calls, and how a permission is asked for. */
export type AnswerCall = (input: ToolInput, caller: Caller, permit: OpContext["permit"]) => Promise<CallAnswer>;

type Untested = OpContext["untested"];

/**
 * Everything that only calls need; it is loaded with the first of them. Without a host no page is served; where nothing
 * is `beside` a conversation, no page begins a call.
 */
export function createCalls(options: LabOptions, beside: Beside | null = null): AnswerCall {
  const { host, env, home } = options;
  const labs = createLab(options);
  const runs =
    beside && createPageRuns((input, caller, permit) => answer(input, caller, permit, async () => null), beside);
  const words = createPageWords((input, caller, permit) => answer(input, caller, permit, async () => null));
  const replies = createPageReplies((input, caller, permit) => answer(input, caller, permit, async () => null), beside);
  const pages = host === NO_HOST ? null : createPages(options, { runs, words, replies });
  const hostVersion = async (caller: Caller) => hostCheck(await host.version(caller).catch(() => null));
  let told = false;
  const answer = (...[input, caller, permit, untested]: [...Parameters<AnswerCall>, Untested]): Promise<CallAnswer> =>
    answerCall(input, {
      lab: (overrides) => labs.labFor(caller, overrides),
      labForReading: () => labs.labForReading(caller),
      configuration: () => labs.configuration(caller),
      projectChange: () => labs.projectChange(caller),
      env,
      home,
      pages,
      versions: async () => [
        { what: "Version of designlab", state: "ok", found: designlab, remedy: "" },
        host === NO_HOST ? HOST_MISSING : await hostVersion(caller),
      ],
      untested,
      permit,
      typed: caller.typed,
      voice: caller.voice ?? (caller.typed === null ? "agent" : "line"),
    });
  return (input, caller, permit) =>
    answer(input, caller, permit, async () => {
      if (told || host === NO_HOST) return null;
      told = true;
      const { state, found, remedy } = await hostVersion(caller);
      return state === "ok" ? null : `OpenCode ${found}: ${remedy}`;
    });
}
