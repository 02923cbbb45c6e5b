import { expect, test } from "bun:test";
import { LEAST_PREDICTED } from "../../src/stats/history.ts";
import { halvesTable } from "../../src/story/history-tables.ts";

const bins = [{ from: 0.8, to: 1, experiments: LEAST_PREDICTED, said: 0.9, agreed: 0.8 }];
const halves = (experiments: number) => ({ experiments, whole: 0.8, bins, bold: null });

test("what halves of panels say is told from so many experiments on that it tells anything, and of none not at all", () => {
  expect(halvesTable(null)).toEqual([]);
  expect(halvesTable(halves(LEAST_PREDICTED - 1))).toEqual([]);
  expect(halvesTable(halves(LEAST_PREDICTED))).toContainEqual(
    expect.objectContaining({ rows: [["80–100 %", String(LEAST_PREDICTED), "90 %", "80 %"]] }),
  );
});
