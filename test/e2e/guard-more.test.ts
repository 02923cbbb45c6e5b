import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { lettersIn } from "../../rehearsal/letters.ts";
import { hasTerminal, openTerminal } from "../../rehearsal/terminal.ts";
import { askForWords } from "../../src/host/screen/word.ts";
import { GATE_ANSWERS } from "../../src/story/guard-dialog.ts";
import { atPrompt } from "./support/at-prompt.ts";
import { ALLOWED, addTest, feature, HELD, SIZE, verdict } from "./support/gate-edits.ts";
import {
  delegate,
  edit,
  gatedProject,
  PATCHER,
  patch,
  QUEUE,
  REPORT,
  ROGUE,
  ROGUE_FILE,
  RUN_TESTS,
  read,
  shell,
  testOf,
  VERIFIER,
  write,
} from "./support/gated.ts";
import { answerWord } from "./support/seat.ts";
import { saidTo } from "./support/watched-run.ts";

let gate: Awaited<ReturnType<typeof gatedProject>>;
beforeAll(async () => {
  gate = await gatedProject(verdict);
}, 300_000);
afterAll(() => gate[Symbol.asyncDispose]());

test("an agent's agent is held by the same, and so are patches and a tool that nobody knows; the lab's own sessions are not", async () => {
  gate.put("green");
  await gate.turnOn();
  const session = await gate.server.open();
  const { call, order } = delegate(9_001, [feature("pop"), read("src/queue.ts")]);
  await gate.doing(session, [call]);
  const [held, looked] = gate.delegated(order);
  expect(held).toContain("The queue gives things back for the first time.");
  expect(looked).toContain("createQueue");
  // What the person said is what was said to the agent, not by it.
  expect(gate.verified.at(-1)).toContain("delegated");
  const [line] = gate.log().slice(-1);
  const children = await gate.server.children(session);
  expect(children.map(({ id }) => id)).toContain(line?.session_id ?? "");

  const patched = await gate.doing(
    await gate.server.open(),
    [
      patch("*** Update File: src/queue.ts", "@@", "     size: () => items.length,", "+    pop: () => items.pop(),"),
      patch("*** Add File: docs/note.md", "+A note", "*** Update File: src/queue.ts", "@@", "-  const unused = 1;"),
    ],
    PATCHER,
  );
  expect(patched).toEqual([expect.stringContaining(HELD), expect.stringMatching(ALLOWED)]);
  expect(existsSync(gate.at("docs/note.md"))).toBe(true);

  const args = { path: "src/queue.ts", content: `${QUEUE}\nexport const pop = 1;\n` };
  const other = (path: string) => ({ name: "other_put", args: { ...args, path } });
  const put = await gate.doing(session, [other("src/queue.ts"), other("docs/other.md")]);
  expect(put).toEqual([expect.stringContaining(HELD), "put it"]);
  // A verifier that writes is kept in as every session of the lab is, and is no matter of the gate.
  expect(await gate.doing(session, [edit("src/queue.ts", "items", ROGUE)])).toEqual([expect.stringMatching(ALLOWED)]);
  const tried = gate.lab.provider.requests.filter(
    ({ model, messages }) => model === VERIFIER && messages.some(({ role }) => role === "tool"),
  );
  expect(tried.length).toBeGreaterThan(0);
  expect(existsSync(gate.at(ROGUE_FILE))).toBe(false);
  expect(gate.log().filter(({ files }) => files?.includes(ROGUE_FILE))).toEqual([]);
});

test("two tests that fail block a third and a feature, and allow what mends one; what a shell changed is said once", async () => {
  gate.put("green");
  await gate.turnOn();
  const session = await gate.server.open();
  const append = (name: string) => shell(`cat >> test/queue.test.ts <<'EOF'${testOf(name)}EOF`);
  const [first] = await gate.doing(session, [append("pop")]);
  expect(first).toEndWith(
    "test/queue.test.ts was changed by `cat` without a failing test. Make such changes with the tool that edits files.",
  );
  const [again] = await gate.doing(session, [append("peek")]);
  expect(again).not.toContain("changed by");
  await gate.doing(session, [shell(RUN_TESTS)]);
  const [third, another, mend] = await gate.doing(session, [
    addTest("drain"),
    feature("drain"),
    edit("src/queue.ts", SIZE, `${SIZE}    pop: () => items.pop(), // mend\n`),
  ]);
  for (const each of [third, another]) expect(each).toContain("2 tests fail, and one at a time is worked on: ");
  expect(third).toContain("pop takes one out");
  expect(mend).toMatch(ALLOWED);
  expect((await gate.doing(session, [shell("echo x > notes.txt")]))[0]).not.toContain("changed by");
});

test("what another session did counts: its test waits for a run, its run is everybody's, and two at once are each held to it", async () => {
  gate.put("green");
  await gate.turnOn();
  const [one, two] = await Promise.all([gate.server.open("one"), gate.server.open("two")]);
  expect(await gate.doing(one, [addTest("pop")])).toEqual([expect.stringMatching(ALLOWED)]);
  expect((await gate.doing(two, [feature("pop")]))[0]).toContain("A test was let through since");
  await gate.doing(two, [shell(RUN_TESTS)]);
  const both = await Promise.all([
    gate.doing(one, [feature("pop")]),
    gate.doing(two, [write("src/two.ts", "export const two = 2;\n")]),
  ]);
  expect(both.flat()).toEqual([expect.stringMatching(ALLOWED), expect.stringMatching(ALLOWED)]);
  await gate.doing(one, [shell(RUN_TESTS)]);
  const [three, four] = await Promise.all([
    gate.doing(one, [edit("src/queue.ts", "items.pop()", "items.pop() ?? null")]),
    gate.doing(two, [edit("src/two.ts", "two = 2", "two = 2;\nexport const drain = 3")]),
  ]);
  for (const each of [three[0], four[0]]) expect(each).toContain("The queue gives things back for the first time.");
});

