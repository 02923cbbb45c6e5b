import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { hasTerminal, openTerminal } from "../../rehearsal/terminal.ts";
import type { Decision } from "../../src/artifacts/decision.ts";
import { pressAt } from "../support/answering.ts";
import { openBrowser, shown, type TestBrowser, visit, type Watched } from "../support/browser.ts";
import { readJson } from "../support/disk.ts";
import { settled } from "../support/settled.ts";
import { atPrompt } from "./support/at-prompt.ts";
import { startDesktop } from "./support/desktop.ts";
import { counted, folderOf, IDEA, INTERVIEW } from "./support/interview.ts";
import { rehearse } from "./support/rehearsal.ts";
import { saidTo } from "./support/watched-run.ts";

let chrome: TestBrowser;
beforeAll(async () => {
  chrome = await openBrowser();
}, 300_000);
afterAll(() => chrome?.close());

const FIRST_LINE = `/design-lab brief "${IDEA}"`;

/** Each question that is unfolded, with what a person does there, until the brief is there. */
const ANSWERS: readonly [text: string, answer: (form: Form) => Promise<unknown>][] = [
  ["What may it never do?", (form) => pressAt(form.getByText("Do something twice", { exact: true }))],
  ["How much comes on the busiest day", (form) => form.locator("input[type=number]").fill("900")],
  ["Does it have to run beside", (form) => form.getByRole("button", { name: "Yes" }).click()],
  ["Who is called when it stops", (form) => form.getByRole("textbox").fill("Whoever is on duty")],
];

// Without tmux there is no terminal to type the first line in; it shows as skipped.
test.skipIf(!hasTerminal() || process.platform !== "linux")(
  "after its first line a person goes on the page alone from an idea to how it turned out, and begins the next from words",
  async () => {
    using screen = startDesktop();
    await using lab = await rehearse({ ...INTERVIEW, env: screen.env });
    await using terminal = openTerminal({ project: lab.project, columns: 110, rows: 36 });
    await atPrompt(terminal);
    await saidTo(terminal, FIRST_LINE, "reliably");
    const { page, console: printed } = await visit(chrome.browser, await screen.opened());
    sent.length = 0;
    page.on("response", async (answer) => {
      if (answer.request().method() !== "POST") return;
      sent.push(
        `${new URL(answer.url()).pathname.split("/").at(-1)} ${answer.status()} ${await answer.text().catch(String)}`,
      );
    });

    await answered(page);
    await comes(page, "Next: approve the brief, or send it back");
    await approve(page, "Is this what is to be designed?");

    await comes(page, "Next: have it designed");
    await page.getByRole("button", { name: /^Have it designed/u }).click();

    await comes(page, "Next: decide");
    await pressAt(page.locator("form.decide label").first());
    await page.getByLabel("Why, in your own words").fill("It is the one we can run");
    await page.locator("form.decide button[type=submit]").click();

    await comes(page, "Next: plan the work");
    await page.getByRole("button", { name: /^Plan the work of/u }).click();
    await comes(page, "Next: approve the plan");
    await approve(page, "");

    await comes(page, "Next: have the tasks written");
    await page.getByRole("button", { name: /^Write \d+ tasks as files/u }).click();
    await comes(page, "Next: the first task that waits for nothing");

    await page.getByText("Say how it turned out", { exact: true }).click();
    await pressAt(page.getByText("It worked", { exact: true }));
    await page.getByRole("button", { name: "Keep it with the decision" }).click();
    await settled(async () => (await shown(page.locator("main"))).includes("It worked ("), SOON);

    const dir = folderOf(lab);
    const decision = await readJson<Decision>(join(dir, "decision.json"));
    expect(decision).toMatchObject({ because: "It is the one we can run", outcomes: [{ outcome: "worked" }] });
    expect(readdirSync(dir)).toContain("plan.json");

    const before = lab.labRequests().length;
    await askedWhatFits(page, "What fits: designs");
    const begin = page.locator("#way .answer .button.main");
    expect(await shown(begin)).toStartWith("Have it designed: 2 designs, 7 sessions, about $");
    expect(lab.labRequests()).toHaveLength(before);
    await begin.dblclick();
    await settled(async () => (await shown(page.locator("h1"))).includes("mailing list"), SOON);
    await comes(page, "Next: decide");
    expect(counted(lab.labRequests().slice(before))).toEqual(BEGUN);
    // Of the same words the page says then what it shows already, to which no link leads.
    await askedWhatFits(page, "What fits: go on with what is there");
    expect(await page.getByRole("link", { name: "Go to its page" }).count()).toBe(0);

    await page.getByRole("link", { name: "History of all experiments" }).click();
    const link = page.getByRole("link", { name: basename(dir) }).first();
    await settled(async () => (await link.count()) === 1, SOON);
    await link.click();
    await settled(async () => (await shown(page.locator("main"))).includes("It worked ("), SOON);
    expect(lab.labRequests().slice(before)).toHaveLength(total(BEGUN));
    expect(screen.times()).toBe(1);
    expect(printed).toEqual([]);
  },
  600_000,
);

