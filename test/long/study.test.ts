import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LoggedRequest } from "../../rehearsal/provider.ts";
import type { StudyBundle, StudyStanding } from "../../src/artifacts/study.ts";
import { bundleHash } from "../../src/study/manifest.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import type { StudyQueue } from "../../src/study/queue.ts";
import { HOST, HOSTS } from "../e2e/support/hosts.ts";
import { noPostgres, startPostgres } from "../support/postgres.ts";
import { panelOf, smallStudy, taskOf } from "../support/studies.ts";
import { familyOf, isThere, type Machine, machineWith, signalAll, workerIn } from "./support/study-machines.ts";
import { ANSWER_COSTS, type Blow, isFrom, studyProvider, wasStruck } from "./support/study-provider.ts";

/** Fewer for a machine that is busy: what is shown is less by as much. */
const TASKS = Number(process.env.DESIGNLAB_STUDY_TASKS ?? 12);
const REPEATS = 2;
const WORDS = ["anchor", "beacon", "cistern", "dovecote", "estuary", "foundry", "granary", "harbour", "icehouse"]
  .concat(["jetty", "kiln", "lighthouse", "millpond", "nursery", "orchard", "pavilion"])
  .slice(0, TASKS);
/** The designs of each model by what they call themselves. */
const TITLES = {
  "alpha/one": "Plan north",
  "alpha/two": "Plan south",
  "alpha/three": "Plan east",
  "beta/one": "Plan west",
};
const MODELS = Object.keys(TITLES);
const [ONE = "", TWO = "", THREE = "", FOUR = ""] = MODELS;
/** Two designs, and each of them judged by two. */
const CELLS = 6;
const ALL = TASKS * 2 * REPEATS;

/** What stands in one task alone. */
const partOf = (word: string): string => `the ${word} is booked`;

const studyWith = (limits: { experiment: number; study: number }): StudyBundle =>
  smallStudy({
    name: "large",
    tasks: WORDS.map((word, at) =>
      taskOf(`${String(at + 1).padStart(2, "0")}-${word}`, `Design how ${partOf(word)} and looked after`),
    ),
    panels: [panelOf("near", [ONE, TWO]), panelOf("far", [THREE, FOUR])],
    repeats: REPEATS,
    limits: {
      experiment: { max_cost: limits.experiment, max_tokens: null, max_minutes: null },
      study: { max_cost: limits.study, max_tokens: null, max_hours: null },
    },
  });

/** Works on a study until it is over. */
const workLine = (address: string, hash: string, more: readonly string[] = []) =>
  ["study", "work", "--queue", address, "--study", hash, "--yes", "--max-cost", "50", ...more] as const;

/** Lines that say what was measured, for whoever reads the run. */
const say = (line: string): void => console.log(`  ${line}`);

const done = async (queue: StudyQueue, hash: string): Promise<number> => (await queue.standing(hash)).counts.done;

async function untilDone(queue: StudyQueue, hash: string, wanted: number): Promise<void> {
  const deadline = Date.now() + 1_200_000;
  while ((await done(queue, hash)) < wanted) {
    if (Date.now() > deadline) throw new Error(`no ${wanted} experiments were done within 20 minutes`);
    await Bun.sleep(200);
  }
}

/** How a study stood, time after time. */
type Sample = { at: number; standing: StudyStanding };

function watch(queue: StudyQueue, hash: string): { samples: Sample[]; end(): Promise<void> } {
  const samples: Sample[] = [];
  let ending = false;
  const watching = (async () => {
    while (!ending) {
      samples.push({ at: Date.now(), standing: await queue.standing(hash) });
      await Bun.sleep(250);
    }
  })();
  return {
    samples,
    end: () => {
      ending = true;
      return watching;
    },
  };
}

const machines: Machine[] = [];
afterAll(() => {
  for (const { project } of machines) project.remove();
});

function machine(...of: Parameters<typeof machineWith>): Machine {
  const made = machineWith(...of);
  machines.push(made);
  return made;
}

/** Whose machine asked, and the seconds from the nearest blow on it to the request and its answer. */
function tellOf(request: LoggedRequest, blows: readonly Blow[]): string {
  const of = [...blows.entries()].filter(([, { root }]) => isFrom(request, root));
  const seconds = (at: number | null, blow: Blow) =>
    at === null ? "never" : `${((at - blow.at) / 1000).toFixed(1)} s`;
  return of
    .map(([n, blow]) => `blow ${n}: ${seconds(request.at, blow)} to ${seconds(request.answered_at, blow)}`)
    .join("; ");
}

