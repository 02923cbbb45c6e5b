import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { createDocument } from "@mixmark-io/domino";
import { ballotHtml } from "../../src/live/ballot-file.ts";
import { ballotOf, bodyOf } from "../support/judges.ts";

test("ballotHtml() is one file that asks for nothing, whose policy runs its own script alone", async () => {
  const evil = "</script><script>alert(1)</script><!--<img src=//x onerror=alert(2)>\u202e";
  const ballot = ballotOf(2, { person: null, topic: evil, task: `[a](https://b.example) ${evil}` });
  const designs = ballot.designs.map((each) => ({ ...each, body: bodyOf({ title: evil, summary: evil }) }));
  const html = await ballotHtml({ ...ballot, designs });
  const page = createDocument(html);
  const scripts = Array.from(page.querySelectorAll("script"));
  expect(scripts.map((each) => [each.getAttribute("type"), each.getAttribute("src")])).toEqual([
    ["application/json", null],
    ["module", null],
  ]);
  expect(page.querySelectorAll("link, img, iframe, form, a, [src], [href], [style]")).toHaveLength(0);
  const hash = (text = "") => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = page.querySelector("meta[http-equiv]")?.getAttribute("content");
  expect(policy?.split("; ")).toEqual([
    "default-src 'none'",
    `script-src ${hash(scripts[1]?.textContent ?? "")}`,
    `style-src ${hash(page.querySelector("style")?.textContent ?? "")}`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  const sheet = JSON.parse(scripts[0]?.textContent ?? "");
  expect(sheet.topic).toBe(evil.replace("\u202e", ""));
  expect(sheet.designs[0].summary).toContain("&lt;/script>");
  expect(`${sheet.task}${sheet.designs[0].summary}${sheet.designs[0].rest}`).not.toMatch(/<(?:script|img|a)\b/u);
});
