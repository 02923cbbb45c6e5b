import { Type } from "@sinclair/typebox";
import { inline, join, type Markdown, md } from "../text/markdown.ts";
import { slipsOf } from "../text/nearest.ts";
import { listText } from "../text/numbers.ts";
import { numberIn, offScale, Scaled, ScaleStep, scaleText, wrongScale } from "./numbers.ts";
import {
  ID,
  labelOf,
  lettered,
  MAX_LIST,
  matcherOf,
  named,
  type Option,
  optionsOf,
  repeated,
  several,
  unknown,
} from "./options.ts";
import { closed, Feedback, freeText, line, needs, needsNot, type Reading, row, took } from "./row.ts";

const labels = (options: readonly Option[], ids: readonly string[]): Markdown =>
  listText(ids.map((id) => labelOf(options, id)));
const OptionId = Type.String({ minLength: 1, maxLength: 64, description: "Id of an option" });

/** Own words after "other:", wherever a question takes them. */
const OTHER = /^other\s{0,4}[:\uff1a]/iu;

export const pickOne = row({
  summary: "one of several options",
  fields: {
    options: optionsOf({}),
    other: Type.Optional(Type.Boolean({ description: "Whether words of the person's own are an answer too" })),
  },
  answer: closed({
    selected: Type.Union([OptionId, Type.Null()], { description: "Id of the option; null beside `other`" }),
    other: Type.Optional(freeText("The person's own words in place of an option")),
  }),
  wrong: ({ options }) => repeated(options),
  refuses({ options, other: open }, { selected, other }) {
    if (selected !== null) {
      if (other !== undefined) return needs("absent beside an option", other, ["other"]);
      return unknown(options, [selected], () => ["selected"]);
    }
    if (open !== true) return needs("the id of an option", selected, ["selected"]);
    return other === undefined ? needs("words, where no option is selected", other, ["other"]) : null;
  },
  text: ({ options, other }) =>
    md`${lettered(options)}\n\nAnswer with a letter or a label${other ? ", or in words of your own after “other:”" : ""}.`,
  read({ options, other }, typed): Reading<{ selected: string | null; other?: string }> {
    const own = other === true ? OTHER.exec(typed)?.[0] : undefined;
    if (own !== undefined) {
      const rest = typed.slice(own.length).trim();
      return rest === "" ? needs("words after other:", typed) : took({ selected: null, other: rest });
    }
    const { exact, match } = matcherOf(options);
    const matched = match(typed);
    if (matched.ok) return took({ selected: matched.option.id });
    // One sign alone is a slip, as is a label but for a letter, and what fits several options may mean one of them.
    const slip =
      slipsOf(
        typed,
        options.map(({ label }) => label),
      ).length > 0;
    const unclear = slip || typed.trim().length < 2 || exact(typed) !== null || matched.found.includes(", which fits ");
    return other !== true || unclear ? matched : took({ selected: null, other: typed.trim() });
  },
  understood: ({ options }, { selected, other }) =>
    selected === null ? md`You wrote: ${inline(other ?? "", 200)}` : md`You chose ${labelOf(options, selected)}.`,
});

export const pickMany = row({
  summary: "any number of several options",
  fields: {
    options: optionsOf({}),
    min: Type.Optional(Type.Integer({ minimum: 0, maximum: 200, description: "The fewest, 1 when absent" })),
    max: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: "The most, all when absent" })),
  },
  answer: closed({ selected: Type.Array(OptionId, { maxItems: 200, description: "Ids of the options" }) }),
  wrong({ options, min, max }) {
    const most = max ?? options.length;
    if (most > options.length) return needs(`at most ${options.length}, as there are options`, max, ["max"]);
    if ((min ?? 0) > most) return needs(`at most ${most}, the most that can be picked`, min, ["min"]);
    return repeated(options);
  },
  refuses({ options, ...ends }, { selected }) {
    const { min, max } = endsOf(options, ends);
    if (selected.length < min || selected.length > max) {
      return needsNot(`${manyText(min, max)} of the options`, String(selected.length), ["selected"]);
    }
    return unknown(options, selected, (at) => ["selected", at]);
  },
  text({ options, ...ends }) {
    const { min, max } = endsOf(options, ends);
    return md`${lettered(options)}\n\nAnswer with ${inline(manyText(min, max))} letters or labels, with commas between them${min === 0 ? "; or “none”" : ""}.`;
  },
  read({ options, ...ends }, typed) {
    const found = several(options, typed);
    if (found.ok) return took({ selected: [...new Set(found.options.map(({ id }) => id))] });
    const { min, max } = endsOf(options, ends);
    const word = typed.trim().toLowerCase();
    if (word === "none" && min === 0) return took({ selected: [] });
    return word === "all" && max === options.length ? took({ selected: options.map(({ id }) => id) }) : found;
  },
  understood: ({ options }, { selected }) =>
    selected.length === 0 ? md`You chose none.` : md`You chose ${labels(options, selected)}.`,
});

