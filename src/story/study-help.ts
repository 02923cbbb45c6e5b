/** What is said of studies in the help that the command prints. */
export const STUDY_HELP = {
  word: {
    word: "study",
    usage: "study WORD",
    does: "asks many tasks of many panels, on one machine or several, and says which panel and which models to take; help study names its words",
  },
  what: "A study asks every task of a file of every panel of models in it, each pair once or several times: which models design best for you, and whether a cheaper panel chooses the same. Each task by each panel is an experiment as run makes one. They wait in a queue, from which this machine and others take them. A person at a terminal begins it: an agent cannot.",
  title: "Words of a study, in the order of its life",
  options: "Its options",
  begin: "Begin with a study file: docs/study.md has a short one to copy, docs/study/study.yaml one of ten tasks.",
  more: "More about one word: opencode-designlab help study check",
} as const;

/** What each option in the usage of a study's word does: of that word alone, or of all that take it. */
const OPTIONS: Readonly<Record<string, string>> = {
  "--queue":
    "the queue that the study waits in: a file, or postgres://USER@HOST/NAME; left out, the one that this project's study is in",
  "run --queue":
    "the queue that the study is to wait in: postgres://USER@HOST/NAME for several machines; left out, a file in the study's own folder",
  "work --queue": "the queue to take experiments from: a file, or postgres://USER@HOST/NAME",
  "--study":
    "which study is meant, by its name or by 8 or more digits of its hash; left out, the newest of this project",
  "work --study":
    "which study to work on, by its hash, as study check prints it; with --yes all 64 digits, which say yes to it",
  "run --study":
    "with --yes: the hash that study check prints, all 64 digits, which say yes to this study at its price in advance",
  "--read": "writes all that the study would send and use into this folder, as files to be read before you say yes",
  "--server":
    "drives an OpenCode server that runs already, in place of one that is started for it; given again, several",
  "--at-once": "so many experiments at a time on this machine; 2 unless it is said",
  "--max-cost":
    "the limit in US dollars of all your workers on this machine for this study, over all runs; a killed experiment counts with all that was reserved for it",
  "go --max-cost": "the new limit of the whole study in US dollars, or none",
  "go --max-tokens": "its new limit in tokens, or none",
  "go --max-hours": "its new limit in hours, or none",
  "--account":
    "what the account is called whose keys are used here: machines that say the same share its providers' limits",
  "work --dir": "the folder that experiments are made in; left out, an empty one of the lab's own",
  "--follow": "goes on saying how it stands until the study is over",
  "--page": "opens a page in the browser that follows it, until you close it",
  "--anonymous": "without a name of a task, panel, model, person or machine; needed",
  "--to": "the file that is written; nothing is written over",
};

/** Each option that stands in a usage, as it is typed, and what it does; "" where nothing is said of it. */
export function studyOptionRows({ word, usage }: { word: string; usage: string }): [string, string][] {
  const typed = usage.match(/--[a-z-]+(?: [A-Z0-9][A-Z0-9|]*)?/gu) ?? [];
  return typed.map((option): [string, string] => {
    const [name = ""] = option.split(" ");
    return [option, OPTIONS[`${word} ${name}`] ?? OPTIONS[name] ?? ""];
  });
}

/** What is wrong with a word of study, and what to type. @param near Names that may have been meant. */
export function noSuchWord(
  word: string | undefined,
  near: readonly string[],
  all: readonly string[],
): { is: string; advice: string } {
  const advice = `opencode-designlab help study says what each does. There are: ${all.join(", ")}.`;
  if (word === undefined)
    return { is: "Cannot tell what to do with a study: a word is needed behind it, such as check FILE.", advice };
  const meant = near.length > 0 ? `; the nearest: ${near.join(", ")}` : "";
  return { is: `Cannot do "study ${word.slice(0, 60)}": there is no such word${meant}.`, advice };
}

/** How a word is typed, where a line of it was wrong. */
export const typedSaid = ({ usage }: { usage: string }): string => `It is typed: opencode-designlab study ${usage}`;
