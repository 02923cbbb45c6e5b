import type { OverTasks, PairRow, PanelRow, StudyResult } from "../artifacts/study-result.ts";
import { LEAST_TOLD } from "../stats/history.ts";
import { ALIKE_WITHIN, LEAST_TASKS } from "../stats/study-result.ts";
import { count, dollars, duration } from "../text/numbers.ts";
import { costKnown } from "./amounts.ts";
import { type Block, heading, lead, list, notice, section } from "./block.ts";
import { designersSaid } from "./history.ts";
import { model, path, type Sentence, say, strong, words } from "./sentence.ts";
import { limitsSaid } from "./study-limits.ts";
import { studyLine } from "./study-stopped.ts";
import { studyTables, taskBlocks, wholePercent } from "./study-tables.ts";

/** Pairs of panels that the first page says something of, those first where most money lies between. */
const MAX_PAIRS = 3;
/** Tasks that a reply has room for. */
const MOST_TASKS = 12;

/** The parts of a result, each for its place on a page. */
export type StudyParts = {
  /** For who must decide, without statistics. */
  first: Block[];
  against: Block[];
  tasks: Block[];
  tables: Block[];
  reading: Block[];
};

/** All that is told of a study's result, of at most so many tasks. */
export function studyParts(result: StudyResult, mostTasks = Number.POSITIVE_INFINITY): StudyParts {
  return {
    first: firstPage(result),
    against: section(say`What speaks against it, and what cannot be told`, limitsSaid(result.cannot)),
    tasks: taskBlocks(result, mostTasks),
    tables: studyTables(result),
    reading: section(say`How to read this`, HOW_TO_READ),
  };
}

/** The same as one text; a reply has the first tasks alone. */
export function studyBlocks(result: StudyResult, of: "file" | "reply"): Block[] {
  const { first, against, tasks, tables, reading } = studyParts(result);
  const shown = of === "file" ? tasks : taskBlocks(result, MOST_TASKS);
  return [
    heading(say`What the study ${words(result.name)} says`, of === "file" ? 1 : 2),
    ...first,
    ...against,
    ...shown,
    ...tables,
    ...(of === "file" ? reading : []),
  ];
}

/** What can be decided on in two minutes. */
function firstPage(result: StudyResult): Block[] {
  const pairs = byMoney(result.pairs.filter(({ tasks }) => tasks > 0));
  const more = pairs.length - MAX_PAIRS;
  return [
    lead(sizeSaid(result)),
    list([
      ...pairs.slice(0, MAX_PAIRS).map((pair) => pairSaid(pair)),
      more > 0
        ? say`${count(more, "further pair")} of panels ${more === 1 ? "stands" : "stand"} in the table below.`
        : [],
      ...pricesSaid(result.panels),
      say`${designersSaid(result.designers.all, "task")}${apartSaid(result.designers.all)}`,
      sureSaid(result),
      spentSaid(result),
    ]),
  ];
}

/** "12 tasks by 2 panels, 2 times each: 46 of 48 experiments are ranked." */
function sizeSaid({ tasks, panels }: StudyResult): Sentence {
  const planned = panels.reduce((sum, each) => sum + each.planned, 0);
  const ranked = panels.reduce((sum, each) => sum + each.ranked, 0);
  const repeats = tasks[0]?.panels[0]?.repeats.length ?? 0;
  const often = repeats > 1 ? say`, ${repeats} times each` : [];
  return say`${count(tasks.length, "task")} by ${count(panels.length, "panel")}${often}: ${ranked} of ${count(planned, "experiment")} ${ranked === 1 ? "is" : "are"} ranked.`;
}

/** Those first where an experiment of one costs most beside one of the other. */
const byMoney = (pairs: readonly PairRow[]): PairRow[] =>
  pairs.toSorted((a, b) => Math.abs(b.cost?.value ?? 0) - Math.abs(a.cost?.value ?? 0) || b.tasks - a.tasks);

