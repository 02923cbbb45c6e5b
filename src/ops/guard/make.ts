import type { GuardLine, GuardSwitched, GuardTerms } from "../../artifacts/guard.ts";
import { leaveSha256 } from "../../artifacts/hashes.ts";
import { guardLine } from "../../command/guard-line.ts";
import { LINE_FORM } from "../../command/run-line.ts";
import { LabError, messageOf, UsageError } from "../../errors.ts";
import { tallyOf } from "../../guard/tally.ts";
import type { Lab } from "../../prompting/lab.ts";
import { keepLeave } from "../../stages/work/let-through.ts";
import { type GuardLog, openGuardLog } from "../../store/guard-log.ts";
import { openLineSigner } from "../../store/guard-signature.ts";
import { dropGuard, type GuardOn, keepGuard, readGuard } from "../../store/guard-switch.ts";
import type { ShownList } from "../../store/shown.ts";
import { guardSaid } from "../../story/guard.ts";
import {
  ALLOWED_ALREADY,
  isOnAlready,
  letThrough,
  MAY_TURN_OFF,
  mayAllow,
  turnedOff,
  turnedOn,
} from "../../story/guard-switched.ts";
import { mayTurnOn, type TermsTold } from "../../story/guard-terms.ts";
import { code } from "../../text/markdown.ts";
import { columnsOf } from "../../text/truncate.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import type { Facts, OpContext, Reply } from "../op.ts";
import { asPerson } from "../person/as-person.ts";
import type { GuardArgs } from "./guard.ts";
import { readLog, standingOf, switchOf } from "./status.ts";
import { findHeldTask } from "./task.ts";
import { proposeTerms } from "./terms.ts";

/** Columns of what a person can be asked at once, on every screen. */
const MOST_ASKED = 3_600;

/** What one call of the op comes to. Throws LabError where a person does not say yes, or it cannot be kept. */
export async function answerGuard(context: OpContext, given: GuardArgs): Promise<Reply> {
  refuseUnclear(given);
  switch (given.do ?? "status") {
    case "on":
      return turnOn(context, given);
    case "off":
      return turnOff(context, given);
    case "allow":
      return allow(context, given);
    case "status":
      return tellStatus(context);
  }
}

function refuseUnclear({ do: what = "status", task, until_green }: GuardArgs): void {
  const odd = task !== undefined && what !== "on" ? "task" : until_green && what !== "allow" ? "until_green" : null;
  if (odd === null) return;
  const to = odd === "task" ? "on" : "allow";
  throw new UsageError(`Cannot run guard: ${odd} belongs to do "${to}", found ${what}. Nothing was changed.`, {
    advice: `For example ${typedCode("guard", to)} (${callCode("guard", { do: to })}).`,
  });
}

async function tellStatus(context: OpContext): Promise<Reply> {
  const lab = await context.labForReading();
  const standing = await standingOf(lab);
  const { on, state, tally, log } = standing;
  return {
    text: blocksText(guardSaid(standing)),
    facts: { ...switchFacts(on), tests: state, tally: { ...tally, last: undefined }, log },
    shown: { list: editsShown(lab), all: tally.last },
  };
}

const switchFacts = (on: GuardOn | null): Facts => ({
  on: on !== null,
  since: on?.since ?? null,
  terms: on?.terms ?? null,
  task: on?.task ?? null,
  until_green: on?.until_green ?? null,
});

/** The question for a person, with the line that says the same. */
const asking = (given: GuardArgs, question: string, not: string) => {
  const line = guardLine(given, LINE_FORM.name);
  return {
    pattern: `guard ${given.do}`,
    question,
    not,
    advice: line === null ? "" : `Type it yourself on the host's screen: ${code(line)}.`,
  };
};

