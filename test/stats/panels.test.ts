import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchPanels, boldness, drawPanels, evenBoldness, hold } from "../../bench/panels.ts";
import { readRatings } from "../../bench/ratings.ts";
import { yardstickOf } from "../../bench/yardstick.ts";
import { randomOf } from "../../src/stats/random.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ratings-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = "panel,item,judge,score";
function file(...rows: string[]): string {
  const path = join(folder, `${rows.length}-${Math.abs(Bun.hash.crc32(rows.join("\n")))}.csv`);
  writeFileSync(path, `${rows.join("\n")}\n`);
  return path;
}

/** Judges of other severities rate items a point apart, with errors; everybody rates everything. */
function made({ items = 8, judges = 14, error = 0.7 }: { items?: number; judges?: number; error?: number } = {}) {
  const random = randomOf(3);
  const rows = Array.from({ length: judges }, (_, judge) => {
    const severity = random.normal(0, 1);
    return Array.from({ length: items }, (_, item) => {
      return `made,item ${item},judge ${judge},${(5 + item / 2 + severity + random.normal(0, error)).toFixed(3)}`;
    });
  });
  return file(HEADER, ...rows.flat());
}

async function printed(run: () => Promise<void>): Promise<string> {
  const lines: string[] = [];
  const log = spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  try {
    await run();
  } finally {
    log.mockRestore();
  }
  return lines.join("\n");
}

test("without FILE it says what it needs", async () => {
  await expect(benchPanels(undefined)).rejects.toThrow(
    "Cannot hold panels against the judges left out: needs a CSV file with the columns panel, item, judge and score",
  );
});

test.each<[string, string[], string]>([
  ["no row", [HEADER], "needs a row below its header, found none"],
  [
    "a column less",
    ["panel,item,score", "a,b,1"],
    "row 1 needs the columns panel, item, judge, score, found panel, item",
  ],
  ["a cell less", [HEADER, "a,b,c"], "row 2 needs 4 cells, found 3"],
  ["no judge", [HEADER, "a,b,,3"], "row 2 needs a judge, found none"],
  ["a word", [HEADER, "a,b,c,3", "a,b,d,good"], 'row 3 needs a number as its score, found "good"'],
  ["nothing", [HEADER, "a,b,c,"], 'row 2 needs a number as its score, found ""'],
  ["infinite", [HEADER, "a,b,c,1e999"], 'row 2 needs a number as its score, found "1e999"'],
  [
    "twice",
    [HEADER, "a,b,c,3", "a,b,c,3"],
    'row 3 needs one score of each judge for an item, found a second one of judge "c" for item "b"',
  ],
  ["an open quote", [HEADER, 'a,"b,c,3'], "needs quotes in pairs, found one without an end"],
])("a file with %s is refused with what is needed and what was found", async (_, rows, message) => {
  await expect(readRatings(file(...rows))).rejects.toThrow(message);
});

test("a file that is not there is refused", async () => {
  await expect(readRatings(join(folder, "none.csv"))).rejects.toThrow("none.csv: needs a CSV file, found: ENOENT");
});

test("columns may stand in any order and among others, names in quotes with breaks and commas", async () => {
  const rows = ['"","score","judge","item","panel"', '"1",4,"s, 1","d""1","p\nq"', "", '"2",2,"s, 1",d2,"p\nq"'];
  expect(await readRatings(file(...rows))).toEqual([
    {
      panel: "p\nq",
      least: 2,
      most: 4,
      byJudge: [
        new Map([
          [0, 4],
          [1, 2],
        ]),
      ],
      byItem: [[0], [0]],
    },
  ]);
});

test("a long file is read a line at a time", async () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => `p,${at % 500},${Math.floor(at / 500)},${at % 7}`);
  const [ratings] = await readRatings(file(HEADER, ...rows));
  expect([ratings?.byItem.length, ratings?.byJudge.length, ratings?.byItem.flat().length]).toEqual([500, 400, 200_000]);
});

test("constant scores and too few ratings are refused", async () => {
  const same = await readRatings(file(HEADER, "p,a,x,3", "p,b,x,3", "p,a,y,3"));
  expect(() => drawPanels(same, { seed: 1, panels: 5 })).toThrow(
    'panels of "p": needs scores that differ, found 3 alone',
  );
  const [few] = await readRatings(file(HEADER, "p,a,x,3", "p,b,x,4", "p,a,y,3"));
  expect(() => few && yardstickOf(few)).toThrow("needs more ratings than items and judges together");
});

