import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { HowMany, NumberOrNull, OrNull, WordOf } from "./described.ts";
import { Verdict } from "./ranking.ts";

/** What a study came to, as study.json has it: worked out from scores, and made anew whenever it is asked for. */
const closed = { additionalProperties: false };
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });
const Name = (description: string) => Type.String({ description });
const Names = (description: string) => Type.Array(Type.String(), { description });
const ListOf = <S extends TSchema>(schema: S, description: string) => Type.Array(schema, { description });

/** How an experiment of a study stands, seen from what was pulled. */
export const OUTCOME_STATES = ["done", "failed", "missing", "unread"] as const;
export type OutcomeState = (typeof OUTCOME_STATES)[number];

/** What a ranking can say of its first place. */
export const VERDICT_KINDS = Verdict.anyOf.map((each) => each.properties.kind.const);

/** A mean over tasks with its 95 % interval; its bounds are null for fewer than three tasks. */
export const OverTasks = Type.Object(
  {
    value: Type.Number({ description: "The mean over tasks, each with the same weight" }),
    low: NumberOrNull("The lower end of the 95 % interval; null for fewer than three tasks"),
    high: NumberOrNull("The upper end; null likewise"),
    tasks: HowMany("Tasks of which it is the mean"),
  },
  closed,
);
export type OverTasks = Static<typeof OverTasks>;

/** A mean with half of its 95 % interval, null where there is too little for one. */
export const OverExperiments = Type.Object(
  {
    value: Type.Number({ description: "The mean" }),
    half: NumberOrNull("Half of its 95 % interval; null for fewer than three experiments, of a study three tasks"),
  },
  closed,
);
export type OverExperiments = Static<typeof OverExperiments>;

/** One who designs, beside the others that can be compared with it. */
export const DesignerRow = Type.Object(
  {
    seat: Name("Who designed: provider/model, with “ as ” and the persona that it plays"),
    experiments: HowMany("Experiments that it designed in; of a study, tasks"),
    effect: Type.Number({ description: "Points of 0-10 above the mean of its group" }),
    half: NumberOrNull("Half of the 95 % interval; null below three, and where nothing tells the error"),
  },
  closed,
);
export type DesignerRow = Static<typeof DesignerRow>;

/** Those who design that experiments connect, the best first. */
export const DesignerGroup = Type.Object(
  {
    rows: ListOf(DesignerRow, "The designers, the best first"),
    experiments: HowMany("Experiments that compare some of them; of a study, tasks"),
    deviation: NumberOrNull("What designs differ by from what designer and experiment expect, in points of 0-10"),
    freedom: HowMany("Degrees of freedom of that"),
    better: ListOf(
      Type.Object(
        {
          better: Name("The better designer"),
          worse: Name("The other one"),
          p: Share("The probability that it is the better one, 0.95 or more"),
        },
        closed,
      ),
      "Pairs that can be put in an order, each with five experiments or more; of a study, tasks",
    ),
  },
  closed,
);
export type DesignerGroup = Static<typeof DesignerGroup>;

/** One who judges, over the experiments in which others judged too. */
export const ReviewerRow = Type.Object(
  {
    seat: Name("Who judged: provider/model, with “ as ” and the persona; of a person “person/” and the name"),
    person: Type.Boolean({ description: "Whether it is a person" }),
    experiments: HowMany("Experiments in which others judged too"),
    designs: HowMany("Designs that it scored and another mind too, its own left out"),
    agreement: OrNull(
      Type.Number({ minimum: 0, maximum: 1 }),
      "The share of pairs of designs that it orders as the others do; null where they tell none apart",
    ),
    strays: NumberOrNull("How far its scores stray from the others' quality once severity is out, in points of 0-10"),
    severity: OrNull(OverExperiments, "Points that it gives above the others; null where nobody else judged"),
    length: OrNull(OverExperiments, "Points for each doubling of a design's length, beside what the others give"),
    controls: OrNull(
      Type.Object(
        {
          of: HowMany("Experiments with planted copies that say something of it"),
          unseeing: HowMany("In how many of these it did not see what was spoiled"),
          drop: Type.Number({ description: "By how much its scores fell on the mean" }),
          others: Type.Number({ description: "By how much the others' fell" }),
        },
        closed,
      ),
      "What it saw of planted copies; null where none were planted that say something",
    ),
    answers: HowMany("Sessions that were answered"),
    failed: HowMany("Sessions that failed"),
    cost: NumberOrNull("US dollars of an answer; null where none is known"),
    seconds: NumberOrNull("Seconds of an answer; null where there was none"),
  },
  closed,
);
export type ReviewerRow = Static<typeof ReviewerRow>;

