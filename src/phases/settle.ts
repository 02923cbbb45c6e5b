/**
 * Waits for every piece of work, also when one throws, and then throws the first error: what the others finish is
 * on disk before anybody hears of the error.
 */
export async function settleAll<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(work);
  const rejected = settled.find((result) => result.status === "rejected");
  if (rejected) throw rejected.reason;
  return settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}
