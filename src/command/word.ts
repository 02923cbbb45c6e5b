/** A word that a person types after /design-lab, with what may follow it: its op says so, in its own file. */
export type Word = {
  word: string;
  /** The whole of it, with what may be left out in brackets. */
  usage: string;
  /** Ends a sentence that begins with the usage. */
  does: string;
  /** The same as a command outside a conversation, where it is typed or told otherwise; null where it is none there. */
  command?: { usage: string; does: string } | null;
  /** What people type for it that has no meaning of its own; before a sentence it is a part of that. */
  also?: readonly string[];
  /** It says something in the user's name, so that an agent is shown it as a line to type and not as a call. */
  own?: true;
  /** Typed alone it shows what is there and does nothing else: a line of one of its other names is that. */
  looks?: true;
} & (
  | {
      /** Names that may follow it, such as the parts of an experiment. */
      names?: readonly string[];
      /**
       * The op's args that the words after it mean. No word is passed over: it stands in the args, or is odd. `rest` is
       * the same as it was typed.
       */
      reads(words: readonly string[], rest: string): Read;
    }
  | {
      /** A task follows it with its options: one that begins to cost money, does so in quotes alone, or never does. */
      task: "starts" | "starts in quotes" | "estimate";
    }
);

/**
 * What is undefined in `args` was not said. `op`: which one takes them, where it is not that of the word. `unsure`: the
 * whole line may be a task that begins with the word.
 */
export type Read = { args: Readonly<Record<string, unknown>>; op?: string; unsure?: boolean } | Odd;

/** Words that do not fit, and why where that says more; none where something is missing. */
export type Odd = { odd: readonly string[]; why?: string };

/** What people call a design: its letter, and one of a round B2 or M1. Small with a number it may be a part of a name. */
export const LETTER = /^(?:[A-Z]{1,2}\d{0,2}|[a-z])$/u;
/** The same where no part of an experiment's name may stand. */
export const DESIGN_ALONE = /^(?:[A-Z]{1,2}|[a-z]{1,2}(?=\d)|[a-z])\d{0,2}$/u;
/** The newest experiment of all, for an op that would start one when none is named. */
export const LATEST = "latest";

/** An experiment's id or the beginning of one, a path of it, or a part of it: no word of a sentence with a capital or a dot. */
const REFERENCE = /^(?:[\p{L}\p{N}][\p{L}\p{N}._~/-]*|(?=.*\/)[~./].*|[A-Za-z]:[\\/].+)$/su;
/** An experiment that cannot be a loose word: from its date, a path, the newest, or whatever stands in quotes. */
const SURE_REFERENCE =
  /^(?:(\d{4}[\p{L}\p{N}._-]*|[\p{L}\p{N}._~-]+\/[\p{L}\p{N}._~/-]*|(?=[^"']*\/)[~./][^"']*|[A-Za-z]:[\\/][^"']+|latest)|"([^"]+)"|'([^']+)')$/u;

/** Whether a text is an experiment's whole name, as the lab gives it: its date and what follows. */
export function isDated(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}-[\p{L}\p{N}._-]+$/u.test(text);
}

/** At most that many words, each of which could name an experiment or a part of one. */
export function upTo(
  most: number,
  words: readonly string[],
  args: (words: readonly string[]) => Readonly<Record<string, unknown>>,
): Read {
  const odd = words.filter((word, at) => at >= most || !REFERENCE.test(word));
  return odd.length === 0 ? { args: args(words) } : { odd };
}

/** One experiment, the newest where it is left out. */
export const oneOrNewest = (words: readonly string[]): Read => upTo(1, words, ([experiment]) => ({ experiment }));

/** One experiment, by its name: what costs money is asked of none that nobody named. */
export function paidFor([word = "", ...more]: readonly string[]): { args: { experiment: string } } | Odd {
  const experiment = surelyNamed(word);
  if (experiment === undefined)
    return {
      odd: word === "" ? more : [word, ...more],
      why: "an experiment is named from its date on, by its path, as latest or in quotes",
    };
  return more.length > 0 ? { odd: more } : { args: { experiment } };
}

/** The experiment that a word names and cannot but name. */
export function surelyNamed(word: string): string | undefined {
  const [, ...named] = SURE_REFERENCE.exec(word) ?? [];
  return named.find((each) => each !== undefined);
}

/** The numbers that follow options, as "--max-cost 2" or "--max-cost=2", by the args that these give. */
export function numbersIn(
  words: readonly string[],
  options: readonly NumberOption[],
): { numbers: Record<string, number>; others: string[] } | Odd {
  const numbers: Record<string, number> = {};
  const others: string[] = [];
  const typed = words.flatMap((word) => /^(--[a-z-]+)=(.*)$/isu.exec(word)?.slice(1) ?? word).values();
  for (const word of typed) {
    const known = options.find(({ option }) => option === word.toLowerCase());
    if (known === undefined) {
      others.push(word);
      continue;
    }
    if (Object.hasOwn(numbers, known.arg)) return { odd: [word], why: "it stands twice" };
    const number = typed.next().value;
    if (number === undefined || !isNumber(number)) return { odd: [number ?? word], why: needsNumber(known) };
    numbers[known.arg] = Number(number);
  }
  return { numbers, others };
}

/** An option that gives `arg` a number, such as `takes`. */
type NumberOption = { option: string; arg: string; takes: string };

export function isNumber(text: string): boolean {
  return /^\d{1,15}(?:\.\d+)?$/u.test(text);
}

export function needsNumber({ option, takes }: Pick<NumberOption, "option" | "takes">): string {
  return `${option} needs a number, as ${option} ${takes}`;
}

/** The words of a line, with what stands in quotes as one and without them; those of a shell are whole already. */
export function pieces(words: readonly string[], line: string): string[] {
  return isOfShell(words) ? [...words] : quotedPieces(words, line).map(unquoted);
}

/** The same with the quotes, by which an experiment's name is sure. */
export function quotedPieces(words: readonly string[], line: string): string[] {
  return isOfShell(words)
    ? [...words]
    : (line.match(/(?:--[a-z-]+=)?(?:"[^"]*"|'[^']*'|“[^”]*”)|\S+/giu) ?? []).map(String);
}

/** A piece without the quotes around it, or around the value of its option. */
export const unquoted = (piece: string): string =>
  piece.replace(/^(--[a-z-]+=)?(?:"(.*)"|'(.*)'|“(.*)”)$/isu, "$1$2$3$4");

const isOfShell = (words: readonly string[]): boolean => words.some((word) => /\s/u.test(word));