const HalfBin = {
  experiments: HowMany("Experiments with a half that said so"),
  said: Share("What these halves said on the mean"),
  agreed: Share("How often the other half put the same design first"),
};

/** Halves of panels against each other, each experiment with the same weight. */
export const HalvesBeside = Type.Object(
  {
    experiments: HowMany("Experiments whose panel could be halved"),
    whole: Share("How often half a panel put the same design first as the whole of it"),
    bins: ListOf(
      Type.Object({ from: Share("What a half said, from here on"), to: Share("and below here"), ...HalfBin }, closed),
      "What halves said, in steps",
    ),
    bold: OrNull(Type.Object(HalfBin, closed), "The same of all that said 80 % or more; null where none did"),
  },
  closed,
);
export type HalvesBeside = Static<typeof HalvesBeside>;

/** Who came first, a share each where several were equal; of several repeats, how often each did. */
export const Firsts = ListOf(
  Type.Object(
    {
      seat: Name("Who designed what came first"),
      share: Share("Its share of the first place: equals share it"),
    },
    closed,
  ),
  "Who came first, the largest share first",
);
export type Firsts = Static<typeof Firsts>;

const Repeat = Type.Object(
  {
    repeat: Type.Integer({ minimum: 1, description: "Which repeat" }),
    state: WordOf(
      OUTCOME_STATES,
      "done; failed; missing: not finished, or not pulled yet; unread: its folder cannot be read",
    ),
    first: OrNull(Firsts, "Who came first; null where nothing is ranked, or the result is held back"),
    p_best: OrNull(
      Type.Number({ minimum: 0, maximum: 1 }),
      "P(best) of the first design; null where nothing is ranked",
    ),
    verdict: OrNull(
      WordOf(VERDICT_KINDS, "What the ranking says of the first place"),
      "What the ranking says of the first place; null where there is none, or it is held back",
    ),
    cost: NumberOrNull("US dollars that are known to be spent; null where nothing is known"),
    seconds: NumberOrNull("Seconds that it took; null where nobody knows"),
    worker: OrNull(Type.String(), "Who ran it; null where nobody did"),
  },
  closed,
);

const TaskByPanel = Type.Object(
  {
    panel: Name("Which panel"),
    repeats: ListOf(Repeat, "Each repeat, in order"),
    choice: Firsts,
    winners: HowMany("Repeats in which a winner was named"),
    same: OrNull(
      Type.Number({ minimum: 0, maximum: 1 }),
      "How often two repeats chose the same, over all pairs of them; null for fewer than two",
    ),
  },
  closed,
);

const TaskRow = Type.Object(
  {
    task: Name("The task's key"),
    title: Name("Its title"),
    panels: ListOf(TaskByPanel, "What each panel chose"),
  },
  closed,
);

const PanelRow = Type.Object(
  {
    panel: Name("The panel's name"),
    designers: Names("Who designed, as experiments have it"),
    reviewers: Names("Which models and people judged"),
    self: Names("Who both designed and judged, as a model"),
    planned: HowMany("Experiments that the study asks of it"),
    done: HowMany("Experiments that are done and were read"),
    ranked: HowMany("Of these, those in which something came first"),
    failed: HowMany("Experiments that failed"),
    withheld: HowMany("Experiments that are done and whose result is held back until a person has judged"),
    winners: HowMany("Experiments that name a winner"),
    p_best: OrNull(OverTasks, "P(best) of the first design; null where nothing is ranked"),
    same: OrNull(OverTasks, "How often it chooses the same as itself; null where no task has two repeats"),
    cost: OrNull(OverTasks, "US dollars of an experiment whose price is known; null where none is"),
    seconds: OrNull(OverTasks, "Seconds of an experiment; null where nobody knows"),
    spent: Type.Number({ minimum: 0, description: "US dollars of all its experiments that are known to be spent" }),
    unpriced: HowMany("Experiments with sessions whose price nobody knows"),
  },
  closed,
);
export type PanelRow = Static<typeof PanelRow>;

