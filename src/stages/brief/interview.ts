import type { Failure } from "../../artifacts/failure.ts";
import type { Interview, Turn } from "../../artifacts/interview.ts";
import { LabError, StoppedError } from "../../errors.ts";
import { withFolderLock } from "../../experiment/open.ts";
import { type Journal, openJournal } from "../../questions/journal.ts";
import { loadArtifact, pathOf, saveArtifact } from "../../store/artifacts.ts";
import type { Begun } from "../../store/begun.ts";
import { BusyError } from "../../store/lock.ts";
import { paths } from "../../store/paths.ts";
import { aMoment, changedSince, stampOf } from "../../store/stamp.ts";
import { isBlank } from "../../text/clean.ts";
import { call, typed } from "../../text/typed.ts";
import { askApproval, unlessLate } from "../proposal/approval.ts";
import { approvalOf } from "./approval.ts";
import { saveBrief } from "./save.ts";
import { askedOf, nextStep, type Standing, type Step, talkOf } from "./standing.ts";
import { type Asking, briefOf, type Talk, turnOf } from "./turns.ts";

type Waiting = Extract<Step, { do: "wait" }>["for"];
/** What an interview came to in one call; `busy`: another call or process is at work on it. */
export type Came =
  | { state: "waiting"; for: Waiting }
  | { state: "approved" | "busy" | "rounds" }
  | { state: "failed"; failure: Failure };

/** How often one call has a brief changed. */
const MAX_ROUNDS = 5;

type Options = {
  /** Seconds that the person is waited for, all waits together. */
  wait: number;
  /** Fires when the person is waited for no more. */
  over: AbortSignal;
  /** Something waits for the person; whether the call waits for the answers. */
  onOpen(): boolean;
  /** Another call is at work on it, and is waited for. */
  onBusy(): void;
};

/** How the interview in a folder stands. Throws LabError for a file of it that cannot be used. */
export async function standingOf({ dir }: Pick<Begun, "dir">, journal: Pick<Journal, "read">): Promise<Standing> {
  const [interview, brief, asked] = await Promise.all([
    loadArtifact(dir, "interview"),
    loadArtifact(dir, "brief"),
    journal.read(),
  ]);
  const problems = [interview, brief].flatMap((read) => (read.state === "unusable" ? read.problem : []));
  if (problems.length > 0) {
    throw new LabError("Cannot go on with the brief: a file of it cannot be used. Nothing was asked.", {
      advice: "Mend it, or move it away: what it held is then made anew.",
      problems,
    });
  }
  return {
    turns: interview.state === "ok" ? interview.value.turns : [],
    journal: asked,
    brief: brief.state === "ok" ? brief.value : null,
  };
}

/**
 * Asks the person, has the brief written and asks for its approval, as far as it comes while the person is waited for.
 * Models are asked under the experiment's lock; the person is waited for without it, and outside the limit of minutes.
 */
export async function interview(talk: Talk, { wait, over, onOpen, onBusy }: Options): Promise<Came> {
  const { lab, begun } = talk;
  const journal = openJournal(begun.dir, lab.now, lab.person);
  const files = [paths.questions(begun.dir), pathOf(begun.dir, "interview"), pathOf(begun.dir, "brief")];
  const { max_questions } = lab.config.brief;
  let left = wait * 1_000;
  const rounds = { left: MAX_ROUNDS };
  let isBusy = false;
  const waitFor = async <T>(what: (until: number) => Promise<T>): Promise<T> => {
    const since = performance.now();
    const came = await lab.budget.unhurried(() => what(since + left));
    left -= performance.now() - since;
    return came;
  };
  for (;;) {
    if (lab.signal.aborted) await stopped(talk);
    const stamp = await stampOf(...files);
    const step = nextStep(await standingOf(begun, journal), max_questions);
    if (step.do === "approved") {
      await closeTalk(journal, step);
      return { state: "approved" };
    }
    if (step.do === "wait") {
      const waits = onOpen();
      const news = waits && (await waitFor((until) => changedSince(files, stamp, { until, signal: over })));
      if (!news && !lab.signal.aborted) return { state: "waiting", for: step.for };
      continue;
    }
    if (step.do === "revise" && rounds.left === 0) return { state: "rounds" };
    try {
      const came = await withFolderLock(lab, begun.dir, () => work(talk, journal, rounds));
      if (came !== null && !lab.signal.aborted) return came;
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      if (left <= 0 || over.aborted) return { state: "busy" };
      if (!isBusy) onBusy();
      isBusy = true;
      await waitFor(() => aMoment(over));
    }
  }
}

