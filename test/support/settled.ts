/** Waits until something holds, looking every 20 ms. Throws after `most` milliseconds. */
export async function settled(holds: () => boolean | Promise<boolean>, most = 120_000): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > most) throw new Error(`Waited ${most} ms for something that does not come`);
    await Bun.sleep(20);
  }
}
