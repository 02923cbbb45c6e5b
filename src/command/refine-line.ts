import { LIMIT_OPTIONS } from "./run-line.ts";
import { DESIGN_ALONE, numbersIn, paidFor, type Read } from "./word.ts";

const FLAGS: Readonly<Record<string, "merge" | "revise" | "anew" | "judge" | "dry_run">> = {
  "--merge": "merge",
  "--revise": "revise",
  "--anew": "anew",
  "--judge": "judge",
  "--dry-run": "dry_run",
};

/** An experiment, the letters of designs, and options with their values. Nothing is passed over. */
export function refined(words: readonly string[]): Read {
  const read = numbersIn(words, LIMIT_OPTIONS);
  if ("odd" in read) return read;
  const args: Record<string, unknown> = {};
  const designs: string[] = [];
  const [experiment = "", ...typed] = read.others;
  const named = paidFor([experiment]);
  // A sentence that begins so is a task.
  if ("odd" in named) return { ...named, odd: read.others };
  const others = typed.flatMap((word) => /^(--[a-z-]+)=(.*)$/su.exec(word)?.slice(1) ?? word).values();
  for (const word of others) {
    const flag = Object.hasOwn(FLAGS, word) ? FLAGS[word] : undefined;
    if (flag !== undefined) {
      if (args[flag] !== undefined) return { odd: [word], why: "it stands twice" };
      args[flag] = true;
    } else if (word === "--rounds") {
      const value = others.next().value ?? "";
      if (!/^[1-3]$/u.test(value)) return { odd: [value || word], why: "--rounds takes 1, 2 or 3" };
      args.rounds = Number(value);
    } else if (word === "--model") {
      const value = others.next().value ?? "";
      if (!value.includes("/")) return { odd: [value || word], why: "--model needs provider/model" };
      args.model = value;
    } else {
      const letters = word.split(",").filter((letter) => letter !== "");
      if (letters.some((letter) => !DESIGN_ALONE.test(letter)))
        return { odd: [word], why: "a design is named by its letter, one of a round as B2 or M1" };
      designs.push(...letters.map((letter) => letter.toUpperCase()));
    }
  }
  const limits = Object.keys(read.numbers).length > 0 ? read.numbers : undefined;
  return { args: { ...named.args, ...(designs.length > 0 && { designs }), ...args, limits } };
}

/** The line that means such a call; null where one of its designs cannot be typed. */
export function refineLine(args: Readonly<Record<string, unknown>>, name: string): string | null {
  const { experiment, designs = [], rounds, model, limits = {}, dry_run: _, ...flags } = args;
  const letters = [designs].flat().map(String);
  if (letters.some((letter) => !DESIGN_ALONE.test(letter))) return null;
  return [
    name,
    "refine",
    String(experiment),
    ...(letters.length > 0 ? [letters.join(",")] : []),
    ...Object.entries(flags).flatMap(([flag, value]) => (value === true ? [`--${flag}`] : [])),
    ...(rounds === undefined ? [] : ["--rounds", String(rounds)]),
    ...(model === undefined ? [] : ["--model", String(model)]),
    ...Object.entries(limits as object).flatMap(([limit, most]) => [`--${limit.replaceAll("_", "-")}`, String(most)]),
  ].join(" ");
}
