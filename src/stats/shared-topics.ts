import type { SharedTopic } from "../schemas/points.ts";
import { meaningfulWords } from "./words.ts";

/** Two trade-offs are about one topic when this share of their aspects' words is common (Dice's coefficient). */
const SAME_TOPIC = 0.5;
/** Two choices are alike from this share on. */
const SAME_CHOICE = 0.6;

type Tradeoff = { aspect: string; choice: string };

/** The trade-offs of two designs that are about one topic, each used once, the most alike first; then different choices before same ones. */
export function sharedTopics(first: readonly Tradeoff[], second: readonly Tradeoff[]): SharedTopic[] {
  const stems = new Map<string, string>();
  const words = (text: string) => meaningfulWords(text, stems);
  const alike = (a: Set<string>, b: Set<string>) =>
    (2 * [...a].filter((word) => b.has(word)).length) / Math.max(1, a.size + b.size);
  const aspects = second.map(({ aspect }) => words(aspect));
  const pairs = first.flatMap(({ aspect }, at) => {
    const own = words(aspect);
    return aspects.map((other, to) => ({ first: at, second: to, likeness: alike(own, other) }));
  });
  const used = { first: new Set<number>(), second: new Set<number>() };
  const shared: SharedTopic[] = [];
  for (const pair of pairs.sort((a, b) => b.likeness - a.likeness)) {
    if (pair.likeness < SAME_TOPIC || used.first.has(pair.first) || used.second.has(pair.second)) continue;
    used.first.add(pair.first);
    used.second.add(pair.second);
    const [a, b] = [first[pair.first]?.choice ?? "", second[pair.second]?.choice ?? ""];
    shared.push({ first: pair.first, second: pair.second, same_choice: alike(words(a), words(b)) >= SAME_CHOICE });
  }
  return shared.sort((a, b) => Number(a.same_choice) - Number(b.same_choice));
}
