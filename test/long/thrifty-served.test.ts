import { expect, test } from "bun:test";
import { basename } from "node:path";
import { close, laboratory } from "../e2e/support/laboratory.ts";

test("a look keeps the designs that can still win, and what it spared and only that is asked for later", async () => {
  const { lab, play, asked, plan, newest } = await laboratory();
  await using _ = lab;
  const call = (args: object) => lab.ask("run", args);

  play.table = close([8, 7.8, 4, 3.8]);
  let before = asked().length;
  const two = await call(plan(4, 5, "two"));
  expect(two).toContain("16 of 20 evaluations asked; 4 spared: C and D had less than 10 % after 3 reviewers.");
  expect(asked(before)).toHaveLength(16);
  const seen = new Set(asked(before));
  before = asked().length;
  const experiment = basename(await newest("two"));
  expect(await call({ experiment })).toContain("Nothing was missing");
  expect(await call({ experiment, thrifty: false })).toContain("4 reviews and 4 scores made");
  expect(asked(before)).toHaveLength(4);
  for (const cell of asked(before)) expect(seen.has(cell)).toBe(false);
}, 300_000);
