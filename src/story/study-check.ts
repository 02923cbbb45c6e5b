import type { StudyBundle } from "../artifacts/study.ts";
import { LEAST_OF_DESIGNER } from "../stats/designers.ts";
import { ALIKE_OF_EQUAL } from "../stats/study-power.ts";
import { amount, count, dollars, type Figure, wholeDollars } from "../text/numbers.ts";
import { shellWord } from "../text/shell-word.ts";
import { type Block, heading, list, type Table } from "./block.ts";
import { copied, listed, model, path, type Sentence, say, strong, together, words } from "./sentence.ts";

type Range = { lower: number; expected: number; upper: number };

/** What a check found out of a study, as numbers. Money in US dollars, times in seconds. */
export type StudyChecked = {
  bundle: StudyBundle;
  hash: string;
  forecast: {
    experiments: number;
    sessions: number;
    price: Range | null;
    unpriced: readonly string[];
    unreachable: readonly string[];
    time: { seconds: number; machines: number; at_once: number; held_by: string | null };
    panels: readonly {
      panel: string;
      sessions: { designs: number; evaluations: number };
      tokens: number | null;
      price: Range | null;
      unpriced: readonly string[];
      unreachable: readonly string[];
      seconds: number;
    }[];
    stops: { limit: "max_cost" | "max_tokens" | "max_hours"; after: number } | null;
  };
  /** Why a price could not be asked for; null where all were. */
  unasked: string | null;
  /** Of models that no provider here offers, what whoever named them may have meant. */
  near: ReadonlyMap<string, readonly string[]>;
  power: {
    tasks: number;
    experiments: number;
    designers: number;
    orders: readonly { gap: number; right: number; wrong: number }[];
    /** From 0 to 1; null where one task tells nothing. */
    agreement: number | null;
  };
  notes: readonly (
    | { kind: "task-named-twice"; source: string }
    | { kind: "brief-criteria-left"; source: string; criteria: number }
  )[];
  /** The file as it was typed. */
  file: string;
};

/** What a study file comes to, before anything is asked: its size and its price first. `runs`: whether it is asked to run. */
export function studyCheckSaid(checked: StudyChecked, { runs = false } = {}): Block[] {
  const { bundle, forecast, notes, hash } = checked;
  return [
    say`Study ${strong(say`${words(bundle.name)}`)}: no model was asked, no experiment begun.`,
    say`${sizeSaid(checked)}, ${priceSaid(checked)}, ${timeSaid(forecast.time)}.`,
    list(unsureSaid(checked)),
    heading(say`Panels`),
    panelsTable(checked),
    list(bundle.panels.map(({ name, models }) => say`${copied(name)} asks ${listed(models.map(model))}`)),
    heading(say`Tasks`),
    list(
      bundle.tasks.map(({ key, title, source }) => say`${copied(key)}: ${words(title, "line")} (${path(source)})`),
      { most: MOST_TASKS, where: say`: ${copied("--json")} has all` },
    ),
    list(notes.map(noteSaid)),
    heading(say`What it could show`),
    list(powerSaid(checked)),
    heading(say`Limits`),
    list(limitsSaid(checked)),
    ...(runs ? [] : toRunSaid(checked)),
    say`Its hash: ${copied(hash)}. Whoever runs it elsewhere agrees to this; another letter in any of its files changes it.`,
  ];
}

/** Whether this machine offers none of its panels whole. */
export const takesNone = ({ forecast: { panels } }: Pick<StudyChecked, "forecast">): boolean =>
  panels.every(({ unreachable }) => unreachable.length > 0);

const toRunSaid = (checked: StudyChecked): Block[] => [
  heading(say`To run it`),
  takesNone(checked)
    ? say`This machine can take none of its panels: put models into the file that its OpenCode offers.`
    : runLineSaid(checked),
];

const runLineSaid = ({ file, forecast: { price } }: StudyChecked): Sentence =>
  say`${copied(`opencode-designlab study run ${shellWord(file)}`)} starts it, after a question${price === null ? say`` : say`, at this price`}.`;

/** While the installed host is asked, which takes some seconds to start. */
export const askingPrices: Sentence = say`The installed OpenCode is started to look up prices; no model is asked.`;

/** Why there is no price, where no host is. */
export const NO_OPENCODE = "there is no opencode on the PATH";

const MOST_TASKS = 20;

