import type { Failure } from "../artifacts/failure.ts";
import { dollars } from "../text/numbers.ts";
import { mending } from "./failures.ts";
import { path, type Sentence, say, typed, words } from "./sentence.ts";

/** What a person can do next, each a line to type and what it does. `id` is the experiment's, `letter` a design's. */
export const openReport = (id: string): Sentence => say`${typed("open", id)} shows the report in the browser`;
/** The same of one experiment among several, by its place. */
export const openReportOf = (id: string, at: number): Sentence =>
  say`${typed("open", id)} shows the report of ${at} in the browser`;
export const showSoFar = (id: string, at: number): Sentence => say`${typed("show", id)} shows what ${at} has so far`;
export const showDesign = (id: string, letter: string): Sentence =>
  say`${typed("show", id, letter)} shows design ${words(letter)} whole`;
export const showDesigns = (id: string): Sentence => say`${typed("show", id, "designs")} shows them`;
export const showScores = (id: string): Sentence =>
  say`${typed("show", id, "scores")} shows every score with its reason`;
export const judgeFirst = (id: string): Sentence =>
  say`${typed("judge", id)} opens the page on which you judge the designs blind`;
export const judgeSeen = (id: string): Sentence =>
  say`${typed("judge", id)} lets you judge the designs, blind; nothing is held back, for a result was there before`;
export const showBefore = (id: string): Sentence =>
  say`${typed("judge", id, "--show")} shows the result before you have judged`;
/** The same of one round of better designs. */
export const judgeRound = (id: string, number: number): Sentence =>
  say`${typed("judge", id, `--round=${number}`)} opens the page on which you judge the texts of the round blind`;
export const judgeRoundSeen = (id: string, number: number): Sentence =>
  say`${typed("judge", id, `--round=${number}`)} lets you judge the round too, blind; models alone judged it, and nothing is held back`;
export const showRoundBefore = (id: string, number: number): Sentence =>
  say`${typed("judge", id, `--round=${number}`, "--show")} shows what came of it before you have judged`;
export const compareFirst = (id: string): Sentence =>
  say`${typed("compare", id)} sets the two that rank first side by side`;
export const comparePair = (id: string, first: string, second: string): Sentence =>
  say`${typed("compare", id, first, second)} sets two of them side by side`;
export const showPart = (id: string, part: "review" | "score"): Sentence =>
  say`${typed("show", id, part === "review" ? "reviews" : "scores")} shows all of them`;
export const decideNow = (id: string): Sentence =>
  say`${typed("decide", id)} says what is proposed, and how to decide and write it down`;
export const decideFor = (id: string, letter: string): Sentence =>
  say`${typed("decide", id, letter, '"…"')} decides for design ${words(letter)}, with your reason in the quotes`;
export const decideNone = (id: string): Sentence => say`${typed("decide", id, "none", '"…"')} decides for none of them`;
export const refineNow = (id: string): Sentence =>
  say`${typed("refine", id)} has what is first revised after its reviews, and both judged anew, blind`;
export const mergeNow = (id: string): Sentence =>
  say`${typed("refine", id, "--merge")} has one design made of the first two, and all judged anew, blind`;
export const goOnRefining = (id: string): Sentence =>
  say`${typed("refine", id)} goes on with the round of better designs`;
export const refineAnew = (id: string): Sentence => say`${typed("refine", id, "--anew")} begins another round`;
export const tellOutcome = (id: string): Sentence =>
  say`${typed("outcome", id, "worked", '"…"')} says later how it turned out (worked, partly, failed)`;
export const planNow = (id: string): Sentence =>
  say`${typed("plan", id)} breaks the chosen design into tasks, in an order in which they can be done`;
export const goOnPlanning = (id: string): Sentence => say`${typed("plan", id)} goes on with it`;
export const writeOutPlan = (id: string): Sentence =>
  say`${typed("plan", id)} writes its tasks as files; no model is asked`;
export const planByRemarks = (id: string): Sentence => say`${typed("plan", id)} has it changed as you said`;
export const nextTask = (id: string): Sentence => say`${typed("tasks", id, "next")} says which task to start, and why`;
/** The parts of an experiment that `show` knows by name. */
export const showParts = (id: string, parts: readonly string[]): Sentence =>
  say`${typed("show", id, "A")} shows design A; in place of A: ${words(parts.join(", "), "sentence")}`;
