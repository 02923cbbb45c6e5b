/** Sentences under "Not protected" of docs/security.md, which cover attacks that succeed by design. */
export const NOT_PROMISED = {
  /** A price, a folder or a write that a rule, a flag or whoever reaches OpenCode accepts. */
  host: "OpenCode's own questions about costs, free models and folders can be answered by rules, by `--auto`, and by any program that reaches OpenCode.",
  /** Keys pressed on a screen, the user's or one of its own. */
  screen: "A program that controls your terminal can answer a dialog there, or start a screen of its own.",
  /** A shell that looks like a user's. */
  shell: "A program that removes the variables of an agent's shell and provides a terminal passes for you.",
  /** The command's own yes. */
  yes: "`opencode-designlab run --yes` pays from any shell, as it does in a script.",
  /** The private folder and its signatures. */
  folder: "A program that runs as your user can read the private folder, and so sign in your name.",
  /** The same, for what opens a page. */
  page: "Such a program can also read the page's keys, the file that leads a browser there, and the code on a screen.",
  /** The same, through the command. */
  code: "Such a program can also type `opencode-designlab code` in a terminal of its own.",
  /** The user's own settings, and a browser that is given to a process of the agent's own. */
  settings: "Such a program can also change your own configuration, and start OpenCode with a browser of its own.",
  /** What a server was given when it was started. */
  key: "Such a program can also read `DESIGNLAB_DESK_KEY` in the environment or memory of OpenCode.",
  /** The file that hides a result. */
  hold: "Whoever can write to the folder of an experiment can delete `hold.json`, and the result is hidden no longer.",
  /** Rules of a project. */
  rules:
    "A checkout's `opencode.json` may allow costs with `designlab_cost`, because OpenCode does not say whose rule it is.",
} as const;
