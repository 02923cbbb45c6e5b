/**
 * What the lab uses of the context that OpenCode 2 hands to a plugin, written down from what 2.0.15 does: its own
 * package of types is no dependency, for nothing of it can be imported where the plugin runs.
 */
export type ContextV2 = {
  app: { name: string; version: string };
  location: { directory: string; project: { directory: string } };
  /** The plugin's options of the host's configuration. */
  options: unknown;
  agent: {
    transform(edit: (agents: { update(id: string, edit: (agent: AgentV2) => void): void }) => void): Promise<unknown>;
  };
  command: { transform(edit: (commands: { add(command: CommandV2): void }) => void): Promise<unknown> };
  event: { subscribe(options: { signal: AbortSignal }): AsyncIterable<EventV2> };
  model: {
    list(options: object): Promise<{ data: ModelV2[] }>;
    default(options: object): Promise<{ data?: { providerID: string; id: string } | null }>;
  };
  /** What stands before a call that changes something; a host that has no such hook has none of it. */
  permission?: { hook<E = never>(name: string, listener: (event: E) => void | Promise<void>): Promise<unknown> };
  provider: { list(options: object): Promise<{ data: ProviderV2[] }> };
  /** Calls from beside a conversation; a throw arrives without its words. */
  rpc?: {
    register(
      definition: { id: string; methods: Record<string, { input: object; output: object }>; events: object },
      handlers: Record<string, (input: Record<string, unknown>) => Promise<object>>,
    ): Promise<unknown>;
  };
  session: {
    create(options: { title: string; agent?: string; model?: ModelRef; metadata?: object }): Promise<SessionV2>;
    get(options: { sessionID: string }): Promise<SessionV2>;
    update(options: { sessionID: string; permissions?: RuleV2[]; title?: string }): Promise<unknown>;
    /** Returns when the prompt is stored; `wait` resolves when its turn has ended. */
    prompt(options: { sessionID: string; text: string; delivery?: string }): Promise<{ id: string }>;
    wait(options: { sessionID: string }): Promise<unknown>;
    context(options: { sessionID: string }): Promise<MessageV2[]>;
    interrupt(options: { sessionID: string }): Promise<unknown>;
    hook<E = never>(name: string, listener: (event: E) => void | Promise<void>): Promise<unknown>;
  };
  tool: {
    list(): Promise<ToolV2[]>;
    transform(edit: (tools: { add(tool: object): void }) => void): Promise<unknown>;
    hook<E = never>(name: string, listener: (event: E) => void | Promise<void>): Promise<unknown>;
  };
};

export type ProviderV2 = { id: string; integrationID?: string; name?: string; settings?: { apiKey?: unknown } };

export type ModelRef = { providerID: string; id: string };
/** The last rule that fits decides. */
export type RuleV2 = { action: string; resource: string; effect: "allow" | "deny" };
type AgentV2 = {
  name?: string;
  description?: string;
  mode?: string;
  hidden?: boolean;
  system?: string;
  steps?: number;
  permissions?: RuleV2[];
};
type CommandV2 = {
  name: string;
  description: string;
  execute(call: { sessionID: string; prompt: { text: string }; delivery?: string }): Promise<void>;
};
export type EventV2 = { type: string; data: { sessionID?: string; finish?: string; error?: ErrorV2 } };
export type ErrorV2 = { type: string; message: string; status?: number };
export type ModelV2 = {
  id: string;
  providerID: string;
  name: string;
  family?: string;
  enabled: boolean;
  status?: string;
  /** Milliseconds since 1970; 0 when unknown. */
  time: { released: number };
  capabilities: { tools: boolean; input: string[]; output: string[] };
  cost: { input: number; output: number }[];
  limit: { context: number; output: number };
};
type TokensV2 = {
  input?: number;
  output?: number;
  reasoning?: number;
  cache?: { read?: number; write?: number };
};
type SessionV2 = { id: string; parentID?: string; title?: string; cost?: number; tokens?: TokensV2 };
/** A turn ends with a message of type idle. */
export type MessageV2 = {
  id: string;
  type: string;
  /** What a person said. */
  text?: string;
  content?: { type: string; text?: string }[];
  finish?: string;
  error?: ErrorV2;
  outcome?: "succeeded" | "failed" | "interrupted";
};
/** The call of a tool as the host names it to the tool. */
export type ToolCallV2 = {
  sessionID: string;
  agent: string;
  messageID: string;
  id: string;
  signal: AbortSignal;
  progress(metadata: object): Promise<void>;
};
type ToolV2 = {
  id: string;
  execute(input: object, call: ToolCallV2): Promise<{ output?: unknown; content?: unknown }>;
};
