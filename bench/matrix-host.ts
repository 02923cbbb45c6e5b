import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Generation } from "../rehearsal/binary.ts";
import { HOST_MODEL } from "../rehearsal/host-agent.ts";
import { makeProject, type Project } from "../rehearsal/project.ts";
import { type Provider, startProvider } from "../rehearsal/provider.ts";
import type { Reply } from "../rehearsal/reply.ts";
import type { ScriptedModel } from "../rehearsal/scripted-model.ts";
import { type OpencodeServer, serveOpencode } from "../rehearsal/serve.ts";

/** A matrix of scripted models of one provider. `seconds` are the delays of the designers, and of the reviewers, in turn. */
export type Case = {
  name: string;
  designs: number;
  reviewers: number;
  seconds: readonly number[];
  snapshot?: boolean;
  /** The provider answers 429 above so many at once. */
  cap?: number;
  /** The lab's own limit of requests at once; its default unless given. */
  max_parallel?: number;
  /** The same sessions without the lab, by a plugin that does nothing else. */
  bare?: boolean;
};

export function modelsOf({ designs, reviewers, seconds }: Case): ScriptedModel[] {
  const delay = (at: number): number => (seconds[at % seconds.length] ?? 0) * 1000;
  return [
    ...Array.from({ length: designs }, (_, at) => ({ id: designerOf(at), delay: delay(at) })),
    ...Array.from({ length: reviewers }, (_, at) => ({ id: `acme/judge-${at + 1}`, delay: delay(at) })),
  ];
}

export const designerOf = (at: number): string => `acme/maker-${at + 1}`;

/** Seconds that the models alone would take: all at once, or in waves of what the lab or the provider allows. */
export function timesOf({ designs, reviewers, seconds, ...limits }: Case): { critical: number } {
  const { cap = Number.POSITIVE_INFINITY, max_parallel = Number.POSITIVE_INFINITY } = limits;
  const slowest = (count: number): number => Math.max(...seconds.slice(0, count));
  const waves = (count: number): number => Math.ceil(count / Math.min(cap, max_parallel, count));
  return { critical: slowest(designs) * waves(designs) + slowest(reviewers) * waves(designs * reviewers) };
}

/** What one run took. `memory` is the host's largest resident set meanwhile, MiB; null where the system does not say. */
export type Took = { seconds: number; memory: number | null };

/** A real host in which a matrix can be run again and again; gone when disposed of. */
export type MatrixHost = AsyncDisposable & {
  /** From the call of the tool until the person's model is told. Throws when a cell is missing at the end. */
  run(name: string): Promise<Took>;
  /** The host's resident set now, MiB. */
  memory(): number | null;
};

export async function startMatrixHost(each: Case, generation: Generation): Promise<MatrixHost> {
  const models = modelsOf(each);
  const script = ({ model }: { model: string }): Reply | undefined =>
    each.bare && model !== HOST_MODEL ? { text: LONG } : limited(each, model, provider);
  const provider = await startProvider({ models, script });
  const bare = mkdtempSync(join(tmpdir(), "designlab-bare-"));
  const project = projectOf(each, generation, provider, bare);
  const server = await serveOpencode({ project });
  return {
    run: (name) => runOnce(each, name, provider, server),
    memory: () => residentSet(server.pid),
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await provider.stop();
      project.remove();
      rmSync(bare, { recursive: true, force: true });
    },
  };
}

/** About as long as a scripted evaluation. */
const LONG = "The retry policy is stated and bounded. ".repeat(50);

/** The provider's answer to one request too many. */
function limited({ cap }: Case, model: string, { requests }: Provider): Reply | undefined {
  if (cap === undefined || model === HOST_MODEL) return undefined;
  const open = requests.filter((one) => one.model !== HOST_MODEL && one.answered_at === null && one.closed_at === null);
  return open.length > cap
    ? { status: 429, delay: 5, error: { message: "Rate limit reached for requests" } }
    : undefined;
}

