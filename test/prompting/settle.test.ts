import { expect, test } from "bun:test";
import { crew } from "../../src/prompting/settle.ts";

/** A crew with these pieces of work, waited for. */
function settleAll<T>(work: readonly Promise<T>[], halt: (reason: string) => void): Promise<T[]> {
  const all = crew<T>(halt);
  for (const each of work) all.add(each);
  return all.settled();
}

test("crew() returns what every piece of work came to, in order", async () => {
  const halts: string[] = [];
  expect(await settleAll([Promise.resolve(1), Promise.resolve(2)], (reason) => halts.push(reason))).toEqual([1, 2]);
  expect(halts).toEqual([]);
});

test("crew() halts at the first error and throws it only when all the others have ended", async () => {
  const halts: string[] = [];
  let finish = (): void => undefined;
  let finished = false;
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  }).then(() => {
    finished = true;
  });
  let thrown: unknown = null;
  const all = settleAll([Promise.reject(new Error("no disk")), slow], (reason) => halts.push(reason)).catch((error) => {
    thrown = error;
  });
  await Bun.sleep(0);
  expect(halts).toEqual(["no disk"]);
  expect(thrown).toBeNull();
  finish();
  await all;
  expect(finished).toBe(true);
  expect(thrown).toEqual(new Error("no disk"));
});