/** Whether the one panel chooses as the other does. */
function pairSaid(pair: PairRow): Sentence {
  const { one, other, tasks, same, itself, beyond, chance, shared, says } = pair;
  const cheaper = pair.cost !== null && pair.cost.value > 0 ? say`, which costs less,` : [];
  const title = strong(say`Does ${words(one)}${cheaper} choose as ${words(other)} does:`);
  if (shared.length === 0) return say`${title} they cannot, for no designer is in both.`;
  if (chance === 1) return say`${title} they can do nothing else, for both have ${model(shared[0] ?? "")} alone.`;
  const habit = pair.habit === null ? [] : say`, by habit, whatever the task, in ${wholePercent(pair.habit)} %`;
  const drawn = chance === null ? [] : say` By drawing they would in ${wholePercent(chance)} %${habit}.`;
  if (same === null) return say`${title} not known.`;
  const first = say`have the same designer first in ${wholePercent(same.value)} %${rangeSaid(same)}`;
  if (says === "few-tasks")
    return say`${title} too few to say. It takes ${LEAST_TASKS} tasks that both ranked; there ${tasks === 1 ? "is" : "are"} ${tasks}. So far both ${first}.${drawn}`;
  if (says === "no-yardstick" || itself === null || beyond === null)
    return say`${title} both ${first}. How often each would choose the same again is not known: it takes ${LEAST_TASKS} tasks that both repeated, and there ${beyond?.tasks === 1 ? "is" : "are"} ${beyond?.tasks ?? 0}.${drawn}`;
  const beside = say`each chooses the same as itself in ${wholePercent(itself.value)} % of repeats`;
  if (says === "alike")
    return say`${title} as good as. Both ${first}, and ${beside}: at most ${wholePercent(ALIKE_WITHIN)} in 100 less often.${drawn}`;
  if (says === "other") return say`${title} no, by more than repeats explain. Both ${first}, while ${beside}.${drawn}`;
  return say`${title} not known yet. Both ${first}, and ${beside}; ${count(beyond.tasks, "task")} leave open whether that is ${openSaid(beyond)}.${drawn}`;
}

/** " (between 43 and 81 % over other such tasks)". */
function rangeSaid({ low, high }: OverTasks): Sentence {
  return low === null || high === null
    ? say` (too few tasks for an interval)`
    : say` (${wholePercent(low)} to ${wholePercent(high)} % over other such tasks)`;
}

/** "20 in 100 less often or 12 more often". */
function openSaid({ low, high }: OverTasks): Sentence {
  const hundredths = (share: number | null): number => Math.abs(wholePercent(share ?? 0));
  return (high ?? 0) <= 0.005
    ? say`${hundredths(low)} in 100 less often or as often`
    : say`${hundredths(low)} in 100 less often or ${hundredths(high)} more often`;
}

/** That some designers are in no comparison with the first ones. */
function apartSaid([, ...others]: StudyResult["designers"]["all"]): Sentence {
  const apart = others.reduce((sum, { rows }) => sum + rows.length, 0);
  if (apart === 0) return [];
  return say` ${count(apart, "designer")} who designed in no experiment with these ${apart === 1 ? "is" : "are"} compared apart.`;
}

/** What an experiment of each panel costs and takes. */
function pricesSaid(panels: readonly PanelRow[]): Sentence[] {
  const known = panels.flatMap(({ panel, cost, seconds }) => (cost === null ? [] : [{ panel, cost, seconds }]));
  if (known.length === 0) return [];
  const dear = known.toSorted((a, b) => a.cost.value - b.cost.value);
  const [cheapest] = dear;
  const last = dear.at(-1);
  if (cheapest === undefined || last === undefined) return [];
  const each = ({ panel, cost, seconds }: typeof cheapest): Sentence =>
    say`${words(panel)} ${dollars(cost.value)}${seconds === null ? [] : say` and ${duration(seconds.value)}`}`;
  if (known.length > 1 && cheapest.cost.value === last.cost.value)
    return [
      say`${strong(say`What an experiment takes:`)} ${dollars(cheapest.cost.value)} in each of ${count(known.length, "panel")}.`,
    ];
  return [
    known.length === 1
      ? say`${strong(say`What an experiment takes:`)} ${each(cheapest)}.`
      : say`${strong(say`What an experiment takes:`)} from ${each(cheapest)} to ${each(last)}.`,
  ];
}

