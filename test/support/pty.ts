import { spawn } from "node:child_process";

/** What stood on a terminal when its program ended, and how that ended. */
export type OnTerminal = { code: number | null; screen: string };

/** Keys that are pressed as they are, without Enter behind them. */
export const KEYS = { suspend: "\u001a", end: "\u0004" };

/**
 * Runs a program on a terminal of its own (`script` of util-linux), which echoes. Each of `answers` is typed, with Enter
 * unless it is one of KEYS, when the screen shows the next "[y/N]".
 */
export function onTerminal(
  words: readonly string[],
  { cwd, env, answers = [] }: { cwd: string; env: Readonly<Record<string, string>>; answers?: readonly string[] },
): Promise<OnTerminal> {
  const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qec", line, "/dev/null"], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  let screen = "";
  let typed = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
    while (typed < answers.length && screen.split("[y/N]").length - 1 > typed)
      child.stdin.write(keysOf(answers[typed++] ?? ""));
  });
  child.stdin.on("error", () => undefined);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, screen }));
  });
}

const keysOf = (answer: string): string => (Object.values(KEYS).includes(answer) ? answer : `${answer}\r`);
