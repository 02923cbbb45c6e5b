import { join } from "node:path";
import type { AvailableModel } from "../../artifacts/model.ts";
import type { StudyBundle, StudyPanel } from "../../artifacts/study.ts";
import { LabError, messageOf } from "../../errors.ts";
import { ALLOW_CONFIG } from "../../host/desk-messages.ts";
import { modelsAt } from "../../host/drive/models.ts";
import { LostError } from "../../host/drive/request.ts";
import { type ServedHost, serve } from "../../host/drive/serve.ts";
import { type Address, generationAt, nameOf, requireSharedKey, talkWith, USER } from "../../host/drive/talk.ts";
import { elsewhere, heldOnServer } from "../../story/study-work.ts";
import { HostGone, type LabCall, type LabCame, type Means } from "../../study/perform.ts";
import { GivenBack } from "../../study/queue.ts";
import { settingsOf } from "../../study/texts.ts";
import {
  configuredIn,
  type Machine,
  makeWorkFolder,
  removeWorkFolder,
  type WorkFolder,
} from "../../study/work-folder.ts";
import { nobody } from "../person.ts";
import { callIn } from "../remote.ts";

/** How long a host goes on with a call that its worker does not follow any more, milliseconds: less than a lease. */
const UNWATCHED = 10_000;
/** Folders after which a host of one's own is replaced: it forgets none, and each takes some 20 to 40 MB. */
const MOST_FOLDERS = 24;

/** The hosts that a worker does its experiments in. */
export type HostPool = Pick<Means, "call"> & {
  /** What they are, for people: a version, or addresses. */
  hosts: string;
  /** What they offer, together. */
  models: readonly AvailableModel[];
  /** Panels whose models none of them offers, with those models; and those that cannot be taken for another reason. */
  lacks: { panel: string; models: string[] }[];
  refused: ReadonlyMap<string, string>;
  /** Whether none can be reached or started any more. */
  lost(): boolean;
  end(): Promise<void>;
};

type Asked = {
  machine: Machine;
  bundle: StudyBundle;
  hash: string;
  /** The opencode that is started; null where servers are named. */
  opencode: string | null;
  servers: readonly string[];
  /** The package's own folder. */
  plugin: string;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
};

/** Starts a host of one's own, or finds those that are named, and asks what each offers. Throws LabError. */
export async function openHosts(asked: Asked): Promise<HostPool> {
  return asked.servers.length > 0 ? serversPool(asked) : ownPool(asked);
}

async function ownPool({ machine, bundle, opencode, plugin, signal }: Asked): Promise<HostPool> {
  if (opencode === null)
    throw new LabError(
      "Cannot work on a study: it asks models through OpenCode, and there is no opencode on the PATH.",
      {
        advice:
          "Install it (npm install --global opencode-ai), name one with --opencode FILE, or servers with --server URL.",
      },
    );
  const start = () => serve(opencode, { directory: machine.root, plugin, signal: new AbortController().signal });
  type Own = { host: ServedHost; folders: Set<string>; calls: number; last: boolean };
  const made = (host: ServedHost): Own => ({ host, folders: new Set(), calls: 0, last: false });
  signal.throwIfAborted();
  const first = await start();
  let own: Own = made(first);
  const all = new Set([own]);
  let starting: Promise<void> | null = null;
  let broken = false;
  const models = await meetHost(first, signal).catch(async (error: unknown) => {
    await first.stop();
    throw error;
  });

  const leave = async (each: Own): Promise<void> => {
    if (!each.last || each.calls > 0) return;
    all.delete(each);
    await each.host.stop();
  };
  /** The host that a call in a folder is made in: another where the last one is gone, or has had too many. */
  const hostFor = async (directory: string): Promise<Own> => {
    const full = !own.folders.has(directory) && own.folders.size >= MOST_FOLDERS;
    if (own.host.gone.aborted || full) {
      starting ??= (async () => {
        const before = own;
        own = made(
          await start().catch((error: unknown) => {
            broken = true;
            throw new GivenBack(messageOf(error));
          }),
        );
        all.add(own);
        before.last = true;
        await leave(before);
      })().finally(() => {
        starting = null;
      });
      await starting;
    }
    own.folders.add(directory);
    return own;
  };

  return {
    hosts: `OpenCode ${first.version}`,
    models,
    lacks: lacking(bundle, [models]),
    refused: new Map(),
    lost: () => broken,
    async call(call, at, _panel, stopped) {
      const taken = await hostFor(at.directory);
      taken.calls++;
      try {
        const allowed = ["designlab_cost", ...(at.sha256 === null ? [] : [`${ALLOW_CONFIG}${at.sha256}`])];
        return await callAt({ ...taken.host, directory: at.directory }, call, allowed, stopped, taken.host.gone);
      } finally {
        taken.calls--;
        await leave(taken);
      }
    },
    async end() {
      await Promise.all([...all].map(({ host }) => host.stop()));
    },
  };
}

