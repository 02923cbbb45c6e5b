import { describe, expect, test } from "bun:test";
import type { Met } from "../../src/artifacts/unmet.ts";
import {
  askedSaid,
  heldTo,
  meetAlike,
  meetsLegend,
  metAlone,
  metByEach,
  metInShort,
  metSaid,
} from "../../src/story/meets.ts";
import { design, type Sentence, unmarked } from "../../src/story/sentence.ts";

const met = (...ids: string[]): Met => ({
  ...{ of: 7, met: ids, partly: [], missed: [], silent: [] },
  open: ["R1", "R2", "C1", "N1", "N2", "S1", "S2"].filter((id) => !ids.includes(id)),
});
const bare = (...ids: string[]): Met => {
  const { open, ...rest } = met(...ids);
  return { ...rest, of: 5, open: open.filter((id) => !id.startsWith("S")) };
};
const text = (sentence: Sentence): string => unmarked(sentence, (id) => id);

describe("what a design meets", () => {
  const three = met("R1", "C1", "N2", "S2");

  test("is counted apart, requirements and then assertions", () => {
    expect(text(metSaid(three))).toBe("3 of 5 requirements and 1 of 2 assertions");
    expect(text(metAlone(three))).toBe("3 and 1");
    expect(metInShort(three)).toBe("3/5, 1/2");
    expect(heldTo(three)).toEqual({ met: 3, of: 5 });
  });

  test("speaks of no assertion where there is none, and of no requirement where there is none", () => {
    expect(text(metSaid(bare("R1")))).toBe("1 of 5 requirements");
    expect(metInShort(bare("R1"))).toBe("1/5");
    const own: Met = { of: 1, met: ["S1"], partly: [], missed: [], silent: [], open: [] };
    expect(text(metSaid(own))).toBe("1 of 1 assertion");
    expect(heldTo(own)).toEqual({ met: 1, of: 1 });
  });

  test("is alike only where both counts are", () => {
    expect(meetAlike(met("R1", "S1"), met("R2", "S2"))).toBe(true);
    expect(meetAlike(met("R1", "R2"), met("R1", "S1"))).toBe(false);
  });

  test("of several is told by kind, of all that was asked for", () => {
    const all = [
      { who: design("a"), met: met("R1", "S1") },
      { who: design("b"), met: met("R2") },
    ];
    const counts = (asked?: string[]) =>
      metByEach(all, asked).map((kind) => [kind.asked, kind.each.map((each) => each.met), kind.isAlike]);
    expect(counts()).toEqual([
      ["5 requirements", [1, 1], true],
      ["2 assertions", [1, 0], false],
    ] as unknown as ReturnType<typeof counts>);
    expect(counts(["R1", "R2", "S1"]).map(([asked]) => String(asked))).toEqual(["2 requirements", "1 assertion"]);
  });

  test("has what was asked and what the column means said with it", () => {
    expect(text(askedSaid(["R1: a", "S1: b", "C1"]))).toBe("2 requirements and 1 assertion");
    expect(text(askedSaid(["S1"]))).toBe("1 assertion");
    expect(text(meetsLegend([bare("R1")]))).toBe(
      "Meets: requirements (R), constraints (C) and non-functional ones (N), as most reviewers see it.",
    );
    expect(text(meetsLegend([three]))).toContain("(N), then assertions (S), as most");
  });
});
