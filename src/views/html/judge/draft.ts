import type { Voice } from "../../../artifacts/vote.ts";
import { numberOf } from "../client/scale.tsx";
import type { Order } from "./order.ts";
import type { Sheet } from "./sheet.ts";

/** What stands in the page's fields, as it was typed. */
export type Draft = {
  name: string;
  order: Order;
  /** By letter and criterion; "" or absent where it is not scored. */
  scores: Readonly<Record<string, Readonly<Record<string, string>>>>;
  comments: Readonly<Record<string, string>>;
  knows: readonly string[];
  /** As the sheet has its pairs. */
  pairs: readonly PairDraft[];
  saw: boolean | null;
};

export type PairDraft = { said: "first" | "second" | "neither" | null; why: string };

/** The fields as a person finds them, with what was said before. */
export function draftOf(sheet: Sheet, voice: Voice | null, name = ""): Draft {
  const designs = voice?.designs ?? [];
  return {
    name,
    order: voice?.order ?? [],
    scores: Object.fromEntries(
      designs.map(({ letter, scores }) => [
        letter,
        Object.fromEntries(Object.entries(scores).map(([criterion, score]) => [criterion, String(score)])),
      ]),
    ),
    comments: Object.fromEntries(designs.map(({ letter, comment }) => [letter, comment])),
    knows: designs.filter(({ knows_author }) => knows_author).map(({ letter }) => letter),
    pairs: sheet.pairs.map(([first, second]): PairDraft => {
      const found = voice?.pairs.find((pair) => pair.first === first && pair.second === second);
      if (!found) return { said: null, why: "" };
      const said = found.better === null ? "neither" : found.better === first ? "first" : "second";
      return { said, why: found.why };
    }),
    saw: voice?.saw_result ?? null,
  };
}

/** What the fields say. What is no score, no order of two or no answer to a pair is left out. */
export function voiceOf(sheet: Sheet, draft: Draft): Voice {
  return {
    designs: sheet.designs.map(({ letter }) => ({
      letter,
      scores: scoresOf(sheet, draft, letter),
      comment: draft.comments[letter] ?? "",
      knows_author: draft.knows.includes(letter),
    })),
    order: draft.order.flat().length < 2 ? [] : draft.order.map((group) => [...group]),
    pairs: sheet.pairs.flatMap(([first, second], at) => {
      const { said, why } = draft.pairs[at] ?? { said: null, why: "" };
      if (said === null) return [];
      return [{ first, second, better: said === "neither" ? null : said === "first" ? first : second, why }];
    }),
    saw_result: draft.saw,
  };
}

function scoresOf(sheet: Sheet, draft: Draft, letter: string): Record<string, number> {
  return Object.fromEntries(
    sheet.criteria.flatMap((criterion) => {
      const score = numberOf(criterion, draft.scores[letter]?.[criterion.name]);
      return score === null ? [] : [[criterion.name, score] as const];
    }),
  );
}

/** How much is said: letters of designs, and how many pairs. */
export type Standing = {
  ordered: readonly string[];
  unordered: readonly string[];
  /** Scored by every criterion, and by some only. */
  scored: readonly string[];
  partly: readonly string[];
  /** Fields that hold no number of their scale. */
  wrong: readonly { letter: string; criterion: string }[];
  open_pairs: number;
  /** Something that can count. */
  says: boolean;
};

export function standingOf(sheet: Sheet, draft: Draft): Standing {
  const letters = sheet.designs.map(({ letter }) => letter);
  const voice = voiceOf(sheet, draft);
  const scores = new Map(voice.designs.map((design) => [design.letter, Object.keys(design.scores).length]));
  const many = (letter: string): number => scores.get(letter) ?? 0;
  const ordered = voice.order.flat();
  const scored = letters.filter((letter) => many(letter) === sheet.criteria.length && many(letter) > 0);
  return {
    ordered,
    unordered: letters.filter((letter) => !ordered.includes(letter)),
    scored,
    partly: letters.filter((letter) => many(letter) > 0 && !scored.includes(letter)),
    wrong: letters.flatMap((letter) =>
      sheet.criteria.flatMap((criterion) => {
        const text = draft.scores[letter]?.[criterion.name] ?? "";
        return text.trim() === "" || numberOf(criterion, text) !== null ? [] : [{ letter, criterion: criterion.name }];
      }),
    ),
    open_pairs: sheet.pairs.length - voice.pairs.length,
    says: ordered.length > 0 || scored.length > 0 || voice.pairs.length > 0,
  };
}
