import { defectOf, LabError, messageOf } from "../errors.ts";

/** Pieces of work that are begun one by one and waited for together. */
type Crew<T> = {
  add(work: Promise<T>): void;
  /**
   * Waits for every piece, also when one throws, and then throws the first error: what the others finish is on disk
   * before anybody hears of the error.
   */
  settled(): Promise<T[]>;
};

/** `halt` is called at the first error, for what has not begun need not begin. */
export function crew<T>(halt: (reason: string) => void): Crew<T> {
  const all: Promise<T>[] = [];
  return {
    add(work) {
      work.catch((error: unknown) => halt(messageOf(error)));
      all.push(work);
    },
    async settled() {
      const settled = await Promise.allSettled(all);
      const rejected = settled.find((result) => result.status === "rejected");
      if (rejected) throw rejected.reason;
      return settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    },
  };
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
