import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Value } from "@sinclair/typebox/value";
import { type ResultFile, ResultsAnswer } from "./answer.ts";

/** Milliseconds after which a reader is killed; a usual one takes a tenth of a second. */
const PATIENCE = 60_000;
/** Characters of an answer: a thousand failing tests, each with the longest name and path. */
const MAX_ANSWER = 8_000_000;

/** How a reader is started; a test starts another one. */
export type ReaderProgram = { program: string; script: string; patience: number };

const HERE = dirname(fileURLToPath(import.meta.url));
/** The program that runs this code, with this package's own script. An OpenCode is a whole Bun. */
const READER: ReaderProgram = {
  program: process.execPath,
  script: join(HERE, import.meta.url.endsWith(".ts") ? "reader.ts" : "results-reader.js"),
  patience: PATIENCE,
};

/**
 * What result files say, read by a process of its own that is killed when its time is up. It starts in the folder of its
 * script and without the host's environment, so no bunfig.toml, .env or NODE_OPTIONS of a project is read. Never rejects.
 */
export function askReader(
  files: readonly ResultFile[],
  { program, script, patience }: ReaderProgram = READER,
): Promise<ResultsAnswer> {
  const asked = new Promise<ResultsAnswer>((resolve) => {
    const { SystemRoot } = process.env;
    const child = spawn(program, [script, "read-results"], {
      cwd: dirname(script),
      env: { BUN_BE_BUN: "1", ...(SystemRoot !== undefined && { SystemRoot }) },
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
    });
    const answered: string[] = [];
    let length = 0;
    const end = (answer: ResultsAnswer): void => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      resolve(answer);
    };
    const timer = setTimeout(() => end({ why: "slow" }), patience);
    child.once("error", () => end({ why: "broken" }));
    child.stdin.on("error", () => undefined);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      length += text.length;
      if (length > MAX_ANSWER) end({ why: "broken" });
      else answered.push(text);
    });
    child.once("close", () => end(answerOf(answered.join(""), files.length)));
    child.stdin.end(JSON.stringify({ files }));
  });
  return asked.catch(() => ({ why: "broken" }));
}

function answerOf(text: string, files: number): ResultsAnswer {
  try {
    const answer: unknown = JSON.parse(text);
    if (!Value.Check(ResultsAnswer, answer) || ("newest" in answer && answer.newest >= files)) return { why: "broken" };
    return answer;
  } catch {
    return { why: "broken" };
  }
}
