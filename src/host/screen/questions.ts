import { basename } from "node:path";
import { messageOf } from "../../errors.ts";
import { liveQuestions } from "../../live/asked.ts";
import { type Journal, openJournal } from "../../questions/journal.ts";
import { numberIn, type Scale, scaleText } from "../../questions/numbers.ts";
import { type Asked, isApproval } from "../../questions/replay.ts";
import type { Question, TypeName } from "../../questions/types.ts";
import { paths } from "../../store/paths.ts";
import {
  chosenRow,
  type DialogOption,
  defaultRow,
  dialogHead,
  dialogsEnded,
  interviewEnded,
  optionRow,
  optionWhole,
  placeSaid,
  questionWhole,
  ROWS_BESIDE,
  scaleSaid,
} from "../../story/dialog-question.ts";
import { SCREEN } from "../../story/screen.ts";
import { clean } from "../../text/clean.ts";
import { wordsShown } from "../../text/kept-markdown.ts";
import { pagesOf } from "../../text/pages.ts";
import { truncate } from "../../text/truncate.ts";
import { ledgersOf, type ScreenPlaces } from "./ledgers.ts";
import { DIALOG_ROOM, typesLetters } from "./word.ts";

/** The host's own dialogs; null where a person leaves one. */
export type Dialogs = {
  select(title: string, choices: readonly Choice[]): Promise<string | null>;
  prompt(title: string, placeholder: string): Promise<string | null>;
  say(message: string): void;
};
type Choice = { value: string; title: string; description?: string };

/** Folders that are looked at, those last asked in first. */
const MOST_FOLDERS = 20;
const TITLE = 200;

/** In place of an answer: the person skips the question, or wants no further one. */
const SKIP = Symbol("skip");
const ENOUGH = Symbol("enough");

/** A question in dialogs: what is chosen of these answers, or of what can be chosen beside them. */
type Sheet = Pick<Dialogs, "prompt" | "say"> & {
  /** One of the rows, by its value; a symbol of skipping or ending; null where the person leaves. `above`: what stands first. */
  choose(rows: readonly Choice[], above?: string): Promise<string | typeof SKIP | typeof ENOUGH | null>;
  /** The same of options, each of which is shown whole before it is taken where a row cannot hold it. */
  option(
    options: readonly DialogOption[],
    more: { above?: string; rows?: readonly Choice[]; taken?: ReadonlySet<string> },
  ): ReturnType<Sheet["choose"]>;
  /** What stands above: the question and why it is asked. */
  title: string;
};

/** How a dialog answers a question: with a line as it would be typed, or the answer itself; null leaves it open. */
type Asking<T extends TypeName> = (
  question: Question & { type: T },
  sheet: Sheet,
  dialogs: Dialogs,
) => Promise<unknown>;

/** What a dialog of the host can ask; the others stand on the page. */
const ASKED: { [T in TypeName]: Asking<T> | null } = {
  pick_one: (question, sheet) => oneOf(question, sheet, question.other === true),
  show_options: (question, sheet) => oneOf(question, sheet, false),
  pick_many: severalOf,
  rank: inOrder,
  rate: eachRated,
  confirm: ({ yes = "Yes", no = "No", cancel = "Cancel" }, sheet) =>
    sheet.choose([
      { value: "yes", title: yes },
      { value: "no", title: no },
      { value: "cancel", title: cancel },
    ]),
  ask_text: ({ placeholder = "" }, sheet) => askTyped(sheet, placeholder),
  slider: onScale,
  thumbs: (_, sheet) =>
    sheet.choose([
      { value: "up", title: "Up" },
      { value: "down", title: "Down" },
    ]),
  emoji_react: ({ emoji = [] }, sheet) => askTyped(sheet, emoji.join(" ")),
  review_section: (question, _, dialogs) => askDecision(question, dialogs),
  show_plan: (question, _, dialogs) => askDecision(question, dialogs),
  show_diff: null,
  ask_code: null,
  ask_image: null,
  ask_file: null,
};

/**
 * Asks the open questions that the project was last asked, one dialog after the other, and keeps each answer where
 * every other door finds it. Ends where a person leaves a dialog.
 */
export async function askHere(places: ScreenPlaces, dialogs: Dialogs): Promise<void> {
  // The host's screen is not to end with what cannot be read.
  await askNewest(places, dialogs).catch((error: unknown) => dialogs.say(messageOf(error)));
}

