import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import type { StudyBundle, StudyStanding, StudyTask } from "../../artifacts/study.ts";
import { UsageError } from "../../errors.ts";
import { findBinary } from "../../host/drive/serve.ts";
import { agentsShell, nobodyHere } from "../../host/presence.ts";
import { typedSaid } from "../../story/study-help.ts";
import { type Consent, consentAsked, consentSaid, studiesSaid, workEnded } from "../../story/study-work.ts";
import { openBudget } from "../../study/budget.ts";
import { isStudy } from "../../study/folder.ts";
import type { StudyQueue } from "../../study/queue.ts";
import { settingsOf } from "../../study/texts.ts";
import { type Machine, withOwnRoot, workRoot } from "../../study/work-folder.ts";
import { shellWord } from "../../text/shell-word.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { PACKAGE_FOLDER } from "../package-folder.ts";
import type { CallCame } from "../remote.ts";
import { askPanels, type PanelPrice } from "./ask-prices.ts";
import { type HostPool, openHosts } from "./hosts.ts";
import { openThere } from "./opened.ts";
import { studyOptions } from "./options.ts";
import { type ReadPlace, whileReading, writeReading } from "./reading.ts";
import type { StudyCall, StudyWord } from "./study.ts";
import { workOnStudy } from "./working.ts";

/** Takes part in a study as a worker, whoever made its queue. */
export const workWord: StudyWord = {
  word: "work",
  usage:
    "work --queue URL [--study HASH] [--read FOLDER] [--server URL] [--at-once N] [--max-cost USD] [--account NAME] [--dir FOLDER]",
  does: "does experiments of a study with this machine's keys, once you said yes to it",
  run: work,
};

/** Options that say how a worker works. */
export const WORKER_OPTIONS = {
  queue: { type: "string" },
  server: { type: "string", multiple: true },
  "at-once": { type: "string" },
  "max-cost": { type: "string" },
  account: { type: "string" },
} as const;

async function work(call: StudyCall): Promise<CallCame> {
  const { queue: address, study, read, ...worker } = optionsOf(call.rest);
  refuseAgent();
  if (address === null)
    throw new UsageError("Cannot work on a study: --queue must say where it is, as a path or postgres://…", {
      advice: typedSaid(workWord),
    });
  const queue = await openThere(address, process.cwd());
  try {
    const hash = await chooseStudy(queue, study, call);
    if ("text" in hash) return hash;
    const bundle = await queue.bundle(hash.of);
    if (bundle === null) throw new UsageError(`Cannot work on a study: ${queue.address} has none of that hash.`);
    const reading = read === null ? null : await writeReading(read, bundle);
    const machine = await machineOf(call);
    const meant = `--queue ${shellWord(queue.address)} --study ${hash.of.slice(0, 8)}`;
    const of = { meant, reading, queue, hash: hash.of, bundle, machine, ...worker };
    return await asWorker({ call, consented: false, prices: null, ...of });
  } finally {
    await queue.close();
  }
}

/** Throws UsageError in the shell of an agent: whoever starts a worker says yes to what it spends. */
export function refuseAgent(): void {
  const agent = agentsShell(process.env);
  if (agent !== null) throw new UsageError(`Cannot work on a study: ${agent}.`);
}

/** How a worker works, as it is typed. */
export type WorkerOptions = {
  servers: readonly string[];
  at_once: number | null;
  max_cost: number | null;
  account: string;
};

function optionsOf(rest: readonly string[]): WorkerOptions & Record<"queue" | "study" | "read", string | null> {
  const options = { ...WORKER_OPTIONS, study: { type: "string" }, read: { type: "string" } } as const;
  const { values } = studyOptions(workWord, rest, options);
  const { queue = null, study = null, read = null } = values;
  return { ...workerOptions(values), queue, study, read };
}

/** The same options as values. Throws UsageError for one that cannot be meant. */
export function workerOptions(values: {
  server?: string[] | undefined;
  "at-once"?: string | undefined;
  "max-cost"?: string | undefined;
  account?: string | undefined;
}): WorkerOptions {
  const at_once = numberIn("--at-once", values["at-once"], { least: 1, most: 64, whole: true });
  const max_cost = numberIn("--max-cost", values["max-cost"], { least: 0, most: 1e9, whole: false });
  const account = values.account ?? "default";
  if (!/^[\p{L}\p{N}._@-]{1,60}$/u.test(account))
    throw new UsageError("--account must be a name of 1 to 60 letters, digits and . _ @ -");
  return { servers: values.server ?? [], at_once, max_cost, account };
}

