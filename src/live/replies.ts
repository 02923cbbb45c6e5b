import type { IncomingMessage } from "node:http";
import { BOUNDS } from "../artifacts/bounds.ts";
import { UsageError } from "../errors.ts";
import { aboutOf, type Either } from "../store/open.ts";
import { NOT_FROM_HERE } from "../story/live-offer.ts";
import type { LiveReply, LiveWay } from "../story/live-reply.ts";
import { type Grade, refusedShown } from "../story/page-grade.ts";
import { WAYS, type WayName } from "../story/way-in.ts";
import { type PageTold, readBody, refusalOf } from "./body.ts";
import type { PageReplies } from "./page-replies.ts";
import type { Why } from "./page-runs.ts";

type Asking = {
  grade: Grade;
  request: IncomingMessage;
  replies: PageReplies | null;
  /** Every experiment of the project, the one that counts of two of one id first, and what an address calls one. */
  folders(): Promise<readonly Either[]>;
  keyOf(dir: string): string;
};

/** Bytes of a task in words: as many letters as a task may have, of three bytes, and what JSON adds. */
const MAX_BODY = 4 * BOUNDS.task.text;

/** What a page asks of the project and of no experiment; null where there is no such door. A refusal is a sentence. */
export async function replyAt(path: string, asking: Asking): Promise<PageTold | null> {
  const door = Object.hasOwn(DOORS, path) ? DOORS[path] : undefined;
  if (door === undefined) return null;
  try {
    const { replies } = asking;
    if (replies === null) throw new UsageError(NOT_FROM_HERE);
    return { status: 200, said: await door({ ...asking, replies }) };
  } catch (error) {
    return refusalOf(error);
  }
}

type Given = Asking & { replies: PageReplies };

const DOORS: Readonly<Record<string, (given: Given) => Promise<object>>> = {
  "/history": async ({ replies, ...at }): Promise<LiveReply> => ({
    blocks: told(await replies.history()).blocks,
    keys: await keysOf(at),
  }),
  "/way": async ({ replies, request, ...at }): Promise<LiveWay> => {
    const { task } = await readTask(request);
    return { ...told(await replies.wayIn(task)), keys: await keysOf(at) };
  },
  "/begin-way": async ({ replies, grade, request, ...at }): Promise<{ key: string | null }> => {
    if (grade === "shown") throw new UsageError(refusedShown("run"));
    const { task, way, agreed } = await readTask(request);
    if (way === null || agreed === null) {
      throw new UsageError(
        "Cannot begin it: needed are a way and the hash of the estimate that was shown. Nothing was begun.",
      );
    }
    const { experiment } = told(await replies.begin(task, way, agreed));
    return { key: (await keysOf(at))[experiment] ?? null };
  },
};

async function readTask(
  request: IncomingMessage,
): Promise<{ task: string; way: WayName | null; agreed: string | null }> {
  const sent = (await readBody(request, MAX_BODY)) as Readonly<Record<string, unknown>> | null;
  const { task, way, agreed } = typeof sent === "object" && sent !== null ? sent : {};
  if (typeof task !== "string") throw new UsageError("Cannot say what fits: needed are words. Nothing was asked.");
  return {
    task,
    way: WAYS.find((each) => each === way) ?? null,
    agreed: typeof agreed === "string" ? agreed : null,
  };
}

function told<T extends object>(came: T | Why): T {
  if ("why" in came) throw new UsageError(came.why);
  return came;
}

/** Of two folders of one id, which lie in two places, the first counts. */
async function keysOf({ folders, keyOf }: Pick<Asking, "folders" | "keyOf">): Promise<LiveReply["keys"]> {
  const all = (await folders()).map((each) => [aboutOf(each).experiment_id, keyOf(each.dir)] as const);
  return Object.fromEntries(all.toReversed());
}
