import { LATEST, pieces, type Read } from "./word.ts";

/** An order of designs by their letters, the best first: "N>O=P". */
const ORDER = /^[A-Z]{1,3}(?:[>=,][A-Z]{1,3}){1,199}$/u;
/** A piece of one that was typed with blanks. */
const PART = /^[A-Z>=,][A-Z>=,\s]*$/u;
const FLAGS: ReadonlySet<string> = new Set(["--ballot", "--replace", "--show", "--unseen"]);
const EXPERIMENT = /^(?:\d{4}[\p{L}\p{N}._-]*|latest|(?=.*\/)[\p{L}\p{N}~./_-]+)$/u;

/** What stands behind the word judge: an experiment, an order, options with what they take. Nothing is passed over. */
export function judged(words: readonly string[], line: string): Read {
  const args: Record<string, unknown> = {};
  const odd: string[] = [];
  const give = (name: string, value: unknown, word: string): void => {
    if (value === undefined || Object.hasOwn(args, name)) odd.push(word);
    else args[name] = value;
  };
  const typed = pieces(words, line);
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at] ?? "";
    const [option = "", own] = /^(--[a-z]+)=(.+)$/su.exec(word)?.slice(1) ?? [word];
    if (option === "--round") {
      const number = own ?? (/^\d+$/u.test(typed[at + 1] ?? "") ? typed[++at] : undefined);
      give("round", number === undefined || /^[1-9]\d?$/u.test(number) ? Number(number ?? 0) || true : undefined, word);
    } else if (option === "--as" || option === "--from") {
      const next = own !== undefined || typed[at + 1]?.startsWith("--") ? own : typed[++at];
      give(option === "--as" ? "name" : "from", next, word);
    } else if (FLAGS.has(option)) give(option.slice(2), true, word);
    else if (PART.test(word)) {
      let order = word.replace(/\s+/gu, "");
      for (; goesOn(order, typed[at + 1]); at++) order += typed[at + 1]?.replace(/\s+/gu, "") ?? "";
      give("order", ORDER.test(order) ? order : undefined, order);
    } else if (EXPERIMENT.test(word)) give("experiment", word, word);
    else odd.push(word);
  }
  if (odd.length > 0)
    return {
      odd,
      why: "an experiment, an order as N>O=P, --as a name, --unseen, --ballot, --from a file, --round, --replace or --show may follow",
    };
  return { args: { experiment: LATEST, ...args } };
}

/** Whether what follows is of the same order: "N > O" is three words, and one order. */
const goesOn = (order: string, next = ""): boolean =>
  PART.test(next) && (/[>=,]$/u.test(order) || /^[>=,]/u.test(next));
