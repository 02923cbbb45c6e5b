import { afterEach, beforeEach, expect, test } from "bun:test";
import type { OpContext } from "../../src/ops/op.ts";
import type { Opening, PageOffer } from "../../src/ops/person/page.ts";
import { waitOf } from "../../src/ops/person/wait.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
beforeEach(async () => {
  lab = await bench();
});
afterEach(() => lab.dispose());

const ADDRESS = "http://127.0.0.1:4100/#code";
const NOT_COME: PageOffer = { shown: false, why: "not-come", address: ADDRESS, port: 4100 };

/** A wait for a page whose browser was started; `came` and `offer` resolve as the test says. */
async function waiting(isOpen = () => false) {
  const came = Promise.withResolvers<boolean>();
  const offer = Promise.withResolvers<PageOffer>();
  let offers = 0;
  const opening: Opening = {
    came: came.promise,
    offer: () => {
      offers++;
      return offer.promise;
    },
  };
  const context = { ...lab.context, env: { DISPLAY: ":9" } } as unknown as OpContext;
  const wait = waitOf(await lab.lab(), context, {
    wait: undefined,
    what: () => "1 question for you",
    open: () => opening,
    isOpen,
  });
  expect(wait.begin()).toBe(true);
  return { wait, came, offer, offers: () => offers };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a browser that starts and does not fetch the page: the address is said while the call still waits", async () => {
  const { wait, offer, offers } = await waiting();
  expect(lab.told).toEqual(["1 question for you: on the page in your browser; any line that you type ends the wait"]);
  offer.resolve(NOT_COME);
  await settled();
  expect(lab.told.at(-1)).toBe(`Your browser has not opened the page yet. Open it yourself: ${ADDRESS}`);
  expect(wait.over.aborted).toBe(false);
  // The reply has the same address, for each is good once.
  expect(await wait.page()).toEqual(NOT_COME);
  expect(offers()).toBe(1);
});

test("nothing more is said of a page that came", async () => {
  const { wait, came, offer } = await waiting();
  came.resolve(true);
  offer.resolve({ shown: true });
  await settled();
  expect(lab.told).toHaveLength(1);
  expect(await wait.page()).toEqual({ shown: true });
});

test("a page that was opened from that address keeps the call waiting when the browser is given up", async () => {
  let open = false;
  const { wait, came, offer } = await waiting(() => open);
  offer.resolve(NOT_COME);
  await settled();
  open = true;
  came.resolve(false);
  await settled();
  expect(wait.over.aborted).toBe(false);
  expect(await wait.page()).toEqual({ shown: true });
});
