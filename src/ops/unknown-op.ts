import type { SpokenTo } from "../artifacts/caller.ts";
import { UsageError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { callCode, sendInstead, typedCode } from "../text/typed.ts";
import { found } from "../text/wording.ts";
import { correctArgs } from "./correct-args.ts";
import { callForm, formOf, type NamedOp } from "./op.ts";

type Args = Readonly<Record<string, unknown>>;
/** An op and the args that its name stands for, as "critical" for a view of tasks. */
type Meant = { name: string; op: NamedOp; args: Args };

/** Other names that models give to `op`. */
const OP_KEYS = ["action", "operation", "command", "tool", "subcommand", "method", "name", "function"];

/** The error for an op that there is not, with the call that was most likely meant. */
export function unknownOp(
  { op, args }: { op?: unknown; args?: unknown },
  ops: readonly NamedOp[],
  voice: SpokenTo,
): UsageError {
  const given = typeof args === "object" && args !== null && !Array.isArray(args) ? (args as Args) : {};
  const key = op === undefined || op === "" ? OP_KEYS.find((each) => typeof given[each] === "string") : undefined;
  const name = key === undefined ? op : given[key];
  const { [key ?? ""]: _, ...rest } = given;
  const meant = typeof name === "string" ? meantBy(name, ops) : undefined;
  const shown = typeof op === "object" && op !== null ? JSON.stringify(op).slice(0, 60) : found(op);
  const problem = op === undefined ? "op is missing" : `Unknown op ${shown}`;
  if (meant === undefined) {
    return new UsageError(`${problem}. The ops are ${ops.map((each) => each.name).join(", ")}.`, {
      advice: `${voice === "agent" ? callCode("help") : typedCode("help")} says what each does.`,
    });
  }
  const isName = typeof name === "string" && meant.name === plainName(name);
  const asks = key !== undefined ? "" : isName ? ` It belongs to ${meant.op.name}.` : ` Did you mean "${meant.name}"?`;
  return new UsageError(`${problem}.${asks}`, {
    advice:
      voice === "agent" ? callMeant(meant, rest) : `Type ${typedCode(meant.op.words[0]?.usage ?? meant.op.name)}.`,
  });
}

function callMeant({ op, args }: Meant, given: Args): string {
  // A new task is none of an experiment that nobody chose.
  const isNew = given.task !== undefined || given.idea !== undefined;
  const { experiment: _, ...others } = args;
  const all = { ...(isNew ? others : args), ...given };
  if (Object.keys(all).length === 0) return sendInstead(op.name, formOf(op.name));
  const right = correctArgs(op, all);
  const advice = right === null ? `Form of the call: ${callForm(op)}` : sendInstead(op.name, right);
  return advice;
}

/** What a name means: an op, a word that is typed for one, a value of an argument, or else the nearest of all these. */
function meantBy(given: string, ops: readonly NamedOp[]): Meant | undefined {
  const plain = plainName(given);
  const names = ops.flatMap(({ name, words, parts }) => [
    name,
    ...words.flatMap(({ word, also = [] }) => [word, ...also]),
    ...(parts?.names ?? []),
  ]);
  const [near] = names.includes(plain) ? [plain] : nearest(plain, names, 1);
  return near === undefined ? undefined : named(near, ops);
}

const plainName = (given: string): string =>
  given
    .trim()
    .toLowerCase()
    .replace(/^\/?design-?lab[\s._:-]{0,9}/u, "")
    .replaceAll("_", "-");

function named(name: string, ops: readonly NamedOp[]): Meant | undefined {
  const own = ops.find((each) => each.name === name);
  if (own !== undefined) return { name, op: own, args: {} };
  for (const op of ops) {
    const word = op.words.find((each) => each.word === name || each.also?.includes(name));
    if (word === undefined) continue;
    if ("task" in word) return { name, op, args: word.task === "estimate" ? { dry_run: true } : {} };
    const read = word.reads([], "");
    if ("odd" in read) return { name, op, args: {} };
    const args = Object.fromEntries(Object.entries(read.args).filter(([, value]) => value !== undefined));
    return { name, op: ops.find((each) => each.name === read.op) ?? op, args };
  }
  const holder = ops.find(({ parts }) => parts?.names.includes(name));
  return holder && { name, op: holder, args: holder.parts?.args(name) ?? {} };
}
