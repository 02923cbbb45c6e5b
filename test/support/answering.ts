import type { Locator, Page } from "playwright-core";
import type { Answer, TypeName } from "../../src/questions/types.ts";

/** One pixel. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** How a person answers one of `EACH`, and what is kept of it; what a file is called and holds is beside the point. */
type Way = {
  mouse(form: Locator): Promise<unknown>;
  keys(page: Page, form: Locator): Promise<unknown>;
  answer: Answer;
};

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Presses where a text stands, whatever lies above it there. */
export async function pressAt(place: Locator): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (!box) throw new Error("Nothing to press");
  await place.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
const pressText = (form: Locator, text: string): Promise<void> => pressAt(form.getByText(text, { exact: true }));
const send = (form: Locator): Promise<void> => form.getByRole("button", { name: "Send the answer" }).click();
const plan = { annotations: { open: "Ask finance" }, decision: "revise" } as const;
const given = { filename: "a.png", mime_type: "image/png" };

/**
 * With the keyboard one starts at the question's heading, which has the focus; Enter in a field, or Ctrl+Enter, sends.
 */
export const WAYS: Record<TypeName, Way> = {
  pick_one: {
    mouse: async (form) => {
      await pressText(form, "Something else");
      await form.getByLabel("In your own words").fill("Kafka");
      await send(form);
    },
    keys: (page) => press(page, "Tab", "ArrowUp", "Tab", ..."Kafka", "Control+Enter"),
    answer: { selected: null, other: "Kafka" },
  },
  pick_many: {
    mouse: async (form) => {
      await pressText(form, "A crash of the sender");
      await pressText(form, "They are sent later, in order.");
      await send(form);
    },
    keys: (page) => press(page, "Tab", "Space", "Tab", "Space", "Enter"),
    answer: { selected: ["crash", "provider"] },
  },
  confirm: {
    mouse: (form) => pressText(form, "Keep it"),
    keys: (page) => press(page, "Tab", "Enter"),
    answer: { choice: "yes" },
  },
  ask_text: {
    mouse: async (form) => {
      await form.getByRole("textbox").fill("Me\nand you");
      await send(form);
    },
    keys: (page) => press(page, "Tab", ..."Me", "Enter", ..."and you", "Control+Enter"),
    answer: { text: "Me\nand you" },
  },
  ask_code: {
    mouse: async (form) => {
      await form.getByRole("textbox").fill("a();\n");
      await send(form);
    },
    // Tab leaves the field, to the button.
    keys: (page) => press(page, "Tab", ..."a();", "Enter", "Tab", "Enter"),
    answer: { code: "a();\n", language: "ts" },
  },
  ask_image: {
    mouse: async (form) => {
      await form.locator("input[type=file]").setInputFiles({ name: "a.png", mimeType: "text/html", buffer: PNG });
      await form.locator(".given img").waitFor();
      await send(form);
    },
    keys: (page, form) => chosenByKeys(page, form),
    answer: { images: [given as never] },
  },
  ask_file: {
    mouse: async (form) => {
      const rows = { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n") };
      await form.locator("input[type=file]").setInputFiles(rows);
      await form.locator(".given li").waitFor();
      await send(form);
    },
    keys: (page, form) => chosenByKeys(page, form, "a.csv"),
    answer: { files: [{ filename: "a.csv", mime_type: "text/csv" } as never] },
  },
  show_options: {
    mouse: async (form) => {
      await pressText(form, "Floods after an outage");
      await form.getByRole("textbox").fill("We are few");
      await send(form);
    },
    keys: (page) => press(page, "Tab", "Space", "ArrowDown", "Tab", ..."We are few", "Control+Enter"),
    answer: { selected: "fixed", feedback: "We are few" },
  },
  show_diff: {
    mouse: async (form) => {
      await pressText(form, "Reject");
      await form.getByLabel("What you say to it").fill("Too new");
      await send(form);
    },
    // The lines that did not change fold out on the way.
    keys: (page) => press(page, "Tab", "Enter", "Tab", "Space", "ArrowDown", "Tab", ..."Too new", "Control+Enter"),
    answer: { decision: "reject", feedback: "Too new" },
  },
  show_plan: {
    mouse: async (form) => {
      await form.locator("summary").nth(2).click();
      await form.getByLabel("Remark on Open questions").fill("Ask finance");
      await pressText(form, "Send back");
      await send(form);
    },
    keys: async (page) => {
      await press(page, "Tab", "Tab", "Tab", "Enter", "Tab", ..."Ask finance", "Tab");
      await press(page, "Space", "ArrowDown", "Enter");
    },
    answer: plan,
  },
  review_section: {
    mouse: async (form) => {
      await pressText(form, "Approve");
      await send(form);
    },
    keys: (page) => press(page, "Tab", "Space", "Enter"),
    answer: { decision: "approve" },
  },
  rank: {
    mouse: async (form) => {
      await drag(form.locator('[data-id="easy"] .handle'), form.locator('[data-id="lost"]'));
      await send(form);
    },
    keys: (page) =>
      press(page, ...Array(7).fill("Tab"), "ArrowUp", "ArrowUp", "ArrowUp", ...Array(8).fill("Tab"), "Enter"),
    answer: { ranking: ["easy", "lost", "fast", "cheap"].map((id, at) => ({ id, rank: at + 1 })) },
  },
  rate: {
    mouse: async (form) => {
      for (const [at, value] of ["5", "2", "1"].entries()) await pressText(form.locator(".rate").nth(at), value);
      await send(form);
    },
    keys: (page) => press(page, "Tab", "Space", "ArrowLeft", "Tab", "Space", "ArrowRight", "Tab", "Space", "Enter"),
    answer: { ratings: { postgres: 5, redis: 2, sqs: 1 } },
  },
  thumbs: {
    mouse: (form) => form.getByRole("button", { name: "Thumbs down" }).click(),
    keys: (page) => press(page, "Tab", "Tab", "Space"),
    answer: { choice: "down" },
  },
  slider: {
    mouse: async (form) => {
      const range = form.locator("input[type=range]");
      const box = await range.boundingBox();
      await range.click({ position: { x: (box?.width ?? 0) - 1, y: 20 } });
      await send(form);
    },
    keys: (page) => press(page, "Tab", "End", "Enter"),
    answer: { value: 10_000 },
  },
  emoji_react: {
    mouse: async (form) => {
      await form.getByRole("button", { name: "rocket" }).click();
      await send(form);
    },
    keys: (page) => press(page, ...Array(5).fill("Tab"), "Space", ...Array(4).fill("Tab"), "Enter"),
    answer: { emoji: "\u{1F680}" },
  },
};

/** Opens the system's dialog with the keyboard, which a test answers in its place. */
async function chosenByKeys(page: Page, form: Locator, name = "a.png"): Promise<void> {
  const buffer = name.endsWith("png") ? PNG : Buffer.from("a,b\n");
  // The browser is told well before the key that it is to open no dialog of the system.
  const chooser = page.waitForEvent("filechooser");
  await press(page, "Tab");
  await form.locator("input[type=file]:focus").waitFor({ state: "attached" });
  await press(page, "Enter");
  await (await chooser).setFiles({ name, mimeType: "", buffer });
  await form.locator(".given li").waitFor();
  await press(page, "Tab", "Tab", "Enter");
}

async function drag(from: Locator, to: Locator): Promise<void> {
  const page = from.page();
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("Nothing to drag");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + 40, end.y + end.height / 2, { steps: 6 });
  await page.mouse.up();
}
