import { expect, test } from "bun:test";
import fc from "fast-check";
import { commandPrompt } from "../../src/command/command.ts";
import { createTypedCalls, readTypedLine } from "../../src/host/typed-calls.ts";
import { parseCommandLine } from "../support/typed.ts";

let clock = 0;
const approve = { op: "ask", args: { experiment: "x", approve: true } };

test("a line that was typed is good for its very call, in its session, once, and for two minutes", () => {
  const typed = createTypedCalls(() => clock);
  typed.grant("ses", approve);
  expect(typed.take("other", approve)).toBeNull();
  expect(typed.take("ses", { op: "ask", args: { approve: true } })).toBeNull();
  expect(typed.take("ses", { op: "ask", args: { approve: true, experiment: "x" } })).toEqual(new Date(0));
  expect(typed.take("ses", approve)).toBeNull();
  typed.grant("ses", approve);
  clock += 120_000;
  expect(typed.take("ses", approve)).toBeNull();
});

test("a model may write the arguments as their JSON text", () => {
  const typed = createTypedCalls(() => 0);
  typed.grant("ses", approve);
  expect(typed.take("ses", { op: "ask", args: "{approve" })).toBeNull();
  expect(typed.take("ses", { op: "ask", args: '{"approve": true, "experiment": "y"}' })).toBeNull();
  expect(typed.take("ses", { op: "ask", args: '{"approve": true, "experiment": "x"}' })).toEqual(new Date(0));
});

test("args beside op count as args: a typed line is no confirmation of a call with more of them", () => {
  const typed = createTypedCalls(() => 0);
  typed.grant("ses", { op: "ask", args: {} });
  expect(typed.take("ses", { op: "ask", approve: true })).toBeNull();
  expect(typed.take("ses", { op: "ask", args: "no JSON", approve: true })).toBeNull();
  typed.grant("ses", approve);
  expect(typed.take("ses", { op: "ask", approve: true, experiment: "x" })).toEqual(new Date(0));
});

test("what a typed line means is good for the call that its prompt spells out", async () => {
  const typed = createTypedCalls(() => 0);
  const line = await readTypedLine("/design-lab approve 2026-01-05-x", { screen: true }, (call) =>
    typed.grant("ses", call),
  );
  const call = callIn(line?.prompt ?? "") as { op: string };
  expect(typed.take("ses", call)).toEqual(new Date(0));
  typed.grant("ses", line?.call ?? { op: "", args: {} });
  expect(typed.take("ses", call)).toEqual(new Date(0));
});

test("of a session's lines the last twenty are waited for", () => {
  const typed = createTypedCalls(() => 0);
  for (let at = 0; at < 21; at++) typed.grant("ses", { op: "ask", args: { at } });
  expect(typed.take("ses", { op: "ask", args: { at: 0 } })).toBeNull();
  expect(typed.take("ses", { op: "ask", args: { at: 1 } })).toEqual(new Date(0));
});

/** What a line means, and of any other message the message. */
const promptOf = async (text: string, at: { screen: boolean }) => (await readTypedLine(text, at))?.prompt ?? text;

const SCREEN = { screen: true };
const RUN = { screen: false };
const LINE = `--design-models a/x,b/y 'Design a "queue" that never loses jobs'`;
const TASK = 'Design a "queue"\nof \\"jobs\\" in C:\\\\x\n\n\tthat never loses one';

/** What `opencode run` makes of an argument with blanks in it, on both generations: nothing else is escaped. */
const asArgument = (text: string) => `"${text.replaceAll('"', '\\"')}"`;

/** The call that a prompt spells out. */
function callIn(prompt: string): unknown {
  const line = prompt.split("\n").find((each) => each.includes('{"op"')) ?? "{}";
  return JSON.parse(line.slice(line.indexOf("{")));
}

test("a message that begins with the command becomes its prompt, the person's own words first", async () => {
  for (const at of [SCREEN, RUN]) {
    const prompt = await promptOf(`/design-lab ${LINE}`, at);
    expect(prompt).toBe(commandPrompt(parseCommandLine(LINE, at), LINE));
    expect(prompt).toStartWith("/design-lab --design-models a/x,b/y");
  }
});

