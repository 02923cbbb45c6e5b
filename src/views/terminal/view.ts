import { type Progress, type SessionProgress, timeLeft } from "../../artifacts/progress.ts";
import { DOINGS, type Role } from "../../artifacts/stages/stages.ts";
import type { CallEnd } from "../../story/ended.ts";
import { givesUpSaid, stoppedSaid } from "../../story/screen.ts";
import { clean } from "../../text/clean.ts";
import { count, dollars, duration, listText } from "../../text/numbers.ts";
import { columnsOf, truncate } from "../../text/truncate.ts";

/** A line on the screen; `quiet` ones stand back, `wrapped` ones take as many rows as they need. */
export type ScreenLine = { text: string; quiet: boolean; wrapped?: true };

/** So long a message can be read before the next one takes its place. Milliseconds. */
export const READ_FOR = 3_000;

/** Lines that `progressLines` gives at most. */
export const MOST_LINES = 2;

/**
 * What runs right now: how far it is, cost, time, who is waited for and how long. One line of at most `width` columns, or
 * two where it does not fit in one.
 */
export function progressLines(progress: Progress, now: number, width: number): string[] {
  const head = ["Design lab", phaseOf(progress), spentOf(progress), timeOf(progress, now), ...leftOf(progress, now)];
  const waiting = waitedFor(progress);
  const [retrying] = retryingOf(waiting, now);
  if (retrying !== undefined) return [fit(head.join(" · "), width), fit(retrying, width)];
  if (waiting.length === 0) return [fit(head.join(" · "), width)];
  const waited = `waiting ${waitedText(waiting, now)} for`;
  const models = [...new Set(waiting.map(({ model }) => model))];
  const fits = (text: string): boolean => columnsOf(text) <= width;
  const named = models.map((_, at) => clean(`${waited} ${listText(models, Math.max(2, models.length - at))}`).text);
  const whole = named.map((who) => [...head, who].join(" · ")).find(fits);
  if (whole !== undefined) return [whole];
  const counted = models.length > 1 ? `${waited} ${count(models.length, "model")}` : named.join();
  return [fit(head.join(" · "), width), fit(named.find(fits) ?? counted, width)];
}

/** The same for the sidebar: a heading, then a line each, and up to `most` models that are waited for. */
export function panelLines(progress: Progress, now: number, width: number, most: number): ScreenLine[] {
  const waiting = waitedFor(progress);
  const failed = progress.sessions.filter(({ state }) => state === "failed").length;
  const models = [...Map.groupBy(waiting, ({ model }) => model)];
  const shown = models.slice(0, most);
  const more = models.length - shown.length;
  const quiet = [
    [phaseOf(progress), ...(failed > 0 ? [`${failed} failed`] : [])].join(", "),
    [spentOf(progress), timeOf(progress, now), ...leftOf(progress, now)].join(", "),
    ...shown.map(([model, own]) => `${waitedText(own, now)} for ${own.length > 1 ? `${own.length} × ` : ""}${model}`),
    ...(more > 0 ? [`and for ${more} more`] : []),
  ];
  const retrying = retryingOf(waiting, now).slice(0, 1);
  return [
    { text: "Design lab", quiet: false },
    ...quiet.map((text) => ({ text: fit(text, width), quiet: true })),
    ...retrying.map((text) => ({ text: fit(text, RETRYING_ROWS * width), quiet: true, wrapped: true as const })),
  ];
}

/** Rows of the sidebar that a provider's error may take. */
const RETRYING_ROWS = 4;

/** Lines that `endedPanel` gives at most. */
export const ENDED_LINES = 7;

/** What a call came to, for the sidebar: what it was about, the verdict, where it lies, what to type next. */
export function endedPanel({ topic, said, where, next }: CallEnd): ScreenLine[] {
  const rest = [...where.slice(0, 1), next].filter((each, at, all) => each !== "" && all.indexOf(each) === at);
  const lines = [...said, ...rest].slice(0, ENDED_LINES - 1);
  return [
    { text: oneLine(topic === "" ? "Design lab" : `Design lab: ${topic}`), quiet: false, wrapped: true },
    ...lines.map((text, at): ScreenLine => ({ text: oneLine(text), quiet: at > 0, wrapped: true })),
  ];
}

/** The same in two lines of at most `width` columns, where there is no sidebar. */
export function endedLines({ short, where }: CallEnd, width: number): string[] {
  const place = where.find((each) => columnsOf(each) <= width) ?? where.at(-1);
  return [`Design lab · ${short}`, ...(place === undefined ? [] : [place])].map((text) => fit(oneLine(text), width));
}

/** The same for a message over the screen, which is gone again. */
export const endedText = ({ said, where }: CallEnd): string =>
  [...said.slice(0, 2), ...where.slice(0, 1)].map(oneLine).join("\n");

const oneLine = (text: string): string => clean(text).text.replace(/\s+/gu, " ").trim();

/** What a person is told who has stopped the call: what of it is kept, and how to go on. */
export function stoppedText(progress: Progress | null): string {
  const { stopped } = DOINGS[progress?.phase ?? "setup"];
  if (stopped !== undefined) return `Stopped. ${stopped}`;
  const done = (role: Role): number =>
    progress?.sessions.filter((session) => session.role === role && session.state === "done").length ?? 0;
  const [designs, evaluations] = [done("designer"), done("evaluator")];
  const kept = [
    ...(designs > 0 ? [count(designs, "design")] : []),
    ...(evaluations > 0 ? [count(evaluations, "evaluation")] : []),
  ];
  return stoppedSaid(kept);
}

const waitedFor = ({ sessions }: Progress): SessionProgress[] => sessions.filter(({ state }) => state === "asked");

function phaseOf({ phase, finished, total }: Progress): string {
  const { doing } = DOINGS[phase];
  return total === 0 ? doing : `${doing} ${finished}/${total}`;
}

const spentOf = ({ cost }: Progress): string => (cost === null ? "cost unknown" : dollars(cost));

const timeOf = ({ started_at }: Progress, now: number): string =>
  duration(Math.max(0, Math.floor((now - started_at) / 1000)));

/** "Gives up on p/m in 54s: The server had an error", for each model that gets only errors. */
function retryingOf(waiting: readonly SessionProgress[], now: number): string[] {
  const latest = new Map(
    waiting.flatMap(({ model, retrying }) =>
      retrying !== undefined && retrying.gives_up_at > now ? [[model, retrying]] : [],
    ),
  );
  return [...latest].map(([model, { error, gives_up_at }]) =>
    givesUpSaid(model, duration(Math.ceil((gives_up_at - now) / 1000)), error),
  );
}

/** For how long the one that was asked first has been waited for. */
function waitedText(sessions: readonly SessionProgress[], now: number): string {
  const first = Math.min(...sessions.map(({ asked_at }) => asked_at));
  return duration(Math.max(0, Math.floor((now - first) / 1000)));
}

function leftOf(progress: Progress, now: number): string[] {
  const left = timeLeft(progress, now);
  return left === null ? [] : [`${left.forecast ? "about " : ""}${duration(left.seconds)} left`];
}

const fit = (text: string, width: number): string => truncate(clean(text).text, width);
