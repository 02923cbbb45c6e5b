import type { Forecast } from "../artifacts/cost.ts";
import { shareOf } from "../artifacts/preset.ts";
import { numbered } from "../artifacts/requirement.ts";
import { ROLES } from "../artifacts/stages/stages.ts";
import type { StudyBundle, StudyPanel } from "../artifacts/study.ts";
import { type Config, providerOf } from "../config/schema.ts";
import { ROUNDING } from "./budget.ts";
import { type PanelSession, readingOfPanel, sessionsOfPanel } from "./panel-work.ts";

/** US dollars: what is expected, and between what it should lie. */
export type PriceRange = { lower: number; expected: number; upper: number };

/** What a host says that one experiment of a panel would ask for, or the models of the panel that it does not offer. */
export type PanelAsked = Forecast | { lacks: readonly string[] };

/** What one experiment of a panel comes to. `tokens` and `price` are null where nobody knows a price. */
export type PanelForecast = {
  panel: string;
  sessions: { designs: number; evaluations: number };
  tokens: number | null;
  price: PriceRange | null;
  /** Models without a known price, and models that no provider here offers; their part is in no price. */
  unpriced: readonly string[];
  unreachable: readonly string[];
  /** By itself, with nothing else at work. */
  seconds: number;
};

/** What a whole study comes to. Times in seconds. */
export type StudyForecast = {
  experiments: number;
  sessions: number;
  price: PriceRange | null;
  unpriced: readonly string[];
  unreachable: readonly string[];
  time: {
    seconds: number;
    machines: number;
    at_once: number;
    /** The provider whose limit makes it last that long; null where the machines do. */
    held_by: string | null;
  };
  panels: readonly PanelForecast[];
  /** Experiments after which a limit of the whole should stop it, and which limit; null where none should. */
  stops: { limit: "max_cost" | "max_tokens" | "max_hours"; after: number } | null;
};

/** How far a price may lie off what typical lengths lead to expect: what a run leaves as room once it knows its sessions. */
const OFF = 0.25;

/**
 * The price of one experiment of a panel, and of nothing else: it is what a study keeps for each before it begins.
 * @param asked What the host that is installed says of one; null where none was asked.
 */
export function experimentForecast(panel: StudyPanel, asked: PanelAsked | null): PanelForecast {
  const sessions = sessionsOfPanel(panel);
  const evaluations = countOf(sessions, "evaluator");
  const lacks = asked !== null && "lacks" in asked ? asked.lacks : [];
  const told = asked === null || "lacks" in asked ? null : asked;
  const { cost = 0, tokens = null, unpriced = [], unreachable = lacks, rows = [] } = told ?? {};
  const known = rows.some((row) => row.cost !== null);
  return {
    panel: panel.name,
    sessions: { designs: countOf(sessions, "designer"), evaluations },
    tokens,
    // Where reviewers may be spared, the least is without those that mostly are.
    price: known ? { lower: cost * (1 - OFF) * leastPart(panel), expected: cost, upper: cost * (1 + OFF) } : null,
    unpriced,
    unreachable,
    seconds: secondsOf(sessions),
  };
}

/** What a study comes to, by what one experiment of each of its panels does. */
export function studyForecast(bundle: StudyBundle, asked: ReadonlyMap<string, PanelAsked>): StudyForecast {
  const { tasks, repeats, panels, machines } = bundle;
  const each = tasks.length * repeats;
  const ones = panels.map((panel) => experimentForecast(panel, asked.get(panel.name) ?? null));
  const prices = ones.flatMap(({ price }) => price ?? []);
  const sum = (of: keyof PriceRange): number => prices.reduce((all, price) => all + price[of] * each, 0);
  const price = prices.length === 0 ? null : { lower: sum("lower"), expected: sum("expected"), upper: sum("upper") };
  const at_once = machines.reduce((all, machine) => all + machine.at_once, 0);
  const time = { ...timeOf(bundle, ones, at_once), machines: machines.length, at_once };
  const tokens = ones.some((one) => one.tokens === null)
    ? null
    : ones.reduce((all, one) => all + (one.tokens ?? 0), 0) * each;
  const experiments = each * panels.length;
  const { experiment } = bundle.limits;
  const kept = { max_cost: experiment.max_cost ?? leastOf(pricesOfPanels(ones)), max_tokens: experiment.max_tokens };
  return {
    experiments,
    sessions:
      each * ones.reduce((all, { sessions }) => all + sessions.designs + sessions.evaluations, 0) +
      readOf(bundle) * panels.length,
    price,
    unpriced: [...new Set(ones.flatMap((one) => one.unpriced))],
    unreachable: [...new Set(ones.flatMap((one) => one.unreachable))],
    time,
    panels: ones,
    stops: stopOf(bundle.limits.study, kept, { experiments, price, tokens, seconds: time.seconds }),
  };
}

