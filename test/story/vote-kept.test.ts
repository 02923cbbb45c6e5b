import { describe, expect, test } from "bun:test";
import { unmarked } from "../../src/story/sentence.ts";
import { resultShown, voteEvent, voteKept } from "../../src/story/vote-kept.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";
import { EXAMPLES } from "../store/examples.ts";

const KEPT = { experiment_id: "2026-11-23-queue", name: null, letters: [], lost: null, not: null };
const letter = (id: string): string => id.toUpperCase();

describe("voteKept()", () => {
  test("says whole why a vote is in no ranking, and what it took the place of, however long that is", () => {
    const files = Array.from({ length: 40 }, (_, at) => `scores/score-a-reviewer-${at}.json: not JSON`);
    const reason = `Needed are scores, found none. ${files.join("; ")}. The last words.`;
    const lost = `${"your order of ten designs, ".repeat(20)}your comment on P`;
    const said = voteKept({ ...KEPT, lost, not: { why: "refused", reason } });
    expect(unmarked(said, letter)).toBe(
      `Your vote is kept. It took the place of ${lost}. It is in no ranking yet: ${reason}`,
    );
    for (const each of [...files, "The last words.", "your comment on P"]) expect<string>(drawn(said)).toContain(each);
  });

  test("names the line that ranks, ready to copy, and whose designs the person's letters are", () => {
    const letters = [
      { letter: "N", design_id: "b" },
      { letter: "O", design_id: "c" },
    ];
    expect(unmarked(voteKept({ ...KEPT, name: "Ada", letters, not: { why: "not-ranked" } }), letter)).toBe(
      "The vote of Ada is kept. N is B and O is C. It is not in the ranking yet: where a run is at work its end ranks it, else `/design-lab rank 2026-11-23-queue` does.",
    );
    expect<string>(drawn(resultShown("2026-11-23-queue", false))).toContain("`/design-lab rank 2026-11-23-queue`");
    expect(unmarked(resultShown("x", true), letter)).toBe("Nothing is held back any more.");
  });

  test("says of a vote without an order that counts why nothing of it does", () => {
    const said = (excludes: boolean): string =>
      unmarked(voteKept({ ...KEPT, not: { why: "no-order", excludes } }), letter);
    expect(said(false)).toEndWith("it tells no two designs apart whose texts are still the same.");
    expect(said(true)).toEndWith("the same and whose authors are not known to who judged.");
  });
});

test("an event says what somebody said, what that took the place of, and that a vote was reopened; the way there is none", () => {
  const done = EXAMPLES.vote;
  const half = { ...done, done_at: null };
  const other = { ...done, voice: { ...done.voice, designs: [], order: [["N"], ["O"]] } };
  expect(voteEvent(null, half)).toBeNull();
  expect(voteEvent(half, half)).toBeNull();
  expect(voteEvent(half, done)).toBe("Ada: N; 1 design scored; 1 comment");
  expect(voteEvent(done, other)).toBe("Ada changed the vote: N > O; before: N; 1 design scored; 1 comment");
  expect(voteEvent(done, half)).toBe("Ada reopened the vote");
});
