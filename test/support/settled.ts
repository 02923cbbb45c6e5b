/** Milliseconds from one look to the next, at most. */
const SELDOM = 100;

/**
 * Waits until something holds, looking after 20 ms, and then ever more seldom: a look at a page takes the processor of two
 * processes. Throws after `most` milliseconds.
 */
export async function settled(holds: () => boolean | Promise<boolean>, most = 120_000): Promise<void> {
  const began = performance.now();
  for (let pause = 20; !(await holds()); pause = Math.min(SELDOM, pause * 1.25)) {
    if (performance.now() - began > most) throw new Error(`Waited ${most} ms for something that does not come`);
    await Bun.sleep(pause);
  }
}
