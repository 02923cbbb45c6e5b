import { describe, expect, test } from "bun:test";
import type { Spent } from "../../src/artifacts/cost.ts";
import type { Design } from "../../src/artifacts/design.ts";
import type { Account } from "../../src/story/account.ts";
import { finishedSaid, priceSaid, spentSaid, triedSaid, writtenSaid } from "../../src/story/amounts.ts";
import { reportAccount } from "../../src/story/report.ts";
import { type Sentence, say, unmarked } from "../../src/story/sentence.ts";

const told = (said: Sentence): string => unmarked(said, String);
const spent = (change: Partial<Spent> = {}): Spent => ({
  sessions: 3,
  prompts: 3,
  tokens: 4_100,
  cost: 0.25,
  unpriced: [],
  uncounted: 0,
  ...change,
});

describe("what was spent", () => {
  test.each([
    [{}, "3 sessions, 4,100 tokens, $0.25"],
    [{ sessions: 0 }, "no model was asked"],
    [{ uncounted: 3, tokens: 0 }, "3 sessions, tokens and cost unknown"],
    [{ uncounted: 1 }, "3 sessions, at least 4,100 tokens, at least $0.25 (what 1 session of them took is not known)"],
  ])("%j", (change, said) => {
    expect(told(spentSaid(spent(change)))).toBe(said);
  });

  test("a price is all of it, a part beside models whose price is unknown, or unknown", () => {
    expect(told(priceSaid(say`$1`, 1, []))).toBe("$1");
    expect(told(priceSaid(say`$1`, 1, ["a/b"]))).toBe("$1 and what a/b cost: their price is unknown");
    expect(told(priceSaid(say`$0`, 0, ["a/b"]))).toBe("cost unknown: the host has no price of a/b");
  });
});

test("samples are counted where a score is the mean of several, and what nobody wants is left out", () => {
  const of = (there: number, wanted: number) => ({ there, wanted });
  const some = { designs: of(2, 3), reviews: of(0, 0), scores: of(1, 4) };
  expect(told(finishedSaid({ ...some, samples: of(1, 4) }))).toBe("2 of 3 designs, 1 of 4 scores");
  expect(told(finishedSaid({ ...some, samples: of(3, 12) }))).toBe(
    "2 of 3 designs, 1 of 4 scores, 3 of 12 samples of scores",
  );
});

describe("what writing a design took", () => {
  const tokens = { input: 1_000, output: 200, reasoning: 30, cache_read: 4, cache_write: 0 };
  const of = { attempts: 2, tokens, cost: 0.5 };

  test("is its time, attempts, tokens and cost", () => {
    expect(told(writtenSaid(of, 95, null))).toBe("Written in 1m 35s, 2 attempts, 1,234 tokens, cost $0.50.");
    expect(told(writtenSaid({ ...of, attempts: 1, tokens: null }, null, spent({ sessions: 0 })))).toBe(
      "Written in an unknown time, 1 attempt, tokens unknown, cost $0.50.",
    );
  });

  test("ends with what sessions before it took that brought none", () => {
    expect(told(writtenSaid(of, 0, spent({ sessions: 1 })))).toEndWith(
      "cost $0.50. Before it 1 session brought no design and took 4,100 tokens, $0.25.",
    );
  });

  test("names how often it reached for what is closed to it, where it did", () => {
    const tried = (times: number) => {
      const violations = Array.from({ length: times }, () => ({}));
      return told(triedSaid({ violations } as unknown as Design["provenance"]));
    };
    expect([0, 1, 2].map(tried)).toEqual([
      "",
      "It tried 1 time to look where it must not.",
      "It tried 2 times to look where it must not.",
    ]);
  });
});

describe("the end of a report", () => {
  const account = (change: object = {}) =>
    ({ failed: { ways: [] }, notes: { files: [] }, attention: [], quotes: [], ...change }) as unknown as Account;
  const row = { model: "a/b", spent: spent(), failed: 1, seconds: 61, slowest: 40 };
  const texts = (of: ReturnType<typeof reportAccount>): string[] =>
    of.map((each) => ("is" in each ? each.is : told(each)));

  test("says that nothing failed, and neither what deserves a look nor what it took where there is nothing of it", () => {
    expect(texts(reportAccount(account(), { usage: [], spent: spent(), seconds: 3 }))).toEqual([
      "Every design, review and score that was asked for is there: none of them failed.",
    ]);
  });

  test("lists what failed, what deserves a look, and what each model took", () => {
    const all = account({ failed: { ways: [say`one`] }, attention: [say`look`], quotes: [say`quote`] });
    const blocks = reportAccount(all, { usage: [row], spent: spent(), seconds: 125 });
    expect(texts(blocks)).toEqual([
      "heading",
      "list",
      "heading",
      "lead",
      "list",
      "heading",
      "3 sessions, 4,100 tokens, $0.25; 2m 5s from the first to the last.",
      "table",
    ]);
    expect(blocks.at(-1)).toMatchObject({ rows: [["a/b", "3", "1", "4,100", "$0.25", "1m 1s", "40s"]] });
  });

  test("takes no number for known that is not", () => {
    const unpriced = spent({ unpriced: ["a/b", "c/d"], uncounted: 1 });
    const blocks = reportAccount(account(), { usage: [{ ...row, spent: unpriced }], spent: unpriced, seconds: null });
    expect(texts(blocks)).toContain(
      "3 sessions, at least 4,100 tokens, $0.25 and what a/b and c/d cost, whose price is unknown, and what 1 session of them took, which is not known.",
    );
    expect(blocks.at(-1)).toMatchObject({ rows: [["a/b", "3", "1", "unknown", "unknown", "1m 1s", "40s"]] });
  });
});
