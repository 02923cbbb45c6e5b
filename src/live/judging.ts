import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type Ballot, FilledBallot, type KeptVote } from "../artifacts/ballot.ts";
import { Voice } from "../artifacts/vote.ts";
import { UsageError } from "../errors.ts";
import { gleanBallot } from "../experiment/glean.ts";
import { type Grade, refusedShown } from "../story/page-grade.ts";
import type { VoteResult } from "../story/vote-result.ts";
import { truncate } from "../text/truncate.ts";
import { drawResult } from "../views/html/judge/result.tsx";
import type { Opened, Sheet, SheetSaved, VoterTold } from "../views/html/judge/sheet.ts";
import { sheetOf } from "../views/html/judge/sheet-of.tsx";
import { clientScript, JUDGE_SHELL, JUDGE_STYLE } from "./assets.ts";
import { readBody, refusalOf } from "./body.ts";
import { newSecret } from "./keys.ts";
import { type Invited, startOwnServer, type Visit } from "./own-server.ts";
import { sendBody, sendNothing, sendSaid } from "./responses.ts";

/** One person before one experiment's designs: all that the judging page's server knows of either. */
export type VoterSeat = {
  /**
   * The same for the same person and experiment, and no other's: an open page then finds its seat again when the server
   * starts anew. Without it the seat lasts as long as the server. It is told to nobody.
   */
  id?: string;
  ballot(): Promise<Ballot>;
  /** What is kept of the person's vote; null where there is none yet, whose revision counts as 0. */
  kept(): Promise<KeptVote | null>;
  /** `shown`: the designs of the ballot that the page was sent, for another page may have been sent others since. */
  save(voice: Voice, how: { revision: number; done: boolean; shown: FilledBallot["designs"] }): Promise<SeatSaved>;
  /** What a person who is done may be told; asked for only then. */
  after(): Promise<AfterVote | null>;
};

/** What became of a vote, as a sentence, and the result; null while there is none, or while it is held back. */
export type AfterVote = { said: string; result: VoteResult | null };

type SeatSaved =
  | { state: "saved"; kept: KeptVote }
  /** Somebody saved since that revision. */
  | { state: "stale"; kept: KeptVote }
  | { state: "refused"; why: string };

type JudgingOptions = {
  /** The file in which port and keys are kept, its own: `keptFile(place, "judging")`. */
  kept: string;
  /** How long the server waits for somebody to judge before it stops, milliseconds. */
  idle_ms?: number;
};

export type Judging = {
  /** Leads once to the page of this seat. */
  invite(seat: VoterSeat, grade?: Grade): Invited;
  isOpen(): boolean;
  close(): void;
};

/** Bytes that a page may send: comments on twelve designs as long as they may be, in any script, and more. */
const MAX_BODY = 2_000_000;

const Sent = Type.Object(
  {
    voice: Voice,
    revision: Type.Integer({ minimum: 0 }),
    done: Type.Boolean(),
    shown: FilledBallot.properties.designs,
  },
  { additionalProperties: false },
);

/**
 * Serves the page on which people judge, each at a seat of their own: its keys open that seat alone, and nothing but what
 * the seat hands out can be reached from it. It stops by itself once no page is open, and keeps no process alive.
 */
export async function startJudging({ kept, idle_ms }: JudgingOptions): Promise<Judging> {
  const seats = new Map<string, VoterSeat>();
  /** Pages that are open at a seat, and how to tell each. */
  const pages = new Map<string, Set<(told: VoterTold) => void>>();

  async function answer(visit: Visit): Promise<void> {
    const { room, path, request, response } = visit;
    const seat = seats.get(room);
    if (!seat) return sendNothing(response, 404);
    try {
      if (request.method === "POST") {
        return path === "/save" ? sendSaid(response, 200, await save(room, seat, visit)) : sendNothing(response, 404);
      }
      if (path === "/ballot") {
        const opened: Opened = { sheet: await drawSheet(seat), ...(await tellVoter(seat, await seat.kept())) };
        return sendBody(response, "data", JSON.stringify(opened));
      }
      if (path === "/events") return watch(room, visit);
      return sendNothing(response, 404);
    } catch (error) {
      const { status, said } = refusalOf(error);
      sendSaid(response, status, said);
    }
  }

  async function save(room: string, seat: VoterSeat, { grade, request }: Visit): Promise<SheetSaved> {
    if (grade === "shown") throw new UsageError(refusedShown("vote"));
    const { voice, ...how } = checkSent(await readBody(request, MAX_BODY));
    const came = await seat.save(voice, how);
    if (came.state === "refused") throw new UsageError(came.why);
    const told = await tellVoter(seat, came.kept);
    if (came.state === "saved") for (const tell of pages.get(room) ?? []) tell(told);
    return { state: came.state, ...told };
  }

  function watch(room: string, { follow }: Visit): void {
    follow((tell) => {
      const open = pages.get(room) ?? new Set();
      pages.set(room, open.add(tell));
      return () => open.delete(tell);
    });
  }

  const { invite, isOpen, close } = await startOwnServer({
    kept,
    hall: { page: JUDGE_SHELL, style: JUDGE_STYLE, script: () => clientScript("judge") },
    answer,
    working: async () => false,
    idle_ms,
  });
  return {
    invite(seat, grade = "person") {
      const room = seat.id ?? newSecret();
      seats.set(room, seat);
      return invite({ room, grade });
    },
    isOpen,
    close,
  };
}

async function tellVoter(seat: VoterSeat, kept: KeptVote | null): Promise<VoterTold> {
  const after = kept?.done ? await seat.after() : null;
  return { kept, after: after?.said ?? null, result: after?.result ? drawResult(after.result) : null };
}

async function drawSheet(seat: VoterSeat): Promise<Sheet> {
  const ballot = await seat.ballot();
  return sheetOf(ballot, gleanBallot(ballot));
}

function checkSent(body: unknown): Static<typeof Sent> {
  if (Value.Check(Sent, body)) return body;
  const wrong = Value.Errors(Sent, body).First();
  const where = wrong ? ` at ${truncate(wrong.path || "/", 200)}: ${wrong.message}` : "";
  throw new UsageError(`Cannot keep the vote: needed is a vote in the page's own form, found another${where}.`);
}
