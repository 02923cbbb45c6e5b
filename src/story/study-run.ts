import type { StudyStanding } from "../artifacts/study.ts";
import { amount, count, dollars } from "../text/numbers.ts";
import { shellWord } from "../text/shell-word.ts";
import type { Block } from "./block.ts";
import { lead, notice } from "./block.ts";
import { copied, path, type Sentence, say, together, unmarked, words } from "./sentence.ts";
import { goOnSaid, stoppedWhy, studyLine } from "./study-stopped.ts";

/** The question before a study is begun or gone on with: what it costs, and which it is. Money in US dollars. */
export function runAsked(of: {
  hash: string;
  experiments: number;
  /** What is expected of all of it; null where no price is known. */
  price: { expected: number } | null;
  unpriced: readonly string[];
  /** The most that is spent from now on; null: nobody knows. */
  most: number | null;
  /** How it stands, where it was begun before. */
  before: Pick<StudyStanding, "counts" | "money"> | null;
}): string {
  const { experiments, before } = of;
  const begin =
    before === null
      ? say`Begin ${count(experiments, "experiment")}`
      : say`Go on with ${amount(before.counts.waiting + before.counts.running)} of ${count(experiments, "experiment")}`;
  const about = of.price === null || before !== null ? say`` : say` for about ${dollars(of.price.expected)}`;
  const spent = before === null ? [] : say` beside the ${dollars(before.money.spent)} that are spent`;
  const beside = of.unpriced.length > 0 ? say`, and what models without a known price take, which no limit holds` : [];
  const cost =
    of.price === null || of.most === null
      ? say` at a price that nobody knows`
      : say`${about}, at most ${dollars(of.most)}${spent}${beside}`;
  return unmarked(say`${begin}${cost} (study ${copied(of.hash.slice(0, 8))})?`, String);
}

/** How a yes is said in advance, of this very study. @param file As it was typed. */
export const runInAdvance = (file: string, hash: string): string =>
  `In advance it is said so: opencode-designlab study run ${shellWord(file)} --study ${hash} --yes`;

/** Where a study of that name was begun from a file that said something else. @param names Of their folders. */
export function editedSaid(names: readonly string[]): Block[] {
  const shown = names.slice(0, 3).map((name) => studyLine("show", `--study ${name}`));
  return [
    notice(
      say`The file has changed since: this is another study than ${together(
        names.slice(0, 3).map((name) => copied(name)),
        ", ",
      )}. What that came to stays there; ${together(shown, ", ")} ${shown.length === 1 ? "shows" : "show"} it.`,
    ),
  ];
}

/** Where its queue is, of a study that was begun in another than its own file. */
export const queueAtSaid = (address: string): Block[] => [
  notice(say`Its queue is ${path(address)}, which was named here before.`),
];

/** How a study stands that is gone on with, and who works on it already. */
export function goesOnSaid(standing: StudyStanding): Block[] {
  const { counts, workers, money, state, why } = standing;
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const others = workers.filter((each) => each.state === "working" || each.state === "idle");
  const at = others.map(({ machine }) => say`${words(machine)}`);
  const joined: Sentence =
    others.length === 0
      ? []
      : say` ${count(others.length, "worker")} ${others.length === 1 ? "is" : "are"} at it already, on ${together(at, ", ")}; this one joins.`;
  const held: Sentence = state === "stopped" ? say` ${stoppedWhy(standing)} ${goOnSaid(why, "")}` : [];
  return [
    lead(
      say`Study ${words(standing.name)} was begun before: ${amount(counts.done)} of ${amount(all)} experiments ${counts.done === 1 ? "is" : "are"} done, ${dollars(money.spent)} are spent.${joined}${held}`,
    ),
  ];
}
