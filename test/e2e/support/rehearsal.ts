import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { HOST_MODEL } from "../../../rehearsal/host-agent.ts";
import type { JsonObject } from "../../../rehearsal/json-in-text.ts";
import { type RunOptions, type RunResult, runOpencode, type ToolResult } from "../../../rehearsal/opencode.ts";
import { makeProject, type Project, type ProjectModel, type ProjectOptions } from "../../../rehearsal/project.ts";
import { type LoggedRequest, type Provider, startProvider } from "../../../rehearsal/provider.ts";
import type { Script } from "../../../rehearsal/reply.ts";
import type { ScriptedModel } from "../../../rehearsal/scripted-model.ts";
import { type OpencodeServer, serveOpencode } from "../../../rehearsal/serve.ts";
import { HOST } from "./hosts.ts";
import { callServed } from "./served.ts";

/** On the generation of the host that the process tests on, unless given. */
export type RehearsalOptions = Omit<ProjectOptions, "provider" | "models"> & {
  models: readonly (ScriptedModel & Omit<ProjectModel, "id">)[];
  script?: Script;
  onRequest?: (request: LoggedRequest) => void;
};

/** Scripted models, a temporary project and the real host in it; gone when disposed of. */
export type Rehearsal = AsyncDisposable & {
  provider: Provider;
  project: Project;
  /** Has the person's agent call designlab with exactly these arguments, in a new process. */
  call(op: string, args?: object, options?: Partial<RunOptions>): Promise<RunResult>;
  /** Has the agent of a server call it likewise, in a session of its own; the reply. Much cheaper from the second on. */
  ask(op: string, args?: object): Promise<string>;
  /** Types a line after /design-lab on that server; the one call of the tool that comes of it. */
  type(line: string): Promise<ToolResult>;
  /** Writes the person's own configuration of the lab, which is read anew in every call. */
  configure(lab: JsonObject): void;
  /** Runs opencode with any message, or a command. */
  say(message: string, options?: Partial<RunOptions>): Promise<RunResult>;
  /** The server of `ask` and `type`, started at the first time. */
  served(): Promise<OpencodeServer>;
  /** Another server in the project, stopped with the rehearsal. */
  serve(): Promise<OpencodeServer>;
  /** The logged requests of the lab itself, without the person's agent and titles. */
  labRequests(): LoggedRequest[];
};

/** The person's private folder of the lab. */
export const stateOf = ({ project }: Pick<Rehearsal, "project">): string =>
  join(project.home, ".local/state/opencode/design-lab");

/**
 * The host's engine spends a quarter of the processor time of such short lives on its last compiler, which pays in a
 * process that lives for minutes, and as much in the system on an allocator and on threads that collect garbage beside it.
 */
const SHORT_LIVED = {
  BUN_JSC_useFTLJIT: "0",
  BUN_JSC_numberOfGCMarkers: "1",
  BUN_JSC_useConcurrentGC: "0",
  BUN_JSC_smallHeapGrowthFactor: "4",
  Malloc: "1",
};

/** `await using lab = await rehearse({models})` in a test leaves no process and no folder behind, whatever happens. */
export async function rehearse({ models, script, onRequest, ...rest }: RehearsalOptions): Promise<Rehearsal> {
  const played = [...models, ...(rest.hosts_own ?? []).map((name) => ({ id: `opencode/${name}` }))];
  const provider = await startProvider({
    models: played,
    ...(script ? { script } : {}),
    ...(onRequest ? { onRequest } : {}),
  });
  const env = { ...SHORT_LIVED, ...rest.env };
  const project = makeProject({ generation: HOST, ...rest, env, provider, models });
  const servers: OpencodeServer[] = [];
  const serve = async () => {
    const server = await serveOpencode({ project });
    servers.push(server);
    return server;
  };
  let first: Promise<OpencodeServer> | null = null;
  const served = () => {
    first ??= serve();
    return first;
  };
  const say: Rehearsal["say"] = (message, options) => runOpencode({ project, message, ...options });
  return {
    provider,
    project,
    say,
    call: (op, args = {}, options = {}) => say(`Call designlab with ${JSON.stringify({ op, args })}`, options),
    serve,
    served,
    ask: async (op, args) => (await callServed(await served(), op, args)).reply,
    type: async (line) => {
      const server = await served();
      const session = await server.open();
      await server.command(session, "design-lab", line);
      const [call, ...others] = await server.tools(session);
      if (!call || others.length > 0)
        throw new Error(`/design-lab ${line} made ${others.length + (call ? 1 : 0)} calls`);
      return call;
    },
    configure: (lab) => writeFileSync(join(project.home, ".config/opencode/design-lab.json"), JSON.stringify(lab)),
    labRequests: () => provider.requests.filter(({ model, kind }) => model !== HOST_MODEL && kind !== "title"),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => server.kill9()));
      await provider.stop();
      project.remove();
    },
  };
}
