import { createHash } from "node:crypto";
import { lstat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Use } from "../artifacts/caller.ts";
import { LabError } from "../errors.ts";
import { designIn, toldRounds } from "../experiment/rounds.ts";
import { readRanking, viewOf } from "../experiment/view.ts";
import { exchangeIndex, exchangePage } from "../stages/exchange-pages.ts";
import { pathOf } from "../store/artifacts.ts";
import { listExchanges } from "../store/exchanges.ts";
import { type Experiment, listExperiments, personOf } from "../store/experiment.ts";
import { isLocked, requestStop } from "../store/lock.ts";
import { aboutOf, type Either, hasTask, listEither } from "../store/open.ts";
import { paths } from "../store/paths.ts";
import type { Home } from "../store/private.ts";
import { readRegular } from "../store/read.ts";
import { exchangePlaces } from "../story/exchange.ts";
import type { LiveGate } from "../story/live-gate.ts";
import type { LiveEntry, LiveState } from "../story/live-state.ts";
import type { Grade } from "../story/page-grade.ts";
import { clean } from "../text/clean.ts";
import { withServedLinks } from "../views/html/beside.ts";
import { designHtml } from "../views/html/design-page.tsx";
import { withExchangeLinks } from "../views/html/parts/exchange-link.tsx";
import { liveQuestions } from "./asked.ts";
import { clientScript, SHELL, STYLE } from "./assets.ts";
import { knockAt } from "./doors.ts";
import { createFollowers } from "./follow.ts";
import { liveOffer } from "./offer.ts";
import { type Invited, startOwnServer, type Visit } from "./own-server.ts";
import type { PageReplies } from "./page-replies.ts";
import type { PageRuns } from "./page-runs.ts";
import type { PageWords } from "./page-words.ts";
import { livePlan, planStamp } from "./plan.ts";
import { replyAt } from "./replies.ts";
import { sendBody, sendNothing, sendSaid } from "./responses.ts";
import { type LiveSeen, liveState } from "./state.ts";
import { livePlanning, liveWord } from "./word.ts";

/** `bases` are those that may be used without a question, for the page asks nobody. */
export type LiveOptions = LivePlaces & {
  /** How what is scored so far is ranked. */
  ranking(): LiveSeen["ranking"];
  /** The file in which the project's port and keys are kept; its folder is made. */
  kept: string;
  /** What a page can have begun; null where nothing can be begun from there. */
  runs?: PageRuns | null;
  /** What a person can say on a page; null where nothing can be said from there. */
  words?: PageWords | null;
  /** What a page can ask of the project; null where nothing can be asked from there. */
  replies?: PageReplies | null;
  /** How the gate stands; null where there is nothing to say of it. */
  gate?: () => Promise<LiveGate | null>;
  /** How long the server waits for somebody to watch or work before it stops, milliseconds. */
  idle_ms?: number;
};

export type LiveServer = {
  port: number;
  /** A way in; to the page of one experiment where its folder is given. */
  invite(dir?: string, grade?: Grade): Invited;
  /** Whether the page of the experiment in this folder is open somewhere. */
  isWatched(dir: string): boolean;
  isOpen(): boolean;
  close(): void;
};

/** All of a project lies in one room. */
const ROOM = "";

/** Serves the live page at the project's port and under the project's keys, for as long as somebody watches or runs. */
export async function startLiveServer(options: LiveOptions): Promise<LiveServer> {
  const { runs = null, words = null, replies = null } = options;
  const followers = createFollowers({
    state: (dir, running) => readState(dir, running, options),
    questions: (dir, running) => liveQuestions({ dir, ...personOf(options) }, running, options.now),
    planStamp,
    plan: (dir) => livePlan({ dir, ...personOf(options) }),
    offer: (dir, running) => liveOffer({ dir, ...personOf(options) }, { running, runs, now: options.now }),
    word: (dir, running) => liveWord(dir, { running, words }),
    planning: (dir, running) => livePlanning(dir, { running, words, runs }),
  });

  async function answer(visit: Visit): Promise<void> {
    const { path, query, request, response } = visit;
    if (request.method === "POST") return act(visit);
    if (path === "/experiments") return sendBody(response, "data", JSON.stringify(await entries(options)));
    if (path === "/gate") return sendBody(response, "data", JSON.stringify((await options.gate?.()) ?? null));
    if (path === "/history") return reply(visit);
    const folder = await findFolder(options, query.get("experiment"), "read");
    if (folder && path === "/events") return visit.follow((tell) => followers.follow(folder.dir, tell));
    const experiment = folder && hasTask(folder) ? folder : null;
    if (experiment && path === "/design") {
      const html = await designPage(experiment, query.get("design"));
      return html === null ? sendNothing(response, 404) : sendBody(response, "report", html);
    }
    if (experiment && path === "/exchange") {
      const html = await findExchange(experiment, query.get("of"), hrefIn(query));
      return html === null ? sendNothing(response, 404) : sendBody(response, "report", html);
    }
    const written = path === "/report" ? paths.report : path === "/plan" ? paths.planPage : null;
    const file =
      experiment && written
        ? await readRegular(written(experiment.dir), experiment.dir)
        : { state: "missing" as const };
    if (file.state !== "ok") return sendNothing(response, 404);
    sendBody(
      response,
      "report",
      withExchangeLinks(withServedLinks(file.value, query.get("experiment") ?? ""), hrefIn(query)),
    );
  }

  /** Answers what is asked of no experiment. */
  async function reply({ path, grade, request, response }: Visit): Promise<void> {
    const asking = { grade, request, replies, folders: () => folders(options, "read"), keyOf: folderKey };
    const came = await replyAt(path, asking);
    if (came === null) return sendNothing(response, 404);
    sendSaid(response, came.status, came.said);
  }

  async function act(visit: Visit): Promise<void> {
    const { path, grade, query, request, response } = visit;
    if (path === "/way" || path === "/begin-way") return reply(visit);
    const folder = await findFolder(options, query.get("experiment"), "work");
    if (path === "/stop") {
      if (folder) await requestStop(folder.dir);
      return sendNothing(response, folder ? 204 : 404);
    }
    const came = folder && (await knockAt(path, { ...folder, grade, query, request, now: options.now, runs, words }));
    if (!came) return sendNothing(response, 404);
    followers.look(folder.dir);
    sendSaid(response, came.status, came.said);
  }

  const { open, invite, ...server } = await startOwnServer({
    kept: options.kept,
    hall: { page: SHELL, style: STYLE, script: () => clientScript("live") },
    answer,
    working: async () => (await entries(options)).some(({ running }) => running),
    idle_ms: options.idle_ms,
  });
  // A page that is open since before finds its server again.
  open(ROOM);
  return {
    ...server,
    isWatched: followers.has,
    invite: (dir, grade = "person") =>
      invite({ room: ROOM, search: dir === undefined ? "" : `?experiment=${folderKey(dir)}`, grade }),
  };
}

