import { beforeAll, describe, expect, test } from "bun:test";
import { createDocument } from "@mixmark-io/domino";
import { MAX_REPORT_BYTES, reportHtml } from "../../src/page/report.tsx";
import type { ReportData } from "../../src/page/report-data.ts";
import { reportCase } from "../support/report-data.ts";

const HOSTILE = '</title></style><script>alert(1)</script><img src=x onerror="alert(2)"><svg onload=alert(3)>';

describe("reportHtml()", () => {
  let html = "";
  let page: Document;
  beforeAll(async () => {
    html = await reportHtml(reportCase({ designs: 3, reviewers: 3, failedCells: [[1, 2]] }));
    page = createDocument(html);
  });

  test("has its sections in the order in which a person decides", () => {
    const sections = Array.from(page.querySelectorAll("main > section"), ({ id }) => id);
    expect(sections).toEqual(
      "task verdict designs coverage scores points compare full disagreements statistics account configuration".split(
        " ",
      ),
    );
  });

  test("links its contents to every section, and every link leads to a place in the page", () => {
    const linked = Array.from(page.querySelectorAll("nav a"), (link) => link.getAttribute("href"));
    expect(linked).toEqual(Array.from(page.querySelectorAll("main > section"), ({ id }) => `#${id}`));
    for (const link of Array.from(page.querySelectorAll("a"))) {
      const target = link.getAttribute("href") ?? "";
      expect([target, page.getElementById(target.slice(1)) !== null]).toEqual([target, true]);
    }
  });

  test("allows no script, no request and no style but its own", () => {
    const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute("content") ?? "";
    expect(policy).toStartWith("default-src 'none'; style-src 'sha256-");
    expect(page.querySelectorAll("script, link, img, iframe, object, embed, form, [style], [src]")).toHaveLength(0);
  });

  test("numbers requirements and constraints as the other views do", () => {
    const numbers = Array.from(page.querySelectorAll("#task .number"), ({ textContent }) => textContent);
    expect(numbers).toEqual(["R1", "R2", "R3", "C1", "C2", "N1"]);
  });

  test("opens every score's reasons from its cell, and says which cell is missing", () => {
    const buttons = Array.from(page.querySelectorAll("#scores .strip button"));
    expect(buttons).toHaveLength(8);
    for (const button of buttons) {
      const reasons = page.getElementById(button.getAttribute("popovertarget") ?? "");
      expect(reasons?.textContent).toContain("clarity");
    }
    expect(page.querySelector("#account")?.textContent).toContain("timeout");
  });

  test("says who meets which requirement, marks a quote that the design does not hold, and names what nobody meets", () => {
    const cell = page.querySelector('#coverage button[popovertarget="cover-R1-A"]');
    expect(cell?.textContent).toBe("R1 by design A: met, say ✓2/ of 3");
    expect(page.getElementById("cover-R2-A")?.textContent).toContain("This is not in the design.");
    expect(page.getElementById("cover-R1-A")?.textContent).not.toContain("This is not in the design.");
    expect(page.querySelector("#coverage .notice")?.textContent).toContain("No design meets C1");
  });

  test("leaves the requirements out where no reviewer was asked about them", async () => {
    const data = reportCase({ designs: 2, reviewers: 2 });
    const plain = createDocument(await reportHtml({ ...data, coverage: [] }));
    expect(plain.querySelectorAll("#coverage, nav a[href='#coverage']")).toHaveLength(0);
  });

  test("shows a point that a single reviewer named", async () => {
    const data = reportCase({
      designs: 2,
      reviewers: 3,
      review: (body, design, reviewer) =>
        design === 0 && reviewer === 2 ? { ...body, weaknesses: [...body.weaknesses, "Nobody owns the keys."] } : body,
    });
    const points = createDocument(await reportHtml(data)).querySelector("#points")?.textContent ?? "";
    expect(points).toContain("Nobody owns the keys.");
  });

  test("shows what models wrote as text, whatever it is", async () => {
    const clean = createDocument(html).querySelectorAll("*").length;
    const data = hostile(reportCase({ designs: 3, reviewers: 3, failedCells: [[1, 2]] }));
    const attacked = createDocument(await reportHtml(data));
    expect(attacked.querySelectorAll("script, img, [onerror], [onload]")).toHaveLength(0);
    expect(attacked.querySelectorAll("*").length).toBeGreaterThan(clean - 200);
    expect(attacked.querySelector("main")?.textContent).toContain("<script>alert(1)</script>");
  });

  test("takes out what a person cannot see", async () => {
    const data = reportCase({
      designs: 2,
      reviewers: 1,
      design: (body) => ({ ...body, title: "Queue\u202Egnp.exe\u200B" }),
    });
    const text = await reportHtml(data);
    expect(text).not.toMatch(/[\u202E\u200B]/u);
  });

  test("stays under its limit with 10 designs, 8 reviewers and long texts, and says what was cut", async () => {
    const long = "A long sentence about the queue and its workers. ".repeat(300);
    const data = reportCase({
      designs: 10,
      reviewers: 8,
      design: (body) => ({ ...body, architecture_overview: long, data_flow: long }),
      review: (body) => ({ ...body, overall_impression: long }),
      rationale: () => long,
    });
    const text = await reportHtml(data);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
    expect(text).toContain("are cut here");
  }, 60_000);

  test("cuts nothing of an ordinary experiment of 10 designs and 8 reviewers", async () => {
    const text = await reportHtml(reportCase({ designs: 10, reviewers: 8 }));
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_REPORT_BYTES / 2);
    expect(text).not.toContain("are cut here");
  });

  test("says what there is when a design failed, nobody reviewed and nothing can be compared", async () => {
    const data = reportCase({ designs: 3, reviewers: 2, failedDesigns: [1] });
    const text = createDocument(await reportHtml({ ...data, reviews: [], points: [] })).body.textContent ?? "";
    expect(text).toContain("There is no design by openai/gpt-5.1");
    expect(text).toContain("No review in words was asked for, or none is there.");
  });
});

/** The same data with every text that a model wrote replaced. */
function hostile(data: ReportData): ReportData {
  const swap = (value: unknown, key = ""): unknown => {
    if (typeof value === "string") return KEPT.has(key) ? value : HOSTILE;
    if (Array.isArray(value)) return value.map((item) => swap(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, swap(inner, name)]));
  };
  const texts = { designs: data.designs, reviews: data.reviews, points: data.points };
  return { ...data, ...(swap(texts) as typeof texts) };
}

const KEPT = new Set(
  "design_id reviewer_id reviewers severity risk_assessment started_at finished_at generating_model reviewer_model".split(
    " ",
  ),
);
