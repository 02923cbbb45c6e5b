import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { LiveServer } from "../../src/live/server.ts";
import type { NewQuestion } from "../../src/questions/types.ts";
import { openLedger } from "../../src/store/ledger.ts";
import { withLock } from "../../src/store/lock.ts";
import { PNG, pressAt, WAYS } from "../support/answering.ts";
import { type AskedProject, askedProject, EACH } from "../support/asked.ts";
import {
  openBrowser,
  overflow,
  seriousFindings,
  shown,
  type TestBrowser,
  visit,
  type Watched,
} from "../support/browser.ts";
import { settled } from "../support/settled.ts";

let chrome: TestBrowser;
let project: AskedProject;
let server: LiveServer;
let watched: Watched[] = [];

beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome.close());
beforeEach(async () => {
  project = await askedProject();
  server = await project.serve();
});
afterEach(async () => {
  for (const each of watched) await each.close();
  watched = [];
  server.close();
  await project.remove();
});

async function open(options: Parameters<typeof visit>[2] = {}): Promise<Watched["page"]> {
  const one = await visit(chrome.browser, server.invite().address, options);
  watched.push(one);
  await one.page.locator("#questions").waitFor();
  return one.page;
}

const ask = (...questions: readonly NewQuestion[]) => project.journal.ask(questions, "text");
const asked = async (id: string) => (await project.journal.read()).questions.find((each) => each.id === id);
/** Milliseconds in which what is awaited comes on a machine that is busy with other tests. */
const SOON = 60_000;
const answered = (id: string): Promise<void> => settled(async () => (await asked(id))?.state === "answered", SOON);
const now = (page: Watched["page"]) => page.locator("form.question");
/** Waits until a part of the page says so. */
async function says(page: Watched["page"], part: string, text: string | RegExp): Promise<void> {
  const wanted = typeof text === "string" ? new RegExp(text.replace(/[.()|?]/g, "\\$&")) : text;
  const said = () => shown(page.locator(part)).catch(() => "");
  await settled(async () => wanted.test(await said()), SOON).catch(async () => expect(await said()).toMatch(wanted));
}
const unfold = async (page: Watched["page"], { id, text }: NewQuestion) => {
  const folded = page.locator(".folded button", { hasText: text });
  if (await folded.count()) await folded.click();
  await page.locator(`#ask-${id}`).waitFor();
};

describe("each type of question", () => {
  const views = [
    ["by mouse at 360 px, light", "mouse", { viewport: { width: 360, height: 900 }, colorScheme: "light" }],
    ["by keyboard alone at 1180 px, dark", "keys", { viewport: { width: 1180, height: 900 }, colorScheme: "dark" }],
  ] as const;
  for (const [what, how, options] of views) {
    test(`is answered ${what}, fits, and has no serious accessibility problem`, async () => {
      await ask(...EACH);
      const page = await open(options);
      for (const question of EACH) {
        await settled(async () => (await page.locator(`#ask-${question.id}`).count()) === 1, SOON);
        const form = now(page);
        if (how === "keys") {
          // What was sent hands its focus on to the next question.
          const focused = question === EACH[0] ? "" : `ask-${question.id}`;
          await settled(async () => (await page.evaluate(() => document.activeElement?.id)) === focused, SOON);
          // What comes next stands above the first question, with what leads to it, and the way to the history.
          const before = question === EACH[0] ? await page.evaluate(pressedBefore, "form.question") : 0;
          for (let at = 0; at < before; at++) await page.keyboard.press("Tab");
        }
        await settled(async () => (await overflow(page)) === 0, SOON);
        expect([question.id, await seriousFindings(page)]).toEqual([question.id, []]);
        if (how === "mouse") await small(page, question.id ?? "");
        // What has only just come takes no press.
        await settled(
          async () => (await form.locator(":is(.actions > *, .presses)[aria-disabled=true]").count()) === 0,
          SOON,
        );
        const { answer, ...way } = WAYS[question.type];
        await (how === "mouse" ? way.mouse(form) : way.keys(page, form));
        await answered(question.id ?? "");
        expect(await asked(question.id ?? "")).toMatchObject({ answer, by: "page" });
      }
      await says(page, "#next-title", "Next: nothing to do on this page");
      // The last answer is told by an event of its own, after the title's.
      await settled(async () => (await page.locator(".answered").count()) === 16, SOON);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      expect(await page.title()).toBe("E-mails that arrive");
      expect(watched[0]?.console).toEqual([]);
    }, 300_000);
  }

  /** How many parts of the page take the focus before a form does. */
  function pressedBefore(form: string): number {
    const first = document.querySelector(form);
    const all = [...document.querySelectorAll("a[href], button, summary, input, textarea")];
    const stops = all.filter((each) => each.checkVisibility() && !first?.contains(each));
    return stops.filter((each) => (first?.compareDocumentPosition(each) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING)
      .length;
  }

  /** What can be pressed on a phone is 44 px high, as a finger wants it. */
  async function small(page: Watched["page"], id: string): Promise<void> {
    const low = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          "form :is(button, .button, .option, .points label, summary, textarea)",
        ),
      ]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.9)
        .map((each) => each.outerHTML.slice(0, 120)),
    );
    expect([id, low]).toEqual([id, []]);
  }
});

