import type { Asked } from "../../rehearsal/asked.ts";
import { readAsked } from "../../rehearsal/asked.ts";
import { ordinaryAnswer, type ScriptedModel } from "../../rehearsal/scripted-model.ts";
import type { Caller } from "../../src/artifacts/caller.ts";
import type { AvailableModel } from "../../src/artifacts/model.ts";
import { NO_TOKENS } from "../../src/artifacts/no-tokens.ts";
import type { Host, HostAnswer, NewSession } from "../../src/session/host.ts";

/** How one prompt is answered: a text, a whole answer, or the model's ordinary answer when undefined. */
export type Answerer = (
  asked: Asked,
  prompt: PromptRequest,
) => string | Partial<HostAnswer> | Promise<string | Partial<HostAnswer> | undefined> | undefined;

/** A prompt, and of what its session was made with what tests look at. */
export type PromptRequest = Parameters<Host["prompt"]>[0] & Pick<NewSession, "role" | "model">;

export type ScriptedHost = Host & {
  sessions: (NewSession & { id: string })[];
  prompts: PromptRequest[];
  aborted: string[];
};

const UNKNOWN = { role: "topic" as const, model: "" };

/** A host inside the process that plays the rehearsal's models. An aborted session's prompt ends as the real one does. */
export function scriptedHost(models: readonly ScriptedModel[], answer: Answerer = () => undefined): ScriptedHost {
  const aborts = new Map<string, () => void>();
  const host: ScriptedHost = {
    sessions: [],
    prompts: [],
    aborted: [],
    async version() {
      return null;
    },
    async models() {
      return models.map(({ id }) => available(id));
    },
    async createSession(request) {
      const id = `ses_${host.sessions.length + 1}`;
      host.sessions.push({ id, ...request });
      return id;
    },
    async prompt({ sessionID, text }) {
      const { role, model: id } = host.sessions.find((each) => each.id === sessionID) ?? UNKNOWN;
      const request = { sessionID, text, role, model: id };
      host.prompts.push(request);
      const messages = [
        {
          role: "user",
          content: host.prompts
            .filter(({ sessionID }) => sessionID === request.sessionID)
            .map(({ text }) => text)
            .join("\n\n"),
        },
      ];
      const asked: Asked = { ...readAsked(id, { messages }), nth: 1 };
      const model = models.find((each) => each.id === id) ?? { id };
      const stopped = new Promise<HostAnswer>((resolve) => {
        aborts.set(request.sessionID, () => resolve({ text: "", finish: null, error: null }));
      });
      const said = (async (): Promise<HostAnswer> => {
        const given = (await answer(asked, request)) ?? ordinaryAnswer(model, asked);
        return { text: "", finish: "stop", error: null, ...(typeof given === "string" ? { text: given } : given) };
      })();
      return Promise.race([said, stopped]);
    },
    async lastAnswer() {
      return null;
    },
    async abort(sessionID) {
      host.aborted.push(sessionID);
      aborts.get(sessionID)?.();
    },
    async usage() {
      return { tokens: { ...NO_TOKENS, input: 3_000, output: 1_400 }, cost: 0.01 };
    },
  };
  return host;
}

/** A call as the host would name it. */
export function aCaller(over: Partial<Caller> = {}): Caller {
  return {
    sessionID: "parent",
    messageID: "msg_1",
    callID: "call_1",
    agent: "build",
    typed: null,
    signal: new AbortController().signal,
    line: null,
    report: () => undefined,
    ...over,
  };
}

/** A model as the host would list it, with a price and a limit. */
export function available(id: string, over: Partial<AvailableModel> = {}): AvailableModel {
  return {
    id,
    provider: id.slice(0, id.indexOf("/")),
    names: [],
    sampling: true,
    context_limit: 200_000,
    output_limit: 32_000,
    price: { input: 1, output: 5 },
    default: false,
    hosts_own: false,
    writes_text: true,
    family: null,
    released: null,
    ...over,
  };
}

/** An answer that never comes by itself. */
export const never = (): Promise<string> => new Promise(() => undefined);
