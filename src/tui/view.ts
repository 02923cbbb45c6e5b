import type { Progress, SessionProgress } from "../schemas/progress.ts";
import { clean } from "../text/clean.ts";
import { dollars, duration, list } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";

/** A line on the screen; `quiet` ones stand back. */
export type Line = { text: string; quiet: boolean };

/** What runs right now in one line of at most `width` columns: how far it is, cost, time, who is waited for and how long. */
export function progressLine(progress: Progress, now: number, width: number): string {
  const waiting = waitedFor(progress);
  const who = waiting.length === 0 ? [] : [`waiting ${waitedText(waiting, now)} for ${modelsOf(waiting)}`];
  return fit(
    ["Design lab", phaseOf(progress), spentOf(progress), timeOf(progress, now), ...leftOf(progress, now), ...who].join(
      " · ",
    ),
    width,
  );
}

/** The same for the sidebar: a heading, then a line each, and up to `most` models that are waited for. */
export function panelLines(progress: Progress, now: number, width: number, most: number): Line[] {
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
  return [{ text: "Design lab", quiet: false }, ...quiet.map((text) => ({ text: fit(text, width), quiet: true }))];
}

/** Every session of the call as a choice, in the order in which they began. */
export function sessionChoices({ sessions }: Progress): { name: string; description: string; session_id: string }[] {
  return sessions.map(({ title, state, session_id }) => ({
    name: clean(title).text,
    description: STATES[state],
    session_id,
  }));
}

const STATES = { asked: "at work", done: "done", failed: "failed" } as const;
const PHASES = { setup: "setting up", designs: "designs", evaluations: "evaluations" } as const;

const waitedFor = ({ sessions }: Progress): SessionProgress[] => sessions.filter(({ state }) => state === "asked");

function phaseOf({ phase, finished, total }: Progress): string {
  return total === 0 ? PHASES[phase] : `${PHASES[phase]} ${finished}/${total}`;
}

const modelsOf = (sessions: readonly SessionProgress[]): string =>
  list([...new Set(sessions.map(({ model }) => model))], 2);

const spentOf = ({ cost }: Progress): string => (cost === null ? "cost unknown" : dollars(cost));

const timeOf = ({ started_at }: Progress, now: number): string =>
  duration(Math.max(0, Math.floor((now - started_at) / 1000)));

/** For how long the one that was asked first has been waited for. */
function waitedText(sessions: readonly SessionProgress[], now: number): string {
  const first = Math.min(...sessions.map(({ asked_at }) => asked_at));
  return duration(Math.max(0, Math.floor((now - first) / 1000)));
}

/** What is left of the last phase at its pace so far; nothing while designs are written, for they say little of it. */
function leftOf({ phase, phase_at, finished, total }: Progress, now: number): string[] {
  if (phase !== "evaluations" || finished === 0 || finished >= total) return [];
  const seconds = (Math.max(0, now - phase_at) / 1000 / finished) * (total - finished);
  return [`${duration(Math.ceil(seconds))} left`];
}

const fit = (text: string, width: number): string => truncate(clean(text).text, width);
