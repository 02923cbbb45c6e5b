import type { Failure } from "../artifacts/failure.ts";
import { STUDY_LISTS, type StudyPanel, type StudyStep, type StudyTask } from "../artifacts/study.ts";
import { amount, count, dollars, duration } from "../text/numbers.ts";
import { costKnown } from "./amounts.ts";
import type { Block, Item, List } from "./block.ts";
import { heading, lead, notice } from "./block.ts";
import { failed, needsMending } from "./failures.ts";
import {
  copied,
  listed,
  model,
  path,
  quote,
  type Sentence,
  say,
  strong,
  together,
  unmarked,
  words,
} from "./sentence.ts";
import { goOnSaid, keptEachSaid, type Limited, leastKept, stoppedWhy } from "./study-stopped.ts";

const plain = (sentence: Sentence): string => unmarked(sentence, String);

/** Why a judged experiment came to no ranking, and what to do first where asking again alone changes nothing. */
export function unrankedWhy(of: { stopped: string | null; failures: readonly Failure[] }): {
  reason: string;
  advice: string | null;
} {
  const { sessions, ways } = failed(of.failures);
  const [way] = ways;
  if (of.stopped !== null) return { reason: of.stopped, advice: null };
  if (way === undefined) return { reason: plain(say`there is no ranking`), advice: null };
  const others = sessions - 1;
  const reason = say`there is no ranking: ${way}${others > 0 ? say`, and ${count(others, "further session")} failed` : []}`;
  const mend = of.failures.some(needsMending)
    ? plain(say`Mend the provider's key or address on the worker's machine`)
    : null;
  return { reason: plain(reason), advice: mend };
}

/** Every line that a worker says of an experiment while it goes on. */
export const workLine = {
  began: (key: string, files: number): Sentence =>
    files > 0
      ? say`${words(key, "line")}: gone on with, ${count(files, "file")} of it ${files === 1 ? "is" : "are"} there`
      : say`${words(key, "line")}: begun`,
  step: (key: string, step: StudyStep): Sentence => say`${words(key, "line")}: ${STEP_SAID[step]}`,
  damaged: (key: string, paths: readonly string[]): Sentence =>
    say`${words(key, "line")}: ${count(paths.length, "stored file")} ${paths.length === 1 ? "was damaged, is left out" : "were damaged, are left out"} and asked anew: ${listed(paths.map(path), 5)}`,
  anew: (key: string, why: "plan-damaged" | "plan-of-another"): Sentence =>
    why === "plan-damaged"
      ? say`${words(key, "line")}: its stored plan is damaged, so that nothing stored of it is used; it is begun anew`
      : say`${words(key, "line")}: its stored plan asks what the study does not, so that nothing stored of it is used; it is begun anew`,
  passed: (key: string, file: string): Sentence =>
    say`${words(key, "line")}: ${path(file)} is too large and is not stored`,
  lostHost: (key: string, why: string): Sentence =>
    say`${words(key, "line")}: its OpenCode got lost, and the step is begun anew in another (${words(why, "message")})`,
  done: (key: string, cost: number, unpriced: number, seconds: number): Sentence =>
    say`${words(key, "line")}: ${strong(say`done`)}, ${costKnown(cost, unpriced)}, ${duration(seconds)}`,
  failed: (key: string, reason: string, advice: string | null): Sentence =>
    say`${words(key, "line")}: ${strong(say`failed`)}: ${words(reason, "message")}${advice === null ? [] : say`. ${words(advice, "message")}`}`,
  givenBack: (key: string): Sentence => say`${words(key, "line")}: given back, with what is stored of it`,
};

const STEP_SAID = {
  designs: "designs are written",
  judgement: "designs are judged",
  ranking: "it is ranked",
} as const satisfies Record<StudyStep, string>;

/** What of a panel's settings is text for models, or asks others than its own; null where they cannot be read. */
export type PanelSettings = {
  /** Names of its rubric's criteria. */
  criteria: readonly string[];
  assertions: number;
  /** What designers get in place of the lab's own prompt. */
  prompt: string | null;
  /** Those that it brings. */
  personas: readonly { name: string; characters: number }[];
  fallbacks: readonly (readonly [string, readonly string[]])[];
};