type Ends = { min?: number; max?: number };
const endsOf = (options: readonly unknown[], { min, max }: Ends) => {
  const most = max ?? options.length;
  return { min: min ?? Math.min(1, most), max: most };
};
const manyText = (min: number, max: number): string => (min === max ? `exactly ${min}` : `${min} to ${max}`);

const Side = (description: string) =>
  Type.Optional(Type.Array(line("One of them", 2_000), { maxItems: 20, description }));

export const showOptions = row({
  summary: "one of several options, each with what speaks for and against it",
  fields: { options: optionsOf({ pros: Side("What speaks for it"), cons: Side("What speaks against it") }) },
  answer: closed({ selected: OptionId, feedback: Feedback }),
  wrong: ({ options }) => repeated(options),
  refuses: ({ options }, { selected }) => unknown(options, [selected], () => ["selected"]),
  text: ({ options }) =>
    md`${lettered(options, ({ pros = [], cons = [] }) => [
      ...pros.map((each) => md`  - for it: ${inline(each, 400)}`),
      ...cons.map((each) => md`  - against it: ${inline(each, 400)}`),
    ])}\n\nAnswer with a letter or a label; after a colon you may say why.`,
  read({ options }, typed): Reading<{ selected: string; feedback?: string }> {
    const { exact, match } = matcherOf(options);
    const whole = exact(typed);
    if (whole) return took({ selected: whole.id });
    const at = typed.search(/[:,;\n\uff1a\uff0c\u3001\u060c]|\sbecause\s|\s[-\u2013\u2014]\s/iu);
    const matched = match(at < 0 ? typed : typed.slice(0, at));
    if (!matched.ok) return matched;
    const feedback =
      at < 0
        ? ""
        : typed
            .slice(at)
            .replace(/^[\s:,;\uff1a\uff0c\u3001\u060c\u2013\u2014-]{1,9}/u, "")
            .trim();
    return took({ selected: matched.option.id, ...(feedback !== "" && { feedback }) });
  },
  understood: ({ options }, { selected, feedback }) =>
    md`You chose ${labelOf(options, selected)}${feedback === undefined ? "" : md`, and said: ${inline(feedback, 200)}`}.`,
});

export const rankQuestion = row({
  summary: "options in the person's order, the best first",
  fields: { options: optionsOf({}, 2) },
  answer: closed({
    ranking: Type.Array(closed({ id: OptionId, rank: Type.Integer({ minimum: 1, maximum: 200 }) }), {
      maxItems: 200,
      description: "Every option once, with its place from 1 on",
    }),
  }),
  wrong: ({ options }) => repeated(options),
  refuses({ options }, { ranking }) {
    const all = `every option once, ${options.length} in all`;
    if (ranking.length !== options.length) return needsNot(all, String(ranking.length), ["ranking"]);
    const places = new Set(ranking.map((each) => each.rank));
    const at = ranking.findIndex((each) => each.rank > options.length);
    if (at >= 0) return needs(`at most ${options.length}`, ranking[at]?.rank, ["ranking", at, "rank"]);
    if (places.size < ranking.length) return needsNot("places that differ", "two alike", ["ranking"]);
    return unknown(
      options,
      ranking.map(({ id }) => id),
      (at) => ["ranking", at, "id"],
    );
  },
  text: ({ options }) =>
    md`${lettered(options)}\n\nAnswer with all letters or labels, the best first, with commas between them; the last may be left out.`,
  read({ options }, typed) {
    const found = several(options, typed);
    if (!found.ok) return found;
    const twice = found.options.find((option, at) => found.options.indexOf(option) < at);
    if (twice) return needsNot("each option once", `${named([twice.label])} twice`);
    const left = options.filter((option) => !found.options.includes(option));
    if (left.length > 1) {
      return needsNot("all options, the best first", `${found.options.length} of ${options.length}`);
    }
    return took({ ranking: [...found.options, ...left].map(({ id }, at) => ({ id, rank: at + 1 })) });
  },
  understood({ options }, { ranking }) {
    const ids = ranking.toSorted((a, b) => a.rank - b.rank).map(({ id }) => id);
    return md`Your order: ${join(
      ids.map((id) => labelOf(options, id)),
      ", ",
    )}.`;
  },
});