/** Where the reviewers' part of a thrifty panel's price may stay away. */
function leastPart({ config, designs, reviewers }: StudyPanel): number {
  return (config as Config).review.thrifty === true ? shareOf(designs, reviewers) : 1;
}

const countOf = (sessions: readonly PanelSession[], role: PanelSession["role"]): number =>
  sessions.filter((session) => session.role === role).length;

/** One experiment: its stages one after the other, and of each all sessions at a time. */
function secondsOf(sessions: readonly PanelSession[]): number {
  const roles = [...new Set(sessions.map(({ role }) => role))];
  return roles.reduce((sum, role) => sum + ROLES[role].typical.seconds, 0);
}

/** How often a panel's experiments begin with a task being read: a worker names each, and lists that are given are taken. */
const readOf = ({ tasks, repeats }: StudyBundle): number =>
  repeats * tasks.filter((task) => numbered(task).length === 0).length;

/** The longer of what the machines take, one after the other in each of their places, and what a provider lets through. */
function timeOf(
  bundle: StudyBundle,
  ones: readonly PanelForecast[],
  at_once: number,
): { seconds: number; held_by: string | null } {
  const { tasks, repeats, panels, providers } = bundle;
  const each = tasks.length * repeats;
  const read = readOf(bundle);
  const reading = ROLES.topic.typical.seconds;
  const all = ones.reduce((sum, { seconds }) => sum + seconds * each + reading * read, 0);
  const longest = Math.max(...ones.map(({ seconds }) => seconds)) + (read > 0 ? reading : 0);
  let came: { seconds: number; held_by: string | null } = { seconds: Math.max(longest, all / at_once), held_by: null };
  for (const [provider, limit] of Object.entries(providers)) {
    const busy = (sessions: readonly PanelSession[]): number =>
      sessions
        .filter(({ model }) => providerOf(model) === provider)
        .reduce((sum, { role }) => sum + ROLES[role].typical.seconds, 0);
    const seconds = (busy(panels.flatMap(sessionsOfPanel)) * each + busy(panels.map(readingOfPanel)) * read) / limit;
    if (seconds > came.seconds) came = { seconds, held_by: provider };
  }
  return came;
}

/** What one experiment of each panel may cost, US dollars, as it is kept for one before it begins; null where one has no price. */
export function pricesOfPanels(panels: readonly PanelForecast[]): Record<string, number> | null {
  const known = panels.flatMap(({ panel, price }) => (price === null ? [] : [[panel, price.upper] as const]));
  return known.length < panels.length ? null : Object.fromEntries(known);
}

/**
 * The limit that is reached first, by what is expected, and after how many experiments: none begins unless what is kept
 * for it fits into what is left.
 */
function stopOf(
  { max_cost, max_tokens, max_hours }: StudyBundle["limits"]["study"],
  kept: { max_cost: number | null; max_tokens: number | null },
  of: { experiments: number; price: PriceRange | null; tokens: number | null; seconds: number },
): StudyForecast["stops"] {
  const parts = [
    { limit: "max_cost", after: begunUnder(max_cost, kept.max_cost, of.price?.expected ?? null, of.experiments) },
    { limit: "max_tokens", after: begunUnder(max_tokens, kept.max_tokens, of.tokens, of.experiments) },
    { limit: "max_hours", after: begunUnder(max_hours && max_hours * 3_600, null, of.seconds, of.experiments) },
  ] as const;
  const [first] = parts.toSorted((a, b) => a.after - b.after);
  return first === undefined || first.after >= of.experiments ? null : first;
}

const leastOf = (prices: Record<string, number> | null): number | null =>
  prices === null ? null : Math.min(...Object.values(prices));

/** How many of so many experiments begin one after the other, each of which takes its part of `whole` and is kept `kept`. */
function begunUnder(limit: number | null, kept: number | null, whole: number | null, experiments: number): number {
  if (limit === null) return experiments;
  if (limit === 0 || (kept ?? 0) > limit + ROUNDING) return 0;
  if (whole === null || whole === 0) return experiments;
  const each = whole / experiments;
  return Math.floor((kept === null ? limit : limit - kept + each) / each + ROUNDING);
}