test("two pages and a terminal see each other's answers, and what was typed elsewhere stays", async () => {
  await ask(...EACH.slice(0, 4));
  const [one, two] = [await open(), await open()];
  await settled(async () => (await one.title()) === "(4) E-mails that arrive");
  await unfold(two, EACH[3] as NewQuestion);
  await now(two).getByRole("textbox").fill("half a sen");
  await unfold(one, EACH[2] as NewQuestion);
  await now(one).getByRole("button", { name: "Keep it" }).click();
  await says(two, ".answered", "You said yes: Keep it.");
  await project.other.answer("one", "b", "text");
  await says(one, ".answered", /You chose Redis Streams\.\s+Answered in the conversation, or on a page/);
  expect(await now(two).getByRole("textbox").inputValue()).toBe("half a sen");
  expect(await one.title()).toBe("(2) E-mails that arrive");
  await project.other.cancel("text", "text");
  await now(two).getByRole("textbox").waitFor({ state: "detached" });
  await says(two, "#said", "It was taken back: no answer is wanted.");
  // Changed, skipped, and closed.
  await two.getByRole("button", { name: "Change the answer to docker-compose" }).click();
  expect(await now(two).getByRole("button", { name: "Keep it" }).getAttribute("aria-pressed")).toBe("true");
  await now(two).getByText("Replace it").click();
  await says(one, ".answered", "You said no: Replace it.");
  await now(one).getByRole("button", { name: "Skip it" }).click();
  await says(two, ".answered", "Skipped.");
  await project.journal.close("confirm", "page");
  await says(one, "#said", "can be changed no more: what stands on it was approved.");
  expect(await one.getByRole("button", { name: "Change the answer to docker-compose" }).count()).toBe(0);
  for (const each of watched) expect(each.console).toEqual([]);
}, 300_000);

test("what was typed lasts through a reload, a server that ends and one that starts again, and then counts", async () => {
  await ask(...EACH.filter(({ id }) => ["text", "rank", "image"].includes(id ?? "")));
  const page = await open();
  await now(page).getByRole("textbox").fill("\u8A9E half");
  await unfold(page, EACH.find(({ id }) => id === "image") as NewQuestion);
  await page.locator("input[type=file]").setInputFiles({ name: "a.png", mimeType: "image/png", buffer: PNG });
  await page.locator(".given img").waitFor();
  await page.reload();
  await page.locator("#questions").waitFor();
  expect(await now(page).getByRole("textbox").inputValue()).toBe("\u8A9E half");
  await unfold(page, EACH.find(({ id }) => id === "image") as NewQuestion);
  await says(page, ".given", "a.png image/png, 70 bytes");
  await page.getByRole("button", { name: "Send the answer" }).click();
  await answered("image");
  server.close();
  await says(page, ".lost", "does not answer");
  await now(page).getByRole("textbox").fill("\u8A9E whole");
  await page.getByRole("button", { name: "Send the answer" }).click();
  await says(page, ".refused", "does not answer. What you typed stays here");
  server = await project.serve();
  await settled(async () => (await page.locator(".lost").count()) === 0);
  expect(await now(page).getByRole("textbox").inputValue()).toBe("\u8A9E whole");
  await page.getByRole("button", { name: "Send the answer" }).click();
  await answered("text");
  expect((await asked("text"))?.answer).toEqual({ text: "\u8A9E whole" });
  await settled(async () => (await page.evaluate(() => sessionStorage.length)) === 0, SOON);
}, 300_000);

