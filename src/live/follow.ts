import { artifactFolders, pathOf } from "../store/artifacts.ts";
import { isLocked } from "../store/lock.ts";
import { paths } from "../store/paths.ts";
import { roundFolders } from "../store/rounds.ts";
import { stampOf } from "../store/stamp.ts";
import type { DecisionOffer, LiveWord } from "../story/live-decide.ts";
import type { LiveOffer, LiveOffered } from "../story/live-offer.ts";
import type { LivePlanned, LivePlanning } from "../story/live-plan.ts";
import type { LiveAsked, LiveQuestions } from "../story/live-questions.ts";
import type { LivePlan, LiveState, LiveTold, LiveTrouble } from "../story/live-state.ts";
import { troubleOf } from "./responses.ts";

/**
 * How often an experiment is looked at, milliseconds, and at which of these looks also whether somebody is at work, and
 * whether its plan, of as many files as it has tasks, has changed.
 */
const LOOK_EVERY = 500;
const LOCK_EVERY = 3;
const PLAN_EVERY = 2;
/** At which of them what is offered is estimated anew, for prices and configuration change too. */
const OFFER_EVERY = 40;

type Listener = (told: LiveTold) => void;

/** Read an experiment; null when there is none of it. They throw for what is there and cannot be read. */
export type Readers = {
  state(dir: string, running: boolean): Promise<LiveState | null>;
  questions(dir: string, running: boolean): Promise<LiveQuestions | null>;
  /** How the files of its plan stand, "" where there is none; and the plan. */
  planStamp(dir: string): Promise<string>;
  plan(dir: string): Promise<LivePlan>;
  /** What can be begun by a click; null where nothing can. */
  offer(dir: string, running: boolean): Promise<LiveOffer | null>;
  /** What a person can decide, or say of it, by a click; null where nothing can. */
  word(dir: string, running: boolean): Promise<DecisionOffer | null>;
  /** What can be done with a plan by a click; null where nothing can. */
  planning(dir: string, running: boolean): Promise<LivePlanning | null>;
};

/** What is told beside the rest, for a host may take its time; the last two are of an experiment with a task. */
type Beside = "offer" | "word" | "planning";
const OF_EXPERIMENT = ["word", "planning"] as const;
const BESIDE: readonly Beside[] = ["offer", ...OF_EXPERIMENT];

type Followed = {
  listeners: Set<Listener>;
  latest: LiveState | null;
  asked: LiveAsked | null;
  planned: LivePlan | null;
  offered: LiveOffered | null;
  word: LiveWord | null;
  planning: LivePlanned | null;
  trouble: LiveTrouble | null;
  look: () => void;
  stop: () => void;
};

type Followers = {
  /** Tells a listener the state now and at every change, and once what cannot be read. Returns how to stop. */
  follow(dir: string, listener: Listener): () => void;
  /** Looks at once, where anybody listens. */
  look(dir: string): void;
  /** Whether anybody listens. */
  has(dir: string): boolean;
  /** How many listen. */
  count(): number;
};

/** Follows the files of experiments that somebody listens to, each once however many listen, whoever writes them. */
export function createFollowers(readers: Readers): Followers {
  const followed = new Map<string, Followed>();
  const begin = (dir: string): Followed => {
    const one: Followed = {
      listeners: new Set(),
      latest: null,
      asked: null,
      planned: null,
      offered: null,
      word: null,
      planning: null,
      trouble: null,
      ...looking(dir, readers, (told) => {
        if ("trouble" in told) {
          if (told.trouble === (one.trouble?.trouble ?? null)) return;
          one.trouble = told.trouble === null ? null : told;
        } else if ("questions" in told) one.asked = told;
        else if ("plan" in told) one.planned = told;
        else if ("offer" in told) one.offered = told;
        else if ("word" in told) one.word = told;
        else if ("planning" in told) one.planning = told;
        else one.latest = told;
        for (const listener of one.listeners) listener(told);
      }),
    };
    followed.set(dir, one);
    return one;
  };
  return {
    follow(dir, listener) {
      const one = followed.get(dir) ?? begin(dir);
      one.listeners.add(listener);
      for (const told of [one.asked, one.planned, one.offered, one.word, one.planning, one.latest, one.trouble])
        if (told) listener(told);
      return () => {
        one.listeners.delete(listener);
        if (one.listeners.size > 0) return;
        one.stop();
        followed.delete(dir);
      };
    },
    look: (dir) => followed.get(dir)?.look(),
    has: (dir) => followed.has(dir),
    count: () => [...followed.values()].reduce((sum, { listeners }) => sum + listeners.size, 0),
  };
}

