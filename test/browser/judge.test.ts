import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import type { BrowserContextOptions, Page } from "playwright-core";
import { type Ballot, FilledBallot } from "../../src/artifacts/ballot.ts";
import { ballotHtml } from "../../src/live/ballot-file.ts";
import { type Judging, startJudging, type VoterSeat } from "../../src/live/judging.ts";
import { reviewer, say, scored, titled } from "../../src/story/sentence.ts";
import type { VoteResult } from "../../src/story/vote-result.ts";
import { openBrowser, overflow, seriousFindings, shown, type TestBrowser, visit } from "../support/browser.ts";
import { ballotOf, bodyOf, seatOf } from "../support/judges.ts";
import { settled } from "../support/settled.ts";

let chrome: TestBrowser;
let root: string;
let judging: Judging;
let open: { close(): Promise<void> }[] = [];

const start = (): Promise<Judging> => startJudging({ kept: join(root, "state/judging.json") });

beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome.close());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "designlab-judge-"));
  judging = await start();
});
afterEach(async () => {
  for (const each of open) await each.close();
  open = [];
  judging.close();
  await rm(root, { recursive: true, force: true });
});

/** What nobody may be told before being done; it lies beside the ballot, where a careless server would find it. */
const SECRETS = ["opus-9", "grace/model", "8.3125", "came first of all", "another judge's word"];
const AFTER = "O came first of all: opus-9 wrote it, with 8.3125.";

function leaky(ballot: Ballot): Ballot {
  const designs = ballot.designs.map((each) => ({
    ...each,
    generating_model: "opus-9",
    author: "grace/model",
    score: 8.3125,
    body: {
      ...each.body,
      tradeoffs: each.body.tradeoffs.map((one) => ({ ...one, by: "opus-9" })),
      risks: each.body.risks.map((one) => ({ ...one, score: 8.3125 })),
      components: each.body.components.map((one) => ({ ...one, author: "grace/model" })),
    },
  }));
  return { ...ballot, designs, ranking: "came first of all" } as unknown as Ballot;
}

type Seen = { page: Page; bytes: string[]; errors: string[] };

/** Opens a seat's page in a browser of its own and keeps all that is sent to it: headers, bodies and events. */
async function sit(seat: VoterSeat, options: BrowserContextOptions): Promise<Seen> {
  const context = await chrome.browser.newContext(options);
  open.push(context);
  const page = await context.newPage();
  const seen: Seen = { page, bytes: [], errors: [] };
  page.on("console", (message) => seen.errors.push(message.text()));
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  wire.on("Network.eventSourceMessageReceived", ({ data }) => seen.bytes.push(data));
  page.on("response", async (response) => {
    seen.bytes.push(JSON.stringify(await response.allHeaders()));
    if (!response.url().endsWith("/events")) seen.bytes.push(await response.text().catch(() => ""));
  });
  await page.goto(judging.invite(seat).address);
  await page.locator("#order").waitFor();
  return seen;
}

function expectBlind({ bytes }: Seen): void {
  const all = bytes.join("\n");
  for (const text of ["A table as the queue", "I am done", "no-store"]) expect(all).toContain(text);
  for (const secret of SECRETS) expect([secret, all.includes(secret)]).toEqual([secret, false]);
}

/** Nothing is cut off, hard to press, or hard to read for a machine. */
async function expectFits(page: Page): Promise<void> {
  expect(await overflow(page)).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  const low = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        ".ballot :is(button, .button, .option, .points label, summary, textarea, input:not([type=radio], [type=checkbox], .hidden))",
      ),
    ]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.9)
      .map((each) => each.outerHTML.slice(0, 120)),
  );
  expect(low).toEqual([]);
}

/** Goes on with the Tab key until what is wanted has the focus. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let at = 0; at < 150; at++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), wanted)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not lead to ${wanted}`);
}
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Milliseconds in which what is awaited comes on a machine that is busy with other tests. */
const SOON = 60_000;
const saved = (page: Page) => settled(async () => (await shown(page.locator(".kept strong"))) === "Saved.", SOON);

