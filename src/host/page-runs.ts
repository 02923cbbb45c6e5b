import { existsSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { messageOf } from "../errors.ts";
import type { PageRuns, Why } from "../live/page-runs.ts";
import type { Permission, PermissionRequest } from "../ops/op.ts";
import { pathOf } from "../store/artifacts.ts";
import { isLocked } from "../store/lock.ts";
import { CHANGED_SINCE, type RunEstimate } from "../story/live-offer.ts";
import { notPlanned } from "../story/live-plan.ts";
import type { CallAnswer } from "../tool.ts";
import { callerOf, NOTHING_ASKED, type PageCall, readPlanOffer, whyIn } from "./page-call.ts";

/** What a host gives for calls that no conversation makes and that go on when all of them have ended. */
export type Beside = {
  /** A session of its own in the person's list, whose children the call's sessions are; its id. */
  open(title: string): Promise<string>;
  /** Fires when the plugin is unloaded: nothing keeps a session in from then on. */
  unloaded: AbortSignal;
  /** Is told of a session for which a call is at work; returns what says that it has ended. */
  working?(sessionID: string): () => void;
};

/** How often it is looked whether a call that was begun is at work, milliseconds. */
const LOOK_EVERY = 150;

/** How long whoever takes an approval in is waited for: the click came while that call was ending, milliseconds. */
const PATIENCE = 60_000;

/** Begins runs for pages, each in a session of its own. */
export function createPageRuns(call: PageCall, { open, unloaded, working }: Beside): PageRuns {
  const begun = new Map<string, { agreed: string; at: Promise<Why | null>; beginning: boolean }>();
  const failed = new Map<string, string>();

  async function estimate(dir: string): Promise<RunEstimate | Why> {
    const args = { experiment: dir, dry_run: true };
    const { outcome, facts } = await call({ op: "run", args }, callerOf("", unloaded), async () => NOTHING_ASKED);
    if (outcome === "answered" && Value.Check(Estimated, facts)) {
      return { ...facts.offer, forecast: facts.forecast as RunEstimate["forecast"] };
    }
    return { why: whyIn(facts) };
  }

  /** Whether somebody takes an approval in just now: a run has set its task up, and is not waited for. */
  const isTakenIn = async (dir: string, until: number): Promise<boolean> =>
    !unloaded.aborted && performance.now() < until && !existsSync(pathOf(dir, "task")) && isLocked(dir);

  async function begin({ op, args }: Begun, dir: string, agreed: string, tell: Telling): Promise<Why | null> {
    const id = basename(dir);
    const sessionID = await open(`Design lab: ${id}`);
    const ended = working?.(sessionID) ?? (() => undefined);
    const caller = { ...callerOf(sessionID, unloaded), agreed };
    const input = { op, args: { ...args, experiment: dir } };
    let [over, made] = [false, false];
    const whole = async (): Promise<CallAnswer["facts"]> => {
      for (const until = performance.now() + PATIENCE; ; ) {
        tell.beginning = true;
        while (await isTakenIn(dir, until)) await sleep(LOOK_EVERY);
        made = true;
        const { facts } = await call(input, caller, async (request) => shownBeside(request));
        // What was refused for that is called again, bound to the same estimate.
        if (!("error" in facts) || !(await isTakenIn(dir, until))) return facts;
        made = false;
      }
    };
    const end = whole()
      .finally(ended)
      .then(
        // What ends later than its beginning is told by the files of the run.
        (facts) => ("error" in facts ? { why: whyIn(facts) } : failureIn(facts)),
        (error: unknown) => ({ why: messageOf(error) }),
      )
      .then((why) => {
        over = true;
        if (why !== null) failed.set(dir, why.why);
        begun.delete(dir);
        return why;
      });
    while (!over && !(made && (await isLocked(dir)))) await sleep(LOOK_EVERY);
    tell.beginning = false;
    return over ? end : null;
  }

  /** Begins it once, however often it is told to, where `first` finds nothing against it. */
  function once(dir: string, first: () => Promise<Why | null>, what: Begun, agreed: string): Promise<Why | null> {
    const going = begun.get(dir);
    if (going !== undefined) return going.agreed === agreed ? going.at : Promise.resolve({ why: CHANGED_SINCE });
    failed.delete(dir);
    const one = { agreed, at: Promise.resolve<Why | null>(null), beginning: true };
    begun.set(dir, one);
    one.at = first()
      .then((why) => why ?? begin(what, dir, agreed, one))
      .catch((error: unknown) => ({ why: messageOf(error) }))
      .then((why) => {
        one.beginning &&= why === null;
        if (why !== null) begun.delete(dir);
        return why;
      });
    return one.at;
  }

  return {
    estimate,
    standing: (dir) => ({ beginning: begun.get(dir)?.beginning === true, why: failed.get(dir) ?? "" }),
    begin(dir, agreed) {
      const first = async (): Promise<Why | null> => {
        const today = await estimate(dir);
        if ("why" in today) return today;
        return today.sha256 === agreed ? null : { why: CHANGED_SINCE };
      };
      return once(dir, first, { op: "run", args: {} }, agreed);
    },
    beginPlan(dir, agreed) {
      const first = async (): Promise<Why | null> => {
        const today = await readPlanOffer(call, dir, unloaded);
        return today?.forecast && today.sha256 === agreed ? null : { why: CHANGED_SINCE };
      };
      // The approval that follows is a question of the page's own.
      return once(dir, first, { op: "plan", args: { wait: 0 } }, agreed);
    },
  };
}

/** Whether it is not at work yet, as a page says so. */
type Telling = { beginning: boolean };

/** What is begun: an op, and its args without the experiment. */
type Begun = { op: "run" | "plan"; args: object };

/** Why a call that asked a model for a plan has none, though the call itself failed at nothing. */
function failureIn({ failure }: CallAnswer["facts"]): Why | null {
  return Value.Check(Failed, failure) ? { why: notPlanned(failure) } : null;
}

const Failed = Type.Object({ model: Type.String(), message: Type.String() });

/** What of a dry run's facts an offer is made of. */
const Estimated = Type.Object({
  offer: Type.Object({ sha256: Type.String(), thrifty: Type.Boolean() }),
  forecast: Type.Object({ sessions: Type.Integer() }),
});

/** The page shows the price, and to whom the task goes, beside the button that was pressed; and nothing else. */
export const shownBeside = ({ permission }: PermissionRequest): Permission =>
  permission === "designlab_cost" || permission === "designlab_free" ? { allowed: true } : NOTHING_ASKED;
