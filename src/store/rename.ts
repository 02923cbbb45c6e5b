import { rename } from "node:fs/promises";

/** How Windows refuses to rename over a file that anybody has open: a reader of ours, an editor, what looks for viruses. */
const OPEN_ELSEWHERE = new Set(["EPERM", "EACCES", "EBUSY"]);
/** Milliseconds before each further try, over 3 s in all; a file that is open for longer is held on purpose. */
const PAUSES = [10, 20, 40, 80, 160, 320, 640, 900, 900];

/** What renaming needs of the system. */
type System = {
  platform: NodeJS.Platform;
  rename(from: string, to: string): Promise<void>;
  pause(ms: number): Promise<unknown>;
};

const SYSTEM: System = {
  platform: process.platform,
  rename,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Gives a file the name of another, which it takes the place of. Where the other must not be open, that is waited for. */
export async function renameOver(from: string, to: string, system = SYSTEM): Promise<void> {
  for (const ms of system.platform === "win32" ? PAUSES : []) {
    try {
      return await system.rename(from, to);
    } catch (error) {
      if (!OPEN_ELSEWHERE.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
    await system.pause(ms);
  }
  await system.rename(from, to);
}
