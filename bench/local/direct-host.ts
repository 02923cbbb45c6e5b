import type { LabSessions } from "../../src/artifacts/lab-session.ts";
import type { AvailableModel } from "../../src/artifacts/model.ts";
import type { Host, Usage } from "../../src/session/host.ts";
import type { Engine } from "./engine.ts";

type Message = { role: string; content: string };
type Session = {
  model: string;
  messages: Message[];
  tokens: { input: number; output: number };
  abort: AbortController;
};

/**
 * Asks loaded models without OpenCode: the same system prompt, prompt and sampling that a session of the lab sends, and
 * no tool. `seed` is added to the number of a session's turn, so that the same cell draws the same tokens again.
 */
export function directHost(engines: ReadonlyMap<string, Engine>, sessions: LabSessions, seed: () => number): Host {
  const open = new Map<string, Session & { seed: number }>();
  const usageOf = ({ input, output }: Session["tokens"]): Usage => ({
    tokens: { input, output, reasoning: 0, cache_read: 0, cache_write: 0 },
    cost: 0,
  });
  const get = (id: string) => {
    const session = open.get(id);
    if (session === undefined) throw new Error(`There is no session ${id}`);
    return session;
  };
  return {
    version: async () => null,
    models: async () => [...engines].map(([id, { context }]) => localModel(id, context)),
    async createSession({ model }) {
      const id = `ses_local${open.size + 1}`;
      open.set(id, {
        ...{ model, messages: [], tokens: { input: 0, output: 0 } },
        ...{ abort: new AbortController(), seed: seed() },
      });
      return id;
    },
    async prompt({ sessionID, text }) {
      const session = get(sessionID);
      const engine = engines.get(session.model);
      const about = sessions.get(sessionID);
      if (engine === undefined || about === undefined) throw new Error(`Nothing is known of ${sessionID}`);
      const { messages, tokens, abort } = session;
      messages.push({ role: "user", content: text });
      const prompt = engine.promptOf({ messages: [{ role: "system", content: about.system }, ...messages] });
      const count = engine.count(prompt);
      const refused = { text: "", finish: null };
      if (count >= engine.context) {
        const message = `the request exceeds the available context size (${count} tokens, ${engine.context} available)`;
        return { ...refused, error: { kind: "context_overflow" as const, message, status: 400, retryable: false } };
      }
      const { temperature = 0.7, top_p = 0.95, max_output_tokens = engine.context } = about.sampling;
      const asking = { max: max_output_tokens, temperature, topP: top_p, stop: [], signal: abort.signal };
      about.requesting(about.role);
      const turn = messages.filter(({ role }) => role === "user").length;
      const made = await engine.generate(prompt, { ...asking, seed: session.seed + turn }, () => about.hearing());
      about.answered(made.finish);
      messages.push({ role: "assistant", content: made.text });
      tokens.input += count;
      tokens.output += made.tokens;
      return {
        text: made.text,
        finish: made.finish,
        error: null,
        usage: usageOf({ input: count, output: made.tokens }),
      };
    },
    lastAnswer: async () => null,
    async abort(sessionID) {
      get(sessionID).abort.abort();
    },
    usage: async (sessionID) => usageOf(get(sessionID).tokens),
  };
}

/** A local model as OpenCode would list it. */
export function localModel(id: string, context: number): AvailableModel {
  return {
    ...{ id, provider: "local", names: [], sampling: true, context_limit: context },
    ...{ output_limit: Math.floor(context / 2), price: null, default: false, hosts_own: false },
    ...{ writes_text: true, family: null, released: null },
  };
}
