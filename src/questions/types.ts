import { type Static, type TObject, Type } from "@sinclair/typebox";
import { reviewSection, showDiff, showPlan } from "./approvals.ts";
import { pickMany, pickOne, rankQuestion, rate, showOptions } from "./choices.ts";
import { askFile, askImage } from "./files.ts";
import { closed, line, type Row } from "./row.ts";
import { askCode, askText, confirmQuestion, emojiReact, slider, thumbs } from "./simple.ts";

/** Every type of question; one more is one more row, and its control on the page. */
export const QUESTION_TYPES = {
  pick_one: pickOne,
  pick_many: pickMany,
  confirm: confirmQuestion,
  ask_text: askText,
  ask_code: askCode,
  ask_image: askImage,
  ask_file: askFile,
  show_options: showOptions,
  show_diff: showDiff,
  show_plan: showPlan,
  review_section: reviewSection,
  rank: rankQuestion,
  rate,
  thumbs,
  slider,
  emoji_react: emojiReact,
};

export type TypeName = keyof typeof QUESTION_TYPES;
export const TYPE_NAMES = Object.keys(QUESTION_TYPES) as readonly TypeName[];

/** How a caller may name a question. */
export const QUESTION_ID = "^(?!__proto__$|constructor$|prototype$)[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$";

/** What a question of any type has. */
const common = {
  id: Type.Optional(Type.String({ pattern: QUESTION_ID, description: "q1, q2 and on when absent" })),
  text: line("The question, a sentence or two", 2_000),
  context: Type.Optional(line("What a person should know to answer it, in Markdown", 20_000)),
  required: Type.Optional(Type.Boolean({ description: "Whether it cannot be skipped" })),
  why: Type.Optional(line("Why it matters", 2_000)),
};
type Common = Static<TObject<typeof common>>;

type Fields<T extends TypeName> = Static<TObject<(typeof QUESTION_TYPES)[T]["fields"]>>;

/** A question as it is asked for; `type` tells what else it has. */
export type NewQuestion = { [T in TypeName]: Common & { type: T } & Fields<T> }[TypeName];
/** A question that was asked. */
export type Question = NewQuestion & { id: string };
/** An answer to a question of a type. */
export type AnswerTo<T extends TypeName> = Static<(typeof QUESTION_TYPES)[T]["answer"]>;
export type Answer = AnswerTo<TypeName>;

/** The row of a type, for whoever does not know which it is. */
export const rowOf = (type: TypeName): Row => QUESTION_TYPES[type] as unknown as Row;

/** The whole schema of a question of each type. */
export const QUESTIONS = Object.fromEntries(
  TYPE_NAMES.map((type) => [type, closed({ type: Type.Literal(type), ...common, ...rowOf(type).fields })]),
) as unknown as Record<TypeName, TObject>;
