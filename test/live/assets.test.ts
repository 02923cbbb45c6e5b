import { expect, test } from "bun:test";
import { clientScript, JUDGE_SHELL, JUDGE_STYLE, SHELL, STYLE } from "../../src/live/assets.ts";

test("the page's script is the same small one built or not: no line of it is indented as the source is", async () => {
  const script = await clientScript("live");
  expect(script).toContain("No experiment yet");
  expect(script).not.toMatch(/\n {2}/u);
  expect(SHELL).toContain("/client.js");
  expect(STYLE).toContain(".standing");
});

test("the judging page's script is small too, and holds no parser of Markdown: designs come drawn", async () => {
  const script = await clientScript("judge");
  expect(script).toContain("I am done");
  expect(script).not.toMatch(/\n {2}/u);
  expect(script).not.toContain("fence");
  expect(script.length).toBeLessThan(176_000);
  expect(JUDGE_SHELL).toContain("/client.js");
  expect(JUDGE_STYLE).toContain(".ballot");
});
