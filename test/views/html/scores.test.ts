import { beforeAll, describe, expect, test } from "bun:test";
import { createDocument } from "@mixmark-io/domino";
import { reportHtml } from "../../../src/views/html/report.tsx";
import { reportCase } from "../../support/report-data.ts";

const criterion = (name: string, min: number, max: number, weight?: number) => ({
  ...{ name, description: `What ${name} means`, min, max },
  ...(weight !== undefined && { weight }),
});

describe("the scores of a report", () => {
  let page: Document;
  const textsOf = (of: string): string[] =>
    Array.from(page.querySelectorAll(of), ({ textContent }) => textContent ?? "");
  beforeAll(async () => {
    const criteria = [criterion("clarity", 0, 10), criterion("cost", 0, 5, 2), criterion("risk", 1, 10)];
    const data = reportCase({ designs: 2, reviewers: 2, failedCells: [[1, 1]], task: { criteria } });
    page = createDocument(await reportHtml(data));
  });

  test("name the scale of a criterion that is not scored from 0 to 10, and its weight that is not 1", () => {
    expect(textsOf("#scores figcaption strong").slice(1)).toEqual([
      "clarity",
      "cost, from 0 to 5",
      "risk, from 1 to 10",
    ]);
    expect(textsOf("#scores figcaption .lead").slice(-3)).toEqual(
      ["clarity", "cost", "risk"].map((name) => `What ${name} means`),
    );
    const heads = textsOf("#scores th[scope=row]").map((text) => text.trim());
    expect(heads.slice(0, 4)).toEqual(["Mean score, of 10", "clarity", "cost weight 2", "risk"]);
  });

  test("are named by which number they are: the score that ranks is not the mean beside it", async () => {
    for (const method of ["adjusted", "mean"] as const) {
      const data = reportCase({ designs: 3, reviewers: 3, ...(method === "mean" && { method }) });
      const report = createDocument(await reportHtml(data));
      const texts = (of: string): string[] =>
        Array.from(report.querySelectorAll(of), ({ textContent }) => (textContent ?? "").trim());
      expect(data.ranking.method).toBe(method);
      expect(texts("#scores figcaption strong")[0]).toBe(`All criteria: ${method} score, of 10`);
      const heads = texts("#scores th[scope=row]");
      expect(heads).toContain("Mean score, of 10");
      expect(heads.includes("Adjusted score, which ranks")).toBe(method === "adjusted");
    }
  });

  test("are told to who sees no chart by what they are scores of", () => {
    const labels = Array.from(
      page.querySelectorAll("#scores figure svg"),
      (svg) => svg.getAttribute("aria-label") ?? "",
    );
    expect(labels.map((label) => label.split(/[,:;]/u)[0])).toEqual([
      "Overall scores",
      "Scores for clarity",
      "Scores for cost",
      "Scores for risk",
    ]);
  });

  test("have a row for every reviewer who judged, and none for one who was asked and gave nothing", async () => {
    const data = reportCase({
      designs: 2,
      reviewers: 3,
      failedCells: [
        [0, 1],
        [1, 1],
        [1, 2],
      ],
    });
    const matrix = createDocument(await reportHtml(data)).querySelector("#matrix ~ *");
    const heads = Array.from(matrix?.querySelectorAll("th[scope=row]") ?? [], ({ textContent }) => textContent?.trim());
    expect(heads).toEqual(data.reviewers.flatMap(({ model }, at) => (at === 1 ? [] : [model])));
  });

  test("open the reasons of each, with each criterion's highest score and what is not there", () => {
    const reasons = textsOf("#scores .reasons .given");
    expect(reasons.length % 3).toBe(0);
    expect(reasons.slice(0, 3).map((text) => text.replace(/^[\d.]+ /u, ""))).toEqual(["of 10", "of 5", "of 10"]);
    expect(textsOf("#scores .reasons h5").filter((text) => text.startsWith("Its own overall mark: "))).toHaveLength(3);
  });
});
