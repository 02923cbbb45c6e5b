import { isDeepStrictEqual } from "node:util";
import type { Failure } from "../../artifacts/failure.ts";
import type { ArtifactKind } from "../../artifacts/stages/stages.ts";
import { LabError, StoppedError, UsageError } from "../../errors.ts";
import type { Lab } from "../../prompting/lab.ts";
import { questionIn } from "../../questions/check.ts";
import type { Journal } from "../../questions/journal.ts";
import type { Replayed } from "../../questions/replay.ts";
import type { NewQuestion } from "../../questions/types.ts";
import { pathOf } from "../../store/artifacts.ts";
import type { Ledger } from "../../store/ledger.ts";
import { BusyError, withFolderLock } from "../../store/lock.ts";
import { paths } from "../../store/paths.ts";
import { aMoment, stampOf, waitForChange } from "../../store/stamp.ts";
import { approvalCame } from "../../story/stage-words.ts";
import { type Common, olderApprovals } from "./approval.ts";

/** How often one call has a text changed. */
const MAX_ROUNDS = 5;

/** What a call came to; `busy`: another call or process is at work on it. `E`: the ends of a part's own. */
export type Came<E> =
  | E
  | { state: "answers" }
  | { state: "approval" | "words" | "person" | "busy" | "rounds" }
  | { state: "failed"; failure: Failure };

/**
 * What a part does itself: has it made, has what was named changed, brings what was paid for to where it belongs, writes
 * what is approved, and sees to what is written. Beside these words a step holds what is done, as data.
 */
type Own = { do: "make" | "revise" | "settle" | "write" | "done" };

/** How a call waits for a person. */
type Waiting = {
  /** At most, all waits together. */
  seconds: number;
  /** Fires when the person is waited for no more. */
  over: AbortSignal;
  /** Something waits for the person; whether the call waits. */
  begin(): boolean;
  tell(what: string): void;
};

type Words = {
  /** What waits: "brief". */
  what: string;
  /** "The interview was stopped. What was asked is kept", in which experiment, and what goes on with it. */
  stopped: string;
  id: string;
  again: string;
  /** Told where another call is at work on it and is waited for; null where none is. */
  busy: string | null;
  /** What to do about a text that cannot be shown. */
  mend: string;
};

/**
 * Something that is proposed. `S`: how it stands; `O`: what is done with it; `L`: what was allowed for that; `E`: the
 * ends that a call comes to beside those of every part.
 */
export type Proposal<S extends { journal: Replayed }, O extends Own, L, E> = {
  lab: Lab;
  dir: string;
  ledger: Ledger;
  journal: Journal;
  wait: Waiting;
  words: Words;
  /** The artifacts by which it stands, beside the questions. */
  kinds: readonly ArtifactKind[];
  read(isLocked: boolean): Promise<S>;
  next(standing: S): O | Common | { do: "end"; came: E };
  /** The question by which a person approves the very text, under an id with its hash. */
  question(standing: S): NewQuestion & { id: string };
  /** Why nobody can approve it, given what is wrong with that question; null where one can. */
  unaskable?(standing: S, fault: string | null): string | null;
  /** Asks the person what has to be asked first, such as a price, and without the lock; or what it came to already. */
  allow?(step: O, standing: S): Promise<L | { came: E }>;
  /** It stands otherwise by now than when this was allowed, and the next step is another. Throws where a call ends so. */
  late?(step: O): void;
  /** Under the lock, of what stands then; null where the next step follows. */
  work(step: O, standing: S, allowed: L): Promise<Came<E> | null>;
  /** Something was made, changed or written. */
  renew?(): Promise<void>;
};

/**
 * Proposes, asks the person, has changed what they named, and writes what they approved, as far as it comes while the
 * person is waited for. Models are asked under the experiment's lock; the person is waited for without it, and outside
 * the limit of minutes.
 */