test("two people in two browsers judge three designs: one by scores, one by order and pairs with the keyboard alone", async () => {
  const ballot = leaky(ballotOf(3, { has_result: true }));
  const ada = seatOf(ballot, { after: async () => ({ said: AFTER, result: null }) });
  const ben = seatOf(
    { ...ballot, person: "Ben", pairs: [["N", "O"]] },
    { after: async () => ({ said: AFTER, result: null }) },
  );
  const one = await sit(ada, { viewport: { width: 1180, height: 900 }, colorScheme: "light" });
  const two = await sit(ben, { viewport: { width: 360, height: 780 }, colorScheme: "dark" });

  const { page } = one;
  await page.locator("#scores summary").click();
  for (const [letter, correct, simple] of [
    ["N", 4, "30"],
    ["O", 9, "80"],
    ["P", 6, "55.5"],
  ] as const) {
    await page
      .locator(`input[name="score-0-${letter}"]`)
      .nth(correct + 1)
      .check();
    await page.locator(`#score-1-${letter}-number`).fill(simple);
  }
  await saved(page);
  await page.locator("#comment-O").fill("another judge's word");
  // Before half a second is over: what was typed is this tab's.
  await page.reload();
  await page.locator("#order").waitFor();
  expect(await page.locator("#comment-O").inputValue()).toBe("another judge's word");
  await saved(page);
  expect(await shown(page.locator(".kept"))).toContain("All 3 designs have every score");
  await expectFits(page);
  await page.locator("#end .main").click();
  expect(await shown(page.locator("#end .refused"))).toBe("Say whether you have seen the result.");
  await page.locator("label[for=saw-0]").click();
  expectBlind({ ...one, bytes: one.bytes.map((each) => each.replaceAll("another judge's word", "")) });
  await page.locator("#end .main").click();
  await page.locator("#thanks").waitFor();
  expect(await shown(page.locator("#thanks .answer"))).toBe(AFTER);
  expect(ada.now()).toMatchObject({
    done: true,
    voice: {
      designs: [
        { letter: "N", scores: { Correctness: 4, Simplicity: 30 } },
        { letter: "O", scores: { Correctness: 9, Simplicity: 80 }, comment: "another judge's word" },
        { letter: "P", scores: { Correctness: 6, Simplicity: 55.5 } },
      ],
      saw_result: false,
    },
  });

  const { page: phone } = two;
  await tabTo(phone, '[data-put="O"]');
  await press(phone, "Enter");
  // The focus went on to the next that has no place.
  expect(await phone.evaluate(() => document.activeElement?.getAttribute("data-put"))).toBe("P");
  await press(phone, "Enter", "Enter");
  await tabTo(phone, '[data-id="N"] [data-by="-1"]');
  await press(phone, "ArrowUp", "ArrowUp");
  expect(await phone.evaluate(() => document.activeElement?.closest("li")?.dataset.id)).toBe("N");
  await tabTo(phone, '[data-id="P"] .press');
  await press(phone, "Enter");
  await tabTo(phone, "#pairs input");
  await press(phone, "ArrowUp", "ArrowUp");
  await tabTo(phone, "#pair-0-why");
  await phone.keyboard.type("one thing less to run");
  await saved(phone);
  await phone.reload();
  await phone.locator("#order").waitFor();
  expect(await phone.locator("#pair-0-why").inputValue()).toBe("one thing less to run");
  await tabTo(phone, "#knows-P");
  await press(phone, "Space");
  await tabTo(phone, "#result input");
  await press(phone, "Space");
  await expectFits(phone);
  expectBlind(two);
  await tabTo(phone, "#end .main");
  await press(phone, "Enter");
  await phone.locator("#thanks").waitFor();
  const first = {
    order: [["N"], ["O", "P"]],
    pairs: [{ first: "N", second: "O", better: "O", why: "one thing less to run" }],
    saw_result: false,
  };
  expect(ben.now()).toMatchObject({ done: true, voice: first });
  expect(ben.now()?.voice.designs.map(({ knows_author }) => knows_author)).toEqual([false, false, true]);
  expect(await seriousFindings(phone)).toEqual([]);

  await tabTo(phone, "#thanks .button");
  await press(phone, "Enter");
  await phone.locator("#order").waitFor();
  expect(ben.now()).toMatchObject({ done: false, voice: { ...first, saw_result: null } });
  await tabTo(phone, '[data-id="O"] [data-by="-1"]');
  await press(phone, "ArrowUp", "ArrowUp");
  await tabTo(phone, "#result input");
  await press(phone, "Space");
  await saved(phone);
  await tabTo(phone, "#end .main");
  await press(phone, "Enter");
  await phone.locator("#thanks").waitFor();
  expect(ben.now()).toMatchObject({ done: true, voice: { saw_result: false, order: [["O"], ["N"], ["P"]] } });
  expect([one.errors, two.errors]).toEqual([[], []]);
}, 300_000);

