/** Sentences under "Not promised" of docs/security.md that cover what works: there stands the way to shut it, too. */
export const NOT_PROMISED = {
  /** A price, a folder or writing that a rule, a flag or whoever reaches the host says yes to. */
  host: "are asked with the host's own question, which rules and `--auto` may answer, and whoever reaches the host",
  /** Keys pressed on a screen, the person's or one of its own. */
  screen: "answer a dialog in a terminal that it drives, or start a screen of its own and type there",
  /** A shell that looks like a person's. */
  shell: "takes the variable away that tells an agent's shell, and plays the terminal: that check is against accidents",
  /** The command's own yes. */
  yes: "`opencode-designlab run --yes` pays from any shell, as it does in a script",
  /** What lies in the private folder: seals. */
  folder: "can read the private folder (`~/.local/state/opencode/design-lab`): the secret that words are sealed with",
  /** The same: what opens a page. */
  page: "the page's keys, the file that leads a browser there, the code that a screen shows",
  code: "type `opencode-designlab code` on a pty of its own",
  /** The person's own settings, and a browser that a host of the agent's own is given. */
  settings: "write your own configuration, and give a host that it starts another one, or a browser of its own",
  /** What a server was given when it was started. */
  key: "a program of the same user that reads `/proc/PID/environ`",
  /** What holds a result back. */
  hold: "Who can write an experiment's folder can delete hold.json, and read the scores that lie there",
  /** Rules of a project. */
  rules: 'A checkout\'s `opencode.json` may hold `permission: {"designlab_cost": "allow"}` like any other rule',
} as const;