export async function propose<S extends { journal: Replayed }, O extends Own, L, E>(
  part: Proposal<S, O, L, E>,
): Promise<Came<E>> {
  const { lab, dir, words } = part;
  const { over } = part.wait;
  const files = [paths.questions(dir), ...part.kinds.map((kind) => pathOf(dir, kind))];
  let left = part.wait.seconds * 1_000;
  let rounds = MAX_ROUNDS;
  let isTold = false;
  let isNew = false;
  const waitFor = async <T>(what: (until: number) => Promise<T>): Promise<T> => {
    const since = performance.now();
    const came = await lab.budget.unhurried(() => what(since + left));
    left -= performance.now() - since;
    return came;
  };
  /** Does what is to be done until the person is asked again; null then. What another did meanwhile is seen first. */
  const work = async (before: O | Common, allowed: L | undefined): Promise<Came<E> | null> => {
    for (;;) {
      const standing = await part.read(true);
      const step = part.next(standing);
      // What was allowed is done once, and nothing else.
      const isMeant = part.allow === undefined || (allowed !== undefined && isDeepStrictEqual(step, before));
      if (!isMeant && allowed !== undefined) part.late?.(before as O);
      if (step.do === "wait" || step.do === "end" || lab.signal.aborted) return null;
      if (step.do === "ask") {
        await askApproval(part, standing);
        continue;
      }
      if (!isMeant) return null;
      if (step.do === "revise" && rounds-- === 0) return null;
      isNew ||= step.do !== "settle";
      const came = await part.work(step as O, standing, allowed as L);
      if (came !== null) return came;
      if (part.allow !== undefined) allowed = undefined;
    }
  };
  const asFarAsItGoes = async (): Promise<Came<E>> => {
    for (;;) {
      if (lab.signal.aborted) {
        await part.ledger.append({ event: "aborted" });
        throw new StoppedError(`${words.stopped}, in ${words.id}.`, { advice: `Go on with it: ${words.again}` });
      }
      const stamp = await stampOf(...files);
      const standing = await part.read(false);
      const step = part.next(standing);
      if (step.do === "end") return step.came;
      if (step.do === "wait") {
        const waits = left > 0 && part.wait.begin();
        const news = waits && (await waitFor((until) => waitForChange(files, stamp, { until, signal: over })));
        if (!news && !lab.signal.aborted) return step.for === "answers" ? { state: "answers" } : { state: step.for };
        continue;
      }
      if (step.do === "revise" && rounds <= 0) return { state: "rounds" };
      const allowed = step.do === "ask" ? undefined : await part.allow?.(step as O, standing);
      if (typeof allowed === "object" && allowed !== null && "came" in allowed) return allowed.came;
      try {
        const came = await withFolderLock(lab, dir, () => work(step, allowed));
        if (came !== null && !lab.signal.aborted) return came;
      } catch (error) {
        if (!(error instanceof BusyError)) throw error;
        if (words.busy === null || left <= 0 || over.aborted) return { state: "busy" };
        if (!isTold) part.wait.tell(words.busy);
        isTold = true;
        await waitFor(() => aMoment(over));
      }
    }
  };
  const came = await asFarAsItGoes();
  if (isNew) await part.renew?.();
  return came;
}

/**
 * Asks whether a text is approved; what was asked of others is over. Throws UsageError where a person cannot be shown it,
 * who may have edited its file.
 */
async function askApproval<S extends { journal: Replayed }, O extends Own, L, E>(
  { lab, journal, words: { what, mend }, ...part }: Proposal<S, O, L, E>,
  standing: S,
): Promise<void> {
  const question = part.question(standing);
  const faults = questionIn(question);
  const fault = Array.isArray(faults) ? (faults[0] ?? null) : null;
  const reason = part.unaskable === undefined ? fault : part.unaskable(standing, fault);
  if (reason !== null) {
    throw new UsageError(`Cannot ask whether the ${what} is approved: ${reason}. Nothing was changed.`, {
      advice: mend,
    });
  }
  for (const { id, state } of olderApprovals(question.id, standing.journal)) {
    await (state === "open" ? journal.cancel(id, "text") : journal.close(id, "text")).catch(unlessLate);
  }
  await journal.ask([question], "text");
  lab.progress.say({ text: approvalCame(what), kind: "news" });
}

/** Somebody was quicker, which is as good. */
export function unlessLate(error: unknown): void {
  if (!(error instanceof LabError)) throw error;
}
