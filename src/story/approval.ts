import { call, type Sentence, say, typed } from "./sentence.ts";

/** States in which a person's word about a text is waited for. */
export type WaitsForWord = "approval" | "words" | "person" | "rounds";

/**
 * What a person can type about a text that waits for approval.
 * @param op The op that carries what an agent was told.
 * @param approval The id of the question by which it is approved; null where there is none.
 */
export function approvalNext(
  state: WaitsForWord,
  { op, id, approval }: { op: "brief" | "ask"; id: string; approval: string | null },
): Sentence[] {
  const carried =
    approval === null
      ? []
      : say` (an agent carries such words, and no approval: ${call(op, { experiment: id, answers: { [approval]: "revise: …" } })})`;
  return [
    ...(state === "words" || state === "rounds" ? [] : [say`${typed("approve", id)} approves it`]),
    say`${typed("reject", id, '"…"')} says what is to change: it comes again${carried}`,
  ];
}