/** What a worker's person consents to. Money in US dollars; null where no price is known. */
export type Consent = {
  hash: string;
  name: string;
  address: string;
  tasks: readonly StudyTask[];
  repeats: number;
  panels: readonly (Pick<StudyPanel, "name" | "models" | "designs" | "reviewers"> & {
    settings: PanelSettings | null;
    /** What one experiment of it is expected to cost, what is kept for it, and models whose price is in neither. */
    price: number | null;
    most: number | null;
    unpriced: readonly string[];
    lacks: readonly string[];
    /** Why it cannot be taken though its models are there. */
    refused: string | null;
  })[];
  counts: { waiting: number; all: number };
  hosts: string;
  at_once: number;
  /** The limit of this user's workers on this machine together, and what they spent or reserved before. */
  max_cost: number | null;
  spent: number;
  /** Where the folders of its experiments lie, and whether the person named that. */
  folder: { path: string; named: boolean };
  /** Where all that it says lies as files, and whether that stays when it is answered; null where it lies nowhere. */
  reading: { path: string; stays: boolean } | null;
};

/** Most tasks that are listed, and of which the beginning is shown. */
const MOST_TASKS = 20;
const MOST_BEGUN = 8;

/** The consent in words: by its hash, for whoever writes a queue spends the money of those who work on it. */
export function consentSaid(of: Consent): Block[] {
  const taken = of.panels.filter(({ lacks, refused }) => lacks.length === 0 && refused === null);
  const priced = taken.every(({ price }) => price !== null);
  const all = taken.length === of.panels.length ? say`all of this` : say`what this machine can take of it`;
  return [
    heading(say`The study ${words(of.name)}`),
    { is: "copy", text: of.hash },
    lead(
      say`${count(of.tasks.length, "task")} by ${count(of.panels.length, "panel")}, ${of.repeats === 1 ? say`once` : say`${of.repeats} times`} each: ${amount(of.counts.all)} experiments, of which ${amount(of.counts.waiting)} wait. The queue is ${path(of.address)}.`,
    ),
    of.reading === null ? tasksListed(of.tasks) : tasksBegun(of.tasks),
    {
      is: "list",
      of: [
        { as: "title", of: say`Panels` },
        ...of.panels.flatMap((panel) => [
          ...panelSaid(panel),
          ...(of.reading === null ? [] : settingsSaid(panel).map((each) => ({ as: "below" as const, of: each }))),
        ]),
      ],
    },
    ...(of.reading === null ? [] : [readingSaid(of.reading, of)]),
    notice(
      strong_(
        priced
          ? say`Whoever writes the queue spends your money: your keys are used for ${all}, and for nothing else without asking you again.`
          : say`Whoever writes the queue uses your keys: for ${all}, and for nothing else without asking you again.`,
      ),
    ),
    {
      is: "list",
      of: [
        say`${words(of.hosts, "line")}, ${count(of.at_once, "experiment")} at a time`,
        ...boundSaid(of, taken),
        of.folder.named
          ? say`designers may read ${path(of.folder.path)}, which you named, and the project around it`
          : say`each experiment has an empty folder below ${path(of.folder.path)}; designers read nothing else`,
      ],
    },
  ];
}

const tasksListed = (tasks: Consent["tasks"]): List => ({
  is: "list",
  of: [
    { as: "title", of: say`Tasks` },
    ...tasks.map(({ key, title }) => say`${words(key, "line")}: ${words(title, "line")}`),
  ],
  most: MOST_TASKS + 1,
});

/** Tasks with how they begin, as they are sent. */
function tasksBegun(tasks: Consent["tasks"]): List {
  const more = tasks.slice(MOST_BEGUN);
  const last = say`and ${count(more.length, "task")} more, ${count(lettersOf(more), "character")} in all`;
  return {
    is: "list",
    of: [{ as: "title", of: say`Tasks` }, ...tasks.slice(0, MOST_BEGUN).flatMap(taskBegun)],
    ...(more.length > 0 && { last }),
  };
}

