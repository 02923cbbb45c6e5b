/**
 * What a call came to, for a program that called: `winner` and `no-winner` of one that ranked, `answered` of one that
 * does not rank, `unranked` where nothing was ranked or nothing was done, `usage` where what was asked for cannot be
 * meant, `stopped` by the person.
 */
export type ExitKind = keyof typeof EXIT_CODES;

/** The exit code of a command for each. */
export const EXIT_CODES = { answered: 0, winner: 0, unranked: 1, usage: 2, "no-winner": 3, stopped: 130 } as const;

/** One line of documentation for each code. */
export const EXIT_MEANINGS: Readonly<Record<number, string>> = {
  0: "a winner; of a command that does not rank: it answered, and doctor found no problem",
  1: "nothing was ranked: the price was not allowed, a limit was reached, models failed, or another was at work",
  2: "the command, the configuration or a model's name is wrong; nothing was asked",
  3: "ranked, and nobody wins",
  130: "stopped by Ctrl-C; what was finished is kept",
};
