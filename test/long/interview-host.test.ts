import { afterAll, beforeAll, expect, test } from "bun:test";
import { basename, join } from "node:path";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import {
  approvalOf,
  askedIn,
  counted,
  expectBlind,
  folderOf,
  IDEA,
  INTERVIEW,
  NIGHT,
  ONCE,
  REMARK,
} from "../e2e/support/interview.ts";
import { rehearse, stateOf } from "../e2e/support/rehearsal.ts";
import { callServed } from "../e2e/support/served.ts";
import { pressAt } from "../support/answering.ts";
import { openBrowser, type TestBrowser, visit, type Watched } from "../support/browser.ts";
import { readJson } from "../support/disk.ts";
import { makeOwn } from "../support/screen-code.ts";
import { settled } from "../support/settled.ts";

let chrome: TestBrowser;
beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome?.close());

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/#[A-Za-z0-9]{22}\b/u;

test("from an idea to a ranking on the page alone: designers and reviewers see the brief and no word beside it, and nothing is asked twice", async () => {
  await using lab = await rehearse(INTERVIEW);
  const { reply } = await callServed(await lab.served(), "brief", { idea: IDEA, wait: 300 });
  await settled(async () => (await askedIn(lab)).length === 2);
  const said = await lab.ask("open", { experiment: "latest" });
  const { page, console: printed } = await visit(chrome.browser, ADDRESS.exec(said)?.[0] ?? "");
  await makeOwn(page, stateOf(lab));

  const send = () => page.getByRole("button", { name: "Send the answer" }).click();
  const form = await asked(page, "What may it never do?");
  await pressAt(form.getByText("Do something twice", { exact: true }));
  await send();
  await settled(async () => (await askedIn(lab)).length === 3);
  await (await asked(page, "How much comes on the busiest day")).locator("input[type=number]").fill("900");
  await send();
  await settled(async () => (await askedIn(lab)).length === 4);
  await (await asked(page, "Does it have to run beside")).getByRole("button", { name: "Yes" }).click();
  await (await asked(page, "Who is called when it stops")).getByRole("textbox").fill(NIGHT);
  await send();

  const plan = await asked(page, "Is this what is to be designed?");
  const first = await approvalOf(lab);
  expect(await plan.textContent()).toContain("R2 It must never do this: Do something twice.");
  await plan.locator("summary").nth(1).click();
  await plan.getByLabel("Remark on Requirements").fill(REMARK);
  await pressAt(plan.getByText("Send back", { exact: true }));
  await send();
  await settled(async () => ![undefined, first].includes(await approvalOf(lab)));
  const again = await asked(page, "Is this what is to be designed?");
  await again.getByText("somebody gets a copy of each message").waitFor();
  await pressAt(again.getByText("Approve", { exact: true }));
  await send();

  expect(await reply).toContain("**The brief is approved.**");
  const dir = folderOf(lab);
  expect(await lab.ask("run", { experiment: basename(dir) })).toContain("2 designs written");
  const { summary } = await readJson<Ranking>(join(dir, "results/ranking.json"));
  expect(summary).toMatchObject({ scored_cells: 4, expected_cells: 4 });
  expect(printed).toEqual([]);
  expect(counted(lab.labRequests())).toEqual(ONCE);
  await expectBlind(lab);
}, 300_000);

/** The question that the page has unfolded, once it is this one. */
async function asked(page: Watched["page"], text: string) {
  const form = page.locator("form.question");
  await form.locator("h3", { hasText: text }).waitFor();
  return form;
}
