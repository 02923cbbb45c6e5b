import { expect, test } from "bun:test";
import { clientScript, SHELL, STYLE } from "../../src/live/assets.ts";

test("the page's script is the same small one built or not: no line of it is indented as the source is", async () => {
  const script = await clientScript();
  expect(script).toContain("No experiment yet");
  expect(script).not.toMatch(/\n {2}/u);
  expect(SHELL).toContain("/client.js");
  expect(STYLE).toContain(".standing");
});