/** No cell was answered more often than there are repeats, but for those that something struck. Returns how many those are. */
function expectOnce(
  answered: ReturnType<Awaited<ReturnType<typeof studyProvider>>["answered"]>,
  blows: readonly Blow[],
) {
  // A design, or one reviewer's judgement of it, of each task by each panel.
  expect(answered.length).toBe(TASKS * 2 * CELLS);
  expect(answered.filter(({ requests }) => requests.length < REPEATS)).toEqual([]);
  const more = answered.filter(({ requests }) => requests.length > REPEATS);
  const unexplained = more.filter(
    ({ requests }) => requests.length - REPEATS > requests.filter((each) => wasStruck(each, blows)).length,
  );
  expect(unexplained.map(({ cell, requests }) => [cell, ...requests.map((each) => tellOf(each, blows))])).toEqual([]);
  return more.reduce((sum, { requests }) => sum + requests.length - REPEATS, 0);
}

test(`one worker does ${ALL} experiments on SQLite, stops where the money ends, and goes on with more`, async () => {
  const log = await studyProvider({
    models: MODELS.map((id) => ({ id, delay: 200 })),
    titles: TITLES,
    tasks: WORDS.map(partOf),
    bound: null,
  });
  const here = machine(HOST, log.provider.url, MODELS);
  const address = `${here.project.directory}/queue.sqlite`;
  const each = CELLS * ANSWER_COSTS;
  const limits = { experiment: 0.5, study: (ALL / 2) * each + 0.5 };
  const study = studyWith(limits);
  const hash = bundleHash(study);
  const queue = await openQueue(address);
  try {
    await queue.add(study, null);
    const began = Date.now();
    const first = await here.type(workLine(address, hash, ["--at-once", "2"])).printed;
    console.log(first.stdout, first.stderr);
    const stopped = await queue.standing(hash);
    say(
      `stopped by ${stopped.why} with ${stopped.counts.done} done, $${log.paid().toFixed(3)} of $${limits.study} paid`,
    );
    expect(stopped).toMatchObject({ state: "stopped", why: "max_cost" });
    expect(log.paid()).toBeLessThanOrEqual(limits.study + limits.experiment);
    const raised = await here.type(["study", "go", "--queue", address, "--study", hash, "--max-cost", "50", "--yes"])
      .printed;
    console.log(raised.stdout, raised.stderr);
    expect(raised.code).toBe(0);
    const second = await here.type(workLine(address, hash, ["--at-once", "2"])).printed;
    console.log(second.stdout, second.stderr);
    expect(second.code).toBe(0);
    expect(await queue.standing(hash)).toMatchObject({ state: "over", counts: { done: ALL, failed: 0 } });
    const twice = expectOnce(log.answered(), []);
    say(
      `${ALL} of ${ALL} in ${Math.round((Date.now() - began) / 1000)} s, $${log.paid().toFixed(3)} paid, ${twice} answers twice`,
    );
    expect(twice).toBe(0);
    await expectResult(here, address, hash);
  } finally {
    await queue.close();
    await log.provider.stop();
  }
}, 1_800_000);

if (noPostgres !== null) console.warn(`Left out: a study on many machines, for ${noPostgres}.`);
/** It needs both generations at once, and so is run beside the newest alone. */
const isHere = noPostgres === null && HOST === HOSTS.at(-1);

/** How many requests the provider of most models serves at a time. */
const SERVED = 6;

