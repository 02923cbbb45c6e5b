import type { VNode } from "preact";
import type { AnswerTo, Question, TypeName } from "../../../questions/types.ts";

/** What a page needs to know of a type of question to have it answered. `D` is what stands in its fields. */
export type Control<T extends TypeName, D extends object> = {
  /** What stands in the fields at first, or after an answer. */
  draft(question: Of<T>, answer: AnswerTo<T> | null): D;
  /** The answer that the fields make, or a sentence on what is still to be done. */
  answer(question: Of<T>, draft: D): AnswerTo<T> | string;
  Fields(given: Fields<T, D>): VNode;
  /** A press in its fields sends at once, so that it has no button of its own for that. */
  isPressed?: (question: Of<T>) => boolean;
};

export type Of<T extends TypeName> = Extract<Question, { type: T }>;

export type Fields<T extends TypeName, D> = {
  question: Of<T>;
  draft: D;
  /** A change of what stands there by then, where it comes later than the press that it is of. */
  set(change: Partial<D> | ((now: D) => Partial<D>)): void;
  /** Whether no press sends anything yet. */
  held: boolean;
  /** Sends what the fields hold with this change. */
  send(change: Partial<D>): void;
  /** What ids in the fields begin with, and the id of the question's own text, which names them. */
  base: string;
  labelled: string;
};

/** Keeps the types of a control for its own functions. */
export const control = <T extends TypeName, D extends object>(given: Control<T, D>): Control<T, D> => given;

/** A text that is there: what is only blanks was not written. */
export const written = (text: string): string | undefined => (text.trim() === "" ? undefined : text);
