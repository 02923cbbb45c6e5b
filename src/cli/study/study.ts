import { studyWordOf } from "../help.ts";
import type { CliPerson } from "../person.ts";
import type { CallCame } from "../remote.ts";
import { againWord } from "./again.ts";
import { checkWord } from "./check.ts";
import { exportWord } from "./export.ts";
import { goWord } from "./go.ts";
import { pullWord } from "./pull.ts";
import { resultWord } from "./result.ts";
import { runWord } from "./run.ts";
import { showWord } from "./show.ts";
import { stopWord } from "./stop.ts";
import { workWord } from "./work.ts";

/** What a line of `study` stands on. */
export type StudyCall = {
  /** The words behind the sub-command, its own options among them. */
  rest: readonly string[];
  /** The project's folder, as it was named with --dir or where the command runs. */
  directory: string;
  /** The folder as it was typed after --dir; null where it was not. */
  dir: string | null;
  /** The opencode that was named; null: the one on the PATH. */
  opencode: string | null;
  json: boolean;
  yes: boolean;
  person: CliPerson;
  signal: AbortSignal;
};

/** One sub-command: what is typed, what it does in a line, and its own options. */
export type StudyWord = {
  word: string;
  usage: string;
  does: string;
  run(call: StudyCall): Promise<CallCame>;
};

/** Every sub-command, in the order of a study's life. */
export const STUDY_WORDS: readonly StudyWord[] = [
  checkWord,
  runWord,
  workWord,
  showWord,
  stopWord,
  goWord,
  againWord,
  pullWord,
  resultWord,
  exportWord,
];

/** Does what `study WORD …` says. Throws LabError. */
export async function studyCommand(word: string | undefined, call: StudyCall): Promise<CallCame> {
  return studyWordOf(STUDY_WORDS, word).run(call);
}