function taskBegun(task: StudyTask): Item[] {
  const { key, title } = task;
  const lists = STUDY_LISTS.reduce((sum, list) => sum + task[list].length, 0);
  const beside = lists === 0 ? [] : say`, ${amount(lists)} beside it in its lists`;
  return [
    say`${words(key, "line")}: ${words(title, "line")}`,
    { as: "below", of: say`${count(task.task.length, "character")}${beside}: ${quote(task.task, "summary")}` },
  ];
}

const lettersOf = (tasks: Consent["tasks"]): number => tasks.reduce((sum, { task }) => sum + task.length, 0);

/** What of a panel's settings is sent to models or asks others, in a line each. */
function settingsSaid({ settings }: Consent["panels"][number]): Sentence[] {
  if (settings === null) return [say`its settings are none that this version knows`];
  const { criteria, assertions, prompt, personas, fallbacks } = settings;
  const each = personas.map(({ name, characters }) => say`${words(name)} of ${count(characters, "character")}`);
  return [
    ...(criteria.length === 0
      ? []
      : [
          say`judged by ${listed(
            criteria.map((name) => words(name)),
            12,
          )}`,
        ]),
    ...(assertions === 0 ? [] : [say`held against ${count(assertions, "assertion")} of its own`]),
    ...(prompt === null
      ? []
      : [say`designers get a prompt of its own, ${count(prompt.length, "character")}: ${quote(prompt, "summary")}`]),
    ...(each.length === 0 ? [] : [say`brings ${count(each.length, "persona")}: ${listed(each, 12)}`]),
    ...fallbacks.map(([id, others]) => say`where ${model(id)} fails it asks ${listed(others.map(model), 6)}`),
  ];
}

const readingSaid = ({ path: at, stays }: NonNullable<Consent["reading"]>, { tasks }: Pick<Consent, "tasks">): Block =>
  notice(
    say`All that is sent and used can be read in ${path(at)}: ${count(lettersOf(tasks), "character")} of tasks, and each panel's settings, rubric and personas.${stays ? [] : say` It goes when you answer; ${copied("--read FOLDER")} behind the same line keeps it.`}`,
  );

/** What bounds the person's money; nothing where a limit is wanting. */
function boundSaid({ max_cost, spent }: Pick<Consent, "max_cost" | "spent">, taken: Consent["panels"]): Sentence[] {
  const used = spent > 0 ? say`, of which ${dollars(spent)} are spent or reserved` : [];
  if (max_cost !== null)
    return [
      say`limit of all your workers on this machine: ${dollars(max_cost)}${used}; reserved before each experiment starts`,
    ];
  if (taken.some(({ price }) => price !== null && price > 0)) return [];
  return taken.every(({ price }) => price === 0)
    ? [say`by what the host knows these models cost nothing, so that no limit of money is needed`]
    : [say`the host knows no price of these models, so that no limit of money holds`];
}

const strong_ = (of: Sentence): Sentence => [strong(of)];

function panelSaid(panel: Consent["panels"][number]) {
  const { name, models, designs, reviewers, price, most, unpriced, lacks, refused } = panel;
  const cost =
    lacks.length > 0 || refused !== null
      ? []
      : price === null
        ? say`, price unknown`
        : say`, about ${dollars(price)} each${most === null ? [] : say`, at most ${dollars(most)}`}`;
  return [
    say`${strong(words(name))}: ${count(designs, "design")}, ${count(reviewers, "reviewer")}${cost}; ${listed(models.map(model), 12)}`,
    ...(price === null || unpriced.length === 0
      ? []
      : [
          {
            as: "below" as const,
            of: say`beside that what ${listed(unpriced.map(model), 12)} takes: its price is not known here, and no limit of money holds for it`,
          },
        ]),
    ...(lacks.length === 0
      ? []
      : [
          {
            as: "below" as const,
            of: say`not taken here: this OpenCode does not offer ${listed(lacks.map(model), 12)}`,
          },
        ]),
    ...(refused === null ? [] : [{ as: "below" as const, of: say`not taken here: ${words(refused, "message")}` }]),
  ];
}

