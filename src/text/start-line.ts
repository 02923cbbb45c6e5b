import { DRY_RUN, RUN_OPTIONS, SUB_COMMANDS } from "./sub-commands.ts";

/** A task of more letters is not said again. */
const MAX_TASK = 2_000;

/**
 * What a person types to start a call of run or generate: "/design-lab run --topic q Design a queue", with quotes where
 * the task needs them. Null where it cannot be typed: an argument has no option, the task is long or one word, or it
 * begins as an estimate does.
 */
export function startLine(op: "run" | "generate", args: Readonly<Record<string, unknown>>): string | null {
  const { task = "", experiment, dry_run: _, ...others } = args;
  if (experiment !== undefined) return resumeLine(op, String(experiment), { task, ...others });
  const options = Object.entries(others).map(([arg, value]) => optionFor(arg, value));
  if (options.includes(null) || typeof task !== "string" || !isTypable(task)) return null;
  return ["/design-lab", op, ...options, op === "run" && isPlain(task) ? task : quoted(task)].join(" ");
}

function resumeLine(op: string, experiment: string, others: Readonly<Record<string, unknown>>): string | null {
  const given = Object.values(others).some((value) => value !== undefined && value !== "");
  return op !== "run" || given ? null : `/design-lab resume ${experiment}`;
}

/** The option that gives an argument its value; null where there is none. */
function optionFor(arg: string, value: unknown): string | null {
  const option = RUN_OPTIONS.find((each) => each.arg === arg && (!("value" in each) || each.value === value));
  if (option === undefined) return null;
  if ("value" in option) return option.option;
  const text = Array.isArray(value) ? value.join(",") : String(value);
  return `${option.option} ${/^[^\s"'-][^\s"']*$/u.test(text) ? text : quoted(text)}`;
}

function isTypable(task: string): boolean {
  return task.length <= MAX_TASK && /\s|\P{ASCII}/u.test(task.trim()) && !DRY_RUN.test(task);
}

/** True for a task that is read as it stands: nothing of it looks like a quote, an option, a model or a sub-command. */
function isPlain(task: string): boolean {
  const [first = ""] = task.split(/\s/u, 1);
  const word = first.toLowerCase();
  return (
    /^[\p{L}\p{M}\p{N}]+[,.:;?!]?$/u.test(first) &&
    !/\s--/u.test(task) &&
    !SUB_COMMANDS.some((each) => each.word === word)
  );
}

const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;
