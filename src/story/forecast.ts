import type { SpokenTo } from "../artifacts/caller.ts";
import type { Forecast, PresetSize, Size, Sizes } from "../artifacts/cost.ts";
import type { Note } from "../artifacts/note.ts";
import { PRESET_NAMES, PRESETS, type PresetName, THRIFT_COSTS } from "../artifacts/preset.ts";
import { amount, costText, count, dollars, duration } from "../text/numbers.ts";
import { columnsOf } from "../text/truncate.ts";
import { priceSaid } from "./amounts.ts";
import { type Block, list, type Table } from "./block.ts";
import { interviewSaid } from "./brief.ts";
import { sortCallNotes } from "./call-notes.ts";
import { copied, listed, model, type Sentence, say, strong, together } from "./sentence.ts";

/** What is said beside the numbers of an estimate. */
type Beside = {
  notes: readonly Note[];
  /** The line that starts it, where it can be typed. */
  start: string | null;
  /** Whether fewer evaluations may be asked for in the end. */
  thrifty: boolean;
  /** The presets that the call could name, and the lines that start them; null where there is nothing to choose. */
  sizes: (Sizes & { lines: Lines }) | null;
  /** What the task leaves open. */
  open: readonly Sentence[];
  voice: SpokenTo;
};

/** What a run would ask and cost, before anything is asked. */
export function forecastSaid(numbers: Forecast, { notes, start, thrifty, sizes, open, voice }: Beside): Block[] {
  const { rows, seconds, unreachable } = numbers;
  const { first, others } = sortCallNotes(notes);
  if (rows.length === 0) return [...unreachableSaid(unreachable), say`${DRY_RUN} nothing is left to ask.`];
  return [
    ...first,
    ...unreachableSaid(unreachable),
    say`${DRY_RUN} no model was called. It would ask for ${askedSaid(numbers, thrifty)}: ${expectedSaid(numbers, thrifty)}, in about ${duration(thrifty ? (sizes?.call.seconds ?? seconds) : seconds)}.`,
    ...(sizes === null ? [] : sizesSaid(sizes, sizes.lines, voice)),
    {
      is: "table",
      head: ["model", "designs", "evaluations", "tokens", "cost"],
      rows: rows.map(({ model, designs, evaluations, tokens, cost }) => [
        model,
        String(designs),
        String(evaluations),
        amount(tokens),
        dollars(cost),
      ]),
      align: ["l", "r", "r", "r", "r"],
    },
    say`These are expectations from typical lengths and the host's price data: a design of 6,000 tokens, an evaluation of 2,500, a project read in three turns. A session that has to be repaired or retried costs more; ${limitSaid(voice)} stops a run before it passes a price.`,
    list(others),
    together(open, " "),
    ...startSaid(start, voice),
  ];
}

export const DRY_RUN = strong(say`Dry run:`);

/** Models that nobody offers; nothing where there are none. */
export function unreachableSaid(models: readonly string[]): Sentence[] {
  const cannot = strong(say`Cannot be reached:`);
  return models.length > 0 ? [say`${cannot} ${listed(models.map(model))}: no connected provider offers them.`] : [];
}

/** Ends with the line itself, so that it can be copied. */
function startSaid(line: string | null, voice: SpokenTo): Block[] {
  if (line === null) return [say`Nothing was started: ${againSaid(voice)}.`];
  return [
    say`Nothing was started${voice === "agent" ? say`: ${againSaid(voice)}` : []}. To start it, type:`,
    isOdd(line) ? { is: "copy", text: line } : [copied(line)],
  ];
}

/** How the same call starts what was estimated. */
const againSaid = (voice: SpokenTo): Sentence =>
  voice === "agent"
    ? say`the same call without ${copied("dry_run")} starts it, once the person says so`
    : say`the same with ${copied("run")} in the place of ${copied("dry-run")} starts it`;

/** What holds a call to a price. */
const limitSaid = (voice: SpokenTo): Sentence =>
  say`${voice === "agent" ? copied("limits: {max_cost: …}") : copied("--max-cost")}`;

/** Whether white space of it would be folded. */
const isOdd = (line: string): boolean => /\s{2}|[^\S ]/u.test(line);

/** "3 designs and 9 evaluations, each of one design by one reviewer", without what nobody is asked for. */
function askedSaid({ rows }: Forecast, thrifty: boolean): Sentence {
  const sum = (of: "designs" | "evaluations"): number => rows.reduce((all, row) => all + row[of], 0);
  const [designs, evaluations] = [sum("designs"), sum("evaluations")];
  const judged = say`${thrifty ? "at most " : ""}${count(evaluations, "evaluation")}, each of one design by one reviewer`;
  if (evaluations === 0) return say`${count(designs, "design")}`;
  return designs === 0 ? judged : say`${count(designs, "design")} and ${judged}`;
}

/** "13 sessions, about 140,000 tokens, about $0.92", with what is not known said. */
export function expectedSaid({ sessions, tokens, cost, unpriced }: Forecast, thrifty: boolean): Sentence {
  const known = cost === 0 ? say`free` : cost < 0.01 ? say`${dollars(cost)}` : say`about ${dollars(cost)}`;
  return say`${thrifty ? "at most " : ""}${count(sessions, "session")}, about ${count(tokens, "token")}, ${priceSaid(known, cost, unpriced)}`;
}

/** Columns of a line to type; of a longer one only its beginning is shown, for the task is the person's own. */
const MAX_LINE = 200;

/** The line that starts a call with each preset; null where it cannot be typed. */
export type Lines = Readonly<Record<PresetName, string | null>>;

