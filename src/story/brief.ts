import type { Failure } from "../artifacts/failure.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import { callStart } from "../prompting/progress.ts";
import { BRIEFS } from "../store/brief-folder.ts";
import { count } from "../text/numbers.ts";
import { approvalNext, type WaitsForWord } from "./approval.ts";
import { failed, mending } from "./failures.ts";
import { raiseLimit } from "./next.ts";
import { call, copied, listed, model, path, type Sentence, say, strong, together, typed, words } from "./sentence.ts";
import { approvalUnseen } from "./unseen.ts";

/** Who asked and who wrote a brief, and what weakens that. */
export function madeBy(brief: { askers: readonly string[]; writer: string; designs: boolean }): Sentence {
  const askers = [...new Set(brief.askers)];
  const alone = askers.length === 1 && askers[0] === brief.writer;
  const asked = askers.length === 0 || alone ? [] : say`${listed(askers.map(model))} asked the questions, `;
  const wrote = say`${asked}${model(brief.writer)} ${alone ? say`asked the questions and ` : []}wrote the brief.`;
  return brief.designs
    ? say`${wrote} That model also designs, so its own words come back to it as the task; brief.probe_model names another.`
    : say`${wrote} It designs nothing here.`;
}

/** Who is to ask and to write, before anybody was asked. */
export function toAsk(models: { first: string; probe: string; designs: boolean }, begins: boolean): Sentence {
  const { first, probe } = models;
  const same = first === probe || !begins;
  const who = same
    ? say`${model(probe)} asks and writes the brief`
    : say`${model(first)} asks the first questions, ${model(probe)} the others, and writes the brief`;
  return models.designs ? say`${who}; it also designs, and brief.probe_model names another.` : say`${who}.`;
}

/** Where an approved brief lies in the project, or why it does not. */
export type KeptBrief = { path: string } | { path: null; why: string };

/** What a person is asked before a brief is written into the project. */
export const mayKeepBrief = (folder: string): string =>
  `Write this approved brief, and those after it that are to go there, as a document into ${folder} of the project?`;

/** How an interview stands when a call of it ends. `kept`: null where nobody asked for it in the project; `folder`: where the last brief went there. */
export type BriefStand =
  | { state: "answers"; open: number; asked: number; most: number }
  | { state: WaitsForWord | "busy" }
  | { state: "approved"; kept: KeptBrief | null; folder: string | null }
  | { state: "failed"; failure: Failure }
  | { state: "refused" };

/** The first sentence of a reply. */
export function briefStandSaid(stand: BriefStand, file: string, isUnseen: boolean): Sentence {
  switch (stand.state) {
    case "answers": {
      const { open, asked, most } = stand;
      const wait = open === 1 ? say`1 question waits for an answer` : say`${open} questions wait for an answer`;
      return say`${strong(wait)}; ${asked} of at most ${most} are asked.`;
    }
    case "approval":
      return say`${strong(say`The brief is written and waits for the person's approval.`)} It lies in ${path(file)}; whoever changes it there approves the text as it then stands.${isUnseen ? say` ${approvalUnseen}` : []}`;
    case "words":
      return say`${strong(say`The brief was rejected without a word.`)} What is to change?`;
    case "person":
      return say`${strong(say`The brief still waits for a person's approval:`)} it was approved through an agent, and an agent's call is no person's word.`;
    case "approved":
      return say`${strong(say`The brief is approved.`)} ${keptSaid(stand.kept)}`;
    case "busy":
      return say`${strong(say`Another call or another OpenCode is at work on this brief.`)} Nothing was asked here.`;
    case "rounds":
      return say`${strong(say`The brief was changed as often as one call does it, and is rejected again.`)}`;
    case "failed": {
      if (stand.failure.kind === "budget") {
        return say`${strong(say`Stopped by a limit:`)} ${words(stand.failure.message, "message")}. What was asked and answered is kept.`;
      }
      return say`${strong(NO_ANSWER_CAME.has(stand.failure.kind) ? say`A model could not be asked:` : say`A model gave nothing that can be used:`)} ${together(failed([stand.failure]).ways, "; ")}. What was asked and answered is kept.`;
    }
    case "refused":
      return say`${strong(say`Not every answer could be taken`)}, so nothing more was asked.`;
  }
}

/** Failures in which no answer came. */
const NO_ANSWER_CAME: ReadonlySet<Failure["kind"]> = new Set([
  "timeout",
  "aborted",
  "rate_limited",
  "auth",
  "unknown_model",
  "context_overflow",
  "unreachable",
  "provider_error",
]);