/** Enough to be designed as they stand. */
const WORDS =
  "Design a mailing list for 40,000 readers. Each reader leaves it by one link, and gets no mail from then on. One sender writes once a week.";

/** What is asked of each model where designs are begun once. */
const BEGUN: Readonly<Record<string, number>> = {
  "alpha/plans topic": 1,
  "alpha/plans design": 1,
  "beta/plans design": 1,
  "gamma/judges evaluation": 2,
  "delta/judges evaluation": 2,
};

const total = (counts: typeof BEGUN): number => Object.values(counts).reduce((sum, each) => sum + each, 0);

/** Types the words into the page's folded field, and reads what fits. */
async function askedWhatFits(page: Watched["page"], answer: string): Promise<void> {
  await page.getByText("Something else that you want to build or know?", { exact: true }).click();
  await page.getByLabel("In your own words, a line or pages").fill(WORDS);
  await page.getByRole("button", { name: "Say what fits" }).click();
  const said = () => shown(page.locator("#way .answer"));
  await settled(async () => (await said()).includes(answer), SOON).catch(async () =>
    expect(await said()).toContain(answer),
  );
}

/** What became of each click that was sent, the last last. */
const sent: string[] = [];

/** In which a host that is busy with other tests is at the next step, milliseconds. */
const SOON = 150_000;

/** Waits until the page says that this comes next; what it says instead where it never does, and what clicks came to. */
async function comes(page: Watched["page"], title: string): Promise<void> {
  const next = () => shown(page.locator("#next")).catch(String);
  await settled(async () => (await next()).includes(title), SOON).catch(async () =>
    expect([await next(), ...sent.slice(-5)].join("\n")).toStartWith(title),
  );
}

type Form = ReturnType<Watched["page"]["locator"]>;

const send = (page: Watched["page"]) => page.getByRole("button", { name: "Send the answer" }).click();

/** Answers what is asked, whatever comes first, until all of it is. */
async function answered(page: Watched["page"]): Promise<void> {
  const form = page.locator("#questions form.question");
  for (const left = [...ANSWERS]; left.length > 0; ) {
    await form.locator("h3").first().waitFor();
    const head = await shown(form.locator("h3"));
    const at = left.findIndex(([text]) => head.includes(text));
    if (at < 0) {
      await Bun.sleep(100);
      continue;
    }
    for (const [, answer] of left.splice(at, 1)) await answer(form);
    // Yes and no are sent with the click.
    if (await form.getByRole("button", { name: "Send the answer" }).count()) {
      if ((await shown(form.locator("h3"))) === head) await send(page);
    }
    await page.waitForFunction(
      (text) => !document.querySelector("#questions form.question h3")?.textContent?.includes(text),
      head,
    );
  }
}

async function approve(page: Watched["page"], text: string): Promise<void> {
  const form = page.locator("#questions form.question");
  await form.locator("h3", { hasText: text }).first().waitFor();
  await pressAt(form.getByText("Approve", { exact: true }).first());
  await send(page);
}
