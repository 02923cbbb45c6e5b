import { defectOf, LabError, messageOf } from "../errors.ts";

/**
 * Waits for every piece of work, also when one throws, and then throws the first error: what the others finish is
 * on disk before anybody hears of the error. `halt` is called at the first one, for what has not begun need not begin.
 */
export async function settleAll<T>(work: readonly Promise<T>[], halt: (reason: string) => void): Promise<T[]> {
  for (const each of work) each.catch((error: unknown) => halt(messageOf(error)));
  const settled = await Promise.allSettled(work);
  const rejected = settled.find((result) => result.status === "rejected");
  if (rejected) throw rejected.reason;
  return settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/**
 * The work of one cell. Whatever it throws costs that cell alone: `failed` says how, with the error in words. A
 * LabError is thrown on, for what it says, such as a full disk, holds for all cells.
 */
export async function asOneCell<T>(work: Promise<T>, failed: (message: string) => Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LabError) throw error;
    return failed(defectOf(error));
  }
}
