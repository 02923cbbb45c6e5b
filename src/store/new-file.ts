import { mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { LabError, messageOf } from "../errors.ts";

/**
 * Writes a file where none is; false where one of that name is there. Throws LabError where it cannot be written; half of
 * one is taken away.
 * @param undone What the error says of the rest, a sentence without its full stop.
 */
export async function writeNew(within: string, path: string, text: string, undone: string): Promise<boolean> {
  try {
    if (dirname(path) !== within) await mkdir(dirname(path), { recursive: true });
    const file = await open(path, "wx");
    try {
      await file.writeFile(text);
      await file.sync();
    } catch (error) {
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw new LabError(`Cannot write ${path}: ${messageOf(error)}. ${undone}.`, { cause: error });
  }
}
