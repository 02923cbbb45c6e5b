import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import type { LiveServer } from "../../src/live/server.ts";
import type { NewQuestion } from "../../src/questions/types.ts";
import { PNG } from "../support/answering.ts";
import { type AskedProject, askedProject, EACH } from "../support/asked.ts";
import { openBrowser, type TestBrowser, visit, type Watched } from "../support/browser.ts";
import { settled } from "../support/settled.ts";

// What a person is at with a question: presses, files that are on their way, remarks.

let chrome: TestBrowser;
let project: AskedProject;
let server: LiveServer;
let page: Watched | null = null;
beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome.close());
beforeEach(async () => {
  project = await askedProject();
  server = await project.serve();
});
afterEach(async () => {
  await page?.close();
  server.close();
  await project.remove();
});

/** Asks and shows the page, once the first of them can be answered. */
async function asking(...questions: readonly NewQuestion[]): Promise<Watched["page"]> {
  await project.journal.ask(questions, "text");
  page = await visit(chrome.browser, server.invite().address);
  await page.page.locator(`#ask-${questions[0]?.id}`).waitFor();
  await Bun.sleep(1_000);
  return page.page;
}

const stateOf = async (id: string) => (await project.journal.read()).questions.find((each) => each.id === id)?.state;
const alike = (type: "confirm" | "ask_text", ...ids: string[]) =>
  ids.map((id): NewQuestion => ({ type, id, text: `Shall we keep ${id}?`, required: false }));

for (const [what, type, name] of [
  ["answers", "confirm", "Yes"],
  ["skips", "ask_text", "Skip it"],
] as const) {
  test(`a second press at the same place ${what} no question that has just come there`, async () => {
    const view = await asking(...alike(type, "one", "two"));
    const box = await view.getByRole("button", { name, exact: true }).boundingBox();
    if (!box) throw new Error("Nothing to press");
    const press = () => view.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await press();
    await view.locator("#ask-two").waitFor();
    await press();
    await Bun.sleep(500);
    expect([await stateOf("one"), await stateOf("two")]).toEqual([what === "skips" ? "skipped" : "answered", "open"]);
    await Bun.sleep(500);
    await press();
    await settled(async () => (await stateOf("two")) !== "open");
  }, 300_000);
}

test("remarks on a text that another takes the place of stand beside that one, and what was chosen does not", async () => {
  const plan = (id: string, markdown: string): NewQuestion => ({
    ...{ id: `approve-${id}`, type: "show_plan", text: "Is this what is to be designed?", required: true },
    sections: [
      { id: "task", title: "Task", markdown },
      { id: "limits", title: "Limits", markdown: "None" },
    ],
  });
  const view = await asking(plan("0123456789ab", "Design a queue"));
  await view.locator("form.question summary").first().click();
  await view.getByLabel("Remark on Task").fill("Of e-mails");
  await view.getByText("Approve", { exact: true }).click();
  await project.journal.cancel("approve-0123456789ab", "text");
  await project.journal.ask([plan("ba9876543210", "Design a log")], "text");
  await view.getByText("Design a log").waitFor();
  expect(await view.getByLabel("Remark on Task").inputValue()).toBe("Of e-mails");
  expect(await view.getByRole("radio", { name: "Approve" }).isChecked()).toBe(false);
  await view.reload();
  expect(await view.getByLabel("Remark on Task").inputValue()).toBe("Of e-mails");
  await view.getByText("Send back", { exact: true }).click();
  await view.getByRole("button", { name: "Send the answer" }).click();
  await settled(async () => (await stateOf("approve-ba9876543210")) === "answered");
  // They were said.
  await project.journal.ask([plan("aaaaaaaaaaaa", "Design a ledger")], "text");
  await view.getByText("Design a ledger").waitFor();
  expect(await view.getByLabel("Remark on Task").inputValue()).toBe("");
}, 300_000);

const picture = (name: string, at: number) => ({
  name,
  mimeType: "image/png",
  // Bytes behind the picture make it another one.
  buffer: Buffer.concat([PNG, Buffer.from([at])]),
});

test("a file that is given while another is on its way takes nothing away, and nothing is sent without them", async () => {
  const image = EACH.find(({ type }) => type === "ask_image") as NewQuestion & { type: "ask_image" };
  const view = await asking({ ...image, multiple: true });
  const waiting = Promise.withResolvers<void>();
  await view.route(/upload.*name=slow/u, async (route) => {
    await waiting.promise;
    await route.continue();
  });
  const input = view.locator("input[type=file]");
  await input.setInputFiles(picture("slow.png", 1));
  await input.setInputFiles(picture("quick.png", 2));
  await view.locator(".given li").waitFor();
  await view.getByRole("button", { name: "Send the answer" }).click({ force: true });
  await Bun.sleep(500);
  expect(await stateOf("image")).toBe("open");
  waiting.resolve();
  await settled(async () => (await view.locator(".given li").count()) === 2);
  await view.getByRole("button", { name: "Send the answer" }).click();
  await settled(async () => (await stateOf("image")) === "answered");
  const { questions } = await project.journal.read();
  const { answer } = questions.find(({ id }) => id === "image") as { answer: { images: { filename: string }[] } };
  expect(answer.images.map(({ filename }) => filename).sort()).toEqual(["quick.png", "slow.png"]);
}, 300_000);

test("a remark of which all was deleted stays open to be written anew", async () => {
  const view = await asking(EACH.find(({ type }) => type === "show_plan") as NewQuestion);
  await view.locator(".remark summary").first().click();
  const field = view.locator(".remark textarea").first();
  await field.focus();
  await view.keyboard.type("No");
  await view.keyboard.press("Backspace");
  await view.keyboard.press("Backspace");
  await view.keyboard.type("Yes");
  expect([await field.isVisible(), await field.inputValue()]).toEqual([true, "Yes"]);
}, 300_000);

test("an interview that was ended here and goes on with a further question can be ended again", async () => {
  const view = await asking(...alike("confirm", "one"));
  const enough = view.getByRole("button", { name: "Enough, write it" });
  await enough.click();
  await enough.waitFor({ state: "detached" });
  await project.journal.ask(alike("confirm", "two"), "text");
  await view.locator(".folded").waitFor();
  expect(await enough.count()).toBe(1);
}, 300_000);
