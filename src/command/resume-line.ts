import { LIMIT_OPTIONS, RUN_OPTIONS } from "./run-line.ts";
import { LATEST, numbersIn, type Odd, paidFor, quotedPieces, type Read, unquoted } from "./word.ts";

/**
 * An experiment, the newest where it is left out, documents that join it and who wrote them, limits, each with its number,
 * and what may be said once beside them.
 */
export function resumed(words: readonly string[], line: string): Read {
  const joining = joiningIn(quotedPieces(words, line));
  if ("odd" in joining) return joining;
  const read = numbersIn(joining.others, LIMIT_OPTIONS);
  if ("odd" in read) return read;
  const { numbers } = read;
  const said: Partial<Record<Flag["arg"], boolean>> = {};
  const others: string[] = [];
  for (const word of read.others) {
    const flag = Object.hasOwn(FLAGS, word) ? FLAGS[word] : undefined;
    if (flag === undefined) others.push(word);
    else if (said[flag.arg] === undefined) said[flag.arg] = flag.value;
    else return { odd: [word], why: flag.twice };
  }
  const named = paidFor(others.length > 0 ? others : [LATEST]);
  const limits = Object.keys(numbers).length > 0 ? numbers : undefined;
  return "odd" in named ? named : { args: { ...named.args, ...joining.args, limits, ...said } };
}

/** What joins, and who wrote it: options of a run that an experiment takes too when it goes on. */
const JOINING = RUN_OPTIONS.flatMap((each) =>
  "takes" in each && (each.arg === "join" || each.arg === "author") ? [each] : [],
);

function joiningIn(words: readonly string[]): { args: { join?: string[]; author?: string }; others: string[] } | Odd {
  const args: { join?: string[]; author?: string } = {};
  const others: string[] = [];
  const typed = words.values();
  for (const word of typed) {
    const [, option = "", own] = /^(--[a-z-]+)(?:=(.*))?$/isu.exec(word) ?? [];
    const known = JOINING.find((each) => each.option === option.toLowerCase());
    if (known === undefined) {
      others.push(word);
      continue;
    }
    const value = unquoted(own ?? typed.next().value ?? "").trim();
    if (value === "" || value.startsWith("--"))
      return { odd: [word], why: `${known.option} needs a value, as ${known.option} ${known.takes}` };
    if (known.many === true) args.join = [...(args.join ?? []), value];
    else if (args.author === undefined) args.author = value;
    else return { odd: [word], why: "it stands twice" };
  }
  return { args, others };
}

const THRIFT = { arg: "thrifty", twice: "whether it is thrifty stands twice" } as const;
const CONTROL = { arg: "control", twice: "whether copies are planted stands twice" } as const;
type Flag = { arg: "thrifty" | "control" | "judge"; value: boolean; twice: string };
const FLAGS: Readonly<Record<string, Flag>> = {
  "--thrifty": { ...THRIFT, value: true },
  "--no-thrifty": { ...THRIFT, value: false },
  "--control": { ...CONTROL, value: true },
  "--no-control": { ...CONTROL, value: false },
  "--judge": { arg: "judge", value: true, twice: "it stands twice" },
};
