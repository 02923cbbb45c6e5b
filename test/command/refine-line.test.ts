import { describe, expect, test } from "bun:test";
import { refined, refineLine } from "../../src/command/refine-line.ts";

const ID = "2026-11-21-queue";

describe("a line of refine", () => {
  test.each<[string, Record<string, unknown>]>([
    [ID, { experiment: ID }],
    [`${ID} A`, { experiment: ID, designs: ["A"] }],
    [`${ID} a,C B2`, { experiment: ID, designs: ["A", "C", "B2"] }],
    [`${ID} --merge --revise`, { experiment: ID, merge: true, revise: true }],
    [`${ID} --rounds 2 --model a/b`, { experiment: ID, rounds: 2, model: "a/b" }],
    [`${ID} --model=a/b --anew`, { experiment: ID, model: "a/b", anew: true }],
    [
      `latest M1 --max-cost 2 --dry-run`,
      { experiment: "latest", designs: ["M1"], dry_run: true, limits: { max_cost: 2 } },
    ],
  ])("%s", (line, args) => {
    const read = refined(line.split(" "));
    expect(
      "args" in read && Object.fromEntries(Object.entries(read.args).filter(([, value]) => value !== undefined)),
    ).toEqual(args);
  });

  test.each<[string, string | undefined]>([
    ["", undefined],
    ["our search ranking", "an experiment is named"],
    [`${ID} --rounds 4`, "--rounds takes 1, 2 or 3"],
    [`${ID} --rounds`, "--rounds takes 1, 2 or 3"],
    [`${ID} --model gpt`, "--model needs provider/model"],
    [`${ID} --merge --merge`, "it stands twice"],
    [`${ID} queue`, "a design is named by its letter"],
    [`${ID} --loud`, "a design is named by its letter"],
    [`${ID} --max-cost much`, "--max-cost needs a number"],
  ])("%s is odd", (line, why) => {
    const read = refined(line.split(" ").filter((word) => word !== ""));
    expect("odd" in read && (read.why ?? "")).toStartWith(why ?? "");
  });

  test("is written as it is read", () => {
    for (const args of [
      { experiment: ID },
      { experiment: ID, designs: ["A", "B2"], merge: true },
      { experiment: ID, rounds: 2, model: "a/b", anew: true, limits: { max_cost: 2, max_minutes: 5 } },
    ]) {
      const line = refineLine(args, "/design-lab") ?? "";
      const read = refined(line.split(" ").slice(2));
      expect("args" in read && JSON.parse(JSON.stringify(read.args))).toEqual(args);
    }
    expect(refineLine({ experiment: ID, designs: ["alpha/strong-1"] }, "/design-lab")).toBeNull();
  });
});
