import type { PullCame, PullFault } from "../artifacts/study-pull.ts";
import { amount, bytesText, count } from "../text/numbers.ts";
import { type Block, heading, type Item, list } from "./block.ts";
import { copied, path, quote, type Sentence, say, strong, words } from "./sentence.ts";
import { studyLine } from "./study-stopped.ts";

/** Experiments that are named of each kind before the rest is counted. */
const MOST = 20;

/**
 * What a pull put into the project, what it left out and why, and what to type.
 * @param followed Whether what the study shows is said right behind it.
 */
export function pullSaid(
  came: PullCame,
  { base, meant, followed }: { base: string; meant: string; followed: boolean },
): Block[] {
  const { pulled, there, gone, refused } = came;
  const shows = pulled.length + there > 0 && !followed;
  const head =
    pulled.length > 0
      ? say`${strong(say`${count(pulled.length, "experiment")} ${pulled.length === 1 ? "was" : "were"} put into ${path(base)}.`)} ${HERE}`
      : say`${strong(say`Nothing new was put into ${path(base)}.`)}`;
  const first = pulled[0];
  return [
    head,
    there > 0 ? say`${count(there, "experiment")} ${there === 1 ? "lies" : "lie"} here from before.` : [],
    list(
      pulled.slice(0, MOST).map(({ key, folder }) => say`${copied(key)} is ${words(folder, "line")}`),
      pulled.length > MOST ? { last: say`and ${amount(pulled.length - MOST)} more` } : {},
    ),
    ...refusedSaid(refused),
    ...goneSaid(gone, meant),
    {
      is: "next",
      of: [
        ...(shows ? [say`${studyLine("result", meant)} says what the study shows.`] : []),
        ...(first ? [say`${copied(`opencode-designlab show ${first.folder}`)} shows one of them.`] : []),
        ...(refused.length > 0 ? [say`${studyLine("pull", meant)} tries again what was left out.`] : []),
      ],
    },
  ];
}

const HERE = say`They come out of the queue, which others may write to, so they count as not seen on this machine.`;

function refusedSaid(refused: PullCame["refused"]): Block[] {
  if (refused.length === 0) return [];
  const items = refused
    .slice(0, MOST)
    .map(({ key, fault }): Item => say`${words(key, "line")}: ${pullFaultSaid(fault)}`);
  const more = refused.length - MOST;
  return [
    heading(say`Left out`),
    say`Nothing of ${refused.length === 1 ? "it" : "these"} was put here; the others are whole.`,
    list(items, more > 0 ? { last: say`and ${amount(more)} more` } : {}),
  ];
}

/** Why an experiment was left out, the end of a sentence. */
export function pullFaultSaid(fault: PullFault): Sentence {
  switch (fault.kind) {
    case "key":
      return say`the study has no such experiment`;
    case "too-many":
      return say`it has ${count(fault.found, "file")}, the most is ${amount(fault.most)}`;
    case "too-large":
      return say`${fault.path === null ? say`it is` : say`${quote(fault.path)} is`} ${sizeSaid(fault.found)}, the most is ${bytesText(fault.most)}`;
    case "path":
      return say`no experiment holds a file called ${quote(fault.path)}`;
    case "twin":
      return say`${quote(fault.path)} and ${quote(fault.other)} are one file on some disks`;
    case "manifest":
      return say`its files are not those of which its worker said that it was done: it was changed since`;
    case "missing":
      return say`${quote(fault.path)} is missing in the queue`;
    case "damaged":
      return say`${quote(fault.path)} is damaged: its hash is another`;
    case "no-task":
      return say`it has no task.json`;
    case "task":
      return say`its task.json cannot be used: ${words(fault.reason, "message")}`;
    case "changed":
      return say`it is another in the queue than when it was pulled into ${words(fault.folder, "line")}, which stays as it is; its key behind ${copied("pull")} puts the new one beside it`;
  }
}

const sizeSaid = (bytes: number): Sentence =>
  Number.isSafeInteger(bytes) && bytes >= 0 ? say`${bytesText(bytes)}` : say`of no possible size`;

function goneSaid(gone: PullCame["gone"], meant: string): Block[] {
  const [first] = gone;
  if (first === undefined) return [];
  return [
    say`${count(gone.length, "experiment")} that ${gone.length === 1 ? "was" : "were"} pulled before ${gone.length === 1 ? "was" : "were"} removed or moved since, and ${gone.length === 1 ? "is" : "are"} not pulled again unless asked for: ${studyLine("pull", `${meant} ${first.key}`.trim())} does it.`,
  ];
}

/** What a terminal says while it is pulled. */
export const pullingSaid = (done: number, all: number): string => `Pulling: ${done} of ${all} experiments`;