/** What two panels beside each other come to, in a word. */
export const PAIR_WORDS = ["few-tasks", "no-yardstick", "other", "alike", "open"] as const;

const PairRow = Type.Object(
  {
    one: Name("A panel: the one whose experiments cost less where that is known"),
    other: Name("Another panel"),
    tasks: HowMany("Tasks that both ranked"),
    same: OrNull(OverTasks, "How often both chose the same, over pairs of their repeats; null without a common task"),
    itself: OrNull(
      OverTasks,
      "How often a panel chose the same as itself, the mean of both, in tasks that both repeated; null where none is",
    ),
    beyond: OrNull(
      OverTasks,
      "How often both chose the same less how often each chose the same as itself, in those tasks; null where none is",
    ),
    chance: OrNull(
      Type.Number({ minimum: 0, maximum: 1 }),
      "How often both would choose the same if each drew one of its designers",
    ),
    habit: OrNull(
      Type.Number({ minimum: 0, maximum: 1 }),
      "How often both chose the same in different tasks: what each always likes; null for fewer than two tasks",
    ),
    shared: Names("Designers that both have"),
    apart: Type.Object(
      { one: Names("Designers that the first alone has"), other: Names("Designers that the other alone has") },
      { ...closed, description: "Designers that only one of both has: they cannot be chosen by both" },
    ),
    says: WordOf(
      PAIR_WORDS,
      "few-tasks: below five tasks; no-yardstick: too few tasks that both repeated; other: they choose otherwise by more than repeats explain; alike: at most 10 points less often than themselves; open: neither can be told",
    ),
    cost: OrNull(OverTasks, "US dollars of an experiment of the other above one of the first, in common tasks"),
    seconds: OrNull(OverTasks, "Seconds likewise"),
  },
  closed,
);
export type PairRow = Static<typeof PairRow>;

/** A number for all experiments, and for those of each panel alone where the panels' reviewers differ. */
const OfPanels = <S extends TSchema>(schema: S, what: string) =>
  Type.Object(
    {
      all: schema,
      panels: ListOf(
        Type.Object({ panel: Name("Which panel"), of: schema }, closed),
        "By each panel alone; empty where all panels have the same reviewers",
      ),
    },
    { ...closed, description: what },
  );

const WorkerRow = Type.Object(
  {
    worker: Name("Who ran experiments"),
    done: HowMany("Experiments of it that are done"),
    failed: HowMany("Experiments of it that failed"),
    spent: Type.Number({ minimum: 0, description: "US dollars that are known to be spent" }),
    unpriced: HowMany("Experiments with sessions whose price nobody knows"),
    seconds: Type.Number({ minimum: 0, description: "Seconds of all together" }),
  },
  closed,
);

const kind = <K extends string>(name: K) => Type.Literal(name, { description: "What cannot be told" });
const Both = { one: Name("A panel"), other: Name("Another panel") };

