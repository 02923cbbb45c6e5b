import { expect } from "bun:test";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { LoggedRequest } from "../../../rehearsal/provider.ts";
import type { Ranking } from "../../../src/artifacts/ranking.ts";
import { readJson } from "../../support/disk.ts";
import { type Rehearsal, rehearse } from "./rehearsal.ts";
import { callServed } from "./served.ts";
import { askedFor, experimentsIn, type Standing, standingOf, type Told } from "./standing.ts";

const DESIGNERS = ["alpha/a-1", "beta/b-1", "gamma/c-1", "delta/d-1"];
const REVIEWERS = ["epsilon/r-1", "zeta/r-1", "eta/r-1", "theta/r-1"];

/** When a process dies: so many milliseconds after its n-th request to a model of the lab came in or was answered. */
export type Moment = { after: "received" | "answered"; nth: number; wait: number };

export const at = (after: Moment["after"], nth: number, ...waits: number[]): Moment[] =>
  waits.map((wait) => ({ after, nth, wait }));

/**
 * The host needs some tenths of a second from a model's last byte until an artifact is on disk, so that these lives
 * end before, in and after a write, and get through the topic, the setup, the designs and the cells.
 */
export const MOMENTS: readonly Moment[] = [
  ...at("received", 1, 0),
  ...at("answered", 1, 0, 100, 200, 300, 400),
  ...at("received", 2, 0),
  ...at("answered", 1, 250, 350, 450, 550, 650),
  ...at("received", 3, 0),
  ...at("answered", 2, 150, 500),
];

/**
 * Runs, is killed at each moment, goes on, and last goes on to the end, for each number of samples beside each other:
 * as many writes a cell. Expects so many kills, and of each life that nothing is torn, asked again or changed.
 */
export async function expectToSurvive(
  moments: readonly Moment[],
  { kills, samples }: { kills: number; samples: readonly (1 | 2)[] },
): Promise<void> {
  const results = await Promise.all(
    samples.map((each) => chain(moments, each, { task: "A queue", ...(each === 2 && { topic: "queue" }) })),
  );
  expect(results.reduce((sum, result) => sum + result.kills, 0)).toBeGreaterThanOrEqual(kills);
  for (const result of results) expect(result).toMatchObject({ torn: [], repeated: [], changed: [] });
}

/** What lives one after the other begin and go on with. */
export type Chained = {
  /** What `run` is called with where there is nothing to go on with. */
  fresh: object;
  samples: number;
  /** Designs, reviews and samples of scores of the whole experiment. */
  wanted: number;
} & Told;

/** What was wrong in lives, and how many were killed. */
export type Lived = { kills: number; torn: string[]; repeated: string[]; changed: string[] };

async function chain(moments: readonly Moment[], samples: number, fresh: object): Promise<Lived> {
  await using lab = await rehearse({
    models: DESIGNERS.map((id, place) => ({ id, strength: place === 0 ? ("thorough" as const) : ("thin" as const) }))
      .concat(REVIEWERS.map((id) => ({ id, strength: "thin" })))
      .map((model, place) => ({ ...model, delay: 20 + 40 * (place % 4) })),
    // A title in each design tells the requests of one reviewer apart.
    script: ({ kind, model }) =>
      kind === "design"
        ? { text: (answer) => JSON.stringify({ ...JSON.parse(answer), title: `Plan ${DESIGNERS.indexOf(model)}` }) }
        : undefined,
    git: false,
    config: { agent: { build: { tools: { "*": false, designlab: true } } } },
    lab: {
      design_models: DESIGNERS,
      review_models: REVIEWERS,
      review: { quantitative: { samples } },
      limits: { max_parallel: 4 },
    },
  });
  const wanted = DESIGNERS.length + DESIGNERS.length * REVIEWERS.length * (1 + samples);
  const { seen, last } = await liveThrough(lab, moments, { fresh, samples, wanted, designOf });
  expect(last.reply).not.toContain("Incomplete");
  await expectComplete(last.dir, samples);
  return seen;
}

