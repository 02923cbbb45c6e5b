import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { ALLOWED, feature, verdict } from "./support/gate-edits.ts";
import { edit, gatedProject, PATCHER, patch, QUEUE, REPORT, RUN_TESTS, shell, write } from "./support/gated.ts";

let gate: Awaited<ReturnType<typeof gatedProject>>;
beforeAll(async () => {
  gate = await gatedProject(verdict);
}, 300_000);
afterAll(() => gate[Symbol.asyncDispose]());
beforeEach(async () => {
  gate.put("green");
  await gate.turnOn();
});

/** What every refusal of the guard says, whatever a host puts around it. */
const REFUSED = "did not let this edit of";
const NEW = "export const pop = 1;\n";

test("an edit through a link is held to the file that it really writes, whether the link is a folder or a file", async () => {
  const session = await gate.server.open();
  symlinkSync("src", gate.at("lnk"));
  symlinkSync("src/queue.ts", gate.at("notes.txt"));
  symlinkSync("src/not-yet.ts", gate.at("later.txt"));
  linkSync(gate.at("src/queue.ts"), gate.at("second-name.txt"));
  try {
    const tried = await gate.doing(session, [
      edit("lnk/queue.ts", "    size:", "    pop: () => items.pop(),\n    size:"),
      edit("notes.txt", "    size:", "    pop: () => items.pop(),\n    size:"),
      edit("second-name.txt", "    size:", "    pop: () => items.pop(),\n    size:"),
      edit("docs/../lnk/../src/queue.ts", "    size:", "    pop: () => items.pop(),\n    size:"),
      write("later.txt", NEW),
      write("lnk/deep/new.ts", NEW),
    ]);
    for (const each of tried) expect(each).toContain(REFUSED);
    expect(gate.text("src/queue.ts")).toBe(QUEUE);
  } finally {
    for (const name of ["lnk", "notes.txt", "later.txt", "second-name.txt"]) rmSync(gate.at(name), { force: true });
  }
});

test("a patch that moves a file through a link is held to where it lands", async () => {
  symlinkSync("src", gate.at("lnk"));
  mkdirSync(gate.at("docs"), { recursive: true });
  writeFileSync(gate.at("docs/draft.ts"), "export const draft = 1;\n");
  try {
    const tried = await gate.doing(
      await gate.server.open(),
      [
        patch(
          "*** Update File: docs/draft.ts",
          "*** Move to: lnk/draft.ts",
          "@@",
          "-export const draft = 1;",
          "+export const pop = 2;",
        ),
        patch("*** Update File: lnk/queue.ts", "@@", "     size: () => items.length,", "+    pop: () => items.pop(),"),
        patch("*** Update File: docs/draft.ts", "@@", "-export const draft = 1;", "+export const pop = 2;"),
      ],
      PATCHER,
    );
    expect(tried).toEqual([
      expect.stringContaining(REFUSED),
      expect.stringContaining(REFUSED),
      expect.stringMatching(ALLOWED),
    ]);
  } finally {
    rmSync(gate.at("lnk"), { force: true });
  }
});

const FORGED = '<testsuites><testsuite tests="1"><testcase name="x"><failure/></testcase></testsuite></testsuites>';
const UNTRUSTED = "The guard counts only results that a test command wrote.";

test("results that the agent writes open nothing until a test command writes them, in every process", async () => {
  const session = await gate.server.open();
  symlinkSync(REPORT, gate.at("report-link.xml"));
  try {
    for (const path of [REPORT, "report-link.xml"]) {
      gate.forget(REPORT);
      gate.put("green");
      await gate.turnOn();
      const [note] = await gate.doing(session, [write(path, FORGED)]);
      expect(note).toContain(`changed ${REPORT}. Test results count again when a test command writes them.`);
      expect((await gate.doing(session, [feature("pop")]))[0]).toContain(UNTRUSTED);
    }
    // This process is another one than the host.
    expect(await gate.stateNow()).toMatchObject({ state: "stale", why: "not_from_tests", file: REPORT });
    const [ran] = await gate.doing(session, [shell(RUN_TESTS)]);
    expect(ran).not.toContain(`changed ${REPORT}`);
    expect(await gate.stateNow()).toMatchObject({ state: "green" });
  } finally {
    rmSync(gate.at("report-link.xml"), { force: true });
  }
});

test("a plain program that writes results is named once, and its results open nothing", async () => {
  const session = await gate.server.open();
  const forge = shell(`echo '${FORGED}' > ${REPORT}`);
  const [note, again] = [...(await gate.doing(session, [forge])), ...(await gate.doing(session, [forge]))];
  expect(note).toContain(`\`echo\` changed ${REPORT}. Test results count again when a test command writes them.`);
  expect(again).not.toContain("changed");
  expect((await gate.doing(session, [feature("pop")]))[0]).toContain(UNTRUSTED);
  const noticed = gate.log().filter(({ decision, files }) => decision === "noticed" && files.includes(REPORT));
  expect(noticed.map(({ tool, state }) => [tool, state])).toEqual([
    ["echo", "stale"],
    ["echo", "stale"],
  ]);
  await gate.doing(session, [shell(RUN_TESTS)]);
  expect((await gate.doing(session, [feature("pop")]))[0]).toContain("All tests pass");
});