export const rate = row({
  summary: "a number for each of several options",
  fields: {
    options: optionsOf({}),
    min: Scaled("The lowest"),
    max: Scaled("The highest, above min"),
    step: Type.Optional(ScaleStep),
    anchors: Type.Optional(
      closed({ low: Type.Optional(line("What min means")), high: Type.Optional(line("What max means")) }),
    ),
  },
  answer: closed({
    ratings: Type.Record(Type.String({ pattern: ID }), Scaled("Its number"), {
      additionalProperties: false,
      description: "A number for every option, by its id",
    }),
  }),
  wrong: (question) => wrongScale(question) ?? repeated(question.options),
  refuses({ options, ...scale }, { ratings }) {
    const strange = unknown(options, Object.keys(ratings), (at) => ["ratings", Object.keys(ratings)[at] ?? ""]);
    if (strange) return strange;
    for (const { id } of options) {
      if (!Object.hasOwn(ratings, id)) return needs(scaleText(scale), undefined, ["ratings", id]);
      const off = offScale(scale, ratings[id] ?? Number.NaN, ["ratings", id]);
      if (off) return off;
    }
    return null;
  },
  text: ({ options, anchors = {}, ...scale }) =>
    md`${lettered(options)}\n\nGive each ${inline(scaleText(scale))}${anchors.low === undefined ? "" : md`; ${scale.min}: ${inline(anchors.low)}`}${
      anchors.high === undefined ? "" : md`; ${scale.max}: ${inline(anchors.high)}`
    }. Answer with “a=${scale.max}, b=${scale.min}”, or with the numbers in this order.`,
  read({ options, ...scale }, typed) {
    const needed = `${scaleText(scale)} for each option, as "a=${scale.max}, b=${scale.min}"`;
    if (typed.length > MAX_LIST) return needsNot(needed, `${typed.length} characters`);
    const pieces = typed.split(/[,;\n\u3001\uff0c\u060c]/u).filter((piece) => piece.trim() !== "");
    const bare = pieces.length === 1 ? typed.split(/\s/u).filter((piece) => piece !== "") : pieces;
    const numbers = (bare.length === options.length ? bare : pieces).map((piece) => numberIn(piece));
    const plain = numbers.length === options.length ? numbers.filter((each) => each !== null) : [];
    if (plain.length === options.length) {
      return took({ ratings: Object.fromEntries(options.map(({ id }, at) => [id, plain[at] ?? 0])) });
    }
    if (pieces.length > options.length) return needsNot(needed, `${pieces.length} for ${options.length} options`);
    const { match } = matcherOf(options);
    const ratings = new Map<string, number>();
    for (const piece of pieces) {
      const at = Math.max(...["=", ":", "\uff1a", "\uff1d"].map((sign) => piece.lastIndexOf(sign)));
      const value = numberIn(piece.slice(at + 1));
      if (at < 0 || value === null) return needs(needed, piece.trim());
      const matched = match(piece.slice(0, at));
      if (!matched.ok) return matched;
      if (ratings.has(matched.option.id)) return needsNot("each option once", `${named([matched.option.label])} twice`);
      ratings.set(matched.option.id, value);
    }
    return pieces.length === 0 ? needs(needed, typed) : took({ ratings: Object.fromEntries(ratings) });
  },
  understood: ({ options }, { ratings }) =>
    md`You rated ${listText(options.map(({ id, label }) => md`${inline(label)} ${ratings[id] ?? 0}`))}.`,
});
