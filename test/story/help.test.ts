import { expect, test } from "bun:test";
import { opSaid } from "../../src/story/help.ts";
import { unmarked } from "../../src/story/sentence.ts";

test("help of an op is under its name, with what it does", () =>
  expect(unmarked(opSaid("decide", "Keeps what a person decides"), String)).toBe(
    "Op decide: Keeps what a person decides.",
  ));