/** A life for each moment, and a last one that ends by itself. */
export async function liveThrough(lab: Rehearsal, moments: readonly Moment[], chained: Chained) {
  const seen: Lived = { kills: 0, torn: [], repeated: [], changed: [] };
  const lived = async (moment: Moment | null) => {
    const life = await live(lab, chained, moment);
    if (life.killed) seen.kills++;
    seen.torn.push(...life.torn);
    seen.repeated.push(...life.repeated);
    seen.changed.push(...life.changed);
    return life;
  };
  for (const moment of moments) {
    // Where the machine is so quick that a life comes to its end, the next one begins another experiment.
    if (!(await lived(moment)).killed) await lived(moment);
  }
  return { seen, last: await lived(null) };
}

const NOTHING: Standing = { done: new Map(), files: {}, torn: [] };

/** One process: it starts or goes on with the experiment, and is killed at the moment or lives to the end. */
async function live(lab: Rehearsal, { fresh, samples, wanted, ...told }: Chained, moment: Moment | null) {
  const base = join(lab.project.directory, ".opencode/design-lab");
  const known = await unfinishedIn(base, wanted);
  const before = known ? await standingOf(known) : NOTHING;
  const first = lab.labRequests().length;
  const requests = () => lab.labRequests().slice(first);
  const server = await lab.serve();
  const call = await callServed(server, "run", known ? { experiment: basename(known) } : fresh);
  const killed = await Promise.race([
    call.reply.then(() => false),
    ...(moment ? [reached(requests, moment).then(() => true)] : []),
  ]);
  if (killed) await server.kill9();
  else await server.stop();

  const dir = known ?? (await experimentsIn(base)).sort().at(-1) ?? "";
  const { files, torn } = dir === "" ? NOTHING : await standingOf(dir);
  const missing = (name: string) => (name.startsWith("score") ? samples : 1) - (before.done.get(name) ?? 0);
  const asked = Map.groupBy(
    requests().flatMap((request) => askedFor(request, told)),
    (name) => name,
  );
  return {
    killed,
    dir,
    torn,
    reply: killed ? "" : await call.reply,
    repeated: [...asked].flatMap(([name, { length }]) => (length > missing(name) ? [`${name}: ${length} times`] : [])),
    changed: Object.entries(before.files).flatMap(([path, text]) => {
      const mayGrow = path.startsWith("scores/") && samples > 1;
      return files[path] === text || (mayGrow && path in files) ? [] : [path];
    }),
  };
}

/** The experiment that lacks something; undefined when there is none. */
async function unfinishedIn(base: string, wanted: number): Promise<string | undefined> {
  for (const dir of await experimentsIn(base)) {
    const { done } = await standingOf(dir);
    if ([...done.values()].reduce((sum, times) => sum + times, 0) < wanted) return dir;
  }
  return undefined;
}

/** Resolves when the moment has come; never when the life is over before. */
async function reached(requests: () => LoggedRequest[], { after, nth, wait }: Moment): Promise<void> {
  const count = () => requests().filter(({ answered_at }) => after === "received" || answered_at !== null).length;
  for (let patience = 20_000; count() < nth && patience > 0; patience--) await Bun.sleep(1);
  await Bun.sleep(wait);
}

/** The design that a reviewer's prompt holds, by the title that the script gave it. */
function designOf(text: string): string {
  return (DESIGNERS[Number(/Plan (\d)/.exec(text)?.[1])] ?? "unknown").replace("/", "-");
}

async function expectComplete(dir: string, samples: number): Promise<void> {
  const { done } = await standingOf(dir);
  const cells = DESIGNERS.flatMap((designer) => REVIEWERS.map((model) => `${model} of ${designer.replace("/", "-")}`));
  expect(Object.fromEntries(done)).toEqual({
    ...Object.fromEntries(DESIGNERS.map((model) => [`design ${model}`, 1])),
    ...Object.fromEntries(cells.map((cell) => [`review ${cell}`, 1])),
    ...Object.fromEntries(cells.map((cell) => [`score ${cell}`, samples])),
  });
  const { summary } = await readJson<Ranking>(join(dir, "results/ranking.json"));
  expect(summary).toMatchObject({ scored_cells: 16, expected_cells: 16, winner: "alpha-a-1" });
  const names = await readdir(dir, { recursive: true });
  expect(names.filter((name) => /\.tmp$|superseded/.test(name))).toEqual([]);
}
