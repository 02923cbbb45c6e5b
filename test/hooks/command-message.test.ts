import { expect, test } from "bun:test";
import { commandPrompt, parseCommandLine } from "../../src/hooks/command.ts";
import { withCommand } from "../../src/hooks/command-message.ts";

const LINE = `--design-models a/x,b/y 'Design a "queue" that doesn''t lose jobs'`;

test("a message that begins with the command becomes its prompt, the person's own words first", () => {
  const prompt = withCommand(`/design-lab ${LINE}`);
  expect(prompt).toBe(commandPrompt(parseCommandLine(LINE), LINE));
  expect(prompt).toStartWith("/design-lab --design-models a/x,b/y");
});

test("quotes that the host put around an argument are taken off first", () => {
  expect(withCommand(JSON.stringify(`/design-lab ${LINE}`))).toBe(withCommand(`/design-lab ${LINE}`));
});

test("the command alone asks for the task", () => {
  for (const text of ["/design-lab", " /design-lab ", '"/design-lab"']) {
    expect(withCommand(text)).toContain("has not said what");
  }
});

test("every other message stays as it stands", () => {
  for (const text of ["", "Use /design-lab please", "/design-labs x", '"quoted', '{"a": 1}', "/other", '" /x"']) {
    expect(withCommand(text)).toBe(text);
  }
});
