import { expect, test } from "bun:test";
import type { Status } from "../../../src/artifacts/status.ts";
import { finishedSaid } from "../../../src/story/amounts.ts";
import { drawn } from "../../../src/views/markdown/drawn.ts";

test("what is missing and what is there is counted by kind, without a kind of which there can be none", () => {
  const count = (there: number, wanted: number) => ({ there, wanted });
  const counts = {
    designs: count(2, 3),
    reviews: count(0, 0),
    scores: count(6, 6),
    samples: count(6, 6),
    failures: [],
    pending: [],
  } as unknown as Status;
  expect(String(drawn(finishedSaid(counts)))).toBe("2 of 3 designs, 6 of 6 scores");
  expect(String(drawn(finishedSaid({ ...counts, samples: count(7, 12) })))).toBe(
    "2 of 3 designs, 6 of 6 scores, 7 of 12 samples of scores",
  );
});