function numberIn(
  option: string,
  text: string | undefined,
  { least, most, whole }: { least: number; most: number; whole: boolean },
): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (text.trim() !== "" && number >= least && number <= most && (!whole || Number.isInteger(number))) return number;
  throw new UsageError(
    `${option} must be ${whole ? "a whole number" : "an amount"} from ${least} to ${most}, found "${text.slice(0, 40)}".`,
  );
}

/** Where the folders of experiments lie. */
export async function machineOf({ dir, directory }: Pick<StudyCall, "dir" | "directory">): Promise<Machine> {
  const place = { home: homedir(), env: process.env };
  return dir === null
    ? { ...place, root: workRoot(place), named: false }
    : { ...place, root: await realpath(directory), named: true };
}

/** Which study is meant: the one that is named, or the only one that is not over. */
async function chooseStudy(
  queue: StudyQueue,
  named: string | null,
  call: StudyCall,
): Promise<{ of: string } | CallCame> {
  const all = await queue.studies();
  if (call.yes && !/^[0-9a-f]{64}$/u.test(named ?? ""))
    throw new UsageError("--yes says yes to one study alone: --study must be its whole hash, 64 hexadecimal digits.");
  if (named !== null) {
    const fit = all.filter((each) => isStudy(each, named));
    const [only] = fit;
    if (only !== undefined && fit.length === 1) return { of: only.hash };
    const found = fit.length === 0 ? "none" : `${fit.length}`;
    throw new UsageError(`Cannot work on a study: ${queue.address} has ${found} that "${named.slice(0, 80)}" names.`);
  }
  const standings = await Promise.all(all.map(async ({ hash }) => queue.standing(hash)));
  const open = standings.filter(({ state }) => state !== "over");
  const [only] = open;
  if (only !== undefined && open.length === 1) return { of: only.hash };
  const rows = standings.map(({ hash, name, state, counts }) => ({
    ...{ hash, name, waiting: counts.waiting, over: state === "over" },
    all: sum(Object.values(counts)),
  }));
  if (open.length > 1) call.person.say(blocksText(studiesSaid(rows, queue.address)), "markdown");
  if (open.length > 1) throw new UsageError("Cannot work on a study: --study must say on which.");
  return { text: blocksText(studiesSaid(rows, queue.address)), outcome: "answered", facts: { studies: rows } };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** As many experiments at a time unless it is said. */
const AT_ONCE = 2;

type AsWorker = WorkerOptions & {
  /** Whether the person was shown the study and said yes to it and its price. */
  consented: boolean;
  /** What one experiment of each panel may cost, as that person was shown it; null: it is still to be asked. */
  prices: ReadonlyMap<string, number | null> | null;
  /** Where all that the study says was written to be read; null where nobody named a folder. */
  reading: ReadPlace | null;
  /** What is typed to mean the study; null where what can be typed is said by whoever asks. */
  meant: string | null;
  call: StudyCall;
  queue: StudyQueue;
  hash: string;
  bundle: StudyBundle;
  machine: Machine;
};

/** Opens hosts, has the person say yes to the study, and works on it, in a folder of its own. */
export const asWorker = (of: AsWorker): Promise<CallCame> => withOwnRoot(of.machine, (own) => workIn(own, of));

async function workIn(
  own: Machine,
  { call, consented, reading, meant, queue, hash, bundle, machine, ...worker }: AsWorker,
): Promise<CallCame> {
  const { person, signal } = call;
  const opencode = worker.servers.length > 0 ? null : findBinary(call.opencode, process.env.PATH ?? "");
  const { servers } = worker;
  const at_once = worker.at_once ?? AT_ONCE;
  const pool = await openHosts({
    ...{ machine: own, bundle, hash, opencode, servers, signal },
    ...{ plugin: PACKAGE_FOLDER, env: process.env },
  });
  try {
    const about = { machine: own, bundle, hash, signal };
    const prices = consented ? new Map() : await askPanels(pool, about, longestOf(bundle));
    const standing = await queue.standing(hash);
    const { paid, reserved } = await openBudget(machine, hash, null).used();
    const money = { max_cost: worker.max_cost, spent: paid + reserved };
    const consent = consentOf({ pool, prices, standing, bundle, queue, machine, at_once, money });
    if (
      !consented &&
      consent.max_cost === null &&
      [...prices.values()].some((each) => "cost" in each && (each.cost ?? 0) > 0)
    ) {
      person.say(blocksText(consentSaid(consent)), "markdown");
      throw new UsageError("Cannot work on a study without a limit of your own: its models have a price.", {
        advice: "The same line with --max-cost 5 behind it lets it spend 5 US dollars of yours.",
      });
    }
    if (consented) requireTaken(consent);
    else await askConsent(call, consent, { bundle, reading });
    const end = await workOnStudy({
      ...{ ...about, queue, pool, person, at_once },
      ...{ account: worker.account, max_cost: worker.max_cost },
      prices: worker.prices ?? new Map(consent.panels.map(({ name, price }) => [name, price])),
      without: new Set(consent.panels.flatMap(({ name, refused }) => (refused === null ? [] : [name]))),
    });
    const outcome =
      end.why === "left" && signal.aborted ? "stopped" : end.failed > 0 || end.why === "lost" ? "unranked" : "answered";
    return {
      text: blocksText(workEnded(end, await queue.standing(hash), meant)),
      outcome,
      facts: { study: hash, ...end },
    };
  } finally {
    await pool.end();
  }
}

/** Shows what is consented to, and asks; what was said in advance by its hash is shown and begun. */
async function askConsent(
  { person, yes, signal }: Pick<StudyCall, "person" | "yes" | "signal">,
  consent: Consent,
  { bundle, reading }: { bundle: StudyBundle; reading: ReadPlace | null },
): Promise<void> {
  const show = (read: ReadPlace | null): void => {
    person.say(blocksText(consentSaid({ ...consent, reading: read })), "markdown");
    requireTaken(consent);
  };
  const why = nobodyHere(process);
  if (yes || why !== null) show(reading);
  if (yes) return;
  if (why !== null)
    throw new UsageError(`Cannot work on a study: nobody said yes to it; ${why}.`, {
      advice: `Where no terminal is, say it in advance: --study ${consent.hash} --yes. With --read FOLDER all that it says is written there first.`,
    });
  const ask = async (read: ReadPlace): Promise<boolean> => {
    show(read);
    return (await person.ask(consentAsked(consent.hash), signal)).allowed;
  };
  const allowed = await (reading === null ? whileReading(bundle, ask) : ask(reading));
  if (!allowed) throw new UsageError("Nothing was begun: you did not say yes.");
}

/** Throws UsageError where nothing of a study can be taken. */
function requireTaken({ panels }: Consent): void {
  if (panels.some(({ lacks, refused }) => lacks.length === 0 && refused === null)) return;
  const lacks = [...new Set(panels.flatMap((panel) => panel.lacks))];
  throw new UsageError(
    "Cannot work on a study: this machine can take none of its panels.",
    lacks.length > 0 ? { advice: `OpenCode does not offer ${lacks.join(", ")} here.` } : {},
  );
}

/** What one experiment costs is asked for the longest task: no other takes more. */
const longestOf = ({ tasks }: StudyBundle): StudyTask =>
  tasks.reduce((longest, each) => (each.task.length > longest.task.length ? each : longest));

/** The price of one experiment, null where nobody knows any, and the models of which nothing is in it. */
function knownOf(asked: PanelPrice | undefined): { price: number | null; unpriced: readonly string[] } {
  if (asked === undefined || "why" in asked) return { price: null, unpriced: [] };
  const { cost, unpriced } = asked;
  return { price: cost > 0 || unpriced.length === 0 ? cost : null, unpriced };
}

function consentOf(of: {
  pool: HostPool;
  prices: ReadonlyMap<string, PanelPrice>;
  standing: StudyStanding;
  bundle: StudyBundle;
  queue: StudyQueue;
  machine: Machine;
  at_once: number;
  money: Pick<Consent, "max_cost" | "spent">;
}): Consent {
  const { pool, prices, standing, bundle, queue, machine } = of;
  return {
    ...{ hash: standing.hash, name: bundle.name, address: queue.address, tasks: bundle.tasks, repeats: bundle.repeats },
    panels: bundle.panels.map((panel) => {
      const { name, models, designs, reviewers } = panel;
      const price = prices.get(name);
      return {
        ...{ name, models, designs, reviewers, most: bundle.limits.experiment.max_cost },
        settings: settingsOf(panel),
        ...knownOf(price),
        lacks: pool.lacks.find(({ panel }) => panel === name)?.models ?? [],
        refused: pool.refused.get(name) ?? (price !== undefined && "why" in price ? price.why : null),
      };
    }),
    counts: { waiting: standing.counts.waiting, all: sum(Object.values(standing.counts)) },
    ...{ hosts: pool.hosts, at_once: of.at_once, ...of.money },
    folder: { path: machine.root, named: machine.named },
    reading: null,
  };
}