/** Whether the plugin answers there, and which models are offered. */
async function meetHost(address: Address, signal: AbortSignal): Promise<AvailableModel[]> {
  await (await talkWith(address, { signal })).close();
  return modelsAt(address, signal);
}

type Server = { address: Address; models: readonly AvailableModel[]; calls: number; lostAt: number };
/** How long a server that got lost is left alone while there are others, milliseconds. */
const LEFT_ALONE = 60_000;

async function serversPool({ machine, bundle, hash, servers, env, signal }: Asked): Promise<HostPool> {
  const key = requireSharedKey(env);
  const password = env.OPENCODE_SERVER_PASSWORD || env.OPENCODE_PASSWORD || "";
  const user = env.OPENCODE_SERVER_USERNAME || USER;
  const all: Server[] = [];
  const carried = new Map<string, Carried>();
  const refused = new Map<string, string>();
  for (const panel of bundle.panels) {
    const folder = await probeFolder(machine, { hash, bundle, panel });
    const came = carriedBy(folder, machine, panel);
    if ("held" in came) refused.set(panel.name, heldOnServer(came.held));
    else carried.set(panel.name, came);
    if (all.length < servers.length)
      for (const url of servers) {
        const there = { url, user, password, directory: folder.directory };
        const address: Address = { ...there, key, generation: await generationAt(there, { signal }) };
        await requireSeen(address, folder, signal);
        all.push({ address, models: await modelsAt(address, signal), calls: 0, lostAt: Number.NEGATIVE_INFINITY });
      }
    await removeWorkFolder(folder);
  }
  const offers = ({ models }: Server, panel: StudyPanel) => missing(panel, models).length === 0;
  return {
    hosts: all.map(({ address }) => nameOf(address)).join(", "),
    models: all.flatMap(({ models }) => models),
    lacks: lacking(
      bundle,
      all.map(({ models }) => models),
    ),
    refused,
    lost: () => all.every(({ lostAt }) => Date.now() - lostAt < LEFT_ALONE),
    async call({ op, args }, at, name, stopped) {
      const panel = bundle.panels.find((each) => each.name === name);
      const fit = all.filter((each) => panel !== undefined && offers(each, panel));
      const rested = fit.filter(({ lostAt }) => Date.now() - lostAt > LEFT_ALONE);
      const [server] = (rested.length > 0 ? rested : fit).sort((a, b) => a.calls - b.calls);
      if (server === undefined) throw new LabError(`Cannot do ${name}: no server offers all of its models.`);
      server.calls++;
      try {
        const given = withCarried({ op, args }, carried.get(name));
        return await callAt({ ...server.address, directory: at.directory }, given, ["designlab_cost"], stopped, null);
      } catch (error) {
        if (error instanceof HostGone) server.lostAt = Date.now();
        throw error;
      } finally {
        server.calls--;
      }
    },
    end: async () => undefined,
  };
}

/** A folder in which it is tried out what holds of a panel, and whether a server sees it. */
const probeFolder = (machine: Machine, of: { hash: string; bundle: StudyBundle; panel: StudyPanel }) =>
  makeWorkFolder(machine, { ...of, experiment: { key: `probe/${of.panel.name}/${process.pid}`, epoch: 0 } });

/** Throws LabError where a server does not see what lies in a folder of this machine. */
async function requireSeen(address: Address, { directory }: WorkFolder, signal: AbortSignal): Promise<void> {
  const { facts } = await callAt(address, { op: "doctor", args: {} }, [], signal, null);
  if (!JSON.stringify(facts).includes(JSON.stringify(join(directory, ".opencode")).slice(1, -1)))
    throw new LabError(elsewhere(address.url));
}

