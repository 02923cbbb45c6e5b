/** What a model asks to see of the project, whatever its host calls the tool and the tool's arguments. */
export type Look =
  | { kind: "read"; path: string }
  | {
      kind: "grep";
      /** A file or a folder; the folder the host works in where it is undefined. */
      path: string | undefined;
      /** A regular expression of ripgrep, or plain text. */
      pattern: string;
      include: string | undefined;
      literal?: boolean;
      ignore_case?: boolean;
      /** Most matches; 1 or more. */
      limit: number;
    }
  | {
      kind: "glob";
      path: string | undefined;
      pattern: string;
      /** Names that begin with a dot are found too. */
      hidden?: boolean;
      /** Most paths; 1 or more. */
      limit: number;
    };

export type Match = { path: string; line: number; text: string };

/** What was found, of what the session may see alone; `more` says that a limit ended the search. Paths are absolute. */
export type Found =
  | { kind: "folder"; path: string; entries: string[] }
  | { kind: "matches"; matches: Match[]; more: boolean }
  | { kind: "paths"; folder: string; paths: string[]; more: boolean };

/**
 * How a look that is allowed is answered: the host reads a file, whose path was checked; the lab itself lists a folder
 * and searches, so that nothing of what is closed is in what is counted, cut, sorted or found to fail.
 */
export type Answer = { by: "host"; path: string } | { by: "lab"; find(): Promise<Found> };