function keptSaid(kept: KeptBrief | null): Sentence {
  if (kept === null) return say`It is kept on this machine only.`;
  if (kept.path === null) return say`It is kept on this machine only: ${words(kept.why, "message")}.`;
  return say`It lies in ${path(kept.path)} of the project.`;
}

type Going = {
  id: string;
  /** Whether its designs were asked for. */
  isTask: boolean;
  /** The first open question, with an answer that fits its type. */
  example: { id: string; answer: string } | null;
  /** The id of the question by which the brief is approved; null where there is none. */
  approval: string | null;
  /** A limit that stood in the way, and what would have been enough. */
  limit: { name: string; most: number } | null;
};

/** What a person can type now, and the call that goes on. */
export function briefReplyNext(stand: BriefStand, { id, isTask, example, approval, limit }: Going): Sentence[] {
  const goesOn = say`${typed("brief", id)} goes on (${call("brief", { experiment: id })})`;
  switch (stand.state) {
    case "answers":
    case "refused":
      return [
        ...(example === null
          ? []
          : [
              say`${typed("answer", id, example.id, example.answer)} answers a question (an agent asks the person and calls ${call("brief", { experiment: id, answers: { [example.id]: example.answer } })}; null skips one)`,
            ]),
        say`${typed("enough", id)} has the brief written from what is there (${call("brief", { experiment: id, enough: true })})`,
        goesOn,
      ];
    case "approval":
    case "words":
    case "person":
    case "rounds":
      return [...approvalNext(stand.state, { op: "brief", id, approval }), goesOn];
    case "approved":
      return [
        isTask
          ? say`${typed("show", id)} shows what came of it`
          : say`${typed("run", id)} has it designed (${call("run", { experiment: id })})`,
        ...(stand.kept?.path
          ? []
          : [
              say`${typed("brief", id, "--where", stand.folder ?? BRIEFS)} writes it into a folder of the project, which git keeps`,
            ]),
      ];
    case "failed": {
      const { failure } = stand;
      if (failure.kind === "budget")
        return limit === null ? [goesOn] : [raiseLimit(id, limit.name, limit.most, "brief")];
      const { mended, other } = afterFailure(id, failure);
      return [
        ...(mended.length > 0
          ? mended
          : [say`${typed("brief", id)} asks again (${call("brief", { experiment: id })})`]),
        other,
      ];
    }
    case "busy":
      return [goesOn];
  }
}

/**
 * Why nobody goes on with an interview that is not over, by its ledger, and what to do; nothing where its last call did
 * all that there was to do, or is at it.
 */
export function standsStill(id: string, ledger: readonly LedgerLine[]): Sentence[] {
  const {
    event,
    phases: [phase = "probe"] = [],
    model = "",
    kind = "defect",
    message = "",
  } = ledger.slice(callStart(ledger)).findLast((line) => ENDS.includes(line.event)) ?? {};
  const goesOn = say`${typed("brief", id)} goes on.`;
  if (event === "aborted")
    return [say`${strong(say`The interview was stopped.`)} What was asked and answered is kept.`, goesOn];
  if (event !== "failed" && event !== "budget") return [];
  const stand = { state: "failed", failure: { phase, model, design_id: null, kind, message } } as const;
  const said = briefStandSaid(stand, "", false);
  if (kind === "budget") return [said, say`Raise that limit under ${copied("limits")} in design-lab.json; ${goesOn}`];
  const { mended, other } = afterFailure(id, stand.failure);
  return [said, ...(mended.length > 0 ? mended : [say`${typed("brief", id)} asks again`]), other].map((each, at) =>
    at === 0 ? each : say`${each}.`,
  );
}

/** What ends a session, or the call. */
const ENDS: readonly LedgerLine["event"][] = ["done", "failed", "budget", "aborted"];

/** What is mended first after a failure, and what names another model. */
function afterFailure(id: string, failure: Failure): { mended: Sentence[]; other: Sentence } {
  const setting = copied(failure.phase === "first" ? "brief.first_model" : "brief.probe_model");
  return {
    mended: mending([failure], id, "brief"),
    other: say`${setting} in design-lab.json names another model (${typed("init")} writes that file where there is none)`,
  };
}

/** What was not asked, because it is there already. */
export function foundSaid(found: readonly { what: string; where: string }[]): Sentence[] {
  return found.map(({ what, where }) => {
    return say`${words(what, "message")} (${where === "idea" ? say`the idea` : path(where)})`;
  });
}

/** What an interview would take, before anything is asked. */
export function interviewSaid({ first, turns, left }: { first: boolean; turns: number; left: number }): Sentence {
  const begins = first ? say`2 or 3 first questions, then ` : [];
  return say`${begins}${turns === 0 ? [] : say`about ${count(turns, "turn")} of further questions (${left} questions at most in all), and `}the brief`;
}
