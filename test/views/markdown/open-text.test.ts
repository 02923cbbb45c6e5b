import { expect, test } from "bun:test";
import { invitation, shownPage } from "../../../src/story/open-page.ts";
import { blocksText } from "../../../src/views/markdown/blocks.ts";
import { pageText } from "../../../src/views/markdown/open-text.ts";

test("the live page is said to be open, or where to open it and why that is for the person to do", () => {
  expect(String(blocksText(shownPage("project")))).toStartWith(
    "**The page of this project's runs is open in the browser.**\n\nIt follows what runs",
  );
  expect(String(blocksText(shownPage("to come")))).toStartWith("**The page of the experiments to come is open");
  expect(String(blocksText(shownPage({ experiment: "x" })))).toContain(
    "**The page of x is open in the browser.**\n\nIt stays at this",
  );
  const page = { address: "http://127.0.0.1:4100/#c", port: 4100, of: "project" as const };
  const said = (why: Parameters<typeof invitation>[0]["why"]) => String(blocksText(invitation({ ...page, why })));
  const reasons = {
    ssh: "this is an SSH session",
    "told-not-to": "the environment says not to",
    "no-display": "there is no display",
    "not-started": "none could be started",
    "no-file": "cannot be written",
    "not-come": "has not asked for the page yet",
  } as const;
  for (const [why, words] of Object.entries(reasons)) {
    const text = said(why as keyof typeof reasons);
    expect(text).toContain(words);
    expect(text).toMatch(/^ *http:\/\/127\.0\.0\.1:4100\/#c$/mu);
    expect(text.includes("ssh -L 4100:127.0.0.1:4100")).toBe(why === "ssh");
  }
});

test("where questions can be answered: on the page that is open, or on the one that has not come and why", () => {
  expect(String(pageText({ shown: true }))).toBe(
    "Its page is open in the browser, and questions can be answered there.",
  );
  const waits = String(pageText({ shown: false, why: "not-come", address: "http://127.0.0.1:4100/#c" }));
  expect(waits).toStartWith("Its page, where questions can be answered, good once and for 10 minutes:");
  expect(waits).toContain("has not asked for the page yet");
});