function projectOf(each: Case, generation: Generation, provider: Provider, bare: string): Project {
  const models = modelsOf(each);
  const ids = models.map(({ id }) => id);
  const [designers, reviewers] = [ids.slice(0, each.designs), ids.slice(each.designs)];
  return makeProject({
    generation,
    provider,
    models,
    ...(each.bare && { plugin: stageBarePlugin(bare, designers, reviewers) }),
    lab: {
      // Nobody is there to be asked for the price of a large matrix.
      confirm_above: null,
      design_models: designers,
      review_models: reviewers,
      ...(each.max_parallel !== undefined && { limits: { max_parallel: each.max_parallel } }),
    },
    config: { snapshot: each.snapshot ?? true },
    files: { "README.md": "A project\n" },
  });
}

async function runOnce(each: Case, name: string, provider: Provider, server: OpencodeServer): Promise<Took> {
  const from = provider.requests.length;
  const session = await server.open();
  let most = residentSet(server.pid);
  const watch = setInterval(() => {
    most = Math.max(most ?? 0, residentSet(server.pid) ?? 0) || null;
  }, 50);
  try {
    const call = { op: "run", args: { task: "Design a durable task queue", topic: name, fresh: true } };
    await server.say(session, `Call designlab with ${JSON.stringify(call)}`);
  } finally {
    clearInterval(watch);
  }
  expectWhole(each, (await server.tools(session))[0]?.output ?? "nothing");
  const [asked, told] = provider.requests
    .slice(from)
    .filter(({ model, kind }) => model === HOST_MODEL && kind !== "title");
  return { seconds: ((told?.at ?? 0) - (asked?.answered_at ?? 0)) / 1000, memory: most };
}

function expectWhole({ designs, reviewers, bare, name }: Case, reply: string): void {
  const wanted = bare ? BARE_REPLY : `${designs} designs written, ${designs * reviewers} reviews`;
  const failed = /\d+ sessions? failed/u.exec(reply)?.[0];
  if (!reply.includes(wanted) || failed) throw new Error(`A run of "${name}" is incomplete: ${reply}`);
}

function residentSet(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

/**
 * Writes, into the folder, a plugin for OpenCode 1 that makes the sessions of a matrix and nothing else: no queue, no
 * check, no file, no ranking. What a run takes with it is what the host itself takes for so many prompts. Returns the
 * folder.
 */
export function stageBarePlugin(folder: string, designers: readonly string[], reviewers: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  writeFileSync(join(folder, "index.js"), source(designers, reviewers));
  return folder;
}

/** About as long as an evaluation's prompt. */
const TEXT = "Judge this design by every criterion. ".repeat(250);

const source = (designers: readonly string[], reviewers: readonly string[]): string => `
const deny = [{ permission: "*", pattern: "*", action: "deny" }];
const server = async ({ client, directory }) => {
  const query = { directory };
  const ask = async (caller, model) => {
    const { data } = await client.session.create({ body: { parentID: caller, title: "bare", permission: deny }, query });
    const slash = model.indexOf("/");
    const body = {
      agent: "bare",
      model: { providerID: model.slice(0, slash), modelID: model.slice(slash + 1) },
      parts: [{ type: "text", text: ${JSON.stringify(TEXT)} }],
    };
    await client.session.prompt({ path: { id: data.id }, query, body });
  };
  const execute = async (_, { sessionID }) => {
    const designers = ${JSON.stringify(designers)};
    const reviewers = ${JSON.stringify(reviewers)};
    await Promise.all(designers.map((model) => ask(sessionID, model)));
    await Promise.all(designers.flatMap(() => reviewers.map((model) => ask(sessionID, model))));
    return "${BARE_REPLY}";
  };
  return {
    config: async (config) => {
      config.agent = { ...config.agent, bare: { mode: "primary", prompt: "You judge.", tools: { "*": false } } };
    },
    tool: { designlab: { description: "All sessions of a matrix", args: {}, execute } },
  };
};
export default { id: "bare", server };
`;

export const BARE_REPLY = "every session answered";
