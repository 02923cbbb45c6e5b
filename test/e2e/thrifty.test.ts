import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Look } from "../../src/artifacts/look.ts";
import { readJson } from "../support/disk.ts";
import { close, DESIGNERS, laboratory } from "./support/laboratory.ts";

test("a look keeps all, two or one of the designs; failures, a stand-in and a budget change only what they must", async () => {
  const { lab, play, asked, plan, newest } = await laboratory();
  await using _ = lab;
  const call = (args: object) => lab.ask("run", args);

  const all = await call(plan(5, 6, "all"));
  expect(all).not.toContain("spared");
  expect(asked()).toHaveLength(30);

  play.table = close([9, 5, 4]);
  let before = asked().length;
  expect(await call(plan(3, 4, "one"))).toContain("9 of 12 evaluations asked; 3 spared: after 3 reviewers no other");
  expect(asked(before)).toHaveLength(9);

  play.table = close([8, 7.8, 4, 3.8]);
  before = asked().length;
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

  // A reviewer that fails and one that another stands in for, and a designer that fails.
  before = asked().length;
  play.fails = ({ kind, model }) =>
    kind === "design" ? model === "d4/four" : model === "r1/one" || model === "r2/two";
  const failed = await call(plan(4, 5, "failed"));
  expect(failed).toContain("Incomplete");
  const dir = await newest("failed");
  const look = await readJson<Look>(join(dir, "look.json"));
  expect(look.designs.map(({ design_id }) => design_id)).toEqual(["d1-one", "d2-two", "d3-three"]);
  play.fails = () => false;
  before = asked().length;
  const mended = await call({ experiment: basename(dir) });
  expect(mended).not.toContain("Incomplete");
  // What was spared stays so; the design that came late is judged by all.
  const late = asked(before);
  expect(late.filter((cell) => cell.startsWith("3 "))).toHaveLength(5);
  for (const { design_id, reviewer_id } of look.spared) {
    const plan = DESIGNERS.findIndex((id) => id.replace("/", "-") === design_id);
    expect(late).not.toContain(`${plan} ${reviewer_id.replace("-", "/")}`);
  }

  before = asked().length;
  const stopped = await call({ ...plan(4, 5, "budget"), limits: { max_tokens: 27_000 } });
  expect(stopped).toStartWith("**Stopped: budget.**");
  const poor = await newest("budget");
  expect(existsSync(join(poor, "look.json"))).toBe(true);
  expect(asked(before).length).toBeWithin(12, 16);
  expect(await call({ experiment: basename(poor), limits: { max_tokens: 1_000_000 } })).toContain("16 of 20");
  expect(new Set(asked(before)).size).toBe(16);
  expect(asked(before)).toHaveLength(16);
}, 300_000);