test.skipIf(!isHere)(
  `three workers do ${ALL} experiments on Postgres while two are killed, one is frozen, the database starts anew and a provider refuses`,
  async () => {
    const log = await studyProvider({
      models: MODELS.map((id) => ({ id, delay: 1_200 })),
      titles: TITLES,
      tasks: WORDS.map(partOf),
      bound: { provider: "alpha", most: SERVED },
    });
    const postgres = await startPostgres();
    const address = postgres.fresh();
    // Room for seven of the nine that three workers do at a time, to the end.
    const limits = { experiment: 0.2, study: ALL * CELLS * ANSWER_COSTS * 1.1 + 1.4 };
    const study = studyWith(limits);
    const hash = bundleHash(study);
    const queue = await openQueue(address);
    const [oldest = HOST] = HOSTS;
    const [killed, crashed, frozen] = [oldest, HOST, HOST].map((each) => machine(each, log.provider.url, MODELS));
    if (!killed || !crashed || !frozen) throw new Error("three machines are needed");
    const begin = (on: Machine) => on.type(workLine(address, hash, ["--at-once", "3"]));
    const blows: Blow[] = [];
    const since = (): string => `${Math.round((Date.now() - began) / 1000)} s`;
    /** Strikes a machine in the middle of what it asks. */
    const strike = async (what: string, { project: { root } }: Machine, blow: () => void): Promise<void> => {
      const deadline = Date.now() + 600_000;
      while (log.openFrom(root) === 0) {
        if (Date.now() > deadline) throw new Error("it asked nothing for ten minutes");
        await Bun.sleep(50);
      }
      const open = log.openFrom(root);
      blows.push({ root, at: Date.now() });
      blow();
      say(`${since()}: ${what}, ${open} of its requests under way`);
    };
    await queue.add(study, null);
    const watched = watch(queue, hash);
    const began = Date.now();
    const running = new Map<string, ReturnType<Machine["type"]>>();
    try {
      for (const [name, on] of Object.entries({ killed, crashed, frozen })) running.set(name, begin(on));
      const familyOn = (name: string) => familyOf(running.get(name)?.pid ?? 0);

      await untilDone(queue, hash, Math.ceil(ALL / 8));
      await strike("a machine loses its power", killed, () => signalAll(familyOn("killed"), "SIGKILL"));
      running.set("again", begin(killed));

      await untilDone(queue, hash, Math.ceil(ALL / 4));
      const behind = familyOn("crashed");
      await strike("a worker is killed", crashed, () => signalAll([workerIn(behind)], "SIGKILL"));

      await untilDone(queue, hash, Math.ceil((3 * ALL) / 8));
      const asleep = familyOn("frozen");
      await strike("a machine freezes", frozen, () => signalAll(asleep, "SIGSTOP"));
      await Bun.sleep(20_000);
      say(`${since()}: the database starts anew`);
      postgres.restart();
      await Bun.sleep(40_000);
      signalAll(asleep, "SIGCONT");
      say(`${since()}: it goes on`);

      await Promise.all([...running.values()].map(({ printed }) => printed));
      await watched.end();
      const took = Math.round((Date.now() - began) / 1000);
      const standing = await queue.standing(hash);
      const failed = await queue.experiments(hash, { state: "failed" });
      expect(failed.map(({ key, reason }) => [key, reason])).toEqual([]);
      expect(standing).toMatchObject({ state: "over", counts: { done: ALL, failed: 0 } });
      // A host whose worker is gone ends with it.
      expect(behind.filter(isThere)).toEqual([]);

      const twice = expectOnce(log.answered(), blows);
      const struck = log.answered().flatMap(({ requests }) => requests.filter((each) => wasStruck(each, blows)));
      say(`${ALL} of ${ALL} in ${took} s; ${twice} answers twice, ${struck.length} answered under a blow`);
      say(`$${log.paid().toFixed(3)} paid of $${limits.study.toFixed(3)}, known $${standing.money.spent.toFixed(3)}`);
      const most = Math.max(...watched.samples.map((each) => each.standing.money.spent + each.standing.money.reserved));
      say(`most that was spent and kept: $${most.toFixed(3)}`);
      expect(most).toBeLessThanOrEqual(limits.study + 1e-9);
      expect(log.paid()).toBeLessThanOrEqual(limits.study + limits.experiment);
      await expectResult(killed, address, hash);
    } finally {
      for (const [name, { pid, printed }] of running) {
        signalAll(familyOf(pid), "SIGKILL");
        const { code, stdout, stderr } = await printed;
        console.log(`===== ${name}: ${code}\n${stderr}\n${stdout}`);
      }
      report(log, watched.samples, began);
      await watched.end().catch(() => {});
      await queue.close();
      postgres.stop();
      await log.provider.stop();
    }
  },
  1_800_000,
);

/** Types what a person types once a study is over, and holds that all of it is there and nothing of its words is handed on. */
async function expectResult(on: Machine, address: string, hash: string): Promise<void> {
  const meant = ["--queue", address, "--study", hash];
  const lines = [["pull"], ["show"], ["result"], ["export", "--anonymous", "--to", "numbers.json"]];
  for (const words of lines) {
    const { code, stdout, stderr } = await on.type(["study", ...words, ...meant]).printed;
    console.log(`===== study ${words.join(" ")}\n${stderr}\n${stdout}`);
    expect([words[0], code]).toEqual([words[0], 0]);
  }
  const numbers = readFileSync(join(on.project.directory, "numbers.json"), "utf8");
  const { experiments } = JSON.parse(numbers) as { experiments: { state: string }[] };
  expect(experiments.filter(({ state }) => state === "done")).toHaveLength(ALL);
  expect([...MODELS, ...WORDS, ...Object.values(TITLES)].filter((word) => numbers.includes(word))).toEqual([]);
}

/** Prints what the provider had open, and what workers were allowed, in steps of ten seconds. */
function report(log: Awaited<ReturnType<typeof studyProvider>>, samples: readonly Sample[], began: number): void {
  for (const [step, of] of Map.groupBy(samples, ({ at }) => Math.floor((at - began) / 10_000))) {
    const loads = of.map(({ at, standing }) => {
      const load = standing.providers.find(({ provider }) => provider === "alpha");
      return { open: log.openAt(at), used: load?.used ?? 0, limit: load?.limit ?? null };
    });
    const most = (what: "open" | "used") => Math.max(...loads.map((each) => each[what]));
    const refusals = [...log.refused].filter(({ at }) => Math.floor((at - began) / 10_000) === step).length;
    const limits = [...new Set(loads.map(({ limit }) => limit ?? "none"))].join(", ");
    const { counts, money } = (of.at(-1) as Sample).standing;
    say(
      `${step * 10} s: ${most("open")} open, ${most("used")} given, limit ${limits}, ${refusals} refused; ${counts.done} done, ${counts.running} running, $${money.spent.toFixed(2)} + $${money.reserved.toFixed(2)}`,
    );
  }
}