test("how many questions are left is counted anew when more are asked", async () => {
  await ask({ type: "confirm", text: "Keep Redis?" }, { type: "confirm", text: "Keep Kafka?" });
  const page = await open();
  const left = () => page.locator("#questions > p.hidden").textContent();
  await settled(async () => (await now(page).locator(".presses[aria-disabled=true]").count()) === 0, SOON);
  await pressAt(now(page).getByText("Yes", { exact: true }));
  await answered("q1");
  await settled(async () => (await left()) === "Your answer is kept. 1 question left.", SOON);
  await ask({ type: "confirm", text: "Keep Postgres?" }, { type: "confirm", text: "Keep S3?" });
  await says(page, "#questions-title", "3 questions for you");
  expect(await left()).toBe("Your answer is kept. 3 questions left.");
}, 120_000);

test("an approval that is asked anew under its name is shown again", async () => {
  const id = "approve-0123456789ab";
  const plan = { ...(EACH.find(({ type }) => type === "show_plan") as NewQuestion), id };
  await ask(plan);
  const page = await open();
  await pressAt(now(page).getByText("Reject"));
  await page.getByRole("button", { name: "Send the answer" }).click();
  await answered(id);
  await settled(async () => (await now(page).count()) === 0, SOON);
  await project.journal.close(id, "text");
  await Bun.sleep(1_200);
  await ask(plan);
  await settled(async () => (await now(page).count()) === 1, SOON);
}, 300_000);

test("what is missing is said beside the control, and nothing is lost", async () => {
  await ask(...EACH);
  const page = await open();
  const missing: [string, string][] = [
    ["one", "Choose one of them."],
    ["many", "Choose at least 1."],
    ["text", "Write something first."],
    ["image", "Give a picture first."],
    ["options", "Choose one of them."],
    ["diff", "Decide first."],
    ["plan", "Decide first: approve it, send it back or reject it."],
    ["rate", "Give \u201cKeep PostgreSQL 16\u201d a number from 1 to 5."],
    ["slider", "Set a number from 0 to 10,000 in steps of 100."],
    ["emoji", "Choose one, or type one."],
  ];
  for (const [id, said] of missing) {
    await unfold(page, EACH.find((each) => each.id === id) as NewQuestion);
    await page.getByRole("button", { name: "Send the answer" }).click();
    await says(page, ".question .refused", said);
  }
  await unfold(page, EACH.find(({ id }) => id === "plan") as NewQuestion);
  await pressAt(now(page).getByText("Send back"));
  await page.getByRole("button", { name: "Send the answer" }).click();
  await says(page, ".question .refused", "Say what is to change");
  await unfold(page, EACH.find(({ id }) => id === "image") as NewQuestion);
  const html = { name: "photo.png", mimeType: "image/png", buffer: Buffer.from("<script>window.evil = 1</script>") };
  await page.locator("input[type=file]").setInputFiles(html);
  await says(page, ".files .refused", "\u201cphoto.png\u201d is no picture: by its content it is text/plain.");
  const big = { name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(20_000_001) };
  await page.locator("input[type=file]").setInputFiles(big);
  await says(page, ".files .refused", "\u201cbig.png\u201d has 20 MB; at most 20 MB are taken.");
  expect((await project.journal.read()).questions.every(({ state }) => state === "open")).toBe(true);
}, 300_000);