/** What the args of a call say in place of a configuration that is held. */
type Carried = { setup: Record<string, unknown>; limits: Record<string, unknown>; run: Record<string, unknown> };

/**
 * What of a panel's configuration holds nowhere unless a person allows it, and can be said in a call: nobody who shares a
 * key allows a configuration. `held`: the settings that no call can say.
 */
export function carriedBy(
  { directory, sha256 }: WorkFolder,
  machine: Machine,
  panel: Pick<StudyPanel, "config">,
): Carried | { held: string[] } {
  const wanted = configuredIn(directory, machine, sha256).config;
  const { held, heldPersonas } = configuredIn(directory, machine, null);
  const settings = held.map(({ setting }) => setting);
  const others = settings.filter((each) => !CARRIED.test(each) && !IDLE.test(each));
  const personas = heldPersonas.length > 0 && JSON.stringify(panel.config).includes('"as"') ? ["personas"] : [];
  if (others.length + personas.length > 0) return { held: [...others, ...personas] };
  const { limits, review, preset } = wanted;
  const has = (name: string): boolean => settings.includes(name);
  const { thrifty, control } = review;
  return {
    setup: {
      ...(has("preset") && preset !== null && { preset }),
      ...(has("review.assertions") && { assertions: review.assertions }),
    },
    limits: Object.fromEntries(
      Object.entries(limits).filter(([name, value]) => has(`limits.${name}`) && value !== undefined),
    ),
    run: {
      ...(has("review.thrifty") && thrifty !== null && { thrifty }),
      ...(has("review.control") && { control }),
    },
  };
}

/** Settings that a call says as well, and those that change nothing in a study. */
const CARRIED = /^(?:limits\.\w+|review\.(?:assertions|thrifty|control)|preset)$/u;
const IDLE = /^(?:confirm_above|brief\.\w+|guard\.\w+|memory\.\w+|output\.\w+)$/u;

function withCarried({ op, args }: LabCall, carried: Carried | undefined): LabCall {
  if (carried === undefined || op === "rank") return { op, args };
  const isNew = "task" in args;
  const limits = { ...carried.limits, ...(args.limits as object | undefined) };
  return { op, args: { ...(isNew && carried.setup), ...(op === "run" && carried.run), ...args, limits } };
}

/** Whether a worker can take a panel: its models are there, and its configuration holds. */
export const canTake = ({ lacks, refused }: Pick<HostPool, "lacks" | "refused">, panel: StudyPanel["name"]): boolean =>
  !lacks.some((each) => each.panel === panel) && !refused.has(panel);

/** A fallback that nobody offers is missing too: no call begins that names one. */
function missing(panel: StudyPanel, offered: readonly AvailableModel[]): string[] {
  const named = new Set([...panel.models, ...(settingsOf(panel)?.fallbacks ?? []).flat(2)]);
  return [...named].filter((model) => !offered.some(({ id }) => id === model));
}

/** Panels that none of the hosts can take whole, with what the best of them lacks. */
export function lacking({ panels }: StudyBundle, hosts: readonly (readonly AvailableModel[])[]): HostPool["lacks"] {
  return panels.flatMap((panel) => {
    const [least = []] = hosts.map((models) => missing(panel, models)).sort((a, b) => a.length - b.length);
    return least.length > 0 ? [{ panel: panel.name, models: least }] : [];
  });
}

/** Nobody sits before a call of a worker: what was not consented to is not allowed. */
const NOBODY = nobody({ why: "a worker has nobody to ask" });

async function callAt(
  address: Address,
  call: { op: string; args: Record<string, unknown> },
  allowed: string[],
  stopped: AbortSignal,
  gone: AbortSignal | null,
): Promise<LabCame> {
  const over = gone === null ? stopped : AbortSignal.any([stopped, gone]);
  try {
    const talk = await talkWith(address, { signal: over });
    try {
      return await callIn(talk, { ...call, allowed, unwatched: UNWATCHED }, NOBODY, over);
    } finally {
      await talk.close().catch(() => undefined);
    }
  } catch (error) {
    if (stopped.aborted || (gone?.aborted !== true && !(error instanceof LostError))) throw error;
    const why = messageOf(error).replace(/\.{1,2}$/u, "");
    const said = error instanceof LostError ? why : `OpenCode at ${new URL(address.url).host} is gone: ${why}`;
    throw new HostGone(said, { away: gone === null });
  }
}
