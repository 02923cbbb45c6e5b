import { type AskedCell, TASKS } from "./cells.ts";

/** How far a cell's answer could be used. */
export const ENDS = [
  "as written",
  "after local repair",
  "after one request",
  "after two requests",
  "in part",
  "lost",
] as const;
export type End = (typeof ENDS)[number];

export function endOf({ state, answers, lacks }: AskedCell): End {
  if (state !== "ok") return "lost";
  if (lacks.length > 0) return "in part";
  if (answers.length > 2) return "after two requests";
  if (answers.length > 1) return "after one request";
  return isJson(answers[0]?.text ?? "") ? "as written" : "after local repair";
}

/** What is wrong with an answer that was sent back or lost; null with one that was taken. */
export function causeOf({ state, answers, failure }: AskedCell, at: number): string | null {
  const answer = answers[at];
  const last = at === answers.length - 1;
  const said = answer?.errors.length
    ? answer.errors.join("; ")
    : last && state === "failed"
      ? (failure?.message ?? "")
      : "";
  if (answer === undefined || said === "") return null;
  const { text, finish } = answer;
  if (failure?.kind === "timeout" && last) return "time";
  if (failure?.kind === "context_overflow" && last) return "context";
  if (text.trim() === "") return "empty";
  if (/two ways/u.test(said)) return "backslashes";
  if (/repeats the schema/u.test(said) || /"additionalProperties"|"properties"\s*:/u.test(text))
    return "echo of the schema";
  if (finish === "length") return "cut off";
  if (/only reasoning/u.test(said)) return "thinking";
  if (/no JSON object/u.test(said)) return /[{[]/u.test(text) ? "no JSON that can be read" : "prose";
  if (/word for word/u.test(said)) return "copied from the design";
  if (/found nothing/u.test(said)) return "missing field";
  if (/must be/u.test(said)) return "wrong type";
  return "another";
}

export function printCells(cells: readonly AskedCell[]): void {
  const groups = Map.groupBy(cells, ({ host, task }) => `${host ?? "without OpenCode"}, ${setOf(task)}`);
  for (const [where, its] of [...groups].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(`\n${where}`);
    const kinds = Map.groupBy(its, ({ kind, model }) => `${kind} by ${model}`);
    for (const [name, group] of [...kinds].sort(([a], [b]) => a.localeCompare(b))) {
      // A session that was killed has no answer to count.
      const ended = group.filter(({ failure }) => failure?.kind !== "killed");
      const ends = ENDS.map((end) => ended.filter((cell) => endOf(cell) === end).length);
      const usable = ended.filter((cell) => endOf(cell) !== "lost").length;
      console.log(`\n  ${name}: usable ${percent(usable, ended.length)}`);
      console.log(`    ${ENDS.map((end, at) => `${end} ${ends[at]}`).join(", ")}`);
      const causes = ended.flatMap((cell) =>
        cell.answers.map((_, at) => causeOf(cell, at)).filter((cause) => cause !== null),
      );
      const counted = [...Map.groupBy(causes, (cause) => cause)].map(([cause, all]) => `${cause} ${all.length}`);
      console.log(`    answers sent back or lost: ${counted.sort().join(", ") || "none"}`);
      console.log(
        `    medians: ${median(ended.map((cell) => cell.prompt_tokens))} tokens of prompts, ${median(ended.map((cell) => cell.seconds)).toFixed(0)} s, ${median(ended.map((cell) => cell.answers.at(-1)?.text.length ?? 0))} characters of the last answer`,
      );
    }
  }
}

const setOf = (task: string): string =>
  Object.entries(TASKS).find(([, names]) => (names as readonly string[]).includes(task))?.[0] ?? task;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A share with its 95 % interval by Wilson (1927). */
export function percent(hits: number, of: number): string {
  if (of === 0) return "none";
  const [z, share] = [1.96, hits / of];
  const middle = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const [low, high] = [middle - half, middle + half].map((value) => Math.round(100 * Math.min(1, Math.max(0, value))));
  return `${Math.round(100 * share)} % (${low} to ${high} %), ${hits} of ${of}`;
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
