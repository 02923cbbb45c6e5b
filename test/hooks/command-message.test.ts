import { expect, test } from "bun:test";
import { commandPrompt, parseCommandLine } from "../../src/hooks/command.ts";
import { withCommand } from "../../src/hooks/command-message.ts";

const LINE = `--design-models a/x,b/y 'Design a "queue" that doesn''t lose jobs'`;

test("a message that begins with the command becomes its prompt, the person's own words first", async () => {
  const prompt = await withCommand(`/design-lab ${LINE}`);
  expect(prompt).toBe(commandPrompt(parseCommandLine(LINE), LINE));
  expect(prompt).toStartWith("/design-lab --design-models a/x,b/y");
});

test("quotes that the host put around an argument are taken off first", async () => {
  expect(await withCommand(JSON.stringify(`/design-lab ${LINE}`))).toBe(await withCommand(`/design-lab ${LINE}`));
});

test("the command alone asks for the task", async () => {
  for (const text of ["/design-lab", " /design-lab ", '"/design-lab"']) {
    expect(await withCommand(text)).toContain("has not said what");
  }
});

test("every other message stays as it stands", async () => {
  for (const text of ["", "Use /design-lab please", "/design-labs x", '"quoted', '{"a": 1}', "/other", '" /x"']) {
    expect(await withCommand(text)).toBe(text);
  }
});
