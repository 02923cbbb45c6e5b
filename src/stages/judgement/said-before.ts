import type { Voice, Vote } from "../../artifacts/vote.ts";
import { goneSaid } from "../../story/vote-kept.ts";

type Said = Pick<Vote, "voice" | "shown">;
type Text = Pick<Vote["shown"][number], "design_id" | "design_sha256">;

/** What of a vote is said of the texts of today; what was said of a text that changed, or is gone, is left out. */
export function stillSaid({ voice, shown }: Said, today: readonly Text[]): Voice {
  const holds = (letter: string): boolean =>
    shown.some((each) => each.letter === letter && today.some((text) => isSameText(text, each)));
  const order = voice.order.map((group) => group.filter(holds)).filter((group) => group.length > 0);
  return {
    ...voice,
    designs: voice.designs.filter(({ letter }) => holds(letter)),
    order: order.flat().length < 2 ? [] : order,
    pairs: voice.pairs.filter(({ first, second }) => holds(first) && holds(second)),
  };
}

/** The designs of a vote whose text is another today, by the person's letters. */
export function changedTexts({ shown }: Pick<Vote, "shown">, today: readonly Text[]): string[] {
  const isChanged = (each: Text): boolean =>
    today.some((text) => text.design_id === each.design_id && !isSameText(text, each));
  return shown.filter(isChanged).map(({ letter }) => letter);
}

const isSameText = (one: Text, other: Text): boolean =>
  one.design_id === other.design_id && one.design_sha256 === other.design_sha256;

/**
 * What a vote says that another in its place would not, designs taken by their ids, as its letters may be others; null
 * where that is nothing: "an order and 3 comments, said on the page, 2026-11-24 14:05".
 */
export function lostOf(before: Vote, now: Said): string | null {
  const [was, is] = [wordsOf(before), wordsOf(now)];
  const gone = (part: keyof typeof was): number => {
    const kept: readonly string[] = is[part];
    return was[part].filter((each) => !kept.includes(each)).length;
  };
  return goneSaid(gone, before);
}

/** Each thing that is said, as a text that is the same wherever the same is said. */
function wordsOf({ voice, shown }: Said) {
  const idOf = (letter: string | null) => shown.find((each) => each.letter === letter)?.design_id ?? null;
  const of = <T>(list: readonly T[], said: (each: T) => unknown): string[] =>
    list.map((each) => JSON.stringify(said(each)));
  const { designs, order, pairs } = voice;
  return {
    order: order.length === 0 ? [] : [JSON.stringify(order.map((group) => group.map(idOf).sort()))],
    scores: of(
      designs.filter(({ scores }) => Object.keys(scores).length > 0),
      ({ letter, scores }) => [idOf(letter), Object.entries(scores).sort(([a], [b]) => (a < b ? -1 : 1))],
    ),
    comments: of(
      designs.filter(({ comment }) => comment.trim() !== ""),
      ({ letter, comment }) => [idOf(letter), comment],
    ),
    pairs: of(pairs, ({ first, second, better, why }) => [[idOf(first), idOf(second)].sort(), idOf(better), why]),
    known: of(
      designs.filter(({ knows_author }) => knows_author),
      ({ letter }) => idOf(letter),
    ),
  };
}
