import { LIMIT_OPTIONS } from "./run-line.ts";
import { LATEST, numbersIn, paidFor, type Read } from "./word.ts";

/** An experiment, the newest where it is left out, limits, each with its number, and what may be said once beside them. */
export function resumed(words: readonly string[]): Read {
  const read = numbersIn(words, LIMIT_OPTIONS);
  if ("odd" in read) return read;
  const { numbers } = read;
  const said: { thrifty?: boolean; judge?: boolean } = {};
  const others: string[] = [];
  for (const word of read.others) {
    const flag = Object.hasOwn(FLAGS, word) ? FLAGS[word] : undefined;
    if (flag === undefined) others.push(word);
    else if (said[flag.arg] === undefined) said[flag.arg] = flag.value;
    else return { odd: [word], why: flag.twice };
  }
  const named = paidFor(others.length > 0 ? others : [LATEST]);
  const limits = Object.keys(numbers).length > 0 ? numbers : undefined;
  return "odd" in named ? named : { args: { ...named.args, limits, ...said } };
}

const THRIFT = { arg: "thrifty", twice: "whether it is thrifty stands twice" } as const;
const FLAGS: Readonly<Record<string, { arg: "thrifty" | "judge"; value: boolean; twice: string }>> = {
  "--thrifty": { ...THRIFT, value: true },
  "--no-thrifty": { ...THRIFT, value: false },
  "--judge": { arg: "judge", value: true, twice: "it stands twice" },
};
