import type { StudyStanding } from "../artifacts/study.ts";
import { amount, count, dollars } from "../text/numbers.ts";
import type { Block } from "./block.ts";
import { copied, listed, type Sentence, say, strong, unmarked, words } from "./sentence.ts";
import {
  goOnSaid,
  keptEachSaid,
  keptTokensSaid,
  leastKept,
  type StudyLimitKind,
  stoppedWhy,
  studyLine,
} from "./study-stopped.ts";

type Limits = { [K in StudyLimitKind]?: number | null };
const KINDS: readonly StudyLimitKind[] = ["max_cost", "max_tokens", "max_hours"];
const ANY: Readonly<Record<StudyLimitKind, Sentence>> = {
  max_cost: say`any money`,
  max_tokens: say`any number of tokens`,
  max_hours: say`any time`,
};

/** What stopping a study came to. */
export function stopSaid({ name, state, counts }: StudyStanding, meant: string): Block[] {
  if (state === "over") return [say`Study ${words(name)} is over: nothing was left to stop.`];
  const one = counts.running === 1;
  const runs =
    counts.running === 0
      ? say`Nothing ran.`
      : say`The ${count(counts.running, "experiment")} that ${one ? "runs is" : "run are"} given back, with what is stored of ${one ? "it" : "them"}.`;
  return [
    say`${strong(say`Study ${words(name)} begins nothing more.`)} ${runs}`,
    { is: "next", of: [goOnSaid("person", meant)] },
  ];
}

/** What going on came to, and who works on it. */
export function goSaid(before: StudyStanding, study: StudyStanding, meant: string): Block[] {
  const { name, counts } = study;
  const works = study.workers.some(({ state }) => state === "working" || state === "idle");
  const left = counts.waiting + counts.running;
  const changed = changesOf(before.limits.study, study.limits.study);
  const limits = changed.length > 0 ? say` It may now take ${listed(changed)}.` : [];
  const still = say`${count(left, "experiment")} ${left === 1 ? "is" : "are"} left`;
  const head =
    left === 0
      ? say`Study ${words(name)} is over: nothing is left to do.`
      : before.state === "stopped"
        ? say`Study ${words(name)} goes on: ${still}.`
        : say`Study ${words(name)} was not stopped: ${still}.`;
  return [
    say`${strong(head)}${limits}`,
    {
      is: "next",
      of: [
        ...(left > 0 && !works
          ? [say`Nobody works on it: ${studyLine("show", meant)} says what a worker is started with.`]
          : []),
        ...(left === 0 && counts.failed > 0 ? [say`${studyLine("again", meant)} has what failed wait anew.`] : []),
        ...(left > 0 && works ? [say`${studyLine("show --follow", meant)} follows it.`] : []),
      ],
    },
  ];
}

/** "up to $40.00 of money": the limits that are others by now. */
function changesOf(before: Limits, after: Limits): Sentence[] {
  return KINDS.flatMap((kind) => (before[kind] === after[kind] ? [] : [mostSaid(kind, after[kind] ?? null)]));
}

function mostSaid(kind: StudyLimitKind, limit: number | null): Sentence {
  if (limit === null) return ANY[kind];
  if (kind === "max_cost") return say`up to ${dollars(limit)}`;
  return say`up to ${kind === "max_tokens" ? count(limit, "token") : count(limit, "hour")}`;
}

/** Asks whether limits may be raised; null where none of these is. */
export function mayRaise({ name, limits: { study } }: StudyStanding, given: Limits): string | null {
  const raised = KINDS.filter((kind) => {
    const [before, after] = [study[kind], given[kind]];
    return after !== undefined && before !== null && (after === null || after > before);
  });
  if (raised.length === 0) return null;
  const from = listed(raised.map((kind) => mostSaid(kind, study[kind])));
  const to = listed(raised.map((kind) => mostSaid(kind, given[kind] ?? null)));
  return unmarked(say`Study ${words(name)} may take ${from}. Let it take ${to}?`, String);
}

/** Why it could not go on with these limits, and what to type; null where it could. */
export function tooLowSaid(
  standing: StudyStanding,
  given: Limits,
  meant: string,
): { is: string; advice: string } | null {
  const { name, state, why, limits, money, tokens, time, kept } = standing;
  const taken: Readonly<Record<StudyLimitKind, number>> = {
    max_cost: money.spent,
    max_tokens: tokens,
    max_hours: time.elapsed / 3_600,
  };
  const needs: Readonly<Record<StudyLimitKind, { each: number; said: Sentence }>> = {
    max_cost: needOf(leastKept(kept.money), keptEachSaid),
    max_tokens: needOf(kept.tokens, keptTokensSaid),
    max_hours: { each: 0, said: [] },
  };
  for (const kind of KINDS) {
    const limit = given[kind];
    if (limit === undefined || limit === null) continue;
    if (limit > taken[kind] && limit >= taken[kind] + needs[kind].each - ROUNDED) continue;
    const by = {
      max_cost: say`${dollars(money.spent)} are spent`,
      max_tokens: say`${count(tokens, "token")} are used`,
      max_hours: say`${amount(Number((time.elapsed / 3_600).toFixed(1)))} hours are over`,
    }[kind];
    const is = say`Cannot go on with ${words(name)}: ${by} already${needs[kind].said}, so ${mostSaid(kind, limit)} leaves no room for another experiment.`;
    return { is: unmarked(is, String), advice: unmarked(goOnSaid(kind, meant), String) };
  }
  if (state !== "stopped" || why === null || why === "person") return null;
  const next = given[why];
  if (next === null || (next !== undefined && next > (limits.study[why] ?? 0))) return null;
  const is = say`Cannot go on with ${words(name)}. ${stoppedWhy(standing)}`;
  return { is: unmarked(is, String), advice: unmarked(goOnSaid(why, meant), String) };
}

/** Sums of fractions of a dollar are off by less. */
const ROUNDED = 1e-9;

/** What is kept for one before it begins, and how that is said behind what is taken already. */
const needOf = (each: number | null, said: (each: number) => Sentence) =>
  each === null ? { each: 0, said: [] } : { each, said: say`, and ${said(each)}` };

type Again = { again: readonly string[]; others: readonly string[]; study: StudyStanding; meant: string };

/** What waits anew, and what does not because it did not fail. */
export function againSaid({ again, others, study, meant }: Again): Block[] {
  const works = study.workers.some(({ state }) => state === "working" || state === "idle");
  const head =
    again.length === 0
      ? say`Nothing waits anew: ${others.length === 0 ? "nothing failed" : "none of these failed"}.`
      : say`${count(again.length, "experiment")} ${again.length === 1 ? "waits" : "wait"} anew.`;
  const rest =
    others.length > 0 && again.length > 0
      ? say` ${listed(
          others.map((key) => copied(key.slice(0, 150))),
          5,
        )} did not fail.`
      : [];
  const next: Sentence[] =
    again.length === 0
      ? []
      : study.state === "stopped"
        ? [say`The study is stopped: ${goOnSaid(study.why, meant)}`]
        : works
          ? [say`${studyLine("show --follow", meant)} follows it.`]
          : [say`Nobody works on it: ${studyLine("show", meant)} says what a worker is started with.`];
  return [say`${strong(head)}${rest}`, { is: "next", of: next }];
}
