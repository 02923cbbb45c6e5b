import { optionsIn } from "./decide-line.ts";
import { LIMIT_OPTIONS } from "./run-line.ts";
import { numbersIn, type Read, surelyNamed } from "./word.ts";

/** An idea in quotes, and what stands behind it. */
const QUOTED = /^(?:"((?:\\"|[^"])*)"|'([^']*)')(?:\s+(--.*))?$/su;
const OPTIONS = /^(?:--(?:max-[a-z]+|where)(?:=|\s+)\S+\s*|--dry-run\s*)+/u;
const WHERE = { "--where": { arg: "where", takes: "docs/briefs" } };

/**
 * What follows the word brief: an idea in quotes, which begins; an idea without them, which is estimated; or an
 * experiment, which goes on. Options may stand before the idea, behind one in quotes, and around the experiment.
 */
export function readBriefLine(words: readonly string[], rest: string): Read {
  const given = OPTIONS.exec(rest)?.[0] ?? "";
  const text = rest.slice(given.length).trim();
  const around = briefOptions(words);
  const [only = "", ...more] = "odd" in around ? [] : around.others;
  const experiment = /^["']/u.test(only) || more.length > 0 ? undefined : surelyNamed(only);
  if (experiment !== undefined && !("odd" in around)) return { args: { experiment, ...around.args } };
  const [whole, double, single, behind = ""] = QUOTED.exec(text) ?? [];
  const beside = briefOptions(`${given} ${behind}`.split(/\s+/u).filter(Boolean));
  if ("odd" in beside) return beside;
  if (text === "" || beside.others.length > 0) return { odd: beside.others };
  const [option] = /^--[a-z][\w-]*/iu.exec(text) ?? [];
  if (option !== undefined) return { odd: [option] };
  if (whole === undefined) return { args: { idea: text, ...beside.args, dry_run: true }, unsure: true };
  return { args: { idea: (double?.replaceAll('\\"', '"') ?? single ?? "").trim(), ...beside.args } };
}

function briefOptions(words: readonly string[]) {
  const named = optionsIn(words, words.join(" "), WHERE);
  if ("odd" in named) return named;
  const read = numbersIn(named.others, LIMIT_OPTIONS);
  if ("odd" in read) return read;
  const limits = Object.keys(read.numbers).length > 0 ? read.numbers : undefined;
  const dry_run = read.others.includes("--dry-run") ? true : undefined;
  return { args: { ...named.args, limits, dry_run }, others: read.others.filter((word) => word !== "--dry-run") };
}
