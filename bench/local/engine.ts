import { join } from "node:path";
import { runtimeFolder, weightsFile } from "./cache.ts";
import type { LocalModel } from "./catalogue.ts";

/** What is asked of a model: the tokens at most, how they are drawn, and texts that end it. */
export type Asking = {
  max: number;
  temperature: number;
  topP: number;
  seed: number;
  stop: readonly string[];
  signal: AbortSignal;
};

export type Generated = { text: string; tokens: number; finish: "stop" | "length" };

/** One loaded model. It answers one request at a time. */
export type Engine = {
  /** Tokens of a prompt and its answer at most. */
  context: number;
  /** The prompt of a conversation, as the model was trained to read it. */
  promptOf(conversation: { messages: unknown; tools?: unknown }): string;
  count(prompt: string): number;
  /** `onText` hears each new piece of the answer. Throws what `signal` was aborted with. */
  generate(prompt: string, asking: Asking, onText: (text: string) => void): Promise<Generated>;
  dispose(): Promise<void>;
};

/** The part of the runtime that is used. It is fetched when it is needed and is no dependency of this project. */
type Token = number;
type Sequence = {
  nextTokenIndex: number;
  clearHistory(): Promise<void>;
  adaptStateToTokens(tokens: readonly Token[]): Promise<void>;
  evaluate(
    tokens: readonly Token[],
    options: {
      temperature: number;
      topP: number;
      seed: number;
      repeatPenalty: { punishTokens(): Token[]; penalty: number };
      yieldEogToken: boolean;
    },
  ): AsyncIterable<Token>;
};
type Model = {
  fileInfo: { metadata: { tokenizer?: { chat_template?: string } } };
  tokens: { bosString: string | null };
  tokenize(text: string, special: boolean): Token[];
  detokenize(tokens: readonly Token[], special: boolean, last?: readonly Token[]): string;
  isEogToken(token: Token): boolean;
  createContext(options: { contextSize: number; threads: number }): Promise<{ getSequence(): Sequence }>;
  dispose(): Promise<void>;
};
type Runtime = {
  getLlama(options: object): Promise<{ loadModel(options: { modelPath: string }): Promise<Model> }>;
};
type Jinja = { Template: new (text: string) => { render(values: object): string } };

export async function loadEngine(folder: string, local: LocalModel, context: number, threads: number): Promise<Engine> {
  const modules = join(runtimeFolder(folder), "node_modules");
  const { getLlama }: Runtime = await import(join(modules, "node-llama-cpp/dist/index.js"));
  const { Template }: Jinja = await import(join(modules, "@huggingface/jinja/dist/index.js"));
  const llama = await getLlama({ gpu: false, build: "never", logLevel: "error", progressLogs: false });
  const model = await llama.loadModel({ modelPath: weightsFile(folder, local) });
  const sequence = (await model.createContext({ contextSize: context, threads })).getSequence();
  const own = model.fileInfo.metadata.tokenizer?.chat_template ?? "";
  const template = new Template(own.length > MIN_TEMPLATE ? own : (local.template ?? ""));
  let before: Promise<unknown> = Promise.resolve();

  async function generate(prompt: string, asking: Asking, onText: (text: string) => void): Promise<Generated> {
    const { max, stop, signal, ...drawn } = asking;
    const tokens = model.tokenize(prompt, true);
    // What a prompt shares with the one before it is not read again, but for its end.
    await sequence.adaptStateToTokens(tokens.slice(0, -READ_AGAIN));
    const rest = tokens.slice(sequence.nextTokenIndex);
    const most = Math.min(max, context - tokens.length);
    const all: Token[] = [];
    let pending: Token[] = [];
    let text = "";
    const finished = (finish: Generated["finish"]): Generated => ({ text, tokens: all.length, finish });
    const repeatPenalty = { punishTokens: () => all.slice(-REPEATED.tokens), penalty: REPEATED.penalty };
    for await (const token of sequence.evaluate(rest, { ...drawn, repeatPenalty, yieldEogToken: true })) {
      signal.throwIfAborted();
      if (model.isEogToken(token)) return finished("stop");
      all.push(token);
      pending.push(token);
      const piece = model.detokenize(pending, false, all.slice(-pending.length - LOOK_BACK, -pending.length));
      // A character of several tokens is not whole yet.
      if (!piece.endsWith("\uFFFD")) {
        text += piece;
        onText(piece);
        pending = [];
      }
      if (stop.some((each) => each !== "" && text.includes(each))) return finished("stop");
      if (all.length >= most) return finished("length");
    }
    return finished("stop");
  }

  return {
    context,
    promptOf: ({ messages, tools }) =>
      template.render({
        messages,
        ...(tools !== undefined && { tools }),
        add_generation_prompt: true,
        bos_token: model.tokens.bosString ?? "",
      }),
    count: (prompt) => model.tokenize(prompt, true).length,
    generate: (prompt, asking, onText) => {
      const answer = before.then(() => {
        asking.signal.throwIfAborted();
        return generate(prompt, asking, onText);
      });
      // What was read of a request that was cut off is not trusted.
      before = answer.catch(() => sequence.clearHistory());
      return answer;
    },
    dispose: () => model.dispose(),
  };
}

/** What Ollama does unless told otherwise: tokens among the last ones become less likely. */
const REPEATED = { tokens: 64, penalty: 1.1 } as const;
/** Characters below which a template is a mere name. */
const MIN_TEMPLATE = 50;
/** Tokens before a piece that tell whether it begins with a blank. */
const LOOK_BACK = 8;
/** Tokens of a prompt that are always read: with the last one alone the engine answers nothing where it had the rest. */
const READ_AGAIN = 8;