test("output that cannot be read blocks nothing and is said once; off is off at once", async () => {
  gate.put("green");
  writeFileSync(gate.at(REPORT), "<testsuites><testsuite>");
  await gate.turnOn();
  const session = await gate.server.open();
  const [first, second] = [
    ...(await gate.doing(session, [feature("pop")])),
    ...(await gate.doing(session, [feature("peek")])),
  ];
  expect(first).toContain(`The gate of this project cannot read test results from ${REPORT} (its format is not known)`);
  expect(second).toMatch(ALLOWED);
  expect(second).not.toContain("The gate");
  gate.forget(REPORT);
  expect((await gate.doing(session, [feature("drain")]))[0]).toContain("There are no test results");
  const lines = gate.log().length;
  await gate.turnOff();
  expect(await gate.doing(session, [feature("drain")])).toEqual([expect.stringMatching(ALLOWED)]);
  expect(gate.log()).toHaveLength(lines);
});

test("the same edit refused again is put before the person with its answers: once, all until green, off, or no", async () => {
  gate.put("green");
  await gate.turnOn();
  const answers = [GATE_ANSWERS.once, "No", GATE_ANSWERS.until_green, GATE_ANSWERS.off];
  const asked: string[] = [];
  const stop = askForWords(() => gate.place, {
    async select(title, options) {
      asked.push(title);
      const answer = answers.shift();
      return options.find((each) => each.title === answer)?.value ?? null;
    },
    prompt: async (title) => lettersIn(title),
    say: () => undefined,
  });
  try {
    const session = await gate.server.open();
    const again = async (name: string) => {
      gate.put("green");
      await gate.doing(session, [feature(name)]);
      return (await gate.doing(session, [feature(name)]))[0];
    };
    expect(await again("pop")).toMatch(ALLOWED);
    expect(asked[0]).toContain("Your agent wants to change src/queue.ts. The gate refused it twice: “The queue gives");
    const no = await again("peek");
    expect(no).toContain("/design-lab guard allow --until-green");
    expect(no).toContain("The person was asked just now and said no");
    expect(await again("popAll")).toMatch(ALLOWED);
    expect((await gate.switched())?.until_green).toBeString();
    await gate.turnOn();
    expect(await again("drain")).toMatch(ALLOWED);
    expect(await gate.switched()).toBeNull();
    expect(asked).toHaveLength(4);
  } finally {
    stop();
  }
  const switched = gate.log().map(({ event }) => String(event));
  expect(switched.filter((event) => event !== "edit")).toEqual(["edit_allowed", "allowed_until_green", "off"]);
});

test("a session begins with a line that is shown and not said in it, once", async () => {
  await gate.turnOn();
  const told: string[] = [];
  const stop = askForWords(() => gate.place, {
    select: async () => null,
    prompt: async () => null,
    say: (line) => void told.push(line),
  });
  try {
    const session = await gate.server.open();
    await gate.doing(session, [read("src/queue.ts")]);
    const toasts = () =>
      gate.server.events.filter(({ type }) => type === "tui.toast.show").map((each) => JSON.stringify(each));
    const shown = () => [...told, ...toasts()].filter((line) => line.includes("The gate is on"));
    for (let patience = 100; shown().length === 0 && patience > 0; patience--) await Bun.sleep(50);
    const before = shown().length;
    expect(before).toBeGreaterThan(0);
    await gate.doing(session, [read("src/queue.ts")]);
    await Bun.sleep(600);
    expect(shown()).toHaveLength(before);
    expect((await gate.server.texts(session)).join("\n")).not.toContain("The gate is on");
  } finally {
    stop();
  }
});

// Without tmux there is no terminal to look at; it shows as skipped.
test.skipIf(!hasTerminal())(
  "in a real terminal the person chooses an answer and types its letters",
  async () => {
    gate.put("green");
    await gate.turnOn();
    await gate.doing(await gate.server.open(), [feature("pop")]);
    await using terminal = openTerminal({ project: gate.lab.project, columns: 100, rows: 34 });
    await atPrompt(terminal);
    await saidTo(terminal, gate.lineFor("pop", [feature("pop")]), "-NOW");
    const screen = await terminal.waitFor((each) => each.includes(GATE_ANSWERS.off));
    for (const shown of ["Design lab asks for your own word", ...Object.values(GATE_ANSWERS)])
      expect(screen).toContain(shown);
    expect(gate.text("src/queue.ts")).toBe(QUEUE);
    // A dialog takes keys a moment after it is drawn.
    await Bun.sleep(1_000);
    terminal.press("Enter");
    await terminal.waitFor((each) => lettersIn(each) !== "");
    await answerWord(terminal, true);
    for (let patience = 200; gate.text("src/queue.ts") === QUEUE && patience > 0; patience--) await Bun.sleep(100);
    expect(gate.text("src/queue.ts")).toContain("pop: () => items.pop()");
  },
  600_000,
);
