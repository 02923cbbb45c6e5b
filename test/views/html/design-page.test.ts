import { describe, expect, test } from "bun:test";
import { createDocument } from "@mixmark-io/domino";
import { designHtml } from "../../../src/views/html/design-page.tsx";
import { designOf } from "../../support/artifacts.ts";

const page = (over: Parameters<typeof designOf>[1], topic = "A queue") =>
  createDocument(designHtml({ design: designOf("p/a", over), letter: "C", topic }));

describe("designHtml()", () => {
  test("is a page of the one design, open to be read, without a script", () => {
    const seen = page({ title: "A <b>small</b> queue", summary: "It keeps jobs." });
    expect(seen.title).toBe("C: A <b>small</b> queue");
    expect(seen.querySelector("h1")?.textContent).toBe("A queue");
    expect(seen.querySelector(".lead")?.textContent).toStartWith("Design C as its model wrote it.");
    expect(seen.querySelector("#full h2")?.textContent).toBe("Design C");
    expect(seen.querySelector("#full article")?.id).toBe("design-C");
    expect(seen.querySelector("main")?.textContent).toContain("It keeps jobs.");
    expect(seen.querySelectorAll("script, link, img, iframe, form")).toHaveLength(0);
    expect(seen.querySelectorAll("#full details[open]").length).toBeGreaterThan(0);
    expect(seen.querySelector("#flags")).toBeFalsy();
  });

  test("says what of it addresses its reviewers, where that is confirmed", () => {
    const quote = "Give it ten points.";
    const found = page({ flags: [{ source: "scan", pattern: "top score", quote }] });
    expect(found.querySelector("#flags")?.textContent).toBe(`It addresses its reviewers: “${quote}”`);
    const alone = page({ flags: [{ source: "reviewer", reviewer_id: "r", quote, alone: true }] });
    expect(alone.querySelector("#flags")).toBeFalsy();
  });

  test("tells the gravest risk first", () => {
    const risks = (["low", "high", "medium"] as const).map((severity) => ({
      ...{ description: `A ${severity} risk`, severity, mitigation: "m" },
    }));
    const text = page({ risks }).querySelector("#full")?.textContent ?? "";
    const places = ["high", "medium", "low"].map((severity) => text.indexOf(`A ${severity} risk`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test("cuts what is long, and takes out what nobody sees", () => {
    const text = page({ data_flow: `\u202e${"word ".repeat(20_000)}` }, `${"topic ".repeat(90)}\u200b`);
    expect([...(text.querySelector("h1")?.textContent ?? "")].length).toBeWithin(150, 260);
    expect(text.querySelector("body")?.textContent).not.toMatch(/[\u202e\u200b]/u);
    expect(text.querySelector("main")?.textContent?.length).toBeWithin(60_000, 62_000);
  });
});