async function askNewest(places: ScreenPlaces, dialogs: Dialogs): Promise<void> {
  const { found } = await ledgersOf(places, paths.questions);
  found.sort((a, b) => b.at - a.at);
  const now = () => new Date();
  for (const { dir } of found.slice(0, MOST_FOLDERS)) {
    const journal = openJournal(dir, now, places);
    const open = (await journal.read()).questions.filter(({ state }) => state === "open");
    if (open.length === 0) continue;
    const goesOn = (await liveQuestions({ dir, person: places }, false, now))?.interview === "going";
    const left = await askAll(open, dialogs, journal, goesOn);
    if (left === ENOUGH) return dialogs.say(interviewEnded(basename(dir)));
    return dialogs.say(dialogsEnded(open.length, left.length));
  }
  dialogs.say(SCREEN.noQuestion);
}

/** Gives back those that are still open, or that the person wants no further one. */
async function askAll(
  open: readonly Asked[],
  dialogs: Dialogs,
  journal: Journal,
  goesOn: boolean,
): Promise<Asked[] | typeof ENOUGH> {
  const left: Asked[] = [];
  for (const [at, asked] of open.entries()) {
    // Another door may have been quicker, and what it said stays.
    const { questions } = await journal.read();
    if (!questions.some(({ id, state }) => id === asked.id && state === "open")) continue;
    const ask = ASKED[asked.question.type] as Asking<TypeName> | null;
    if (ask === null) {
      left.push(asked);
      continue;
    }
    const given = await ask(asked.question, sheetOf(asked.question, dialogs, goesOn), dialogs);
    if (given === null) return [...left, ...open.slice(at)];
    try {
      if (given === ENOUGH) {
        await journal.end("host");
        return ENOUGH;
      }
      if (given === SKIP) await journal.skip(asked.id, "host");
      else await journal.answer(asked.id, given, "host");
    } catch (error) {
      dialogs.say(messageOf(error));
      left.push(asked);
    }
  }
  return left;
}

/** Values of rows that are no answers; no id of an option has a blank. */
const BESIDE = { words: " words", read: " read", skip: " skip", enough: " enough", done: " done", back: " back" };
const row = (value: keyof typeof BESIDE & keyof typeof ROWS_BESIDE): Choice => ({
  value: BESIDE[value],
  title: ROWS_BESIDE[value],
});

function sheetOf(question: Question, { select, prompt, say }: Dialogs, goesOn: boolean): Sheet {
  const { title, more } = dialogHead(question);
  const beside = [
    ...(more ? [row("read")] : []),
    ...(question.required === true ? [] : [row("skip")]),
    ...(goesOn ? [row("enough")] : []),
  ];
  /** Shows a text of any length, the rows below its last part; what is chosen there. */
  const readThrough = async (text: string, rows: readonly Choice[]): Promise<string | null> => {
    const pages = pagesOf(text, DIALOG_ROOM);
    for (const page of pages.slice(0, -1)) {
      const chosen = await select(`${page} …`, [{ value: "on", title: ROWS_BESIDE.on }, row("back")]);
      if (chosen !== "on") return chosen;
    }
    return select(pages.at(-1) ?? "", rows);
  };
  const choose: Sheet["choose"] = async (rows, above = "") => {
    for (;;) {
      const chosen = await select(`${above} ${title}`.trim(), [...rows, ...beside]);
      if (chosen === BESIDE.skip) return SKIP;
      if (chosen === BESIDE.enough) return ENOUGH;
      if (chosen !== BESIDE.read) return chosen;
      if ((await readThrough(questionWhole(question), [row("back")])) === null) return null;
    }
  };
  return {
    title,
    prompt,
    say,
    choose,
    async option(options, { above, rows = [], taken }) {
      const drawn = options.map((each) => ({ option: each, ...optionRow(each) }));
      const mark = (id: string): string => (taken === undefined ? "" : taken.has(id) ? "[x] " : "[ ] ");
      const listed = drawn.map(({ option: { id }, row }) => ({ value: id, title: `${mark(id)}${row}` }));
      for (;;) {
        const chosen = await choose([...listed, ...rows], above);
        const found = drawn.find(({ option: { id } }) => id === chosen);
        if (found === undefined || found.whole) return chosen;
        const { option } = found;
        const take = taken?.has(option.id) ? ROWS_BESIDE.leave : ROWS_BESIDE.take;
        const said = await readThrough(optionWhole(option), [{ value: option.id, title: take }, row("back")]);
        if (said !== BESIDE.back) return said;
      }
    },
  };
}

type WithOptions = { options: readonly DialogOption[] };