test("main points and two side by side are read on a phone with the keyboard alone, and the result comes last", async () => {
  const result: VoteResult = {
    said: [say`${titled("d2")} came first of all with ${scored(8.3125)}, says ${reviewer("r1")}.`],
    designs: new Map([["d2", { letter: "B", title: "A log with cursors", own: "O" }]]),
    reviewers: new Map([["r1", "grace/model"]]),
  };
  const requirements = ["R1: A worker locks a row before it does its job.", "C1: Nothing else runs."];
  const plain = ballotOf(3, { pairs: [["O", "N"]], requirements });
  const designs = plain.designs.map((each, at) => ({
    ...each,
    body: bodyOf({
      title: each.body.title,
      data_flow: "For R1 a worker locks its row first.",
      tradeoffs: [
        {
          aspect: "Polling",
          choice: ["Every second", "On a signal", "Never"][at] ?? "",
          rationale: "r",
          alternatives: [],
        },
        { aspect: "Running cost", choice: `$${at + 1}0 a month`, rationale: "r", alternatives: [] },
      ],
    }),
  }));
  const seat = seatOf(leaky({ ...plain, designs }), { after: async () => ({ said: "Kept.", result }) });
  const seen = await sit(seat, { viewport: { width: 360, height: 780 }, colorScheme: "dark" });
  const { page } = seen;
  const points = await shown(page.locator(".read .glance").first());
  for (const text of ["Decides first", "Every second", "The table bloats", "$10 a month", "Store", "Worker"])
    expect(points).toContain(text);
  await tabTo(page, ".glance details summary");
  await press(page, "Enter");
  expect(await shown(page.locator(".glance details").first())).toContain("For R1 a worker locks its row first.");

  await tabTo(page, "#pairs .actions .button");
  await press(page, "Enter");
  await page.locator("#sides .beside").first().waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("sides-title");
  const cells = () =>
    page
      .locator("#sides .beside:has(.choice)")
      .first()
      .locator(":scope > div")
      .evaluateAll((all) =>
        all.map((each) => {
          const { x, y } = each.getBoundingClientRect();
          return { x, y, letter: each.querySelector(".letter")?.textContent, text: each.textContent };
        }),
      );
  const [one, two] = await cells();
  expect([one?.letter, two?.letter, one?.x === two?.x, (one?.y ?? 0) < (two?.y ?? 0)]).toEqual(["O", "N", true, true]);
  expect([one?.text, two?.text].join()).toMatch(/Polling.*On a signal.*Polling.*Every second/u);
  await tabTo(page, "#side-right");
  await press(page, "ArrowDown", "ArrowDown");
  await settled(async () => (await cells())[1]?.letter === "P", SOON);
  await expectFits(page);
  await page.setViewportSize({ width: 1180, height: 900 });
  const wide = await cells();
  expect([wide[0]?.y === wide[1]?.y, (wide[0]?.x ?? 0) < (wide[1]?.x ?? 0)]).toEqual([true, true]);
  await page.setViewportSize({ width: 360, height: 780 });
  await tabTo(page, "#sides .actions .button");
  await press(page, "Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("pair-0");
  await tabTo(page, "#pairs input");
  await press(page, "ArrowUp", "ArrowUp");
  await saved(page);
  expectBlind(seen);

  await tabTo(page, "#end .main");
  await press(page, "Enter");
  await page.locator("#outcome").waitFor();
  expect(await shown(page.locator("#outcome"))).toContain("(your O) came first of all with 8.3, says grace/model.");
  await expectFits(page);
  await tabTo(page, "#thanks .actions .button");
  await press(page, "Enter");
  await page.locator("#order").waitFor();
  expect(await page.locator("#outcome").count()).toBe(0);
  expect(await page.locator("#saw-1").isChecked()).toBe(true);
  expect(seat.now()).toMatchObject({ done: false, voice: { saw_result: true } });
  expect(seen.errors).toEqual([]);
}, 300_000);

test("two pages of one person that save at once lose nothing: the late one shows what the other saved", async () => {
  const seat = seatOf(ballotOf());
  const { page: one } = await sit(seat, {});
  const two = await one.context().newPage();
  await two.goto(one.url());
  await two.locator("#order").waitFor();
  await Promise.all([one.locator("#comment-N").fill("from one"), two.locator("#comment-N").fill("from two")]);
  const late = async (page: Page) => (await page.locator(".elsewhere").count()) === 1;
  await settled(async () => (await late(one)) || (await late(two)), SOON);
  const [page, quick] = (await late(one)) ? [one, two] : [two, one];
  const [own, others] = page === one ? ["from one", "from two"] : ["from two", "from one"];
  expect(seat.now()?.voice.designs[0]?.comment).toBe(others);
  expect(await shown(page.locator(".elsewhere"))).toContain(others);
  expect(await page.locator("#comment-N").inputValue()).toBe(own);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Keep what stands here" }).click();
  await settled(() => seat.now()?.voice.designs[0]?.comment === own, SOON);
  // A page where nothing was typed since shows what was saved last.
  await settled(async () => (await quick.locator("#comment-N").inputValue()) === own, SOON);
}, 300_000);

test.each([
  ["what is typed while the last word is on its way belongs to it, and the vote stays done", 1, "typed late"],
  ["a last word that is pressed twice is sent once", 2, ""],
])(
  "%s",
  async (_, clickCount, late) => {
    const seat = seatOf(ballotOf());
    const taken = Promise.withResolvers<void>();
    const dones: boolean[] = [];
    const { page } = await sit(
      {
        ...seat,
        async save(voice, how) {
          dones.push(how.done);
          if (how.done) await taken.promise;
          return seat.save(voice, how);
        },
      },
      {},
    );
    for (const letter of ["N", "O"]) await page.locator(`[data-put="${letter}"]`).click();
    await saved(page);
    const before = dones.length;
    await page.getByRole("button", { name: "I am done" }).click({ clickCount });
    await page.locator("#comment-N").fill(late);
    // Longer than a change waits until it is saved.
    await Bun.sleep(900);
    taken.resolve();
    await page.locator("#thanks").waitFor();
    await settled(() => seat.now()?.voice.designs[0]?.comment === late, SOON);
    await Bun.sleep(900);
    expect([seat.now()?.done, dones.slice(before)]).toEqual([true, late === "" ? [true] : [true, true]]);
    expect(await page.locator("#thanks").count()).toBe(1);
  },
  300_000,
);

test("what is typed while the server is gone is saved when it is there again", async () => {
  const seat = seatOf(ballotOf(), { id: "ada" });
  const { page } = await sit(seat, { viewport: { width: 360, height: 780 } });
  judging.close();
  await page.locator(".lost").waitFor();
  await page.locator("#comment-P").fill("typed alone");
  expect(await shown(page.locator(".lost"))).toContain("What you said stays here");
  judging = await start();
  judging.invite(seat);
  await settled(() => seat.now()?.voice.designs[2]?.comment === "typed alone", SOON);
  await saved(page);
  await settled(async () => (await page.locator(".lost").count()) === 0, SOON);
}, 300_000);

test("a ballot that is a file is filled in, kept and saved from the disk, without a request", async () => {
  const name = "<b>グレース</b> O'Hara";
  const ballot = leaky(ballotOf(3, { person: null, has_result: true }));
  const file = join(root, "ballot.html");
  const html = await ballotHtml(ballot);
  for (const secret of SECRETS) expect([secret, html.includes(secret)]).toEqual([secret, false]);
  await writeFile(file, html);
  const watched = await visit(chrome.browser, `file://${file}`, { viewport: { width: 360, height: 780 } });
  open.push(watched);
  const { page } = watched;
  await page.locator("#order").waitFor();
  expect(await shown(page.locator(".read .glance").first())).toContain("The table bloats");
  await page.locator("#sides summary").first().click();
  await page.locator("#sides .beside").first().waitFor();
  await page.locator("#side-left").selectOption("P");
  expect(await shown(page.locator("#sides"))).toContain("chosen alike");
  await page.locator('[data-put="P"]').click();
  await page.locator('[data-put="N"]').click();
  await page.locator("#end .main").click();
  expect(await shown(page.locator("#end .refused"))).toContain("Your name is needed.");
  await page.locator("#name").fill(name);
  await page.locator("label[for=saw-1]").click();
  await expectFits(page);
  await page.reload();
  await page.locator("#order").waitFor();
  expect(await page.locator("#name").inputValue()).toBe(name);

  const save = async (): Promise<FilledBallot> => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#end .main").click()]);
    expect(download.suggestedFilename()).toBe("ballot-b-グレース-b-O-Hara.json");
    await download.saveAs(join(root, "filled.json"));
    return JSON.parse(await readFile(join(root, "filled.json"), "utf8"));
  };
  const filled = await save();
  expect(Value.Check(FilledBallot, filled)).toBe(true);
  expect(filled).toMatchObject({
    experiment_id: ballot.experiment_id,
    name,
    rubric_sha256: ballot.rubric_sha256,
    designs: ballot.designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 })),
    voice: { order: [["P"], ["N"]], saw_result: true },
  });

  expect(await shown(page.locator("#end .notice"))).toContain("which of its letters yours are");
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.locator("#order").waitFor();
  const load = (said: object | string) =>
    page.locator("#load").setInputFiles({
      name: "back.json",
      mimeType: "",
      buffer: Buffer.from(typeof said === "string" ? said : JSON.stringify(said)),
    });
  const odd: [object | string, string][] = [
    ["{", "a file that is no JSON"],
    [{ ...filled, voice: { ...filled.voice, order: [[1]] } }, "another file (/voice/order/0/0"],
    [{ ...filled, experiment_id: "other" }, "needed is a ballot of 2026-11-23-queue, found one of other"],
    [{ ...filled, rubric_sha256: "d".repeat(64) }, "needed are these criteria"],
    [
      { ...filled, designs: filled.designs.map((each) => ({ ...each, design_sha256: "e".repeat(64) })) },
      "needed are these designs",
    ],
  ];
  for (const [said, why] of odd) {
    await load(said);
    await settled(async () => (await shown(page.locator("#begin .refused"))).includes(why), SOON);
  }
  expect(await page.locator("#name").inputValue()).toBe("");
  await load(filled);
  await settled(async () => (await page.locator("#name").inputValue()) === name, SOON);
  expect(await save()).toEqual(filled);
  expect(watched.requests.filter((each) => each !== `file://${file}` && !each.startsWith("blob:"))).toEqual([]);
  expect(watched.console).toEqual([]);
}, 300_000);

test("twelve designs with long, Japanese and Arabic words fit a phone, and a name of 80 signs", async () => {
  const ballot = ballotOf(12, {
    person: "あ".repeat(80),
    topic: "كيف نرسل رسائل البريد الإلكتروني",
    pairs: [["N", "Y"]],
  });
  const odd = ["名前が長い設計".repeat(28), "x".repeat(200), "تصميم قائمة انتظار".repeat(11), "two words ".repeat(20)];
  const designs = ballot.designs.map((each, at) => ({
    ...each,
    body: { ...each.body, title: odd[at % 4] ?? "", summary: `${odd[at % 4]} `.repeat(3) },
  }));
  const { page } = await sit(seatOf({ ...ballot, designs }), { viewport: { width: 360, height: 780 } });
  for (let at = 0; at < 12; at++) await page.locator("[data-put]").first().click();
  for (const summary of await page.locator("details:not(details details) > summary").all()) await summary.click();
  await expectFits(page);
}, 300_000);
