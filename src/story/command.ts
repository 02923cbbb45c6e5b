/** What stands around the lists of the help that the command prints. */
export const COMMAND_HELP = {
  what: "Several models each design a system for one task, alone; reviewers judge the designs blind; statistics rank them.",
  brackets: "What is in brackets may be left out, and then the newest experiment is meant.",
  talks: "In a conversation of OpenCode alone",
  run: "Options of a run, before its task",
  own: "Options of every command",
} as const;

/** The code of one page, as a person's terminal shows it. */
export const codeSaid = (code: string, port: number): string =>
  `${code} for the page at port ${port}: type it there alone.`;

/** What ended without an error of the lab's: `who` is the program. */
export const defectSaid = (who: string, what: string): string => `${who} failed, by a defect of its own: ${what}`;

/** What is said of a line that begins with a slip of one of the command's own words, or with options in front of it. */
export const notTyped = (typed: string, meant: string): string =>
  typed === meant
    ? `"${meant}" must stand first; before it only --json, --yes, --dir and --opencode.`
    : `There is no command "${typed.slice(0, 60)}"; the nearest: ${meant}.`;