/** A design of the experiment or of one of its rounds that is written; null for any other, and while authors are held back. */
async function designPage(experiment: Experiment, design_id: string | null): Promise<string | null> {
  const { topic } = experiment.task;
  const view = await viewOf(experiment);
  const { artifacts, withheld } = view;
  const design = withheld === null ? designIn({ artifacts, rounds: toldRounds(view) }, design_id) : undefined;
  const letter = view.names.designs.get(design_id ?? "");
  return design && letter !== undefined ? designHtml({ design, letter, topic }) : null;
}

/** Where the page of a place is, on the page that was asked for with these words. */
const hrefIn = (query: URLSearchParams) => (of: string) =>
  `exchange?${new URLSearchParams({ experiment: query.get("experiment") ?? "", of })}`;

/**
 * What was sent for one thing and what came back, or the list of all where none is named; null of nothing that is kept,
 * and while authors are held back.
 */
async function findExchange(
  experiment: Experiment,
  of: string | null,
  href: (place: string) => string,
): Promise<string | null> {
  const { withheld } = await viewOf(experiment);
  if (withheld !== null) return null;
  if (of === null) return exchangeIndex(experiment, href);
  const place = exchangePlaces(experiment.task).find((each) => each.place === of);
  return place ? exchangePage(experiment, place) : null;
}

async function readState(dir: string, running: boolean, options: LiveOptions): Promise<LiveState | null> {
  // Where only questions are asked there is nothing to read.
  if ((await lstat(pathOf(dir, "task")).catch(() => null)) === null) return null;
  const { experiments, problems } = await listExperiments(await options.bases("read"), options.now, options.person);
  const experiment = experiments.find((each) => each.dir === dir);
  if (!experiment) {
    const own = problems.filter(({ path }) => dirname(path) === dir);
    if (own.length === 0) return null;
    throw new LabError("Cannot read the experiment's plan.", { problems: own });
  }
  const report = await readRegular(paths.report(dir), dir);
  return liveState({
    view: await viewOf(experiment),
    running,
    now: options.now().getTime(),
    report: report.state === "ok",
    ranking: options.ranking(),
    stored: (await readRanking(experiment)).ranking,
    exchanges: new Set((await listExchanges(dir)).keys()),
  });
}

/** Where experiments of a project lie, what time it is, and under whose seal a person's word is kept. */
export type LivePlaces = { bases(use: Use): Promise<readonly string[]>; now: () => Date; person?: Home };

/** Experiments that the page lists and of which it looks whether somebody is at work, the newest. */
const MAX_LISTED = 30;

/** What an address calls an experiment: nothing of a path is in it, and two bases may hold one name. */
export function folderKey(dir: string): string {
  return createHash("sha256").update(dir).digest("hex").slice(0, 16);
}

/** The newest experiments, with those that began with questions and have no task yet. */
export async function entries(places: LivePlaces): Promise<(LiveEntry & { key: string })[]> {
  const all = (await folders(places, "read")).slice(0, MAX_LISTED);
  return Promise.all(
    all.map(async (each) => ({
      key: folderKey(each.dir),
      id: clean(aboutOf(each).experiment_id).text,
      topic: clean(aboutOf(each).topic).text,
      running: await isLocked(each.dir),
      asks: !hasTask(each),
    })),
  );
}

/** The experiment that a page means, with a task or while there are only questions. */
export async function findFolder(places: LivePlaces, key: string | null, use: Use): Promise<Either | null> {
  return (await folders(places, use)).find(({ dir }) => folderKey(dir) === key) ?? null;
}

async function folders({ bases, now, person }: LivePlaces, use: Use): Promise<readonly Either[]> {
  return (await listEither(await bases(use), now, person)).all;
}
