import type { PanelRow, StudyLimit, StudyNumbers } from "../artifacts/study-result.ts";
import { LEAST_OF_DESIGNER } from "./designers.ts";
import type { RankedOutcome, StudyOutcomes } from "./study-result.ts";

/** What chance makes as unlikely as that, over all panels together, it does not explain. */
const UNLIKELY = 0.05;

/** What the numbers of a study cannot say, and why: facts, in the order in which they weigh. */
export function limitsOf(
  { outcomes }: StudyOutcomes,
  numbers: Omit<StudyNumbers, "cannot">,
  ranked: readonly RankedOutcome[],
): StudyLimit[] {
  if (ranked.length === 0) return [{ kind: "nothing" }, ...lostOf(outcomes, numbers.panels)];
  const tasks = new Set(ranked.map(({ task }) => task)).size;
  const rows = numbers.panels.filter((row) => row.ranked > 0);
  const needed = LEAST_OF_DESIGNER.order;
  const named = (is: (row: PanelRow) => boolean): string[] => rows.filter(is).map(({ panel }) => panel);
  const unrepeated = named(({ same }) => same === null);
  const alone = named(({ designers }) => designers.length === 1);
  const own = named(({ self }) => self.length > 0);
  return [
    ...(tasks < needed ? [{ kind: "few-tasks" as const, tasks, needed }] : []),
    ...(rows.length < 2 ? [{ kind: "one-panel" as const }] : []),
    ...(unrepeated.length > 0 ? [{ kind: "no-repeats" as const, panels: unrepeated }] : []),
    ...(alone.length > 0 ? [{ kind: "one-designer" as const, panels: alone }] : []),
    ...lostOf(outcomes, numbers.panels),
    ...(own.length > 0 ? [{ kind: "judged-themselves" as const, panels: own }] : []),
    ...pairsOf(rows),
    ...unevenOf(rows, ranked),
    ...(rows.length < 2 ? [] : [{ kind: "new-designs" as const }]),
  ];
}

function pairsOf(rows: readonly PanelRow[]): StudyLimit[] {
  return twosOf(rows).flatMap(([a, b]): StudyLimit[] => {
    const both = { one: a.panel, other: b.panel };
    const differ = (one: readonly string[], other: readonly string[]) => one.join("\n") !== other.join("\n");
    const shared = a.designers.filter((seat) => b.designers.includes(seat)).length;
    return [
      ...(differ(a.reviewers, b.reviewers) ? [{ kind: "other-reviewers" as const, ...both }] : []),
      ...(differ(a.designers, b.designers) ? [{ kind: "other-designers" as const, ...both, shared }] : []),
    ];
  });
}

function unevenOf(rows: readonly PanelRow[], ranked: readonly RankedOutcome[]): StudyLimit[] {
  const tasksOf = (name: string) => new Set(ranked.flatMap(({ panel, task }) => (panel === name ? [task] : [])));
  return twosOf(rows).flatMap(([a, b]): StudyLimit[] => {
    const [one, other] = [tasksOf(a.panel), tasksOf(b.panel)];
    const tasks =
      [...one].filter((task) => !other.has(task)).length + [...other].filter((task) => !one.has(task)).length;
    return tasks === 0 ? [] : [{ kind: "uneven", one: a.panel, other: b.panel, tasks }];
  });
}

const twosOf = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other): [T, T] => [one, other]));

/** Experiments that stand in no number. */
function lostOf(outcomes: StudyOutcomes["outcomes"], rows: readonly PanelRow[]): StudyLimit[] {
  const many = (is: (each: (typeof outcomes)[number]) => boolean): number => outcomes.filter(is).length;
  const failed = many(({ state }) => state === "failed");
  const of = failed + many(({ state }) => state === "done" || state === "unread");
  const withheld = many(({ state, summary }) => state === "done" && summary?.withheld === true);
  const done = rows.reduce((sum, row) => sum + row.done, 0);
  const counts = [
    { kind: "missing" as const, experiments: many(({ state }) => state === "missing") },
    { kind: "unread" as const, experiments: many((each) => each.state === "unread") },
    { kind: "withheld" as const, experiments: withheld },
    { kind: "unranked" as const, experiments: done - withheld - rows.reduce((sum, { ranked }) => sum + ranked, 0) },
    { kind: "unpriced" as const, experiments: many(({ unpriced }) => unpriced > 0) },
  ];
  return [
    ...(failed > 0 ? [{ kind: "failed" as const, failed, of, panel: failingPanel(outcomes) }] : []),
    ...counts.filter(({ experiments }) => experiments > 0),
  ];
}

/** The panel that fails so often beside the others that chance does not explain it (Fisher's exact test, for as many panels). */
function failingPanel(outcomes: StudyOutcomes["outcomes"]): string | null {
  const ended = outcomes.filter(({ state }) => state !== "missing");
  const failed = ended.filter(({ state }) => state === "failed").length;
  const own = [...Map.groupBy(ended, ({ panel }) => panel)].map(([panel, all]) => {
    const lost = all.filter(({ state }) => state === "failed").length;
    return { panel, p: asManyOrMore(lost, all.length, failed, ended.length) };
  });
  const [worst] = own.toSorted((a, b) => a.p - b.p || (a.panel < b.panel ? -1 : 1));
  return worst !== undefined && own.length > 1 && worst.p * own.length < UNLIKELY ? worst.panel : null;
}

/** How likely so many or more of `drawn` are marked, of `all` with `marked` of them (the hypergeometric distribution). */
function asManyOrMore(found: number, drawn: number, marked: number, all: number): number {
  let p = 0;
  for (let many = Math.max(found, 0); many <= Math.min(drawn, marked); many++)
    p += Math.exp(logChoose(marked, many) + logChoose(all - marked, drawn - many) - logChoose(all, drawn));
  return Math.min(1, p);
}

function logChoose(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  let log = 0;
  for (let at = 1; at <= Math.min(k, n - k); at++) log += Math.log((n - Math.min(k, n - k) + at) / at);
  return log;
}
