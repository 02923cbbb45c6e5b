import { spawn } from "node:child_process";
import { access, constants, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** Characters of ripgrep's own errors that are passed on. */
const MAX_ERROR = 2_000;
/** A line of output that is longer, in UTF-16 units, is dropped; the host fails the whole search at 65,536 bytes. */
const MAX_RECORD = 4_000_000;

/** The program the host itself searches with: `rg` on the PATH, else the one it has downloaded; null when there is none. */
export async function findRipgrep(path: string | undefined, hostBin: string): Promise<string | null> {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  const folders = (path ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  for (const file of [...folders, hostBin].map((folder) => join(folder, name))) {
    const runs = await access(file, constants.X_OK).then(
      async () => (await stat(file)).isFile(),
      () => false,
    );
    if (runs) return file;
  }
  return null;
}

/**
 * Runs ripgrep in a folder and hands over what it prints, part by part as `separator` ends each, until `take` returns
 * false. The process has ended when this resolves. Throws with ripgrep's own words when it could not begin, as for a pattern it cannot parse; what
 * it says of single files is held back, for it would tell of files that are not to be seen.
 */
export async function runRipgrep(
  program: string,
  folder: string,
  args: readonly string[],
  separator: string,
  take: (part: string) => Promise<boolean>,
): Promise<void> {
  const child = spawn(program, ["--no-config", "--no-messages", "--no-ignore-messages", ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (said.length < MAX_ERROR) said += text;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  ended.catch(() => undefined);
  let parts = 0;
  try {
    for await (const part of partsOf(child.stdout, separator)) {
      parts++;
      if (!(await take(part))) return;
    }
    const code = await ended;
    if (code === 2 && parts === 0 && said.trim() !== "") throw new Error(said.trim().slice(0, MAX_ERROR));
  } finally {
    child.kill("SIGKILL");
    await ended.catch(() => undefined);
  }
}

/** Whole parts without their ends; one that is too long is left out. */
async function* partsOf(output: NodeJS.ReadableStream, separator: string): AsyncGenerator<string> {
  output.setEncoding("utf8");
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of output) {
    const pieces = String(chunk).split(separator);
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) {
        if (length <= MAX_RECORD) yield rest.join("");
        rest = [];
        length = 0;
      }
      length += piece.length;
      if (length <= MAX_RECORD) rest.push(piece);
      else rest = [];
    }
  }
  if (length > 0 && length <= MAX_RECORD) yield rest.join("");
}