function sureSaid({ panels, tasks }: StudyResult): Sentence {
  const told = tasks.filter((task) => task.panels.some(({ choice }) => choice.length > 0)).length;
  const ranked = panels.reduce((sum, each) => sum + each.ranked, 0);
  const title = strong(say`How sure that is:`);
  if (ranked === 0) return say`${title} nothing is known yet.`;
  const winners = panels.reduce((sum, each) => sum + each.winners, 0);
  const named = say`${winners} of ${count(ranked, "ranked experiment")} ${winners === 1 ? "names" : "name"} a winner.`;
  return told < LEAST_TOLD
    ? say`${title} not at all, for ${count(told, "task")} ${told === 1 ? "says" : "say"} nothing of other tasks. ${named}`
    : say`${title} it rests on ${count(told, "task")}, and every range says what other tasks of this kind would give, in 95 of 100 such studies. ${named}`;
}

function spentSaid({ spent, workers, panels }: StudyResult): Sentence {
  const done = panels.reduce((sum, each) => sum + each.done + each.failed, 0);
  const cost = costKnown(spent.cost, spent.unpriced);
  const by = workers.length === 0 ? [] : say`, by ${count(workers.length, "worker")}`;
  const time = spent.seconds > 0 ? say` and ${duration(spent.seconds)} of experiments` : [];
  return say`${strong(say`What it took:`)} ${cost}${time} for ${count(done, "experiment")} that ended${by}.`;
}

const HOW_TO_READ: readonly Sentence[] = [
  say`All is worked out from scores as they lie in the experiments; no ranking that lies there is read.`,
  say`“Same”: of two experiments of one task, one by each panel, how often the same designer is first; equals share a place, and a draw decides between them. “With itself”: the same of two repeats of one panel. Who is first changes from repeat to repeat, so that only what lies below that is the panel’s doing; “beyond” is that, in hundredths, and 0 where repeats explain all of it. Both are of the tasks that both panels repeated.`,
  say`“By drawing”: if each panel drew one of its designers. “By habit”: how often both have the same first in different tasks, whatever the task: what a model wins everywhere is no judgement of this one.`,
  say`Each task counts once, however often it was repeated. Behind a number stands where it lies for other such tasks in 95 of 100 studies: from ${LEAST_TOLD} tasks on; words of order from ${LEAST_TASKS} tasks on.`,
  say`Designers are compared within tasks alone, and by these reviewers: what they all like is in every number, and no task more takes it out. A model is its id; what its provider changed behind one id is not seen here.`,
  say`P(best) is the chance to be the best of those judged; that half a panel agrees with the other half is agreement, not being right.`,
];

/** What stands on the page of a result beside its blocks. */
export const RESULT_PAGE = {
  eyebrow: "Design lab study",
  title: "what the study says",
  tasks: "Each task, and who came first by each panel",
  pairs: {
    title: "How often two panels have the same designer first",
    legend: say`The dot, with where it lies over other such tasks; the ring is how often each panel has the same first as itself, the cross what drawing gives.`,
  },
  designers: {
    title: "Who designs best, by these reviewers",
    legend: say`Points beside the mean designer, with where they lie over other such tasks.`,
  },
} as const;

/** What a call of result came to: where its files are. */
export const resultKept = (folder: string, of: { next: readonly Sentence[]; meant: string }): Block[] => [
  say`It lies in ${path(folder)}: study.html for a browser, study.md, study.json with every number.`,
  {
    is: "next",
    of: [
      ...of.next,
      say`${studyLine("export --anonymous", of.meant)} makes a file of the numbers alone, to be published.`,
    ],
  },
];

/** That a study's queue could not be asked, and what is then not known. */
export const queueUnasked = (reason: string): Block[] => [
  notice(
    say`Its queue could not be asked, so that what failed, what still runs and how long experiments took is not known here: ${words(reason, "message")}`,
  ),
];

/** What an error says of an export's file that could not be written. */
export const EXPORT_UNDONE = "Nothing of it was left there";

/** What a call of export came to. */
export const studyExported = (file: string, { experiments }: { experiments: number }): Block[] => [
  say`${strong(say`The numbers of ${count(experiments, "experiment")}, without a name`)}: no task, panel, model, person, path or date is in them, and all that the result is worked out from. Whoever has the study finds them again, and unusual prices and times may let others guess which models they are of.`,
  say`File: ${path(file)}`,
  say`docs/study.md of opencode-designlab says what each number is, and how the same result is made of them.`,
];