test("what opencode run put in quotes is read as it was written, lines, quotes and backslashes of a task included", async () => {
  const run = { op: "run", args: { task: TASK } };
  // The whole message on one generation, the command's argument on the other.
  expect(callIn(await promptOf(asArgument(`/design-lab run ${TASK}`), RUN))).toEqual(run);
  expect(callIn(await promptOf(`/design-lab ${asArgument(`run ${TASK}`)}`, RUN))).toEqual(run);
  expect(callIn(await promptOf(`/design-lab run ${TASK}`, SCREEN))).toEqual(run);
  expect(callIn(await promptOf(`/design-lab run ${asArgument("Design a queue")}`, RUN))).toEqual({
    op: "run",
    args: { task: "Design a queue" },
  });
});

test("what is piped into opencode run stands after the quotes that it put around the argument", async () => {
  const dry = { op: "run", args: { topic: "q", dry_run: true, task: TASK } };
  for (const task of [TASK, `${TASK}\n`]) {
    const piped = (argument: string) => `${asArgument(argument)}\n${task}`;
    expect(callIn(await promptOf(piped("/design-lab dry-run --topic q"), RUN))).toEqual(dry);
    expect(callIn(await promptOf(`/design-lab ${piped("dry-run --topic q")}`, RUN))).toEqual(dry);
    expect(callIn(await promptOf(`/design-lab dry-run --topic q\n${task}`, RUN))).toEqual(dry);
  }
});

test("an argument of any text is read as it was written", async () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "b", " ", '"', "'", "\\", "\n", "\r\n", "\t", "界", "\u2028", "{"),
  });
  await fc.assert(
    fc.asyncProperty(text, text, async (first, piped) => {
      const line = `/design-lab run --topic q x${first}`;
      const prompt = commandPrompt(parseCommandLine(`run --topic q x${first}`.trim(), RUN), "");
      const meant = (whole: string) => whole.split("Call the tool")[1];
      expect(meant(await promptOf(asArgument(line), RUN))).toBe(meant(prompt));
      const both = commandPrompt(parseCommandLine(`run --topic q x${first}\n${piped}`.trim(), RUN), "");
      if (!/\\$/u.test(first)) expect(meant(await promptOf(`${asArgument(line)}\n${piped}`, RUN))).toBe(meant(both));
    }),
    { numRuns: 500 },
  );
});

test("quotes start a task on the screen alone: under opencode run nobody can tell whose they are", async () => {
  const line = `/design-lab ${asArgument("Design a queue")}`;
  expect(callIn(await promptOf(line, SCREEN))).toEqual({ op: "run", args: { task: "Design a queue" } });
  const way = { op: "help", args: { task: "Design a queue" } };
  for (const text of [line, asArgument(line), asArgument("/design-lab Design a queue")])
    expect(callIn(await promptOf(text, RUN))).toEqual(way);
});

test("the command alone asks for the task", async () => {
  for (const text of ["/design-lab", " /design-lab ", '"/design-lab"', '"/design-lab "'])
    expect(await promptOf(text, RUN)).toContain("has not said what");
  expect(await promptOf("/design-lab", SCREEN)).toContain("has not said what");
});

test("every other message stays as it stands", async () => {
  for (const text of ["", "Use /design-lab please", "/design-labs x", '"quoted', '{"a": 1}', "/other", '" /x"'])
    for (const at of [SCREEN, RUN]) expect(await promptOf(text, at)).toBe(text);
});

test("a task with the line ends of Windows is the task, typed, quoted and piped in", async () => {
  const task = "Design a queue\r\n\r\n- It loses no job\r\n";
  const run = { op: "run", args: { task: task.trim() } };
  expect(callIn(await promptOf(`/design-lab run ${task}`, SCREEN))).toEqual(run);
  expect(callIn(await promptOf(`${asArgument("/design-lab run")}\r\n${task}`, RUN))).toEqual(run);
  expect(callIn(await promptOf(`/design-lab ${asArgument("run")}\n${task}`, RUN))).toEqual(run);
});

test("a path of Windows is taken as it is typed", async () => {
  for (const written of ["C:\\work\\lab", '"C:\\my work\\lab"', "\\\\server\\share\\lab"]) {
    expect(callIn(await promptOf(`/design-lab --output-dir ${written} "Design a queue"`, SCREEN))).toEqual({
      op: "run",
      args: { output_dir: written.replaceAll('"', ""), task: "Design a queue" },
    });
  }
});