/** An option's id, or words of the person's own where they are an answer too. */
async function oneOf({ options }: WithOptions, sheet: Sheet, other: boolean): Promise<unknown> {
  for (;;) {
    const selected = await sheet.option(options, { rows: other ? [row("words")] : [] });
    if (typeof selected !== "string") return selected;
    if (selected !== BESIDE.words) return { selected };
    const words = await sheet.prompt(sheet.title, "");
    if (words) return { selected: null, other: words };
  }
}

/** Options are taken and taken out until the person says that is all. */
async function severalOf({ options }: WithOptions, sheet: Sheet): Promise<unknown> {
  const taken = new Set<string>();
  for (;;) {
    const all = { value: BESIDE.done, title: chosenRow(taken.size) };
    const chosen = await sheet.option(options, { rows: [all], taken });
    if (typeof chosen !== "string") return chosen;
    if (chosen === BESIDE.done) return { selected: options.map(({ id }) => id).filter((id) => taken.has(id)) };
    if (!taken.delete(chosen)) taken.add(chosen);
  }
}

/** The best of those that are left, until one is. */
async function inOrder({ options }: WithOptions, sheet: Sheet): Promise<unknown> {
  const order: string[] = [];
  const left = () => options.filter(({ id }) => !order.includes(id));
  while (left().length > 1) {
    const above = placeSaid(order.length + 1, options.length);
    const chosen = await sheet.option(left(), { above });
    if (typeof chosen !== "string") return chosen;
    order.push(chosen);
  }
  return { ranking: [...order, ...left().map(({ id }) => id)].map((id, at) => ({ id, rank: at + 1 })) };
}

/** A number for each, one after the other. */
async function eachRated(question: Question & { type: "rate" }, sheet: Sheet): Promise<unknown> {
  const begun = await sheet.choose([{ value: "type", title: scaleSaid(question) }]);
  if (begun !== "type") return begun;
  const ratings: Record<string, number> = {};
  for (const option of question.options) {
    const about = pagesOf(optionWhole(option), DIALOG_ROOM)[0] ?? "";
    const value = await numberTyped(question, about, sheet);
    if (value === null) return null;
    ratings[option.id] = value;
  }
  return { ratings };
}

/** Where it stands at first, which is shown before all else, or another number. */
async function onScale(question: Question & { type: "slider" }, sheet: Sheet): Promise<unknown> {
  const { default: start } = question;
  const first = start === undefined ? [] : [{ value: "default", title: defaultRow(question, start) }];
  const chosen = await sheet.choose([
    ...first,
    { value: "type", title: `${start === undefined ? ROWS_BESIDE.type : ROWS_BESIDE.number}: ${scaleSaid(question)}` },
  ]);
  if (chosen === "default") return { value: start };
  return chosen === "type" ? sheet.prompt(sheet.title, scaleSaid(question)) : chosen;
}

async function numberTyped(scale: Scale, title: string, { prompt, say }: Sheet): Promise<number | null> {
  for (;;) {
    const typed = await prompt(title, scaleSaid(scale));
    if (typed === null) return null;
    const value = numberIn(typed, scale.unit);
    if (value !== null && value >= scale.min && value <= scale.max) return value;
    say(`Needed is ${scaleText(scale)}.`);
  }
}

async function askTyped(sheet: Sheet, placeholder: string): Promise<unknown> {
  const chosen = await sheet.choose([{ value: "type", title: ROWS_BESIDE.type }]);
  return chosen === "type" ? sheet.prompt(sheet.title, placeholder) : chosen;
}

const titleOf = ({ text }: Pick<Question, "text">): string => truncate(clean(text).text.replace(/\s+/gu, " "), TITLE);

const APPROVES = "You approve it.";

/** Approved, or sent back with words: the whole text is read in the reply or on the page, and its beginning here. */
async function askDecision(question: Question, { select, prompt }: Dialogs): Promise<string | null> {
  const [about = question] = "sections" in question ? question.sections : [];
  const start = "markdown" in about ? wordsShown(about.markdown, { ours: true }) : "";
  const choice = await select(titleOf({ text: `${question.text} ${start}`.trim() }), [
    { value: "approve", title: "Approve" },
    { value: "revise", title: "Send back", description: SCREEN.remarks },
  ]);
  if (choice === "approve" && isApproval(question)) return (await typesLetters({ prompt }, APPROVES)) ? choice : null;
  if (choice !== "revise") return choice;
  const words = await prompt(SCREEN.whatChanges, "");
  return words && `revise: ${words}`;
}