export const rankAnew = (id: string): Sentence =>
  say`${typed("rank", id)} makes the ranking anew from what is stored; no model is asked`;
export const askFailed = (id: string): Sentence => say`${typed("resume", id)} asks again for what failed`;
export const askStillMissing = (id: string, ranks: boolean): Sentence =>
  say`${typed("resume", id)} asks for what is still missing${ranks ? say`, and ranks` : []}`;
export const haveJudged = (id: string, ranks: boolean): Sentence =>
  say`${typed("resume", id)} ${ranks ? say`has them judged and ranked` : say`has them reviewed`}`;
export const designsAlone = (id: string): Sentence => say`${typed("generate", id)} asks for the designs alone`;

/** What leads on from a list of experiments: from none, to one of them, and to the rest of one that is unfinished. */
export const noExperiment = (base: string): Sentence => say`There is no experiment yet in ${path(base)}.`;
export const beginOne: Sentence = say`To start one, type ${typed("run")} and after it what is to be designed.`;
export const showOne = (id: string): Sentence => say`${typed("show", id)} shows one, by its id or the beginning of it.`;
export const finishOne = (id: string): Sentence => say`${typed("resume", id)} asks for what is missing of it.`;
/** What shows of one design what is left out where all are shown: `asked` names the part and the design. */
export const showAlone = (id: string, asked: readonly string[], letter: string): Sentence =>
  say`${typed("show", id, ...asked)} shows those of ${words(letter)} alone, another letter those of another`;

/** What leads on from where a brief stands. */
export const sayOpen = (id: string): Sentence => say`${typed("ask", id)} says what is open and how to answer`;
export const goOnAsking = (id: string): Sentence =>
  say`${typed("brief", id)} goes on: it asks further questions, or writes the brief`;
export const writeAnew = (id: string): Sentence => say`${typed("brief", id)} has it written anew`;
export const asksForApproval = (id: string): Sentence =>
  say`${typed("brief", id)} asks for approval of it as it is now`;
export const approveBrief = (id: string): Sentence => say`${typed("approve", id)} approves it`;
export const sendBack = (id: string): Sentence =>
  say`${typed("reject", id, '"…"')} sends it back with what is to change`;
export const runBrief = (id: string): Sentence =>
  say`${typed("run", id)} has several models design it, judges and ranks the designs`;
export const planBrief = (id: string): Sentence =>
  say`${typed("plan", id)} breaks it into tasks as it stands, where no choice is open; nobody compares designs then`;

/** Asks for all that is missing; what is to be mended first, where something is. */
export function askMissing(
  id: string,
  failures: readonly Pick<Failure, "kind" | "model" | "outage">[],
  missing: Sentence = say`what is missing`,
): Sentence {
  return mending(failures, id)[0] ?? say`${typed("resume", id)} asks for ${missing}`;
}

/**
 * Where one reviewer alone tells the designs apart: others that confirm it or not, and what they would cost in US dollars,
 * null where it is not known. Of a tie nothing of the kind is said: two more hardly ever name a winner.
 */
export function confirmOpinion(id: string, models: readonly string[], cost: number | null): Sentence {
  const price = cost === null ? [] : say`, about ${dollars(cost)}`;
  const more = models.length === 1 ? say`One more reviewer` : say`${models.length} more reviewers`;
  return say`${more} could confirm it or not${price}: ${typed("score", id, "--models", models.join(","))}, then ${typed("rank", id)}`;
}

/** Goes on with a higher limit: its name in the configuration, and a number that can be typed. */
export const raiseLimit = (
  id: string,
  limit: string,
  most: number,
  word: "resume" | "brief" | "plan" = "resume",
): Sentence =>
  say`${typed(word, id, `--${limit.replaceAll("_", "-")}`, String(most))} goes on with a higher limit; nothing that is done is asked again`;
/** What leads on from the gate. */
export const TURN_GATE_ON: Sentence = say`${typed("guard", "on")} turns it on`;
export const TURN_GATE_OFF: Sentence = say`${typed("guard", "off")} turns it off`;
export const SHOW_GATE: Sentence = say`${typed("guard")} says where the tests are, what was held back and what it cost`;
export const ALLOW_EDIT: Sentence = say`${typed("guard", "allow")} lets the last edit through that was held back, ${typed("guard", "allow", "--until-green")} all until the tests are green`;