async function turnOn(context: OpContext, given: GuardArgs): Promise<Reply> {
  const lab = await context.lab();
  const { foreign, ...proposed } = await proposeTerms(lab);
  const task = given.task === undefined ? null : await findHeldTask(lab, context, given.task);
  const told: TermsTold = { ...proposed, task };
  const before = await readGuard(switchOf(lab));
  // Who types the line begins its bound of cost anew; an agent has nothing to gain.
  if (before && context.typed === null && before.task === task && isSame(before.terms, told.terms))
    return { text: blocksText(isOnAlready(before)), facts: switchFacts(before) };
  const question = mayTurnOn(told);
  if (columnsOf(question) > MOST_ASKED)
    throw new LabError(
      `Cannot turn the gate on: its terms take ${columnsOf(question)} columns, and a person is asked all of them in ${MOST_ASKED} at most. Nothing was changed.`,
      { advice: "Say the same with fewer patterns or files." },
    );
  const asked = asking(given, question, "Not turned on");
  // A line that was typed is no yes to a model that somebody else picked, for it sees edits.
  const unseen = foreign || proposed.hosts_own;
  const advice = unseen
    ? `${asked.advice} A model that your own file names, under guard.verifier_model in ${lab.ownFile}, needs no question.`.trim()
    : asked.advice;
  const door = await asPerson(unseen ? { ...context, typed: null } : context, { ...asked, advice });
  const on: GuardOn = {
    terms: told.terms,
    since: lab.now().toISOString(),
    door,
    task,
    edits_allowed: [],
    until_green: null,
  };
  await keep(keepGuard(switchOf(lab), on), "Not turned on");
  const problem = await log(lab, { event: "on", at: on.since, door, terms: on.terms, ...(task !== null && { task }) });
  return { text: blocksText(turnedOn(told, { again: before !== null, problem })), facts: switchFacts(on) };
}

const isSame = (one: GuardTerms, other: GuardTerms): boolean =>
  (Object.keys(one) as (keyof GuardTerms)[]).every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));

async function turnOff(context: OpContext, given: GuardArgs): Promise<Reply> {
  const lab = await context.labForReading();
  const was = await readGuard(switchOf(lab));
  if (was === null) return { text: blocksText(turnedOff(null, null)), facts: switchFacts(null) };
  const door = await asPerson(context, asking(given, MAY_TURN_OFF, "Not turned off"));
  await keep(dropGuard(switchOf(lab)), "Not turned off");
  await log(lab, { event: "off", at: lab.now().toISOString(), door });
  const lines = await readLog(lab).catch(() => null);
  return { text: blocksText(turnedOff(was, lines && tallyOf(lines, was.since))), facts: switchFacts(null) };
}

async function allow(context: OpContext, given: GuardArgs): Promise<Reply> {
  const lab = await context.labForReading();
  const on = await readGuard(switchOf(lab));
  const refuse = (why: string, advice: string): never => {
    throw new UsageError(`Nothing can be let through: ${why}. Nothing was changed.`, { advice });
  };
  if (on === null)
    return refuse("the gate is off, so no edit is held back", `${typedCode("guard")} says how it stands.`);
  const refused = given.until_green === true ? null : await lastRefused(lab, on);
  if (refused === undefined)
    return refuse(
      "no edit was held back since the gate was turned on",
      `${typedCode("guard", "allow", "--until-green")} lets all through until the tests are green.`,
    );
  if (refused !== null && on.edits_allowed.includes(leaveSha256(refused)))
    return { text: blocksText([ALLOWED_ALREADY]), facts: switchFacts(on) };
  const door = await asPerson(context, {
    ...asking(given, mayAllow(refused), "Not let through"),
    ...(refused && { about: { list: editsShown(lab), said: refused } }),
  });
  const at = lab.now().toISOString();
  const file = logOf(lab);
  const leave = { edit: refused, at, door };
  // A person who was asked took a while, and it may be off by now.
  const next =
    (await keep(keepLeave(switchOf(lab), on.since, leave, file), "Not let through")) ??
    refuse("the gate was turned off meanwhile, or on anew", "");
  return { text: blocksText(letThrough(refused, file.problem())), facts: switchFacts(next) };
}

/** As which edits are kept that a person was shown. */
const editsShown = (lab: Lab): ShownList => ({ ...switchOf(lab), list: "guard" });

/** The newest edit that was held back since it was turned on, by a line that it signed; undefined where there is none. */
async function lastRefused(lab: Lab, { since }: GuardOn): Promise<GuardLine | undefined> {
  const [lines, { isSigned }] = await Promise.all([readLog(lab), openLineSigner(switchOf(lab))]);
  const isRefused = (line: GuardLine | GuardSwitched): line is GuardLine =>
    line.event === "edit" && line.decision === "refused" && line.at >= since && isSigned(line);
  return lines.findLast(isRefused);
}

/** Throws LabError where this person's private folder cannot be written. */
async function keep<T>(kept: Promise<T>, not: string): Promise<T> {
  try {
    return await kept;
  } catch (error) {
    throw new LabError(
      `${not}: what you said is kept in a private folder below your home, which cannot be written (${messageOf(error)}). Nothing was changed.`,
      { cause: error },
    );
  }
}

const logOf = ({ base, now, config }: Lab): GuardLog => openGuardLog(base, now, config.output.gitignore);

/** Why it could not be written; null where it was. */
async function log(lab: Lab, line: Omit<GuardSwitched, "version">): Promise<string | null> {
  const file = logOf(lab);
  await file.append({ version: 1, ...line });
  return file.problem();
}
