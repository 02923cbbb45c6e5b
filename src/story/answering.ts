import { amount, count } from "../text/numbers.ts";

/** What may be decided, by the type of question that asks for it, each with what it comes to. */
export const DECISIONS = {
  show_diff: [
    { way: "approve", label: "Approve", about: "The text becomes as shown." },
    { way: "reject", label: "Reject", about: "It stays as it was." },
    { way: "edit", label: "Edit", about: "You write how it should be." },
  ],
  show_plan: [
    { way: "approve", label: "Approve", about: "It counts as it stands here." },
    { way: "revise", label: "Send back", about: "It comes again with your remarks taken up." },
    { way: "reject", label: "Reject", about: "It is not wanted like this." },
  ],
  review_section: [
    { way: "approve", label: "Approve", about: "It is good as it is." },
    { way: "revise", label: "Send back", about: "Say below what is to change." },
  ],
} as const;

/** What is still to be done before an answer can be sent. */
export const TO_DO = {
  choose: "Choose one of them.",
  own: "Write your own words, or choose one of the others.",
  emoji: "Choose one, or type one.",
  write: "Write something first.",
  decide: "Decide first.",
  edit: "Write how the text should be.",
  plan: "Decide first: approve it, send it back or reject it.",
  remark: "Say what is to change, in a remark on a section or below.",
  change: "Say what is to change.",
  picture: "Give a picture first.",
  file: "Give a file first.",
  coming: "Wait until what you gave is kept.",
};

/** What fields are for. */
export const FIELD_WORDS = {
  edited: "The text as it should be",
  feedback: "What you say to it (if you like)",
  own: "In your own words",
  why: "Why, or what else should be known (if you like)",
  emoji: "Or any other emoji",
};

/** What an approval makes of so many remarks. */
export const remarksLost = (remarks: number): string =>
  `Approved, it counts as it stands: your ${count(remarks, "remark")} would be kept and change nothing.`;

/** How many of all may be chosen, and what is wrong with so many. */
export function rangeOfChoice(min: number, max: number, all: number): string {
  if (min === max) return `Choose exactly ${min}.`;
  if (max === all) return min === 0 ? "Choose any, or none." : `Choose at least ${min}.`;
  return min === 0 ? `Choose at most ${max}, or none.` : `Choose ${min} to ${max}.`;
}
export function wrongChoice(chosen: number, min: number, max: number): string | null {
  if (chosen < min) return `Choose ${min === max ? "exactly" : "at least"} ${min}.`;
  return chosen > max ? `Choose at most ${max}; these are ${chosen}.` : null;
}

/** Why a file is not taken: sizes as people say them; or, of several, which was. */
export const fileRefused = (
  name: string,
  why: { size: string; most: string } | { type: string } | { said: string },
): string => {
  const called = `“${name.slice(0, 80)}”`;
  if ("size" in why) return `${called} has ${why.size}; at most ${why.most} are taken.`;
  return "type" in why ? `${called} is no picture: by its content it is ${why.type}.` : `${called}: ${why.said}`;
};
export const firstTaken = (noun: "picture" | "file"): string => `One ${noun} is wanted; the first was taken.`;

/** What is folded away: the rest of a long text, and lines that stay. */
export const allOf = (characters: number): string => `Show all of it (${amount(characters)} characters)`;
export const unchanged = (lines: number): string => `Show ${count(lines, "line")} that did not change`;

/** How much room a field has left. */
export const roomLeft = (left: number): string =>
  left === 0 ? "No character is left." : `${amount(left)} characters are left.`;

export const HOW_TO_RANK = "The best first. Drag a row by its handle, or move it with its buttons or the arrow keys.";
export const AS_TYPED = "kept letter by letter. Tab leaves the field.";

type Range = { min: number; max: number; step?: number };

/** What a number of a scale has to be: "a number from 1 to 10". */
export const rangeSaid = ({ min, max, step }: Range): string =>
  `a number from ${amount(min)} to ${amount(max)}${step === undefined ? "" : ` in steps of ${amount(step)}`}`;
