import { Type } from "@sinclair/typebox";
import { inline, join, md } from "../text/markdown.ts";
import { count } from "../text/numbers.ts";
import { MAX_WORDS } from "./limits.ts";
import { numberIn, offScale, Scaled, ScaleStep, scaleText, wrongScale } from "./numbers.ts";
import { keyOf, lettered, matcherOf, named } from "./options.ts";
import { closed, freeText, line, needs, needsNot, type Reading, type Refusal, row, took } from "./row.ts";

/** The one of some words that a line means, by a label of the question's own or by a usual word; null for none or two. */
function wordOf<C extends string>(
  typed: string,
  meanings: readonly { choice: C; label?: string | undefined; usual: readonly string[] }[],
): C | null {
  if (typed.length > MAX_TYPED_WORD) return null;
  const key = keyOf(typed).replace(/[.!]$/u, "");
  const fitting = meanings.filter(
    ({ label, usual }) => usual.includes(key) || (label && keyOf(label) === keyOf(typed)),
  );
  return fitting.length === 1 ? (fitting[0]?.choice ?? null) : null;
}

const MAX_TYPED_WORD = 2_000;

const Label = (of: string) => Type.Optional(line(`What “${of}” is called`));

export const confirmQuestion = row({
  summary: "yes or no",
  fields: { yes: Label("yes"), no: Label("no"), cancel: Label("cancel") },
  answer: closed({ choice: Type.Union([Type.Literal("yes"), Type.Literal("no"), Type.Literal("cancel")]) }),
  wrong(question) {
    for (const [at, choice] of CHOICES.entries()) {
      const label = question[choice];
      const taken = CHOICES.filter((_, other) => other !== at).flatMap((other) => [
        ...USUAL[other],
        ...(question[other] === undefined ? [] : [keyOf(question[other])]),
      ]);
      if (label !== undefined && taken.includes(keyOf(label))) {
        return needs("a label that means no other choice", label, [choice]);
      }
    }
    return null;
  },
  text(question) {
    const all = CHOICES.map(
      (each) => md`- **${each}**${question[each] === undefined ? "" : md` ${inline(question[each])}`}`,
    );
    return md`${join(all, "\n")}\n\nAnswer with one of them.`;
  },
  read(question, typed) {
    const meanings = CHOICES.map((choice) => ({ choice, label: question[choice], usual: USUAL[choice] }));
    const choice = wordOf(typed, meanings);
    if (choice !== null) return took({ choice });
    const own = CHOICES.flatMap((each) => question[each] ?? []);
    return needs(`yes, no or cancel${own.length > 0 ? ` (or ${named(own)})` : ""}`, typed);
  },
  understood: (question, { choice }) =>
    md`You said ${choice}${question[choice] === undefined ? "" : md`: ${inline(question[choice])}`}.`,
});

const CHOICES = ["yes", "no", "cancel"] as const;
const USUAL = {
  yes: ["yes", "y", "ok", "okay", "true"],
  no: ["no", "n", "false"],
  cancel: ["cancel", "c", "stop"],
} as const satisfies Record<(typeof CHOICES)[number], readonly string[]>;

export const askText = row({
  summary: "words of the person's own",
  fields: {
    multiline: Type.Optional(Type.Boolean({ description: "Whether more than a line is expected" })),
    placeholder: Type.Optional(line("What an answer may look like")),
    max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_WORDS, description: "Characters at most" })),
  },
  answer: closed({ text: freeText("What the person wrote") }),
  refuses: ({ max_length: most = MAX_WORDS }, { text }) => tooLong(text, most, "text"),
  text: ({ placeholder, max_length: most }) =>
    md`Answer in words of your own${most === undefined ? "" : md`, at most ${count(most, "character")}`}${
      placeholder === undefined ? "" : md`; for example: ${inline(placeholder)}`
    }.`,
  read: (_, typed) => (typed.trim() === "" ? needs("text that is not empty", typed) : took({ text: typed.trim() })),
  understood: (_, { text }) => md`You wrote: ${inline(text, 200)}`,
});

const tooLong = (text: string, most: number, field: string): Refusal | null =>
  text.length > most ? needsNot(`text of at most ${most} characters`, String(text.length), [field]) : null;

const Language = Type.Optional(
  Type.String({ pattern: "^[\\w+#.-]{1,40}$", description: "What it is written in, as a code fence names it" }),
);