test("40 questions, long, Japanese, from right to left and hostile, change nothing but what they ask", async () => {
  const evil =
    '<img src=x onerror="window.evil=1"><script>window.evil=1</script> [x](javascript:alert(1)) \u202Egnp.exe';
  const arabic = "\u0623\u064a\u0646 \u062a\u0646\u062a\u0638\u0631 \u0627\u0644\u0631\u0633\u0627\u0626\u0644\u061f";
  const hostile: NewQuestion = {
    type: "show_options",
    id: "evil",
    text: evil,
    context: `${evil}\n\n![x](https://example.com/x.png)\n\n<iframe src="https://example.com"></iframe>`,
    why: evil,
    options: [
      { id: "a", label: evil, description: `${evil} ${"x".repeat(9_000)}`, pros: [evil], cons: [evil] },
      { id: "#b>c", label: "\u65E5\u672C\u8A9E".repeat(150), description: "\u8A9E".repeat(10_000) },
      { id: "c", label: arabic, description: arabic.repeat(20) },
    ],
  };
  await ask(
    hostile,
    {
      type: "pick_one",
      id: "arabic",
      text: arabic,
      options: [
        { id: "a", label: arabic },
        { id: "b", label: "b" },
      ],
    },
    ...Array.from(
      { length: 38 },
      (_, at): NewQuestion => ({ type: "ask_text", text: `Question ${at} ${"long ".repeat(at)}` }),
    ),
  );
  const page = await open({ viewport: { width: 360, height: 740 } });
  await says(page, "#questions-title", "40 questions for you");
  expect(await page.locator(".folded").count()).toBe(39);
  expect(await overflow(page)).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await page.locator("summary").first().click();
  expect(await overflow(page)).toBe(0);
  await pressAt(now(page).getByText(arabic, { exact: true }));
  await now(page).getByRole("textbox").fill(evil);
  await page.getByRole("button", { name: "Send the answer" }).click();
  await answered("evil");
  await says(page, "#questions-title", "39 questions for you");
  expect((await asked("evil"))?.answer).toEqual({ selected: "c", feedback: evil.replace("\u202E", "") });
  await says(page, ".answered", "and said: <img src=x onerror=");
  expect(
    await page
      .locator("bdi", { hasText: arabic })
      .first()
      .evaluate((each) => getComputedStyle(each).direction),
  ).toBe("rtl");
  const made = await page.evaluate(() => ({
    evil: (window as { evil?: number }).evil ?? 0,
    tags: document.querySelectorAll("main :is(img, script, iframe, a[href*=javascript], a[href*=example])").length,
    bidi: document.body.textContent.includes("\u202E"),
  }));
  expect(made).toEqual({ evil: 0, tags: 0, bidi: false });
  const { origin } = new URL(page.url());
  expect(watched[0]?.requests.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"))).toEqual([]);
}, 300_000);

test("an interview that a model failed says why it stands still and what to type, and what nobody goes on with does too", async () => {
  await ask(...EACH.slice(2, 3));
  const page = await open();
  const ledger = openLedger(project.dir, () => new Date());
  await ledger.append({ event: "failed", phases: ["probe"], model: "two/probe", kind: "timeout", message: "too slow" });
  await says(page, "#next", "A model could not be asked: next questions by two/probe: no answer in time: too slow");
  await project.journal.skip("confirm", "text");
  await says(page, "#next-title", "Next: go on with the interview");
  await says(page, "#next", "/design-lab brief 2026-11-23-e-mails asks again");
  await ledger.append({ event: "resumed" });
  await says(page, "#next-title", "Next: nothing to do on this page");
  await says(page, "#next-title", "Next: go on with the interview");
  await says(
    page,
    "#next",
    "/design-lab brief 2026-11-23-e-mails goes on: it asks further questions, or writes the brief.",
  );
  expect(await seriousFindings(page)).toEqual([]);
}, 300_000);

test("an interview says that it thinks, can be ended with a word, and is gone on to by a page that nobody chose", async () => {
  await ask(...EACH.slice(2, 4));
  const page = await open();
  await withLock(project.dir, "x", () => says(page, ".thinking", "Thinking of further questions"));
  await settled(async () => (await page.locator(".thinking p").count()) === 0);
  await says(page, ".enough", "what is not clear becomes an assumption or an open question");
  await page.getByRole("button", { name: "Enough, write it" }).click();
  await says(page, ".thinking", "No further question is asked");
  expect((await project.journal.read()).ended?.by).toBe("page");
  expect(await page.getByRole("button", { name: "Enough, write it" }).count()).toBe(0);
  // Nothing here waits for an answer any more, so that the page may go on.
  for (const id of ["confirm", "text"]) await project.journal.cancel(id, "text");
  const next = await project.begin("2026-11-23-later", "A later idea");
  await next.ask(EACH.slice(0, 1), "text");
  await says(page, "h1", "A later idea");
  await says(
    page,
    "header [role=status]",
    "Something is asked, and this page went on to it. Back to E-mails that arrive",
  );
  await says(page, "#others", "E-mails that arrive 2026-11-23-e-mails, questions");
  expect(await Bun.file(join(project.dir, "answers")).exists()).toBe(false);
}, 300_000);