/** "48 experiments (12 tasks × 2 panels × 2), about 1,300 sessions" */
function sizeSaid({ bundle: { tasks, panels, repeats }, forecast }: StudyChecked): Sentence {
  const times = repeats === 1 ? say`` : say` × ${repeats}`;
  const sessions = rounded(forecast.sessions);
  const about = sessions === forecast.sessions ? say`` : say`about `;
  return say`${count(forecast.experiments, "experiment")} (${count(tasks.length, "task")} × ${count(panels.length, "panel")}${times}), ${about}${count(sessions, "session")}`;
}

/** The same with two figures that count. */
const rounded = (number: number): number => (number < 100 ? number : Number(number.toPrecision(2)));

/** "$31 to $52", with what is not in it. */
function priceSaid({ forecast: { price, unpriced, unreachable }, unasked }: StudyChecked): Sentence {
  if (price === null) return say`price unknown`;
  const cents = price.lower < 1 || price.upper < 10;
  const [low, high] = [price.lower, price.upper].map((value) => (cents ? dollars(value) : wholeDollars(value))) as [
    Figure,
    Figure,
  ];
  const known = low === high ? say`about ${low}` : say`${low} to ${high}`;
  return unpriced.length + unreachable.length > 0 || unasked !== null
    ? say`at least ${known} (not all prices are known)`
    : known;
}

/** "some 4 hours on one machine with 2 at a time" */
function timeSaid({ seconds, machines, at_once }: StudyChecked["forecast"]["time"]): Sentence {
  const where = machines === 1 ? say`one machine` : say`${machines} machines`;
  return say`some ${long(seconds)} on ${where} with ${at_once} at a time${machines === 1 ? say`` : say` in all`}`;
}

function long(seconds: number): Figure {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 90) return count(minutes, "minute");
  const hours = Math.round(seconds / 3_600);
  return hours < 48 ? count(hours, "hour") : count(Math.round(hours / 24), "day");
}

/** What the first lines cannot be sure of. */
function unsureSaid({ forecast: { price, unpriced, unreachable, time }, unasked, near }: StudyChecked): Sentence[] {
  return [
    ...(unasked === null
      ? []
      : [say`${price === null ? "No price" : "Not every price"} could be asked for: ${words(unasked, "message")}`]),
    ...(unpriced.length === 0 ? [] : [say`No price is known of ${listed(unpriced.map(model))}`]),
    ...(unreachable.length === 0
      ? []
      : [
          say`No provider here offers ${listed(unreachable.map((each) => unofferedSaid(each, near.get(each) ?? [])))}: a worker on this machine leaves the panels that need them to others`,
        ]),
    ...(time.held_by === null
      ? []
      : [say`The limit of ${words(time.held_by)} makes it last that long: more machines would not shorten it`]),
  ];
}

/** "omega/six (nearest: omega/six-1)" */
const unofferedSaid = (id: string, near: readonly string[]): Sentence =>
  near.length === 0 ? say`${model(id)}` : say`${model(id)} (nearest: ${together(near.map(model), ", ")})`;

function panelsTable({ bundle, forecast }: StudyChecked): Table {
  return {
    is: "table",
    named: "panels",
    head: ["panel", "designs", "reviewers", "sessions of one", "price of one"],
    align: ["l", "r", "r", "r", "r"],
    rows: bundle.panels.map(({ name, designs, reviewers }, at) => {
      const one = forecast.panels[at];
      const { designs: written, evaluations } = one?.sessions ?? { designs: 0, evaluations: 0 };
      return [
        name,
        String(designs),
        String(reviewers),
        amount(written + evaluations),
        one?.price
          ? `${one.unpriced.length > 0 ? "at least " : ""}${dollars(one.price.lower)}–${dollars(one.price.upper)}`
          : "unknown",
      ];
    }),
  };
}

function noteSaid(note: StudyChecked["notes"][number]): Sentence {
  if (note.kind === "task-named-twice") return say`${path(note.source)} is named twice and is one task`;
  return say`${words(note.source)} proposes ${note.criteria === 1 ? say`a criterion` : say`${note.criteria} criteria`} of its own: panels judge by theirs alone`;
}