/** The question that a yes answers. */
export const consentAsked = (hash: string): string => plain(say`Work on this study (${copied(hash.slice(0, 8))})?`);

/** Why a panel cannot be taken on a server that is shared: these of its settings are held there. */
export const heldOnServer = (settings: readonly string[]): string =>
  plain(
    say`on a server that others share nobody lets a panel's configuration through, and ${listed(settings.map(copied), 6)} would be another; start the worker without ${copied("--server")} for it`,
  );

/** Why no experiment's folder can be seen from a server. */
export const elsewhere = (url: string): string =>
  plain(
    say`the server at ${copied(url)} does not see the folders of this machine: run the worker where the server runs`,
  );

/** Studies of a queue, when one is to be named. */
export function studiesSaid(
  studies: readonly { hash: string; name: string; waiting: number; all: number; over: boolean }[],
  address: string,
): Block[] {
  if (studies.length === 0) return [say`There is no study in ${path(address)}.`];
  return [
    lead(say`Studies in ${path(address)}:`),
    {
      is: "list",
      of: studies.map(
        ({ hash, name, waiting, all, over }) =>
          say`${copied(hash)} ${words(name)}: ${over ? say`over` : say`${amount(waiting)} of ${amount(all)} experiments wait`}`,
      ),
    },
  ];
}

/** How a worker's time at a study ended. */
export type WorkEnd = {
  name: string;
  why: "over" | "left" | "money" | "stopped" | "lost";
  done: number;
  failed: number;
  given: number;
  cost: number;
  unpriced: number;
  /** The panels that it took. */
  takes: readonly string[];
};

/**
 * The same in words, and what goes on with it; of a study that was stopped also why, by how it stands.
 * @param meant What is typed to mean the study; null where what can be typed is said behind it.
 */
export function workEnded(
  { name, why, done, failed: broken, given, cost, unpriced, takes }: WorkEnd,
  standing: Limited,
  meant: string | null,
): Block[] {
  const did = together(
    [
      say`${count(done, "experiment")} done`,
      ...(broken > 0 ? [say`${amount(broken)} failed`] : []),
      ...(given > 0 ? [say`${amount(given)} given back`] : []),
      costKnown(cost, unpriced),
    ],
    ", ",
  );
  const each = leastKept(standing.kept.money.filter(({ panel }) => takes.includes(panel)));
  const others = standing.kept.money.map(({ panel }) => panel).filter((panel) => !takes.includes(panel));
  const isOver = why === "over" && (standing.state === "over" || others.length === 0);
  const held =
    why === "over" && !isOver
      ? say`What is left, of ${listed(
          others.map((panel) => words(panel)),
          6,
        )}, is for workers that can take it.`
      : why === "stopped"
        ? stoppedWhy(standing)
        : why === "money" && each !== null
          ? say`${keptEachSaid(each)}.`
          : [];
  const isStopped = why === "stopped" && standing.state === "stopped";
  const again = why === "money" ? say`with a higher ${copied("--max-cost")}` : say`again`;
  const next: Sentence[] = isStopped
    ? meant === null
      ? []
      : [goOnSaid(standing.why, meant)]
    : why === "over"
      ? []
      : [say`The same line ${again} goes on from what is stored.`];
  return [
    lead(
      say`${strong(why === "over" && !isOver ? ALL_TAKEN : ENDED[why])} ${words(name)}: ${did}.${held.length > 0 ? say` ${held}` : []}`,
    ),
    { is: "next", of: next },
  ];
}

const ALL_TAKEN: Sentence = say`What this machine can take of it is done.`;

const ENDED = {
  over: [...say`The study is over.`],
  left: [...say`Left the study.`],
  money: [...say`What you let it spend leaves no room for another experiment.`],
  stopped: [...say`The study was stopped.`],
  lost: [...say`No OpenCode is reached any more.`],
} as const satisfies Record<WorkEnd["why"], Sentence>;
