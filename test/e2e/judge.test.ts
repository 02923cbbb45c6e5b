import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Vote } from "../../src/artifacts/vote.ts";
import { openBrowser, type TestBrowser } from "../support/browser.ts";
import { readJson } from "../support/disk.ts";
import { makeOwn } from "../support/screen-code.ts";
import { settled } from "../support/settled.ts";
import { folderOf } from "./support/interview.ts";
import { rehearse, stateOf } from "./support/rehearsal.ts";
import { callServed } from "./support/served.ts";

let chrome: TestBrowser;
beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome?.close());

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/#[A-Za-z0-9]{22}\b/u;
const DESIGNERS = ["alpha/plans-9", "beta/plans-9", "gamma/plans-9"];
const REVIEWERS = ["delta/judges-9", "epsilon/judges-9"];
const NAMES = [...DESIGNERS, ...REVIEWERS].flatMap((model) => [model, model.split("/")[1] ?? model]);

/** A way to the page of one person, and all that it is sent. */
async function sit(address: string, state: string) {
  const context = await chrome.browser.newContext({ viewport: { width: 1180, height: 900 } });
  const page = await context.newPage();
  const bytes: string[] = [];
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  wire.on("Network.eventSourceMessageReceived", ({ data }) => bytes.push(data));
  page.on("response", async (response) => {
    bytes.push(JSON.stringify(await response.allHeaders()));
    if (!response.url().endsWith("/events")) bytes.push(await response.text().catch(() => ""));
  });
  await page.goto(address);
  await page.locator("#order").waitFor();
  await makeOwn(page, state);
  return { page, bytes, address: page.url(), close: () => context.close() };
}

test("a result waits for a person who judges in the browser, blind", async () => {
  await using lab = await rehearse({
    models: [...DESIGNERS, ...REVIEWERS].map((id, at) => ({ id, strength: at === 0 ? "thorough" : "thin" })),
    lab: { design_models: DESIGNERS, review_models: REVIEWERS, confirm_above: null },
  });
  const ran = await lab.ask("run", { task: "Design a queue for e-mails", topic: "queue", judge: true });
  expect(ran).toContain("The ranking is held back until a person has judged");
  const dir = folderOf(lab);
  const id = basename(dir);
  expect(existsSync(join(dir, "results/ranking.json"))).toBeFalse();
  expect(await lab.ask("show", { experiment: id, what: "scores" })).toContain("held back until you have judged");

  expect(await lab.ask("judge", { experiment: id, ballot: true })).toContain("**A ballot:**");
  const html = await readFile(join(dir, "votes/ballot-anybody.html"), "utf8");
  expect(NAMES.filter((name) => html.includes(name))).toEqual([]);

  const server = await lab.served();
  const asked = await lab.ask("judge", { experiment: id, wait: 0 });
  const { reply } = await callServed(server, "judge", { experiment: id, wait: 200 });
  const { page, bytes, address, close } = await sit(ADDRESS.exec(asked)?.[0] ?? "", stateOf(lab));
  for (const letter of ["O", "N", "P"]) await page.locator(`[data-put="${letter}"]`).click();
  await settled(async () => existsSync(join(dir, "votes/vote-person-you.json")));
  // Half a vote is kept, and counts for nothing.
  expect(existsSync(join(dir, "results/ranking.json"))).toBeFalse();
  const all = bytes.join("\n");
  expect(all).toContain("I am done");
  expect(NAMES.filter((name) => all.includes(name))).toEqual([]);
  expect(all).not.toContain(dir);
  // From that address no report and no live page can be reached, also with its cookie.
  for (const path of ["report", "events", "experiments", "design?design=alpha-plans-9", "stop"]) {
    const status = await page.evaluate(async (at) => (await fetch(at)).status, `${new URL(address).pathname}${path}`);
    if (path !== "events") expect([path, status]).toEqual([path, 404]);
  }
  await page.locator("#end .main").click();
  await page.locator("#thanks").waitFor();
  expect(await reply).toContain("A person judged too, with the weight of 1.5 models: you by an order of 3 designs.");
  // The page drew letters of its own; the reply leads from them to the report's.
  expect(await reply).toMatch(/Your vote is kept\. N is [A-C], O is [A-C] and P is [A-C]\./u);
  await close();

  const ranking = await readJson<Ranking>(join(dir, "results/ranking.json"));
  expect(ranking.people?.counted).toMatchObject([{ reviewer_id: "person-you", weight: 1.5, ordered: 3 }]);
  expect(await readFile(join(dir, "results/report.html"), "utf8")).toContain("A person judged too");

  expect((await readJson<Vote>(join(dir, "votes/vote-person-you.json"))).door).toBe("page");
}, 300_000);
