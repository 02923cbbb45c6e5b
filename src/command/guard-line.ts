import type { Read } from "./word.ts";

const DOES: ReadonlySet<string> = new Set(["on", "off", "status", "allow"]);
/** A task's id, as its file may have it. */
const TASK = /^[^\s\\:~./-][^\\:\s]{0,63}$/u;

/** What stands behind the word guard. Nothing is passed over. */
export function guarded(words: readonly string[]): Read {
  const [first, ...typed] = words;
  if (first === undefined) return { args: {} };
  const what = first.toLowerCase();
  if (!DOES.has(what)) return { odd: words, why: "on, off, allow or status may stand there" };
  const args: Record<string, unknown> = { do: what };
  const others = typed.flatMap((word) => /^(--[a-z-]+)=(.*)$/su.exec(word)?.slice(1) ?? word).values();
  for (const word of others) {
    if (word === "--until-green") {
      if (args.until_green !== undefined) return { odd: [word], why: "it stands twice" };
      if (what !== "allow") return { odd: [word], why: "it belongs to guard allow" };
      args.until_green = true;
    } else if (word === "--task") {
      const value = others.next().value ?? "";
      if (args.task !== undefined) return { odd: [word], why: "it stands twice" };
      if (what !== "on") return { odd: [word], why: "it belongs to guard on" };
      if (!TASK.test(value)) return { odd: [value || word], why: "--task needs a task's id, as its file has it" };
      args.task = value;
    } else return { odd: [word] };
  }
  return { args };
}

/** The line that means such a call; null where its task cannot be typed. */
export function guardLine(args: Readonly<Record<string, unknown>>, name: string): string | null {
  const { do: what, task, until_green } = args;
  if (task !== undefined && !TASK.test(String(task))) return null;
  return [
    name,
    "guard",
    ...(what === undefined ? [] : [String(what)]),
    ...(task === undefined ? [] : ["--task", String(task)]),
    ...(until_green === true ? ["--until-green"] : []),
  ].join(" ");
}