function powerSaid({ power, bundle }: StudyChecked): Sentence[] {
  const { tasks, experiments, designers, orders, agreement } = power;
  const least = LEAST_OF_DESIGNER.order;
  const gaps = listed(orders.map(({ gap }) => say`${gap}`));
  const each = experiments === 1 ? say`one experiment` : say`${experiments} experiments`;
  const panels = bundle.panels.length;
  return [
    designers >= 2 && tasks >= least
      ? say`Two of ${designers} models that design beside each other and differ by ${gaps} points of 10 would be put in the right order in ${listed(orders.map(({ right }) => say`${right}`))} of 100 such studies, in the wrong one in ${listed(orders.map(({ wrong }) => say`${wrong}`))} (${count(tasks, "task")}, ${each} for each task with both)`
      : say`No order of models as designers: that takes two of them in one panel and at least ${least} tasks, found ${designers < 2 ? say`one` : say`${designers}`} in one and ${count(tasks, "task")}`,
    ...(panels < 2
      ? [say`Nothing of one panel against another: there is only one`]
      : agreement === null || agreement >= TELLS_NOTHING
        ? [
            say`Not how often two panels choose the same: ${count(tasks, "task")} ${tasks === 1 ? "is" : "are"} too few for it`,
          ]
        : [
            say`For what share of tasks two panels choose the same, to within ${Math.round(100 * agreement)} percentage points or better (by ${count(tasks, "task")}; repeats are no more tasks)`,
            alikeSaid(),
          ]),
    say`Not what people would choose: all of it is by these reviewers, and simulated with what designs usually differ by`,
  ];
}

/** How seldom a study finds what is true of panels that choose alike. */
function alikeSaid(): Sentence {
  const shares = ALIKE_OF_EQUAL.map(({ least, most }) => (least === most ? say`${least}` : say`${least} to ${most}`));
  const tasks = ALIKE_OF_EQUAL.map((each) => say`${each.tasks}`);
  return say`Two truly equal panels are called alike in ${listed(shares)} of 100 studies with ${listed(tasks)} tasks`;
}

/** Half an interval of a share that is so wide holds nearly any. */
const TELLS_NOTHING = 0.5;

function limitsSaid({
  bundle: { limits, providers },
  forecast: { stops, experiments, price, panels, unpriced, unreachable },
  unasked,
}: StudyChecked): Sentence[] {
  const { experiment, study } = limits;
  const each = amountsSaid({ ...experiment, time: experiment.max_minutes, unit: say`minutes` });
  const whole = amountsSaid({ ...study, time: study.max_hours, unit: say`hours` });
  const tight = panels.filter(
    ({ price: one, tokens, seconds }) =>
      (one?.expected ?? 0) > (experiment.max_cost ?? Number.POSITIVE_INFINITY) ||
      (tokens ?? 0) > (experiment.max_tokens ?? Number.POSITIVE_INFINITY) ||
      seconds > 60 * (experiment.max_minutes ?? Number.POSITIVE_INFINITY),
  );
  const partly = unasked !== null || unpriced.length + unreachable.length > 0;
  const unknown =
    (study.max_cost !== null && (price === null || partly)) ||
    (study.max_tokens !== null && panels.some(({ tokens }) => tokens === null));
  const limited = Object.entries(providers).map(([name, most]) => say`${words(name)} ${most}`);
  return [
    each.length === 0 ? say`One experiment: none` : say`One experiment: at most ${listed(each)}`,
    whole.length === 0 ? say`The whole study: none` : say`The whole study: at most ${listed(whole)}`,
    ...(tight.length === 0
      ? []
      : [
          say`By what is expected one experiment of ${listed(tight.map(({ panel }) => copied(panel)))} comes to more than that, and ends before its ranking`,
        ]),
    ...(limited.length === 0 ? [] : [say`Requests at a time from one account: ${listed(limited)}`]),
    stops === null
      ? whole.length === 0
        ? []
        : unknown
          ? say`Whether that is enough nobody knows, for ${price === null ? "no price is" : "not all prices are"} known`
          : say`That should be enough, by what is expected`
      : stops.after === 0
        ? say`Nothing would begin: what is kept for one experiment before it begins is more than the whole study may take. Raise ${copied(`limits.study.${stops.limit}`)} in the file, or lower what one experiment may take`
        : say`It should stop at ${copied(stops.limit)}, after about ${amount(stops.after)} of ${count(experiments, "experiment")}`,
  ].filter((sentence) => sentence.length > 0);
}

function amountsSaid({
  max_cost,
  max_tokens,
  time,
  unit,
}: {
  max_cost: number | null;
  max_tokens: number | null;
  time: number | null;
  unit: Sentence;
}): Sentence[] {
  return [
    ...(max_cost === null ? [] : [say`${dollars(max_cost)}`]),
    ...(max_tokens === null ? [] : [say`${count(max_tokens, "token")}`]),
    ...(time === null ? [] : [together([say`${time}`, unit], " ")]),
  ];
}