async function stopped({ begun }: Talk): Promise<never> {
  const { experiment_id: id } = begun.idea;
  await begun.ledger.append({ event: "aborted" });
  throw new StoppedError(`The interview was stopped. What was asked and answered is kept, in ${id}.`, {
    advice: `Go on with it: ${typed("brief", id)} (${call("brief", { experiment: id })})`,
  });
}

/** Does what is to be done until the person is waited for again; null then. What another did meanwhile is seen first. */
async function work(talk: Talk, journal: Journal, rounds: { left: number }): Promise<Came | null> {
  const { lab, begun } = talk;
  for (;;) {
    const standing = await standingOf(begun, journal);
    const step = nextStep(standing, lab.config.brief.max_questions);
    if (step.do === "wait" || step.do === "approved" || lab.signal.aborted) return null;
    if (step.do === "put" || step.do === "restore" || step.do === "ask_approval") {
      await settle(talk, journal, standing, step);
      continue;
    }
    if (step.do === "revise" && rounds.left === 0) return null;
    if (step.do === "revise") rounds.left -= 1;
    const failure = await takeTurn(talk, journal, standing, step);
    if (failure !== null) return { state: "failed", failure };
  }
}

/** Asks a model, and keeps its answer before anything comes of it. */
async function takeTurn(talk: Talk, journal: Journal, before: Standing, step: Asking): Promise<Failure | null> {
  const { lab, begun } = talk;
  const standing = step.do === "write" ? await withoutOpen(begun, journal, before) : before;
  lab.progress.say({ text: SAID[step.do], kind: "step" });
  const made = await turnOf(talk, standing, step);
  if (made.state === "failed") return made.failure;
  await keep(begun, [...standing.turns, made.turn], lab.config.brief.max_questions);
  return null;
}

const SAID = {
  first: "asking for the first questions",
  probe: "asking the next question",
  write: "writing the brief",
  revise: "changing the brief",
} as const;

async function keep({ dir, idea }: Begun, turns: Turn[], most: number): Promise<void> {
  // One that somebody removed meanwhile is not begun again as half of itself.
  if ((await loadArtifact(dir, "idea")).state === "missing") {
    throw new LabError(`Cannot keep what was asked in ${dir}: its idea.json is gone.`, {
      advice: `Put the folder back and go on, or begin anew: ${typed("brief")} and after it the idea in quotes.`,
    });
  }
  const kept: Interview = { version: 1, experiment_id: idea.experiment_id, most, turns };
  await saveArtifact(dir, "interview", kept);
}

/** Who wants it written takes back what is still open. */
async function withoutOpen(begun: Begun, journal: Journal, standing: Standing): Promise<Standing> {
  const { ended } = standing.journal;
  if (ended === null) return standing;
  for (const { id, state } of askedOf(standing.turns, standing.journal)) {
    if (state === "open") await journal.cancel(id, ended.by).catch(unlessLate);
  }
  return standingOf(begun, journal);
}

/** Brings what was paid for to where it belongs. */
async function settle(
  { lab, begun, models }: Talk,
  journal: Journal,
  standing: Standing,
  step: Extract<Step, { do: "put" | "restore" | "ask_approval" }>,
): Promise<void> {
  switch (step.do) {
    case "put": {
      const asked = await journal.ask(step.questions, "text");
      lab.progress.say({
        text: asked.length === 1 ? "a question waits for you" : "questions wait for you",
        kind: "news",
      });
      return;
    }
    case "restore": {
      const brief = briefOf(step.turn, begun.idea.experiment_id);
      if (brief !== null) await saveBrief(begun.dir, brief);
      return;
    }
    case "ask_approval": {
      await askApproval(lab, journal, approvalOf(step.brief, standing.turns, models), {
        what: "brief",
        why: (fault) =>
          fault !== null
            ? `its text is too long, ${fault}`
            : isBlank(step.brief.task)
              ? "its task shows nothing"
              : null,
        advice: "Mend it in brief.json: what is long belongs in files of the project, which designers can read.",
      });
    }
  }
}

/** What the approved brief stands on is changed no more. */
export async function closeTalk(journal: Journal, { approval }: Extract<Step, { do: "approved" }>): Promise<void> {
  for (const { id, state, closed } of talkOf(await journal.read())) {
    if (state !== "open" && !closed) await journal.close(id, approval.by ?? "text");
  }
}
