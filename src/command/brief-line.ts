import { LIMIT_OPTIONS } from "./run-line.ts";
import { numbersIn, type Read, surelyNamed } from "./word.ts";

const QUOTED = /^"((?:\\"|[^"])*)"$|^'([^']*)'$/su;
const OPTIONS = /^(?:--max-[a-z]+(?:=|\s+)\S+\s*|--dry-run\s*)+/u;

/**
 * What follows the word brief: an idea in quotes, which begins; an idea without them, which is estimated; or an
 * experiment, which goes on. Limits may stand before the idea, and around the experiment.
 */
export function readBriefLine(words: readonly string[], rest: string): Read {
  const given = OPTIONS.exec(rest)?.[0] ?? "";
  const text = rest.slice(given.length).trim();
  const around = optionsIn(words);
  const [only = "", ...more] = "odd" in around ? [] : around.others;
  const experiment = /^["']/u.test(only) || more.length > 0 ? undefined : surelyNamed(only);
  if (experiment !== undefined && !("odd" in around)) return { args: { experiment, ...around.args } };
  const before = optionsIn(given.split(/\s+/u).filter(Boolean));
  if ("odd" in before) return before;
  if (text === "" || before.others.length > 0) return { odd: before.others };
  const [whole, double, single] = QUOTED.exec(text) ?? [];
  if (whole === undefined) return { args: { idea: text, ...before.args, dry_run: true }, unsure: true };
  return { args: { idea: (double?.replaceAll('\\"', '"') ?? single ?? "").trim(), ...before.args } };
}

function optionsIn(words: readonly string[]) {
  const read = numbersIn(words, LIMIT_OPTIONS);
  if ("odd" in read) return read;
  const limits = Object.keys(read.numbers).length > 0 ? read.numbers : undefined;
  const dry_run = read.others.includes("--dry-run") ? true : undefined;
  return { args: { limits, dry_run }, others: read.others.filter((word) => word !== "--dry-run") };
}
