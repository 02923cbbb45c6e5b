import type { SharedTopic } from "../artifacts/points.ts";
import { meaningfulWords } from "./words.ts";

/** Two trade-offs are about one topic when this share of their aspects' words is common (Dice's coefficient). */
const SAME_TOPIC = 0.5;
/** Two choices are alike from this share on. */
const SAME_CHOICE = 0.6;

type Tradeoff = { aspect: string; choice: string };

/** Trade-offs with a word that one which has it too is held against. */
const MAX_HOLDERS = 64;

/**
 * The trade-offs of two designs that are about one topic, each used once, the most alike first; then different choices
 * before same ones. Time grows with their number: each is held against the first that share a word with it, 64 a word.
 */
export function sharedTopics(first: readonly Tradeoff[], second: readonly Tradeoff[]): SharedTopic[] {
  const stems = new Map<string, string>();
  const words = (text: string) => meaningfulWords(text, stems);
  const pairs = alikePairs(
    first.map(({ aspect }) => words(aspect)),
    second.map(({ aspect }) => words(aspect)),
  );
  const used = { first: new Set<number>(), second: new Set<number>() };
  const shared: SharedTopic[] = [];
  for (const pair of pairs.sort((a, b) => b.likeness - a.likeness)) {
    if (used.first.has(pair.first) || used.second.has(pair.second)) continue;
    used.first.add(pair.first);
    used.second.add(pair.second);
    const [a, b] = [words(first[pair.first]?.choice ?? ""), words(second[pair.second]?.choice ?? "")];
    const common = [...a].filter((word) => b.has(word)).length;
    shared.push({ first: pair.first, second: pair.second, same_choice: likeness(common, a, b) >= SAME_CHOICE });
  }
  return shared.sort((a, b) => Number(a.same_choice) - Number(b.same_choice));
}

type Words = ReadonlySet<string>;

/** Dice's coefficient of two texts by their words, of which so many are common. */
function likeness(common: number, a: Words, b: Words): number {
  return (2 * common) / Math.max(1, a.size + b.size);
}

/** Pairs of aspects alike enough to be about one topic, in the order of both lists. */
function alikePairs(
  first: readonly Words[],
  second: readonly Words[],
): { first: number; second: number; likeness: number }[] {
  const holders = new Map<string, number[]>();
  for (const [at, words] of second.entries()) {
    for (const word of words) {
      const known = holders.get(word) ?? [];
      if (known.length < MAX_HOLDERS) known.push(at);
      holders.set(word, known);
    }
  }
  const common = new Uint32Array(second.length);
  return first.flatMap((own, at) => {
    const touched: number[] = [];
    for (const word of own) {
      for (const other of holders.get(word) ?? []) {
        if (common[other] === 0) touched.push(other);
        common[other] = (common[other] ?? 0) + 1;
      }
    }
    const pairs = touched.map((to) => ({
      first: at,
      second: to,
      likeness: likeness(common[to] ?? 0, own, second[to] ?? new Set()),
    }));
    for (const other of touched) common[other] = 0;
    return pairs.filter((pair) => pair.likeness >= SAME_TOPIC).sort((a, b) => a.second - b.second);
  });
}
