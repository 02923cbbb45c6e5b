/** Texts that people leave where their own should stand, in small letters, without what stands around the words. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  "task",
  "the task",
  "a task",
  "my task",
  "your task",
  "your task here",
  "task here",
  "task description",
  "describe your task",
  "insert task",
  "insert your task here",
  "todo",
  "tbd",
  "xxx",
  "lorem ipsum",
  "design",
  "design x",
  "something",
  "test",
  "undefined",
  "null",
]);

/**
 * True for a text that names nothing to work on: fewer than two letters, or only a placeholder such as "…", "<task>"
 * or "your task". Money would be spent on it.
 */
export function saysNothing(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const letters = words.join("").match(/\p{L}/gu)?.length ?? 0;
  return letters < 2 || PLACEHOLDERS.has(words.join(" ").toLowerCase());
}
