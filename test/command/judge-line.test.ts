import { expect, test } from "bun:test";
import { judged } from "../../src/command/judge-line.ts";

const read = (line: string) => judged(line.split(/\s+/u), line);
const LATEST = { experiment: "latest" };

test("an order may be typed with blanks, wherever they stand", () => {
  for (const line of ["N>O=P", "N > O = P", "N >O= P", "N> O =P"]) {
    expect(read(line)).toEqual({ args: { ...LATEST, order: "N>O=P" } });
  }
  expect(judged(["N > O = P"], "N > O = P")).toEqual({ args: { ...LATEST, order: "N>O=P" } });
  expect(read('2026-11-24-queue N > O --as "Ada > Bo" --unseen')).toEqual({
    args: { experiment: "2026-11-24-queue", order: "N>O", name: "Ada > Bo", unseen: true },
  });
});

test("what is no order is odd, and is not put together from others", () => {
  for (const [line, odd] of [
    ["N O>P", ["N"]],
    ["N >", ["N>"]],
    ["> N", [">N"]],
    ["N", ["N"]],
    ["N>O P>Q", ["P>Q"]],
    ["n>o", ["n>o"]],
  ] as const) {
    expect(read(line)).toMatchObject({ odd });
  }
});

test("an option without what it takes is odd, and takes no other option for it", () => {
  expect(read("--as --show")).toMatchObject({ odd: ["--as"] });
  expect(read("--from --replace")).toMatchObject({ odd: ["--from"] });
  expect(read("--as")).toMatchObject({ odd: ["--as"] });
  expect(read("--as=--show")).toEqual({ args: { ...LATEST, name: "--show" } });
  expect(read("--as=Ada N>O")).toEqual({ args: { ...LATEST, name: "Ada", order: "N>O" } });
  expect(read("--from b.json --replace")).toEqual({ args: { ...LATEST, from: "b.json", replace: true } });
});
