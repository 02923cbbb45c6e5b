import type { Sentence } from "./sentence.ts";

/**
 * A piece of what a person reads, made here and drawn by each view once. A sentence is one by itself; an empty sentence,
 * list or table is drawn as nothing. `D` is what a view has drawn already and puts between: a chart, a question, a
 * table of controls.
 */
export type Block<D = never> =
  | Sentence
  | { is: "heading"; of: Sentence; level?: 1 | 2 | 3; id?: string }
  /** A sentence that a page sets apart: how to take what follows, or what is to be known before all else. */
  | { is: "lead" | "notice"; of: Sentence }
  /** A sentence that is broken into lines of a terminal. */
  | { is: "narrow"; of: Sentence }
  | List
  | Table
  /** Several lines of somebody else's, as data: nothing of them takes effect. */
  | { is: "quote"; text: string }
  /** A line that is copied whole, such as an address: alone where it stands, as it is. */
  | { is: "copy"; text: string }
  /** What can be done now, under that heading. */
  | { is: "next"; of: readonly Sentence[] }
  | { is: "drawing"; of: D };

/** Sentences one below the other, without full stops. */
export type List = {
  is: "list";
  of: readonly Item[];
  /** The number of the first; absent where they are not numbered. */
  numbers?: number;
  /** What stands as the last line, apart from the items. */
  last?: Sentence;
  /** As many are shown, the rest is counted; `where` says where it stands. */
  most?: number;
  where?: Sentence;
  /** It gives way where all blocks together have too many lines: the item it begins at, from 1, and what shows the rest. */
  pages?: { from: number; call(from: number): Sentence };
};

/**
 * One line of a list; a title stands above those that follow, an aside and what is below belong to the one before. A
 * function makes it for so many columns, where it must hold at 80.
 */
export type Item = Sentence | { as: "title" | "item" | "below" | "aside"; of: Sentence | ((room: number) => Sentence) };

/** Cells are anybody's text on one line; columns are `l` or `r`. */
export type Table = {
  is: "table";
  head: readonly string[];
  rows: readonly (readonly string[])[];
  align?: readonly ("l" | "r")[];
  /** What it is of, for those who do not see what stands around it. */
  named?: string;
};

export const heading = (of: Sentence, level: 1 | 2 | 3 = 3): Block => ({ is: "heading", of, level });
export const notice = (of: Sentence): Block => ({ is: "notice", of });
export const lead = (of: Sentence): Block => ({ is: "lead", of });
export const narrow = (of: Sentence): Block => ({ is: "narrow", of });

/** What is empty is no item. */
export const list = (of: readonly Item[], more: Omit<List, "is" | "of"> = {}): List => ({
  ...{ is: "list", of: of.filter((item) => "as" in item || item.length > 0) },
  ...more,
});

/** A heading and what stands below it; nothing where that is nothing. */
export const section = (title: Sentence, of: readonly Item[], more?: Omit<List, "is" | "of">): Block[] =>
  of.length === 0 ? [] : [heading(title), list(of, more)];
