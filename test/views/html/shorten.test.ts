import { expect, test } from "bun:test";
import { shortened } from "../../../src/views/html/shorten.ts";
import { reportCase } from "../../support/report-data.ts";

test("shortened() cuts between words where one begins near the limit, and anywhere in a long one", () => {
  const data = reportCase({ designs: 1, reviewers: 1, task: { task: "It costs $9,000 a month.", topic: "t" } });
  const cut = (task: string, text: number): string =>
    shortened({ ...data, task: { ...data.task, task } }, { text, items: 4 }).task.task;
  expect(cut("It costs $9,000 a month.", 12)).toBe("It costs…");
  expect(cut("It costs $9,000 a month.", 15)).toBe("It costs $9,000…");
  expect(cut("It costs $9,000 a month.", 24)).toBe("It costs $9,000 a month.");
  expect(cut(`It costs ${"9".repeat(200)}`, 100)).toBe(`It costs ${"9".repeat(91)}…`);
  expect(cut("費用は毎月です", 3)).toBe("費用は…");
});