/** The presets beside each other, what a larger one buys, and how each is had; those that would ask the same once. */
export function sizesSaid({ call, presets }: Sizes, lines: Lines, voice: SpokenTo): Block[] {
  const different = presets.filter(({ same_as }) => same_as === null);
  const others = different.filter(({ taken }) => !taken);
  return [
    ...(others.length > 0
      ? [
          sizesTable(call, different),
          say`More designs raise the quality of the best, more reviewers the certainty. In simulations of ${listed(PRESET_NAMES.map(sizeText))} the chosen design was better than the average one by ${listed(PRESET_NAMES.map((name) => say`${PRESETS[name].gain}`))} times what designs usually differ by; nothing is promised of your models.`,
          ...(!call.thrifty && others.some(({ thrifty }) => thrifty)
            ? [say`Where fewer than all evaluations are asked, ${THRIFT_COSTS}; ${copied("--no-thrifty")} asks all.`]
            : []),
          list(others.map(({ preset }) => say`${preset}: ${lineSaid(preset, lines[preset], voice)}`)),
        ]
      : []),
    alikeSaid(presets),
  ];
}

const sizeText = (name: PresetName): Sentence => say`${PRESETS[name].designs} × ${PRESETS[name].reviewers}`;

function sizesTable(call: Size, presets: readonly PresetSize[]): Table {
  const taken = presets.some((each) => each.taken);
  const columns: [name: string, size: Size][] = [
    ...(taken ? [] : [["this call", call] as [string, Size]]),
    ...presets.map((each): [string, Size] => [each.taken ? `${each.preset}, this call` : each.preset, each]),
  ];
  const sizes = columns.map(([, size]) => size);
  const judged = sizes.some(({ evaluations }) => evaluations > 0);
  const row = (name: string, of: (size: Size) => string): string[] => [name, ...sizes.map(of)];
  return {
    is: "table",
    head: ["", ...columns.map(([name]) => name)],
    rows: [
      row("designs", ({ designs }) => String(designs)),
      ...(judged ? [row("reviewers", ({ reviewers }) => String(reviewers)), row("evaluations", evaluationsOf)] : []),
      row("sessions", sessionsOf),
      row("price", priceOf),
      row("minutes", ({ seconds }) => String(Math.max(1, Math.round(seconds / 60)))),
    ],
    align: ["l", ...columns.map(() => "r" as const)],
  };
}

function priceOf(size: Size): string {
  return size.cost === 0 && size.unpriced.length > 0 ? dollars(null) : costText({ ...size, uncounted: 0 });
}

function sessionsOf({ sessions, evaluations, expected_evaluations: expected }: Size): string {
  return expected < evaluations ? `about ${sessions} of ${sessions - expected + evaluations}` : String(sessions);
}

function evaluationsOf({ evaluations, expected_evaluations: expected }: Size): string {
  return expected < evaluations ? `about ${expected} of ${evaluations}` : String(evaluations);
}

function lineSaid(preset: PresetName, line: string | null, voice: SpokenTo): Sentence {
  if (line === null && voice !== "agent") return say`the same with ${copied(`--${preset}`)}`;
  if (line === null) return say`the same call with ${copied(`preset: "${preset}"`)}`;
  if (columnsOf(line) <= MAX_LINE && !isOdd(line)) return [copied(line)];
  return say`${copied(line.split(" ", 3).join(" "))} and the rest of the line that stands below`;
}

/** "You have 3 models: standard and thorough would ask the same as quick."; nothing where each asks more. */
function alikeSaid(presets: readonly PresetSize[]): Sentence {
  const sentences = presets.flatMap(({ preset, models }): Sentence[] => {
    const same = presets.filter(({ same_as }) => same_as === preset).map((each) => say`${each.preset}`);
    return same.length === 0
      ? []
      : [say`You have ${count(models, "model")}: ${listed(same)} would ask the same as ${preset}.`];
  });
  return together(sentences, " ");
}

/** What is said beside the numbers of an interview's estimate. */
type Interview = {
  first: boolean;
  turns: number;
  left: number;
  who: Sentence;
  /** The idea that is to be begun with; null where a brief goes on. */
  idea: string | null;
  notes: readonly Note[];
  voice: SpokenTo;
};

/** What an interview would ask and cost, before anything is asked. */
export function interviewForecast(numbers: Forecast, { who, idea, notes, voice, ...interview }: Interview): Block[] {
  const { rows, seconds, unreachable } = numbers;
  const { first, others } = sortCallNotes(notes);
  return [
    ...unreachableSaid(unreachable),
    say`${DRY_RUN} no model was called. It would ask for ${interviewSaid(interview)}: ${expectedSaid(numbers, false)}, in about ${duration(seconds)} beside the time that you take.`,
    who,
    {
      is: "table",
      head: ["model", "tokens", "cost"],
      rows: rows.map(({ model, tokens, cost }) => [model, amount(tokens), dollars(cost)]),
      align: ["l", "r", "r"],
    },
    say`These are expectations from typical lengths and the host's price data. A rejected brief is written again, for about the price of the first time; ${limitSaid(voice)} stops before a price is passed.`,
    list([...first, ...others]),
    say`Nothing was started${voice === "agent" ? say`: ${againSaid(voice)}` : []}.`,
    ...(idea === null ? [] : toBegin(idea)),
  ];
}

/** A longer idea is not said again. */
const MAX_IDEA = 300;

function toBegin(idea: string): Sentence[] {
  const typable = idea.length <= MAX_IDEA && !/["\n]/u.test(idea);
  return typable
    ? [say`To begin, type:`, [copied(`/design-lab brief "${idea}"`)]]
    : [say`To begin, type ${copied("/design-lab brief")} and after it, in quotes, the idea.`];
}