export const askCode = row({
  summary: "code, or another text that is kept letter by letter",
  fields: { language: Language },
  answer: closed({ code: freeText("What the person wrote"), language: Language }),
  text: ({ language }) =>
    md`Answer with ${language === undefined ? "code" : md`code in ${inline(language)}`}, in a fence or as it is.`,
  read({ language: asked }, typed): Reading<{ code: string; language?: string }> {
    const lines = typed.trim().split("\n");
    const fence = /^(`{3,20}|~{3,20})([\w+#.-]{0,40})\s{0,9}$/u.exec(lines[0] ?? "");
    const fenced = fence !== null && lines.length > 2 && lines.at(-1)?.trim() === fence[1];
    const code = fenced ? lines.slice(1, -1).join("\n") : typed.replace(/^\n{1,9}/u, "").trimEnd();
    const language = (fenced && fence[2]) || asked;
    return code.trim() === "" ? needs("code that is not empty", typed) : took({ code, ...(language && { language }) });
  },
  understood: (_, { code }) => md`You gave ${count(code.split("\n").length, "line")} of code.`,
});

export const thumbs = row({
  summary: "up or down",
  fields: {},
  answer: closed({ choice: Type.Union([Type.Literal("up"), Type.Literal("down")]) }),
  text: () => md`Answer with “up” or “down”.`,
  read(_, typed) {
    const choice = wordOf(typed.replace(/[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu, ""), THUMBS);
    return choice === null ? needs("up or down", typed) : took({ choice });
  },
  understood: (_, { choice }) => md`Thumbs ${choice}.`,
});

const THUMBS = [
  { choice: "up", usual: ["up", "thumbs up", "\u{1F44D}", "+1", "+", "yes", "y"] },
  { choice: "down", usual: ["down", "thumbs down", "\u{1F44E}", "-1", "-", "no", "n"] },
] as const;

export const slider = row({
  summary: "one number on a scale",
  fields: {
    min: Scaled("The lowest"),
    max: Scaled("The highest, above min"),
    step: ScaleStep,
    unit: Type.Optional(line("What is counted", 200)),
    default: Type.Optional(Scaled("Where it stands at first")),
  },
  answer: closed({ value: Scaled("The number") }),
  wrong: (question) =>
    wrongScale(question) ?? (question.default === undefined ? null : offScale(question, question.default, ["default"])),
  refuses: (question, { value }) => offScale(question, value, ["value"]),
  text: (question) =>
    md`Answer with ${inline(scaleText(question))}${
      question.default === undefined ? "" : md`; “default” is ${question.default}`
    }.`,
  read(question, typed) {
    const isDefault = typed.length < 20 && keyOf(typed) === "default";
    const value = isDefault ? (question.default ?? null) : numberIn(typed, question.unit);
    return value === null ? needs(scaleText(question), typed) : took({ value });
  },
  understood: ({ unit }, { value }) =>
    md`You set ${value}${unit === undefined ? "" : value === 1 ? md` (${inline(unit)})` : md` ${inline(unit)}`}.`,
});

const MAX_EMOJI = 32;
const Emoji = Type.String({ minLength: 1, maxLength: MAX_EMOJI, description: "One emoji" });

export const emojiReact = row({
  summary: "one emoji",
  fields: {
    emoji: Type.Optional(
      Type.Array(Emoji, { minItems: 1, maxItems: 50, description: "Those to choose from; any when absent" }),
    ),
  },
  answer: closed({ emoji: Emoji }),
  wrong({ emoji = [] }) {
    const at = emoji.findIndex((each, place) => !isEmoji(each) || emoji.findIndex((one) => same(one, each)) < place);
    return at < 0 ? null : needs("one emoji, each once", emoji[at], ["emoji", at]);
  },
  refuses({ emoji: offered }, { emoji }) {
    if (!isEmoji(emoji)) return needs("one emoji", emoji, ["emoji"]);
    return offered === undefined || offered.includes(emoji)
      ? null
      : needs(`one of ${offered.join(", ")}`, emoji, ["emoji"]);
  },
  text: ({ emoji }) =>
    emoji === undefined
      ? md`Answer with any one emoji.`
      : md`${lettered(asOptions(emoji))}\n\nAnswer with one of them, or its letter.`,
  read({ emoji: offered }, typed) {
    const one = typed.slice(0, MAX_TYPED_WORD).trim();
    if (offered === undefined) return isEmoji(one) ? took({ emoji: one }) : needs("one emoji", typed);
    const alike = offered.find((each) => same(each, one));
    if (alike !== undefined) return took({ emoji: alike });
    const placed = matcherOf(asOptions(offered)).exact(one);
    return placed ? took({ emoji: placed.id }) : needs(`one of ${offered.join(", ")}`, typed);
  },
  understood: (_, { emoji }) => md`You answered ${inline(emoji)}.`,
});

const asOptions = (emoji: readonly string[]) => emoji.map((each) => ({ id: each, label: each }));

/** Whether a text is one picture as a reader sees it. */
function isEmoji(text: string): boolean {
  if (text.length > MAX_EMOJI || !/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(text)) return false;
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].length === 1;
}

/** How an emoji is drawn, in colour or not, makes no other one. */
const same = (a: string, b: string): boolean => a.replaceAll("\uFE0F", "") === b.replaceAll("\uFE0F", "");