test("sizes that leave fewer than three judges are none and are named", async () => {
  const path = made({ items: 3, judges: 6 });
  const sizes = drawPanels(await readRatings(path), { seed: 1, panels: 20 });
  expect(sizes.map(({ drawn }) => drawn.length)).toEqual([20, 20, 0, 0, 0, 0, 0, 0, 0]);
  expect(await printed(() => benchPanels(path, { panels: 20 }))).toContain(
    "Not possible with 3 judges left on every item: 4 × 3, 4 × 4, 4 × 5, 5 × 5, 5 × 6, 6 × 6, 6 × 8.",
  );
});

test("the judges left out say what a fit of their ratings alone says", async () => {
  const rated = [
    [7, 5, 6, 4],
    [9, 7, 7, 6],
    [5, 4, 2, 3],
    [8, 5, 5, 6],
    [1, 9, 9, 1],
  ];
  const rows = (judges: number[]) =>
    judges.flatMap((judge) => (rated[judge] ?? []).map((s, i) => `p,${i},${judge},${s}`));
  const [all] = await readRatings(file(HEADER, ...rows([0, 1, 2, 3, 4])));
  if (!all) throw new Error("no panel");
  const truth = yardstickOf(all)([0, 1, 2], [4]);
  // Means of the four left: 7.25, 5.25, 5; the difference of two has the variance 2·s²/4, s² of all five.
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const columns = [0, 1, 2, 3].map((item) => mean(rated.map((row) => row[item] ?? 0)));
  const whole = mean(columns);
  const residuals = rated.flatMap((row) => row.map((value, item) => value - mean(row) - (columns[item] ?? 0) + whole));
  const deviation = Math.sqrt(residuals.reduce((sum, value) => sum + value ** 2, 0) / 12 / 4);
  const random = randomOf(11);
  let first = 0;
  const draws = 40_000;
  for (let draw = 0; draw < draws; draw++) {
    const chi = Array.from({ length: 12 }, () => random.normal(0, 1) ** 2).reduce((sum, value) => sum + value, 0);
    const scale = deviation * Math.sqrt(12 / chi);
    const [a = 0, b = 0, c = 0] = [7.25, 5.25, 5].map((value) => random.normal(value, scale));
    if (a > b && a > c) first++;
  }
  expect(Math.abs((truth[0] ?? 0) - first / draws)).toBeLessThan(0.01);
});

test("the same seed draws the same panels, scores lie on 0–10, and people's rows are told apart", async () => {
  const ratings = await readRatings(made());
  const [one, two, other] = [4, 4, 5].map((seed) => drawPanels(ratings, { seed, panels: 30 }));
  expect(one).toEqual(two ?? []);
  expect(one).not.toEqual(other ?? []);
  const values = one?.flatMap(({ drawn }) => drawn.flatMap(({ cells }) => cells.values)) ?? [];
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThanOrEqual(10);
  const [size] = one ?? [];
  expect(size && hold(size, "models")[0]?.best).not.toBe((size && hold(size, "people")[0]?.best) ?? 0);
});

test("a yardstick that is sure of its order finds panels right, and boldness is P above that", async () => {
  const sizes = drawPanels(await readRatings(made({ error: 0.01 })), { seed: 2, panels: 20 });
  const held = sizes.map((size) => hold(size, "models"));
  expect(held.flat().every(({ right }) => right > 0.999)).toBe(true);
  const said = (best: number, right: number) => ({ best, right }) as (typeof held)[number][number];
  expect(boldness([said(0.9, 0.7), said(0.8, 0.8), said(0.5, 0)])).toEqual({
    points: expect.closeTo(10),
    error: expect.closeTo(10),
    of: 2,
  });
  expect(boldness([said(0.5, 0)])).toBeNull();
  expect(evenBoldness([[said(0.9, 0.9), said(0.9, 0.9)], [said(0.9, 0.7), said(0.9, 0.7)], []])?.points).toBeCloseTo(
    10,
  );
});
