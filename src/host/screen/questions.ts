import { letterOf } from "../../artifacts/names.ts";
import { messageOf } from "../../errors.ts";
import { openJournal } from "../../questions/journal.ts";
import { type Asked, isApproval } from "../../questions/replay.ts";
import type { Question, TypeName } from "../../questions/types.ts";
import { paths } from "../../store/paths.ts";
import { clean } from "../../text/clean.ts";
import { inlineTokensOf, visibleText } from "../../text/kept-markdown.ts";
import { count } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";
import { ledgersOf, type ScreenPlaces } from "./ledgers.ts";
import { typesLetters } from "./word.ts";

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

/** How a dialog answers a question: with a line as it would be typed, or the answer itself; null leaves it open. */
type Asking<T extends TypeName> = (question: Question & { type: T }, dialogs: Dialogs) => Promise<unknown>;

/** What a dialog of the host can ask; the others stand on the page. */
const ASKED: { [T in TypeName]: Asking<T> | null } = {
  pick_one: (question, { select, prompt }) => optionOf(question, select, question.other === true ? prompt : null),
  show_options: (question, { select }) => optionOf(question, select, null),
  pick_many: (question, { prompt }) => prompt(titleOf(question), lettersOf(question)),
  rank: (question, { prompt }) => prompt(titleOf(question), `${lettersOf(question)}; all, the best first`),
  rate: (question, { prompt }) =>
    prompt(titleOf(question), `${lettersOf(question)}; a=${question.max}, b=${question.min}, …`),
  confirm: (question, { select }) =>
    select(titleOf(question), [
      { value: "yes", title: question.yes ?? "Yes" },
      { value: "no", title: question.no ?? "No" },
      { value: "cancel", title: question.cancel ?? "Cancel" },
    ]),
  ask_text: (question, { prompt }) => prompt(titleOf(question), question.placeholder ?? ""),
  slider: (question, { prompt }) => prompt(titleOf(question), `${question.min} to ${question.max}`),
  thumbs: (question, { select }) =>
    select(titleOf(question), [
      { value: "up", title: "Up" },
      { value: "down", title: "Down" },
    ]),
  emoji_react: (question, { prompt }) => prompt(titleOf(question), ""),
  review_section: askDecision,
  show_plan: askDecision,
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
  for (const { dir } of found.slice(0, MOST_FOLDERS)) {
    const journal = openJournal(dir, () => new Date(), places);
    const open = (await journal.read()).questions.filter(({ state }) => state === "open");
    if (open.length === 0) continue;
    const left = await askAll(
      open,
      dialogs,
      async ({ id }) => (await journal.read()).questions.some((each) => each.id === id && each.state === "open"),
      async (asked, given) => void (await journal.answer(asked.id, given, "host")),
    );
    const rest = left.length === 0 ? "" : ` ${count(left.length, "question")} left: /design-lab open shows the page.`;
    return dialogs.say(`${open.length - left.length} of ${count(open.length, "question")} answered.${rest}`);
  }
  dialogs.say("No question is open.");
}

/** Gives back those that are still open. */
async function askAll(
  open: readonly Asked[],
  dialogs: Dialogs,
  isOpen: (asked: Asked) => Promise<boolean>,
  take: (asked: Asked, given: unknown) => Promise<void>,
): Promise<Asked[]> {
  const left: Asked[] = [];
  for (const [at, asked] of open.entries()) {
    // Another door may have been quicker, and what it said stays.
    if (!(await isOpen(asked))) continue;
    const ask = ASKED[asked.question.type] as Asking<TypeName> | null;
    if (ask === null) {
      left.push(asked);
      continue;
    }
    const given = await ask(asked.question, dialogs);
    if (given === null) return [...left, ...open.slice(at)];
    try {
      await take(asked, given);
    } catch (error) {
      dialogs.say(messageOf(error));
      left.push(asked);
    }
  }
  return left;
}

const titleOf = ({ text }: Pick<Question, "text">): string => truncate(clean(text).text.replace(/\s+/gu, " "), TITLE);

type WithOptions = { options: readonly { id: string; label: string; description?: string }[] };

/** "a S3, b Kafka": the letters by which a typed line names options. */
const lettersOf = ({ options }: WithOptions): string =>
  truncate(options.map(({ label }, at) => `${letterOf(at).toLowerCase()} ${clean(label).text}`).join(", "), TITLE);

/** An option's id, or words of the person's own where `prompt` may ask for them. */
async function optionOf(
  question: Question & WithOptions,
  select: Dialogs["select"],
  prompt: Dialogs["prompt"] | null,
): Promise<unknown> {
  const own = prompt === null ? [] : [{ value: "", title: "In words of your own" }];
  const choices = question.options.map(({ id, label, description }) => ({
    value: id,
    title: clean(label).text,
    ...(description !== undefined && { description: clean(description).text }),
  }));
  const selected = await select(titleOf(question), [...choices, ...own]);
  if (selected !== "" || prompt === null) return selected && { selected };
  const other = await prompt(titleOf(question), "");
  return other && { selected: null, other };
}

const APPROVES = "You approve it.";

/** The words that Markdown of our own shows. */
const shownOf = (markdown: string): string =>
  inlineTokensOf(markdown)
    .map((token) => (token.type.endsWith("break") ? " " : visibleText(token)))
    .join("");

/** Approved, or sent back with words: the whole text is read in the reply or on the page, and its beginning here. */
async function askDecision(question: Question, { select, prompt }: Dialogs): Promise<string | null> {
  const [about = question] = "sections" in question ? question.sections : [];
  const start = "markdown" in about ? shownOf(about.markdown) : "";
  const choice = await select(titleOf({ text: `${question.text} ${start}`.trim() }), [
    { value: "approve", title: "Approve" },
    { value: "revise", title: "Send back", description: "With what is to be changed" },
  ]);
  if (choice === "approve" && isApproval(question)) return (await typesLetters({ prompt }, APPROVES)) ? choice : null;
  if (choice !== "revise") return choice;
  const words = await prompt("What is to be changed?", "");
  return words && `revise: ${words}`;
}
