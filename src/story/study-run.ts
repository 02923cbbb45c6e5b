import type { StudyStanding } from "../artifacts/study.ts";
import { amount, count, dollars } from "../text/numbers.ts";
import type { Block } from "./block.ts";
import { lead, notice } from "./block.ts";
import { copied, path, type Sentence, say, together, unmarked, words } from "./sentence.ts";
import { goOnSaid, stoppedWhy } from "./study-stopped.ts";

/** The question before a study is begun: what it costs, and which it is. Money in US dollars. */
export function runAsked(of: {
  hash: string;
  experiments: number;
  /** What is expected and at most; null where no price is known. */
  price: { expected: number; upper: number } | null;
  unpriced: readonly string[];
  /** The most that the whole may cost; null: no limit of its own. */
  most: number | null;
}): string {
  const cost =
    of.price === null
      ? say`at a price that nobody knows`
      : say`for about ${dollars(of.price.expected)}${of.unpriced.length > 0 ? say` and what models without a known price take` : []}, at most ${dollars(of.most ?? of.price.upper)}`;
  return unmarked(
    say`Begin ${count(of.experiments, "experiment")} ${cost} (study ${copied(of.hash.slice(0, 8))})?`,
    String,
  );
}

/** Where a study of that name was begun from a file that said something else. */
export function editedSaid(others: readonly { hash: string; path: string }[]): Block[] {
  const places = others.slice(0, 3).map(({ path: folder }) => path(folder));
  return [
    notice(
      say`The file has changed since: this is another study than ${together(
        places.map((each) => say`${each}`),
        ", ",
      )}. What that came to stays there; ${copied("opencode-designlab study show")} shows it.`,
    ),
  ];
}

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
      say`It was begun before: ${amount(counts.done)} of ${amount(all)} experiments are done, ${dollars(money.spent)} are spent.${joined}${held}`,
    ),
  ];
}
