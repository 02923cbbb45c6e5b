/** Programs that change the files that they are given, by what must stand among their words. */
const WRITERS: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  sed: inPlace,
  perl: inPlace,
  ruby: inPlace,
  git: (words) => GIT_WRITES.has(words.slice(1).find((word) => !word.startsWith("-")) ?? ""),
  ...Object.fromEntries(
    ["cp", "dd", "install", "ln", "mv", "patch", "tee", "touch", "truncate"].map((name) => [name, () => true]),
  ),
};
const GIT_WRITES = new Set(
  "am apply checkout cherry-pick merge mv pull rebase reset restore revert stash switch".split(" "),
);
/** What runs the program that stands behind it. */
const RUNNERS = new Set("sudo env command exec nohup time nice stdbuf xargs then do else {".split(" "));

/** UTF-16 units of a command past which it is not looked at. */
const MOST_COMMAND = 100_000;

function inPlace(words: readonly string[]): boolean {
  return words.some((word) => word.startsWith("--in-place") || /^-[a-zA-Z]{0,9}i/u.test(word));
}

/**
 * The program of a shell's command that wrote files: the only one that can have, by its name. Null where several may
 * have: a wrong name is worse than none.
 */
export function writerOf(command: string): string | null {
  if (command.length > MOST_COMMAND) return null;
  const all = commandsIn(command).filter(({ name }) => name !== "cd");
  const writers = all.filter(({ name, words, writes }) => writes || WRITERS[name]?.(words) === true);
  const [first, ...others] = new Set((writers.length > 0 ? writers : all).map(({ name }) => name));
  const several = others.length > 0 || (writers.length === 0 && all.length > 1);
  return several || first === undefined || !/^[\w.+-]{1,40}$/u.test(first) ? null : first;
}

/** Programs that run no tests, and no program that their words name. */
const RUN_NOTHING = new Set([
  ...["[", ":", "basename", "cat", "cd", "chmod", "cut", "date", "diff"],
  ...["dirname", "echo", "egrep", "fgrep", "false", "grep", "head", "jq", "ls"],
  ...["mkdir", "printf", "pwd", "rm", "rmdir", "sed", "sleep", "sort", "stat", "tail"],
  ...["test", "tr", "true", "uniq", "wc"],
]);

/**
 * What a command of a shell can have to do with the results of tests. `writes`: each of its programs is known and runs
 * no tests, and these of them write files. `looks`: the same, and none of them writes. `runs`: anything else.
 */
export type ShellUse = { does: "writes"; program: string | null } | { does: "looks" } | { does: "runs" };

/** Tells which of them a command is. A program is named when it alone can have written. */
export function classifyCommand(command: string): ShellUse {
  const all = commandsIn(command);
  const writers = all.filter(({ name, words, writes }) => writes || WRITERS[name]?.(words) === true);
  const runs = all.some((each) => !RUN_NOTHING.has(each.name) && WRITERS[each.name]?.(each.words) !== true);
  // What stands in a substitution is not read.
  if (runs || all.length === 0 || /\$\(|`|<\(|>\(/u.test(command)) return { does: "runs" };
  return writers.length === 0 ? { does: "looks" } : { does: "writes", program: writerOf(command) };
}

/** One command of a line: its program, all its words, and whether its output goes to a file. */
type Command = { name: string; words: readonly string[]; writes: boolean };

/** The single commands of what a shell is given, read once from its beginning to its end. */
function commandsIn(text: string): Command[] {
  const found: Command[] = [];
  let words: string[] = [];
  let writes = false;
  let word: string | null = null;
  /** What the next word is: where output goes, where a here-document ends, or nothing of the command. */
  let next: "word" | "output" | "end" | "nothing" = "word";
  let ends: string[] = [];
  let at = 0;

  const endWord = (): void => {
    if (word === null) return;
    if (next === "word") words.push(word);
    if (next === "output" && !word.startsWith("/dev/")) writes = true;
    if (next === "end") ends.push(word);
    [word, next] = [null, "word"];
  };
  const endCommand = (): void => {
    endWord();
    const own = words.findIndex((each, nth) => nth === words.length - 1 || !(RUNNERS.has(each) || /^\w+=/u.test(each)));
    const [program = ""] = words.slice(Math.max(0, own));
    if (program !== "") found.push({ name: program.split("/").at(-1) ?? "", words: words.slice(own), writes });
    [words, writes, next] = [[], false, "word"];
  };
  const quoted = (mark: string): void => {
    let end = at + 1;
    while (end < text.length && text[end] !== mark) end += mark === '"' && text[end] === "\\" ? 2 : 1;
    word = (word ?? "") + text.slice(at + 1, end);
    at = end;
  };
  const redirected = (): void => {
    const stream = word !== null && /^\d$/u.test(word) ? word : "";
    if (stream !== "") word = null;
    endWord();
    while (">|".includes(text[at + 1] ?? " ")) at++;
    if (text[at + 1] !== "&") next = stream === "2" ? "nothing" : "output";
    else while (/[&\d-]/u.test(text[at + 1] ?? "")) at++;
  };
  const skipDocuments = (): void => {
    for (const end of ends) {
      for (let line = ""; at < text.length && line.trim() !== end; ) {
        const from = at + 1;
        at = text.indexOf("\n", from);
        if (at < 0) at = text.length;
        line = text.slice(from, at);
      }
    }
    ends = [];
  };

  for (; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "\\") {
      at++;
      if (text[at] !== "\n") word = (word ?? "") + (text[at] ?? "");
    } else if (sign === '"' || sign === "'") quoted(sign);
    else if (sign === ">") redirected();
    else if (sign === "&" && text[at + 1] === ">") endWord();
    else if (sign === "<") {
      endWord();
      const document = text[at + 1] === "<" && text[at + 2] !== "<";
      while ("<-".includes(text[at + 1] ?? " ")) at++;
      next = document ? "end" : "nothing";
    } else if (";|&()\n".includes(sign)) {
      endCommand();
      if (sign === "\n") skipDocuments();
    } else if (sign.trim() === "") endWord();
    else word = (word ?? "") + sign;
  }
  endCommand();
  return found;
}
