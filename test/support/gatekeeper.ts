/** Holds up whoever passes until it is opened for them; places that nobody waits for are kept for who comes later. */
export function gatekeeper(): { pass(): Promise<void>; open(places: number): void } {
  const waiting: (() => void)[] = [];
  let free = 0;
  return {
    pass: () =>
      new Promise<void>((resolve) => {
        if (free === 0) waiting.push(resolve);
        else {
          free--;
          resolve();
        }
      }),
    open(places) {
      for (let at = 0; at < places; at++) {
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
  };
}