/** What a result cannot say, and why. */
export const StudyLimit = Type.Union([
  Type.Object({ kind: kind("nothing") }, { ...closed, description: "No experiment ranks anything" }),
  Type.Object({ kind: kind("one-panel") }, { ...closed, description: "No panel is beside another" }),
  Type.Object(
    { kind: kind("few-tasks"), tasks: HowMany("Tasks with a first place"), needed: HowMany("Tasks that it takes") },
    { ...closed, description: "Too few tasks for words of order" },
  ),
  Type.Object(
    { kind: kind("no-repeats"), panels: Names("Panels of which no task was ranked twice") },
    { ...closed, description: "How often a panel chooses the same as itself is not known" },
  ),
  Type.Object(
    { kind: kind("other-reviewers"), ...Both },
    { ...closed, description: "Their reviewers differ, so that scores of one are on no scale of the other" },
  ),
  Type.Object(
    { kind: kind("other-designers"), ...Both, shared: HowMany("Designers of both") },
    { ...closed, description: "Their designers differ, so that some choices cannot be the same" },
  ),
  Type.Object(
    { kind: kind("new-designs") },
    { ...closed, description: "Each panel wrote designs of its own: a choice is of a designer, not of a text" },
  ),
  Type.Object(
    { kind: kind("judged-themselves"), panels: Names("Panels in which a model judged its own design") },
    { ...closed, description: "A model that judges its own work may like it" },
  ),
  Type.Object(
    { kind: kind("one-designer"), panels: Names("Panels with a single designer") },
    { ...closed, description: "Who has one designer cannot choose another" },
  ),
  Type.Object(
    {
      kind: kind("failed"),
      failed: HowMany("Experiments that failed"),
      of: HowMany("Experiments that ended"),
      panel: OrNull(Type.String(), "The panel whose experiments fail more than chance explains; null where none is"),
    },
    { ...closed, description: "Failed experiments are in no number, and may be the hard ones" },
  ),
  Type.Object(
    { kind: kind("missing"), experiments: HowMany("Experiments that are not there") },
    { ...closed, description: "Not finished, or not pulled yet" },
  ),
  Type.Object(
    { kind: kind("unread"), experiments: HowMany("Experiments whose folder cannot be read") },
    { ...closed, description: "Their folders are gone, or what is in them is broken" },
  ),
  Type.Object(
    { kind: kind("withheld"), experiments: HowMany("Experiments whose result is held back") },
    { ...closed, description: "Held back until a person has judged" },
  ),
  Type.Object(
    { kind: kind("unranked"), experiments: HowMany("Experiments in which nothing came first") },
    { ...closed, description: "Done, and nothing in them is ranked" },
  ),
  Type.Object(
    { kind: kind("unpriced"), experiments: HowMany("Experiments with sessions whose price nobody knows") },
    { ...closed, description: "They are in no price of an experiment" },
  ),
  Type.Object(
    {
      kind: kind("uneven"),
      ...Both,
      tasks: HowMany("Tasks that only one of both ranked"),
    },
    { ...closed, description: "These tasks are in no comparison of both" },
  ),
]);
export type StudyLimit = Static<typeof StudyLimit>;

const NUMBERS = {
  tasks: ListOf(TaskRow, "Each task by each panel"),
  panels: ListOf(PanelRow, "Each panel"),
  pairs: ListOf(PairRow, "Each two panels beside each other"),
  designers: OfPanels(
    Type.Array(DesignerGroup),
    "Models as designers, by these reviewers, with tasks as the unit; in groups that experiments connect",
  ),
  reviewers: OfPanels(Type.Array(ReviewerRow), "Models and people as reviewers, each beside the others of its panel"),
  halves: OfPanels(
    OrNull(HalvesBeside, "What half a panel says, and whether the other half agrees; null where none can be halved"),
    "Halves of panels against each other",
  ),
  workers: ListOf(WorkerRow, "Who ran experiments"),
  spent: Type.Object(
    {
      cost: Type.Number({ minimum: 0, description: "US dollars that are known to be spent, failed experiments too" }),
      unpriced: HowMany("Experiments with sessions whose price nobody knows"),
      seconds: Type.Number({ minimum: 0, description: "Seconds of all experiments together" }),
    },
    { ...closed, description: "What all of it took" },
  ),
  cannot: ListOf(StudyLimit, "What cannot be told, and why"),
};

/** What the numbers of a study are, without whose study it is. */
export const StudyNumbers = Type.Object(NUMBERS, closed);
export type StudyNumbers = Static<typeof StudyNumbers>;

/** study.json: what a study came to. */
export const StudyResult = Type.Object(
  {
    version: Type.Literal(1, { description: "The version of this file's form" }),
    name: Name("The study's name"),
    hash: Type.String({ pattern: "^[0-9a-f]{64}$", description: "The hash of what was consented to" }),
    made_of: Type.String({
      pattern: "^[0-9a-f]{64}$",
      description: "Hash of all that these numbers are worked out from: with another one the file is stale",
    }),
    ...NUMBERS,
  },
  closed,
);
export type StudyResult = Static<typeof StudyResult>;
