import { type ParseArgsConfig, parseArgs } from "node:util";
import { messageOf, UsageError } from "../../errors.ts";
import { typedSaid } from "../../story/study-help.ts";
import { nearest } from "../../text/nearest.ts";
import { STUDY_OWN } from "../options.ts";

/** A word's own options and what stands beside them. Throws UsageError, which names the word's usage, for any other. */
export function studyOptions<const O extends NonNullable<ParseArgsConfig["options"]>>(
  { word, usage }: { word: string; usage: string },
  rest: readonly string[],
  options: O,
  most = 0,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...rest], options, strict: true, allowPositionals: most > 0 });
    if (positionals.length > most)
      throw new Error(
        `${positionals.length} words are too many, found ${JSON.stringify(positionals[most]?.slice(0, 80))}`,
      );
    return { values, positionals };
  } catch (error) {
    const is = messageOf(error).split(". ")[0]?.slice(0, 300);
    throw new UsageError(`Cannot read study ${word}: ${is}${nearOption(rest, options)}.`, {
      advice: typedSaid({ usage }),
    });
  }
}

/** What an unknown option may have meant; nothing where all are known. */
function nearOption(rest: readonly string[], options: object): string {
  const known = [...Object.keys(options), ...STUDY_OWN];
  const names = rest.flatMap((typed) => /^--([^=]+)/u.exec(typed)?.[1] ?? []);
  const unknown = names.find((name) => !known.includes(name));
  const near = unknown === undefined ? [] : nearest(unknown, known);
  return near.length > 0 ? `; the nearest: ${near.map((name) => `--${name}`).join(", ")}` : "";
}

/** Which study is meant, in every word that is about one. */
export const MEANT = { queue: { type: "string" }, study: { type: "string" } } as const;

/** A limit as it is typed: a number that is not below 0, or "none". Throws UsageError. */
export function limitOf(option: string, typed: string | undefined): number | null | undefined {
  if (typed === undefined) return undefined;
  if (typed === "none") return null;
  const number = /^\d{1,12}(?:\.\d{1,6})?$/u.test(typed) ? Number(typed) : Number.NaN;
  if (Number.isFinite(number)) return number;
  throw new UsageError(`Cannot take --${option} ${JSON.stringify(typed.slice(0, 40))}: needed is a number, or none.`);
}