/**
 * Reads at once and then whenever a file has changed that tells how the run or the questions stand, or work has begun or
 * ended; never twice at a time. What cannot be read is told and looked at again each time, until it can be.
 */
function looking(dir: string, readers: Readers, tell: Listener): Pick<Followed, "look" | "stop"> {
  const seen = { state: "", questions: "", plan: "" };
  const beside = Object.fromEntries(
    BESIDE.map((each) => [each, { busy: false, again: false, told: JSON.stringify({ [each]: null }) }]),
  ) as Record<Beside, { busy: boolean; again: boolean; told: string }>;
  let [looks, running, busy, again] = [0, false, false, false];
  let wasAsked = false;
  let wanted = false;
  const stamps = async (...files: string[]): Promise<string> => `${running} ${await stampOf(...files)}`;
  const once = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const nth = looks++;
      if (nth % LOCK_EVERY === 0) running = await isLocked(dir);
      const [task, brief] = [pathOf(dir, "task"), pathOf(dir, "brief")];
      // Why a call ended stands in its ledger; while one is at work nothing there is asked.
      const ended = running ? [] : [paths.ledger(dir)];
      const asked = await stamps(paths.questions(dir), brief, task, ...ended);
      if (asked !== seen.questions) {
        const questions = await readers.questions(dir, running);
        seen.questions = asked;
        if (questions || wasAsked) tell({ questions: questions ?? NOTHING });
        wasAsked = questions !== null;
        void lookAt("offer");
        void lookAt("planning");
      } else if (wasAsked && (wanted || nth % OFFER_EVERY === 0)) void lookAt("offer");
      if (wanted || nth % OFFER_EVERY === 0) for (const each of OF_EXPERIMENT) void lookAt(each);
      wanted = false;
      if (nth % PLAN_EVERY === 0) await lookAtPlan();
      const alone = (["decision", "plan", "ranking"] as const).map((kind) => pathOf(dir, kind));
      // What a session made comes after its line in the ledger, and the report after all else.
      const around = [dir, ...(await roundFolders(dir)).map(({ at }) => at)];
      const after = [paths.exchanges(dir), paths.report(dir), ...around.flatMap(artifactFolders)];
      const now = await stamps(paths.ledger(dir), ...alone, ...after);
      const state = now === seen.state ? null : await readers.state(dir, running);
      if (state !== null) {
        seen.state = now;
        tell(state);
        for (const each of OF_EXPERIMENT) void lookAt(each);
      }
      tell({ trouble: null });
    } catch (error) {
      seen.state = "";
      tell(troubleOf(error));
    } finally {
      busy = false;
      if (again) {
        again = false;
        void once();
      }
    }
  };
  /** Beside the others, for a host may take its time to tell its models; once more where it was wanted meanwhile. */
  const lookAt = async (what: Beside): Promise<void> => {
    const one = beside[what];
    one.again = one.busy;
    if (one.busy) return;
    one.busy = true;
    const told = { [what]: await readers[what](dir, running).catch(() => null) } as unknown as LiveTold;
    one.busy = false;
    const now = JSON.stringify(told);
    if (now !== one.told) tell(told);
    one.told = now;
    if (one.again) void lookAt(what);
  };
  const lookAtPlan = async (): Promise<void> => {
    const planned = await readers.planStamp(dir);
    if (planned === seen.plan) return;
    tell(await readers.plan(dir));
    seen.plan = planned;
  };
  const timer = setInterval(() => void once(), LOOK_EVERY);
  timer.unref();
  void once();
  return {
    look() {
      wanted = true;
      again = busy;
      void once();
    },
    stop: () => clearInterval(timer),
  };
}

/** What was asked in an experiment whose questions are gone. */
const NOTHING: LiveQuestions = {
  id: "",
  topic: "",
  list: [],
  interview: "none",
  thinking: false,
  still: "",
  next: null,
  approved: null,
  problems: [],
};
