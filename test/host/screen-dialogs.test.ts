import { expect, test } from "bun:test";
import { queueDialogs } from "../../src/host/screen/dialogs.ts";
import type { Dialogs } from "../../src/host/screen/questions.ts";

/** A host with one place for dialogs, as each version has: a second dialog takes the place of the first, which gives null. */
function onePlace() {
  const shown: { title: string; answer(value: string | null): void }[] = [];
  const show = (title: string): Promise<string | null> =>
    new Promise((resolve) => {
      shown.at(-1)?.answer(null);
      shown.push({ title, answer: resolve });
    });
  const dialogs: Dialogs = { select: show, prompt: show, say: () => undefined };
  return { shown, dialogs };
}

test("a second dialog waits for the first, which keeps what is typed in it", async () => {
  const { shown, dialogs } = onePlace();
  const queued = queueDialogs(dialogs);
  const first = queued.prompt("What is to be changed?", "");
  const second = queued.prompt("To say yes, type ABCD", "");
  await Bun.sleep(10);
  expect(shown.map(({ title }) => title)).toEqual(["What is to be changed?"]);
  shown[0]?.answer("the name");
  expect(await first).toBe("the name");
  await Bun.sleep(10);
  expect(shown.map(({ title }) => title)).toEqual(["What is to be changed?", "To say yes, type ABCD"]);
  shown[1]?.answer("abcd");
  expect(await second).toBe("abcd");
});

test("a dialog that the host cannot show keeps no other back", async () => {
  const { shown, dialogs } = onePlace();
  const select = async () => {
    throw new Error("no place");
  };
  const queued = queueDialogs({ ...dialogs, select });
  const failed = queued.select("Which?", []);
  const next = queued.prompt("Why?", "");
  expect(failed).rejects.toThrow("no place");
  await Bun.sleep(10);
  shown[0]?.answer("because");
  expect(await next).toBe("because");
});
