import { createHash } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { messageOf } from "../errors.ts";
import type { PageReplies, WayAnswer } from "../live/page-replies.ts";
import type { Why } from "../live/page-runs.ts";
import { CHANGED_SINCE, NOT_FROM_HERE, type RunEstimate } from "../story/live-offer.ts";
import { WAYS, type WayName } from "../story/way-in.ts";
import { truncate } from "../text/truncate.ts";
import { callerOf, NOTHING_ASKED, type PageCall, whyIn } from "./page-call.ts";
import { type Beside, shownBeside } from "./page-runs.ts";

/** Seconds that a brief waits for its answers; they come on the page that began it. */
const BRIEF_WAITS = 3_600;

/** Columns of a task in the title of its session. */
const MAX_TITLE = 60;

/** The call that a way is, and the hash of its own estimate. */
type Beginning = { op: "brief" | "run" | "plan"; args: object; sha256: string };

/** Makes the calls by which a page asks what no experiment is named for. `beside` is null where nothing can be begun. */
export function createPageReplies(call: PageCall, beside: Beside | null): PageReplies {
  const begun = new Map<string, Promise<{ experiment: string } | Why>>();
  let reading: ReturnType<PageReplies["history"]> | null = null;
  const ask = (op: string, args: object) => call({ op, args }, callerOf("", NEVER), async () => NOTHING_ASKED);

  async function history(): Promise<Awaited<ReturnType<PageReplies["history"]>>> {
    const { blocks, facts } = await ask("show", { what: "history" });
    return blocks === undefined ? { why: whyIn(facts) } : { blocks };
  }

  /** What can be begun of one way; null where its call would be refused, or nobody can tell its price. */
  async function estimate(op: Beginning["op"], args: object): Promise<(RunEstimate & Beginning) | null> {
    const { facts } = await ask(op, { ...args, dry_run: true });
    if (!Value.Check(Estimated, facts)) return null;
    const { offer, forecast } = facts;
    return { op, args, thrifty: offer.thrifty === true, ...offer, forecast: forecast as RunEstimate["forecast"] };
  }

  async function look(task: string): Promise<(WayAnswer & { calls: ReadonlyMap<string, Beginning> }) | Why> {
    const { blocks, facts } = await ask("help", { task });
    if (blocks === undefined || !Value.Check(Fitting, facts)) return { why: whyIn(facts) };
    const { fits } = facts;
    const planned = fits.brief !== undefined ? { experiment: fits.brief } : facts.document && { of: facts.document };
    const estimates =
      beside === null
        ? []
        : await Promise.all([
            estimate("brief", { idea: task }).then((found) => ["brief", found] as const),
            estimate("run", { task }).then((found) => ["designs", found] as const),
            ...(planned ? [estimate("plan", planned).then((found) => ["plan", found] as const)] : []),
          ]);
    const calls = new Map<string, Beginning>();
    const offers: WayAnswer["offers"] = {};
    for (const [way, found] of estimates) {
      if (found === null) continue;
      const { op, args, sha256: own, thrifty, forecast } = found;
      // What is there of the same words is a part of it: what was begun is begun no second time.
      const sha256 = createHash("sha256")
        .update(JSON.stringify([task, way, fits, own]))
        .digest("hex");
      offers[way] = { sha256, thrifty, forecast };
      calls.set(sha256, { op, args, sha256: own });
    }
    const way = WAYS.find((each) => each === fits.way) ?? null;
    return { blocks, fits: way, offers, there: fits.id ?? fits.brief ?? null, calls };
  }

  async function start(task: string, way: WayName, agreed: string): Promise<{ experiment: string } | Why> {
    if (beside === null) return { why: NOT_FROM_HERE };
    const today = await look(task);
    if ("why" in today) return today;
    const beginning = today.calls.get(agreed);
    if (beginning === undefined || today.offers[way]?.sha256 !== agreed) return { why: CHANGED_SINCE };
    const { op, args, sha256 } = beginning;
    const sessionID = await beside.open(`Design lab: ${truncate(task.trim().replace(/\s+/gu, " "), MAX_TITLE)}`);
    const ended = beside.working?.(sessionID);
    // The approval of a plan is a question of the experiment's own page.
    const wait = op === "run" ? {} : { wait: op === "brief" ? BRIEF_WAITS : 0 };
    return new Promise((resolve) => {
      const caller = {
        ...callerOf(sessionID, beside.unloaded),
        agreed: sha256,
        at: (experiment: string) => resolve({ experiment }),
      };
      call({ op, args: { ...args, ...wait } }, caller, async (request) => shownBeside(request))
        .finally(() => {
          ended?.();
          // From now on its files say that it was begun, and who takes them away may begin it again.
          begun.delete(agreed);
        })
        .then(
          // What ends later than its beginning is told by the files of the experiment.
          ({ facts }) => resolve({ why: whyIn(facts) }),
          (error: unknown) => resolve({ why: messageOf(error) }),
        );
    });
  }

  return {
    history() {
      // Several pages at a time are told of one reading.
      reading ??= history().finally(() => {
        reading = null;
      });
      return reading;
    },
    async wayIn(task) {
      const found = await look(task);
      if ("why" in found) return found;
      const { calls: _, ...answer } = found;
      return answer;
    },
    begin(task, way, agreed) {
      const going = begun.get(agreed);
      if (going !== undefined) return going;
      const at = start(task, way, agreed).catch((error: unknown): Why => ({ why: messageOf(error) }));
      begun.set(agreed, at);
      void at.then((came) => "why" in came && begun.delete(agreed));
      return at;
    },
  };
}

const NEVER = new AbortController().signal;

/** What of the facts of a way's answer, and of a dry run's, is gone on with. */
const Fitting = Type.Object({
  fits: Type.Object({
    way: Type.String(),
    /** The experiment that has nearly these words, and one whose brief is approved. */
    id: Type.Optional(Type.String()),
    brief: Type.Optional(Type.String()),
  }),
  document: Type.Union([Type.String(), Type.Null()]),
});
const Estimated = Type.Object({
  offer: Type.Object({ sha256: Type.String(), thrifty: Type.Optional(Type.Boolean()) }),
  forecast: Type.Object({ sessions: Type.Integer() }),
});
