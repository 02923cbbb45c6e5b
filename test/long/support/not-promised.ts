/** Sentences under "Not promised" of docs/security.md, each with what it covers and, there, the way to shut it. */
export const NOT_PROMISED = {
  /** A price, a folder or writing that a rule, a flag or whoever reaches the host says yes to. */
  host: "are asked with the host's own question, which rules and `--auto` may answer, and whoever reaches the host",
  /** Keys pressed on a screen, the person's or one of its own. */
  screen: "one that types in a terminal (tmux, a pty) can answer a dialog, or start a screen of its own and type there",
  /** A shell that looks like a person's. */
  shell: "takes the variable away that tells an agent's shell, and plays the terminal: that check is against accidents",
  /** The command's own yes. */
  yes: "`opencode-designlab run --yes` pays from any shell, as it does in a script",
  /** What lies in the private folder: seals. */
  folder: "A program of the same user can read the secret there and seal what it likes",
  /** The same: what opens a page. */
  page: "with it the page's keys, the file that leads a browser there and the code that a screen shows",
  /** What a server was given when it was started. */
  key: "a program of the same user that reads `/proc/PID/environ`",
  /** What holds a result back. */
  hold: "Who can write an experiment's folder can delete hold.json, and read the scores that lie there",
  /** Rules of a project. */
  rules: 'A checkout\'s `opencode.json` may hold `permission: {"designlab_cost": "allow"}` like any other rule',
  /** Other code inside the host. */
  plugin: "So can another plugin",
  /** The person's own settings. */
  settings: "A program of the same user can write your own configuration",
  /** What a host of the agent's own is started with. */
  browser: "put a browser of its own before a host that it starts",
} as const;
