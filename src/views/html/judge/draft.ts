import type { Voice } from "../../../artifacts/vote.ts";
import { rangeSaid } from "../../../story/answering.ts";
import { VOTE_NEEDS, type VoteSoFar } from "../../../story/judge-page.ts";
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
  /** By both letters, "N O": what was answered stays, whatever pairs a page that is loaded anew asks about. */
  pairs: Readonly<Record<string, PairDraft>>;
  saw: boolean | null;
};

export type PairDraft = { said: "first" | "second" | "neither" | null; why: string };

/** The fields as a person finds them, with what was said before. */
export function draftOf(voice: Voice | null, name = ""): Draft {
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
    pairs: Object.fromEntries(
      (voice?.pairs ?? []).map(({ first, second, better, why }): [string, PairDraft] => {
        const said = better === null ? "neither" : better === first ? "first" : "second";
        return [pairKey(first, second), { said, why }];
      }),
    ),
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
    pairs: askedPairs(sheet, draft).flatMap(([first, second]) => {
      const { said, why } = draft.pairs[pairKey(first, second)] ?? UNSAID;
      if (said === null) return [];
      return [{ first, second, better: said === "neither" ? null : said === "first" ? first : second, why }];
    }),
    saw_result: draft.saw,
  };
}

/** Whether nothing at all stands in the fields, so that there is nothing to keep. */
export function isUntouched(sheet: Sheet, draft: Draft): boolean {
  const said = (of: Draft): string => JSON.stringify(voiceOf(sheet, of));
  return said(draft) === said(draftOf(null));
}

/** The fields of a vote that is taken up again: who had not seen the result may have looked since, or was shown it here. */
export const reopened = (draft: Draft, shown: boolean): Draft => ({
  ...draft,
  saw: draft.saw === true || shown ? true : null,
});

/** The fields without what was typed of some designs: their texts are others by now. */
export function withoutLetters(
  { order, scores, comments, knows, pairs, ...rest }: Draft,
  letters: readonly string[],
): Draft {
  const stays = (letter: string): boolean => !letters.includes(letter);
  const of = <T>(fields: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => key.split(" ").every(stays)));
  return {
    ...rest,
    order: order.map((group) => group.filter(stays)).filter((group) => group.length > 0),
    scores: of(scores),
    comments: of(comments),
    knows: knows.filter(stays),
    pairs: of(pairs),
  };
}

export const pairKey = (first: string, second: string): string => `${first} ${second}`;
export const UNSAID: PairDraft = { said: null, why: "" };

/** The pairs of the sheet, then others that were answered before: each pair once, the way it was first asked. */
export function askedPairs({ designs, pairs }: Sheet, draft: Pick<Draft, "pairs">): (readonly [string, string])[] {
  const isShown = (letter: string): boolean => designs.some((each) => each.letter === letter);
  const answered = Object.keys(draft.pairs).flatMap((key) => {
    const [first = "", second = ""] = key.split(" ");
    return isShown(first) && isShown(second) ? [[first, second] as const] : [];
  });
  const isSame = (one: readonly string[], other: readonly string[]): boolean =>
    one.every((each) => other.includes(each));
  return [
    ...pairs.map((pair) => answered.find((one) => isSame(one, pair)) ?? pair),
    ...answered.filter((one) => !pairs.some((pair) => isSame(one, pair))),
  ];
}

/** What was typed for a criterion, which may be called as something is that every object has. */
export function typedFor({ scores }: Pick<Draft, "scores">, letter: string, criterion: string): string {
  const own = scores[letter] ?? {};
  return Object.hasOwn(own, criterion) ? (own[criterion] ?? "") : "";
}

function scoresOf(sheet: Sheet, draft: Draft, letter: string): Record<string, number> {
  return Object.fromEntries(
    sheet.criteria.flatMap((criterion) => {
      const score = numberOf(criterion, typedFor(draft, letter, criterion.name));
      return score === null ? [] : [[criterion.name, score] as const];
    }),
  );
}

/** How much is said, with the fields that hold no number of their scale. */
type Standing = VoteSoFar & { wrong: readonly { letter: string; criterion: string }[] };

export function draftStanding(sheet: Sheet, draft: Draft): Standing {
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
        const text = typedFor(draft, letter, criterion.name);
        return text.trim() === "" || numberOf(criterion, text) !== null ? [] : [{ letter, criterion: criterion.name }];
      }),
    ),
    open_pairs: askedPairs(sheet, draft).length - voice.pairs.length,
    says: ordered.length > 0 || scored.length > 0 || voice.pairs.length > 0,
  };
}

/** What is still needed before a person is done, as sentences, each with where it stands on the page. */
export function neededOf(sheet: Sheet, draft: Draft): { at: string; text: string }[] {
  const { says, wrong } = draftStanding(sheet, draft);
  const part = sheet.designs.length > 1 ? "order" : "scores";
  return [
    ...(draft.name.trim() === "" && sheet.person === null ? [{ at: "name", text: VOTE_NEEDS.name }] : []),
    ...wrong.slice(0, 3).flatMap(({ letter, criterion }) => {
      const at = sheet.criteria.findIndex(({ name }) => name === criterion);
      const scale = sheet.criteria[at];
      if (!scale) return [];
      return [{ at: `score-${at}-${letter}-number`, text: `${letter}, ${criterion}: needed is ${rangeSaid(scale)}.` }];
    }),
    ...(says ? [] : [{ at: `${part}-title`, text: VOTE_NEEDS[part] }]),
    ...(sheet.has_result && draft.saw === null ? [{ at: "saw-0", text: VOTE_NEEDS.result }] : []),
  ];
}
