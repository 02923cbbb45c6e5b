import { afterEach, describe, expect, test } from "bun:test";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { GuardLine, GuardSwitched } from "../../src/artifacts/guard.ts";
import { leaveSha256 } from "../../src/artifacts/hashes.ts";
import type { ConfigFile } from "../../src/config/schema.ts";
import { taskFor } from "../../src/ops/guard/task.ts";
import { openLineSigner } from "../../src/store/guard-signature.ts";
import { type GuardOn, readGuard } from "../../src/store/guard-switch.ts";
import { projectFile, stateFolder } from "../../src/store/private.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
let home: string;
const folders: string[] = [];
afterEach(async () => {
  await lab.dispose();
  for (const folder of folders.splice(0)) {
    await chmod(folder, 0o700).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
});

const NOW = new Date("2026-11-26T10:00:00.000Z");
const BUN = {
  "package.json": JSON.stringify({ scripts: { test: "bun test" } }),
  "src/queue.ts": "",
  "test/q.test.ts": "",
};

/** A project with these files, and a person with a home. */
async function start(files: Record<string, string> = BUN, options: BenchOptions = {}): Promise<void> {
  home = await mkdtemp(join(tmpdir(), "designlab-home-"));
  folders.push(home);
  lab = await bench({ home, now: () => NOW, ...options });
  await write(files);
}
async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(lab.dir, name)), { recursive: true });
    await writeFile(join(lab.dir, name), text);
  }
}
const configure = (config: ConfigFile, where: "own" | "project" = "own"): Promise<void> =>
  where === "project" ? write({ ".opencode/design-lab.json": JSON.stringify(config) }) : writeOwn(config);
async function writeOwn(config: ConfigFile): Promise<void> {
  await mkdir(join(home, ".config/opencode"), { recursive: true });
  await writeFile(join(home, ".config/opencode/design-lab.json"), JSON.stringify(config));
}
const place = () => ({ home, env: {}, directory: lab.dir });
const kept = (): Promise<GuardOn | null> => readGuard(place());
const guard = (args: object = {}): Promise<string> => lab.call("guard", args);
async function typed(args: object = {}): Promise<string> {
  [lab.typed, lab.voice] = [true, "line"];
  const reply = await guard(args);
  [lab.typed, lab.voice] = [false, "agent"];
  return reply;
}
const logPath = (): string => join(lab.dir, ".opencode/design-lab/guard.jsonl");
const logged = async (): Promise<{ event: string; [key: string]: unknown }[]> =>
  (await readFile(logPath(), "utf8").catch(() => ""))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const edit = (given: Partial<GuardLine> = {}): GuardLine => ({
  version: 1,
  event: "edit",
  at: NOW.toISOString(),
  session_id: "ses_1",
  call_id: "call_1",
  tool: "edit",
  files: ["src/queue.ts"],
  edit_sha256: "a".repeat(64),
  state: "green",
  failing: 0,
  decision: "refused",
  by: "model",
  edit_type: "implementation",
  reason: "No test fails that asks for this.",
  model: "alpha/strong-1",
  seconds: 2,
  cost: 0.002,
  task: null,
  ...given,
});
/** Writes lines as the guard does. */
async function log(...lines: (GuardLine | GuardSwitched)[]): Promise<void> {
  const { sign } = await openLineSigner(place());
  await forge(...lines.map((line) => (line.event === "edit" ? sign(line) : line)));
}
/** Writes lines as another program can. */
async function forge(...lines: (object | string)[]): Promise<void> {
  await mkdir(dirname(logPath()), { recursive: true });
  const before = await readFile(logPath(), "utf8").catch(() => "");
  await writeFile(logPath(), before + lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

describe("guard on", () => {
  test("by a typed line is on at once, on terms that stand in the reply, and written down", async () => {
    await start();
    const reply = await typed({ do: "on" });
    expect(reply).toStartWith("**The gate is on**, for this project on this machine, until you turn it off.");
    expect(reply).toContain("Edits of `src/**` and `test/**` (found here: bun test)");
    expect(reply).toContain(
      "Test results: .opencode/test-results.xml and .opencode/test-results.exit.json (found here: bun test), which count for 5m",
    );
    expect(reply).toContain(
      "judged by alpha/strong-1 (the model that names experiments): about $0.002 an edit, $1.00 at most",
    );
    expect(reply).toContain(
      "rm -rf .opencode/test-results.xml .opencode/test-results.exit.json; bun test --reporter=junit --reporter-outfile=.opencode/test-results.xml ||",
    );
    expect(reply).toContain("`/design-lab guard off` turns it off");
    expect(lab.asked).toEqual([]);
    const terms = {
      test_output: [".opencode/test-results.xml", ".opencode/test-results.exit.json"],
      patterns: ["src/**", "test/**"],
      model: "alpha/strong-1",
      max_age: 300,
      max_cost: 1,
    };
    expect(await kept()).toEqual({
      terms,
      since: NOW.toISOString(),
      door: "command",
      task: null,
      edits_allowed: [],
      until_green: null,
    });
    expect(await logged()).toEqual([{ version: 1, event: "on", at: NOW.toISOString(), door: "command", terms }]);
    expect(lab.host.prompts).toEqual([]);
  });

  test("keeps the exit record of every runner when there are more reports than the terms may name", async () => {
    const poms = Array.from({ length: 60 }, (_, at) => [`m${at}/pom.xml`, "<project/>"]);
    await start({ ...Object.fromEntries(poms), "pom.xml": "<project/>", "web/go.mod": "module q" });
    await typed({ do: "on" });
    const outputs = (await kept())?.terms.test_output ?? [];
    expect(outputs).toHaveLength(50);
    expect(outputs.filter((path) => path.endsWith(".exit.json"))).toHaveLength(2);
    expect(outputs).toContain(".opencode/test-results-web.json");
    expect(outputs).toContain("target/surefire-reports");
  });

  test("at the command a no is told as a no, for it was no agent's call", async () => {
    await start();
    lab.voice = "command";
    lab.permits = false;
    const refused = await guard({ do: "on" });
    expect(refused).toContain("Not turned on: the person did not allow it. Nothing was changed.");
    expect(refused).not.toContain("An agent");
    expect(refused).not.toContain("Type it yourself");
    expect(await kept()).toBeNull();
  });

  test("by an agent asks the person with the terms whole, and without a yes nothing is on", async () => {
    await start();
    lab.permits = false;
    const refused = await guard({ do: "on" });
    expect(refused).toContain("Not turned on: the person did not allow it. An agent's call is no person's word.");
    expect(refused).toContain("`/design-lab guard on`");
    expect(lab.asked).toEqual([
      "designlab_approve: Turn the gate on for this project on this machine? Edits of src/** and test/** then wait for a failing test, in your sessions and their sub-agents. Test results are read from .opencode/test-results.xml and .opencode/test-results.exit.json and count for 5m. What code cannot tell alpha/strong-1 judges, about $0.002 an edit, $1.00 at most until it is turned on anew; it is sent the edit as a diff, the state of the tests and which fail (or the end of an output in plain text), what you said last in that session, and the task. It is on until you turn it off.",
    ]);
    expect(await kept()).toBeNull();
    expect(await logged()).toEqual([]);
    lab.permits = true;
    expect(await guard({ do: "on" })).toContain("**The gate is on**");
    expect((await kept())?.door).toBe("host");
  });

  test("while it is on asks nobody for the same, and a person's line begins its bound anew", async () => {
    await start();
    await typed({ do: "on" });
    expect(await guard({ do: "on" })).toContain("The gate is on already, on these terms, since");
    expect(lab.asked).toEqual([]);
    expect(await typed({ do: "on" })).toContain("**The gate is on, on these terms from now on**");
    expect(await logged()).toHaveLength(2);
  });

  test("takes the configuration's section over .opencode/tdd.json, which is not read then", async () => {
    await start({ ...BUN, ".opencode/tdd.json": "{ broken" });
    await configure({
      guard: { test_output_file: ["out/a.xml", "out/b"], enforce_patterns: ["lib/**", "!lib/gen/**"], max_cost: null },
    });
    const reply = await typed({ do: "on" });
    expect(reply).toContain("Edits of `lib/**` and `!lib/gen/**` (of the configuration)");
    expect(reply).toContain("Test results: out/a.xml and out/b (of the configuration)");
    expect(reply).toContain("without a bound");
    expect((await kept())?.terms.max_cost).toBeNull();
  });

  test("takes .opencode/tdd.json where the section is absent, comments and all, and a model that it picks is asked about", async () => {
    await start({
      ...BUN,
      ".opencode/tdd.json": `{
        // as the other plugin has it
        "testOutputFile": ".opencode/tdd/out.txt", "enforcePatterns": ["src/**/*.ts"],
        "verifierModel": "beta/middle-1", "maxTestOutputAge": 60, "somethingElse": true,
      }`,
    });
    lab.permits = false;
    const refused = await typed({ do: "on" });
    expect(refused).toContain("Not turned on: the person did not allow it");
    expect(refused).toContain("A model that your own file names, under guard.verifier_model in ");
    expect(lab.asked).toHaveLength(1);
    lab.permits = true;
    const reply = await typed({ do: "on" });
    expect(reply).toContain("Edits of `src/**/*.ts` (of ");
    expect(reply).toContain("judged by beta/middle-1 (of ");
    expect((await kept())?.terms).toEqual({
      test_output: [".opencode/tdd/out.txt"],
      patterns: ["src/**/*.ts"],
      model: "beta/middle-1",
      max_age: 60,
      max_cost: 1,
    });
    expect((await kept())?.door).toBe("host");
    await typed({ do: "off" });
    // The person's own file picks it: then a line is a word.
    await configure({ guard: { verifier_model: "beta/middle-1" } });
    lab.asked.length = 0;
    await typed({ do: "on" });
    expect(lab.asked).toEqual([]);
    expect((await kept())?.door).toBe("command");
  });

  for (const [what, text, said] of [
    [
      "broken",
      '{\n  "testOutputFile": \n}',
      "it must be JSON with comments, found no value where one is needed (line 3, column 1)",
    ],
    [
      "of a wrong type",
      '{\n  "maxTestOutputAge": "long"\n}',
      'maxTestOutputAge must be a whole number from 1 to 86400, found "long" (line 2, column 23)',
    ],
    ["a list", "[]", "it must be a JSON object, found a list"],
    [
      "with a pattern of 10,000 letters",
      JSON.stringify({ enforcePatterns: ["x".repeat(10_000)] }),
      "enforcePatterns[0] must be text of at most 300 characters, found 10000",
    ],
  ] as const)
    test(`names what is wrong in a tdd.json that is ${what}`, async () => {
      await start({ ...BUN, ".opencode/tdd.json": text });
      const reply = await typed({ do: "on" });
      expect(reply).toContain(join(lab.dir, ".opencode/tdd.json"));
      expect(reply).toContain(said);
      expect(await kept()).toBeNull();
      expect(await guard()).toContain(said);
    });

  test("needs something that writes test results, and says where it looked", async () => {
    await start({ "notes.txt": "" });
    expect(await typed({ do: "on" })).toContain(
      "Cannot turn the gate on: nothing says which file your test runs write. Looked at: guard in the configuration, .opencode/tdd.json, and the project's files for a test runner.",
    );
    expect(await kept()).toBeNull();
  });

  test("refuses a model that no provider offers, with the nearest", async () => {
    await start();
    await configure({ guard: { verifier_model: "alpha/strong-2" } });
    expect(await typed({ do: "on" })).toContain("Cannot ask alpha/strong-2: no connected provider offers it");
    expect(await kept()).toBeNull();
  });

  test("is not said to be impossible where no OpenCode runs, which alone knows the models", async () => {
    await start(BUN, { hosted: false });
    const off = await guard();
    expect(off).not.toContain("cannot be turned on");
    expect(off).not.toMatch(/models|no connected provider|found none/u);
    expect(off).toContain("OpenCode does not run here, so `/design-lab guard on` names the model and its price");
    expect(off).toContain("Test results: .opencode/test-results.xml");
    await configure({ guard: { verifier_model: "beta/middle-1" } });
    expect(await guard()).toContain("judged by beta/middle-1 (of the configuration): its price is not known");
    await write({ ".opencode/design-lab.json": '{"guard": {"enforce_patterns": ["lib/**"]}}', "package.json": "{}" });
    expect(await guard()).toContain(
      "As things are it cannot be turned on. Cannot turn the gate on: nothing says which",
    );
  });

  test("says that a price is not known, and that the host brought a model by itself, which a line alone does not choose", async () => {
    await start();
    const [model] = await lab.host.models();
    lab.host.models = async () => (model ? [{ ...model, price: null, hosts_own: true }] : []);
    const reply = await typed({ do: "on" });
    expect(lab.asked).toHaveLength(1);
    expect(lab.asked[0]).toContain("its price is not known");
    expect(reply).toContain("OpenCode brought it by itself, and you did not set up its service");
  });

  test("asks in a question that a screen can show, or not at all", async () => {
    await start();
    await configure({
      guard: { enforce_patterns: Array.from({ length: 200 }, (_, at) => `${"п".repeat(200)}${at}/**`) },
    });
    expect(await guard({ do: "on" })).toMatch(
      /its terms take [\d]+ columns, and a person is asked all of them in 3600/u,
    );
    expect(lab.asked).toEqual([]);
  });

  test("in a private folder that cannot be written turns nothing on and says so", async () => {
    await start();
    await mkdir(dirname(stateFolder(place())), { recursive: true });
    await writeFile(stateFolder(place()), "a file stands there");
    expect(await typed({ do: "on" })).toContain(
      "Not turned on: what you said is kept in a private folder below your home",
    );
    expect(await kept()).toBeNull();
    expect(await logged()).toEqual([]);
  });

  test("where its log cannot be written is on all the same, and says that it is not kept", async () => {
    await start({ ...BUN, ".opencode/design-lab": "a file stands where the folder would" });
    const reply = await typed({ do: "on" });
    expect(reply).toContain("**The gate is on**");
    expect(reply).toContain("Its log is not kept: ");
    expect(await kept()).not.toBeNull();
  });
});

describe("guard off", () => {
  test("by a person is off at once, and says what it did", async () => {
    await start();
    await typed({ do: "on" });
    await log(edit(), edit({ decision: "allowed", by: "code", model: null, cost: 0, state: "red", edit_type: null }));
    const reply = await typed({ do: "off" });
    expect(reply).toStartWith("**The gate is off.** No edit waits for a test any more.");
    expect(reply).toContain("It stood before 2 edits: 1 held back (1 by the model), 1 let through (1 by code).");
    expect(await kept()).toBeNull();
    expect((await logged()).at(-1)).toEqual({ version: 1, event: "off", at: NOW.toISOString(), door: "command" });
    expect(await typed({ do: "off" })).toContain("The gate is off already. Nothing was changed.");
  });

  test("by an agent asks, and stays on without a yes", async () => {
    await start();
    await typed({ do: "on" });
    lab.permits = false;
    expect(await guard({ do: "off" })).toContain("Not turned off: the person did not allow it");
    expect(lab.asked).toEqual([
      "designlab_approve: Turn the gate off for this project? Edits then wait for no test any more.",
    ]);
    expect(await kept()).not.toBeNull();
    lab.permits = true;
    expect(await guard({ do: "off" })).toContain("**The gate is off.**");
    expect(await kept()).toBeNull();
  });
});

describe("guard allow", () => {
  test("lets through what was held back last, once, by name and reason", async () => {
    await start();
    await typed({ do: "on" });
    await log(edit({ edit_sha256: "b".repeat(64) }), edit({ files: ["src/a.ts", "src/b.ts"] }));
    const reply = await guard({ do: "allow" });
    expect(lab.asked[0]).toContain("Let this edit through once: src/a.ts and src/b.ts? It was held back at ");
    expect(lab.asked[0]).toContain("for this reason: “No test fails that asks for this”");
    expect(reply).toContain(
      "**That edit of src/a.ts and src/b.ts is let through once**, when it is made again as it was.",
    );
    const files = ["src/a.ts", "src/b.ts"];
    expect((await kept())?.edits_allowed).toEqual([leaveSha256({ edit_sha256: "a".repeat(64), files })]);
    expect((await logged()).at(-1)).toEqual({
      version: 1,
      event: "edit_allowed",
      at: NOW.toISOString(),
      door: "host",
      edit_sha256: "a".repeat(64),
    });
    expect(await guard({ do: "allow" })).toContain("That edit is let through already");
  });

  test("by a typed line lets through what its person was shown as the last, and else asks", async () => {
    await start();
    await typed({ do: "on" });
    lab.permits = false;
    await log(edit({ edit_sha256: "b".repeat(64) }));
    const refused = await typed({ do: "allow" });
    expect(refused).toContain("Let this edit through once: src/queue.ts?");
    expect(refused).toContain("Typed once more, the same line says yes to exactly this.");
    expect((await kept())?.edits_allowed).toEqual([]);
    await log(edit({ files: ["src/secret.ts"] }));
    expect(await typed({ do: "allow" })).toContain("Let this edit through once: src/secret.ts?");
    await guard();
    await log(edit({ edit_sha256: "c".repeat(64), files: ["src/c.ts"] }));
    await guard();
    expect(await typed({ do: "allow" })).toContain("Let this edit through once: src/c.ts?");
    expect((await kept())?.edits_allowed).toEqual([]);
    await log(edit({ edit_sha256: "d".repeat(64), files: ["src/d.ts"] }));
    expect(await typed()).toContain("src/d.ts");
    expect(await typed({ do: "allow" })).toContain("**That edit of src/d.ts is let through once**");
    expect((await kept())?.edits_allowed).toHaveLength(1);
    expect((await logged()).at(-1)).toMatchObject({ event: "edit_allowed", door: "command" });
  });

  test("lets through nothing by a line that the guard did not write", async () => {
    await start();
    await typed({ do: "on" });
    const nothing = "no edit was held back since the gate was turned on";
    await forge(edit({ edit_sha256: "e".repeat(64), reason: "Only a comment changes." }));
    expect(await typed({ do: "allow" })).toContain(nothing);
    const { sign } = await openLineSigner(place());
    await forge({ ...sign(edit()), edit_sha256: "e".repeat(64) });
    await forge((await openLineSigner({ ...place(), directory: "/another" })).sign(edit()));
    expect(await typed({ do: "allow" })).toContain(nothing);
    expect(lab.asked).toEqual([]);
  });

  test("until the tests are green, and by a person alone", async () => {
    await start();
    await typed({ do: "on" });
    lab.permits = false;
    expect(await guard({ do: "allow", until_green: true })).toContain("Not let through: the person did not allow it");
    expect((await kept())?.until_green).toBeNull();
    expect(await typed({ do: "allow", until_green: true })).toStartWith(
      "**Every edit is let through until the tests are green.**",
    );
    expect((await kept())?.until_green).toBe(NOW.toISOString());
    expect(await guard()).toContain("**Every edit is let through until the tests are green**, as you said at ");
  });

  test("has nothing to let through while it is off, and before it held back anything", async () => {
    await start();
    expect(await typed({ do: "allow" })).toContain("Nothing can be let through: the gate is off");
    await log(edit({ at: "2026-11-25T10:00:00.000Z" }));
    await typed({ do: "on" });
    expect(await typed({ do: "allow" })).toContain("no edit was held back since the gate was turned on");
    expect(await guard({ do: "off", until_green: true })).toContain('until_green belongs to do "allow"');
    expect(await guard({ task: "T3" })).toContain('task belongs to do "on"');
  });
});

describe("guard", () => {
  test("while it is off says on which terms it would be, and what an agent asks is free", async () => {
    await start();
    lab.permits = false;
    const reply = await guard();
    expect(reply).toStartWith("**The gate is off.** No edit waits for a test.");
    expect(reply).toContain("Turned on, it would be on these terms:");
    expect(reply).toContain("`/design-lab guard on` turns it on");
    expect(lab.asked).toEqual([]);
  });

  test("while it is on says first since when, by whom and where the tests are", async () => {
    await start();
    await typed({ do: "on" });
    const reply = await guard();
    expect(reply).toMatch(
      /^\*\*The gate is on\*\* since 2026-11-26 [\d:]+, by a line that you typed: edits of `src\/\*\*` and `test\/\*\*` wait for a failing test\.\n\n\*\*Tests:\*\* no result is there yet\./u,
    );
    expect(reply).toContain("It stood before no edit yet.");
  });

  test("tells what was held back and let through by whom, what it cost, how often it was overruled, and the last five", async () => {
    await start();
    await log(edit({ at: "2026-11-25T10:00:00.000Z", reason: "of before" }));
    await typed({ do: "on" });
    const free = { model: null, cost: 0, seconds: 0, edit_type: null } as const;
    await log(
      edit({ decision: "refused", by: "code", state: "stale", ...free, reason: "Run the tests first." }),
      edit(),
      edit({
        decision: "allowed",
        by: "model",
        edit_type: "refactoring",
        cost: 0.004,
        reason: "It keeps what it does.",
      }),
      edit({ decision: "allowed", by: "code", state: "red", ...free, reason: "A test fails." }),
      edit({ decision: "allowed", by: "nobody", cost: null, reason: "The model could not be asked: <b>`x`</b>" }),
      edit({ decision: "noticed", by: "code", tool: "sed", ...free, reason: "sed changed it." }),
      { version: 1, event: "edit_allowed", at: NOW.toISOString(), door: "command", edit_sha256: "a".repeat(64) },
      edit({ decision: "allowed", by: "person", ...free, reason: "You let it through." }),
    );
    await forge("torn");
    const reply = await guard();
    expect(reply).toContain(
      "It stood before 6 edits: 2 held back (1 by code, 1 by the model), 4 let through (1 by code, 1 by the model, 1 by you, 1 by nobody, for the model could not be asked).",
    );
    expect(reply).toContain("A shell changed files once, which was seen afterwards.");
    expect(reply).toContain(
      "A model was asked about 3 edits, for under $0.01 of $1.00 at most; what 1 of them cost is not known.",
    );
    expect(reply).toContain("You overruled it once: 1 edit let through");
    const last = reply
      .slice(reply.indexOf("The last edits"))
      .split("\n")
      .filter((line) => /^- (?:Let|Held|Not)/u.test(line));
    expect(last).toHaveLength(5);
    expect(last[0]).toStartWith("- Let through by you, tests green: src/queue.ts, “You let it through”");
    expect(last[1]).toContain("Noticed changed by sed");
    expect(reply).not.toContain("of before");
    expect(reply).not.toContain("<b>");
    expect(reply).toContain(`Every edit with its reason: ${logPath()}`);
    expect(reply).toContain("`/design-lab guard allow` lets the last edit through that was held back");
  });

  test("says that a checkout says otherwise by now, and that what was agreed to holds", async () => {
    await start();
    await configure({ guard: { enforce_patterns: ["src/**"], test_output_file: "out.xml" } }, "project");
    await typed({ do: "on" });
    expect(await guard()).not.toContain("says otherwise");
    await configure(
      {
        guard: {
          enforce_patterns: ["docs/**"],
          test_output_file: "out.xml",
          verifier_model: "gamma/weak-1",
          max_cost: 50,
        },
      },
      "project",
    );
    const reply = await guard();
    expect(reply).toContain("What you agreed to holds, and something says otherwise by now");
    expect(reply).toContain("- Patterns: `src/**` holds; `docs/**` stands there now");
    expect(reply).toContain("- The model: `alpha/strong-1` holds; `gamma/weak-1` stands there now");
    // A checkout raises no bound.
    expect(reply).not.toContain("Dollars at most");
    expect((await kept())?.terms.patterns).toEqual(["src/**"]);
    await write({ ".opencode/design-lab.json": "{" });
    expect(await guard()).toContain("**The gate is on** since");
  });

  test("takes a switch that another program wrote for off", async () => {
    await start();
    await typed({ do: "on" });
    const file = projectFile(place(), "guard");
    const own = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify({ ...own, on: { ...own.on, terms: { ...own.on.terms, model: "evil/one" } } }));
    expect(await guard()).toStartWith("**The gate is off.**");
    await writeFile(file, JSON.stringify(own));
    expect(await guard()).toStartWith("**The gate is on**");
    // What was agreed to in one folder is nothing in another.
    const other = await mkdtemp(join(tmpdir(), "designlab-other-"));
    folders.push(other);
    expect(await readGuard({ ...place(), directory: other })).toBeNull();
    await writeFile(projectFile({ ...place(), directory: other }, "guard"), JSON.stringify(own));
    expect(await readGuard({ ...place(), directory: other })).toBeNull();
  });

  test("keeps names in any script as they are", async () => {
    await start();
    await configure({ guard: { enforce_patterns: ["исходники/**", "源/**"], test_output_file: "отчёт.xml" } });
    expect(await typed({ do: "on" })).toContain("Edits of `исходники/**` and `源/**`");
    await log(edit({ files: ["源/队列.ts"], reason: "テストがない" }));
    expect(await guard()).toContain("源/队列.ts, “テストがない”");
  });
});

const task = (id: string, status: string): string =>
  `---\nid: ${id}\nname: A task\nstatus: ${status}\ndone_when:\n  - "bun test test/q.test.ts passes"\nfiles:\n  - src/queue.ts\n---\nDo it.\n`;

describe("with a plan", () => {
  test("a named task is one of the plan; one that is none is named with the nearest", async () => {
    await start({ ...BUN, "tasks/T3.md": task("T3", "pending"), "tasks/T4.md": task("T4", "pending") });
    expect(await typed({ do: "on", task: "T33" })).toContain('Cannot find the task "T33"');
    expect(await kept()).toBeNull();
    expect(await typed({ do: "on", task: "T3" })).toContain("held to the task T3, until you turn it off");
    expect((await kept())?.task).toBe("T3");
    expect(await guard()).toContain("They are held to the task T3 “A task”.");
    expect(await taskFor(await lab.lab(), { task: "T3" })).toEqual({
      id: "T3",
      name: "A task",
      text: "- bun test test/q.test.ts passes\n\nDo it.",
      files: ["src/queue.ts"],
    });
    expect(lab.asked).toEqual([]);
  });

  test("where none is named the one that was started counts, where it is exactly one", async () => {
    await start({ ...BUN, "tasks/T3.md": task("T3", "in-progress"), "tasks/T4.md": task("T4", "pending") });
    await typed({ do: "on" });
    const started = async () => (await taskFor(await lab.lab(), { task: null }))?.id ?? null;
    expect(await started()).toBe("T3");
    expect(await guard()).toContain("held to the task T3 “A task”, which was started.");
    await write({ "tasks/T4.md": task("T4", "in-progress") });
    expect(await started()).toBeNull();
    expect(await guard()).not.toContain("held to the task");
    await write({ "tasks/T3.md": task("T3", "completed"), "tasks/T4.md": task("T4", "completed") });
    expect(await started()).toBeNull();
  });

  test("a task without a plan is told so", async () => {
    await start();
    expect(await typed({ do: "on", task: "T3" })).toContain("Cannot hold edits to the task T3: There is no plan");
    expect(await taskFor(await lab.lab(), { task: null })).toBeNull();
    expect(await taskFor(await lab.lab(), { task: "T3" })).toBeNull();
  });

  test("a task is done with its tests green, or with a person's word while the gate is on", async () => {
    await start({ ...BUN, "tasks/T3.md": task("T3", "in-progress"), "tasks/T4.md": task("T4", "in-progress") });
    await write({ "tasks/T5.md": task("T5", "pending") });
    await typed({ do: "on" });
    // Whether files of the project may be changed is asked apart, once.
    await lab.call("tasks", { start: "T5" });
    lab.permits = false;
    const refused = await lab.call("tasks", { done: "T3" });
    expect(refused).toContain("Not done: the person did not allow it. An agent's call is no person's word.");
    expect(await readFile(join(lab.dir, "tasks/T3.md"), "utf8")).toContain("status: in-progress");
    lab.permits = true;
    const done = await lab.call("tasks", { done: "T3" });
    expect(lab.asked.at(-1)).toContain(
      "designlab_approve: Is the task T3 (A task) done all the same? The gate is on, and the tests are not green: no result is there yet.",
    );
    expect(done).toContain("It is done by your word; the tests are not green: no result is there yet.");
    lab.asked.length = 0;
    lab.typed = true;
    expect(await lab.call("tasks", { done: "T4" })).toContain("It is done by your word; the tests are not green");
    expect(lab.asked).toEqual([]);
  });

  test("a task whose tests are green is done without a question", async () => {
    await start({ ...BUN, "tasks/T3.md": task("T3", "in-progress") }, { now: () => new Date() });
    await typed({ do: "on" });
    await write({ ".opencode/test-results.xml": '<testsuites><testcase name="a"/><testcase name="b"/></testsuites>' });
    expect(await guard()).toMatch(/\*\*Tests:\*\* all pass, 2 tests \(\ds ago\)\. A test, or a change/u);
    const done = await lab.call("tasks", { done: "T3" });
    expect(done).not.toContain("by your word");
    expect(await readFile(join(lab.dir, "tasks/T3.md"), "utf8")).toContain("status: completed");
    expect(lab.asked.filter((each) => each.startsWith("designlab_approve"))).toEqual([]);
    await write({
      ".opencode/test-results.xml": '<testsuites><testcase name="waits"><failure/></testcase></testsuites>',
    });
    expect(await guard()).toContain("**Tests:** 1 test fails: “waits”");
    await log(edit({ decision: "allowed", edit_type: "test", at: new Date(Date.now() + 1_000).toISOString() }));
    expect(await guard()).toContain("a test was let through that has not run yet");
  });

  test("while the gate is off a task is done as before", async () => {
    await start({ ...BUN, "tasks/T3.md": task("T3", "in-progress") });
    const done = await lab.call("tasks", { done: "T3" });
    expect(done).not.toContain("green");
    expect(lab.asked.filter((each) => each.startsWith("designlab_approve"))).toEqual([]);
  });
});

test("nothing of the project is written but the log", async () => {
  await start();
  await typed({ do: "on" });
  await guard();
  await typed({ do: "off" });
  expect((await readdir(lab.dir)).sort()).toEqual([".opencode", "package.json", "src", "test"]);
  expect(await readdir(join(lab.dir, ".opencode"))).toEqual(["design-lab"]);
});

test("doctor has a line about it, and init says what the runner's line and the section would be", async () => {
  await start();
  expect(await lab.call("doctor")).toContain("- ok · The gate: off");
  await typed({ do: "on" });
  expect(await lab.call("doctor")).toMatch(/- ok · The gate: on since 2026-11-26 [\d:]+: src\/\\\*\\\* and/u);
  await configure({ guard: { enforce_patterns: ["lib/**"], test_output_file: "a.xml" } });
  expect(await lab.call("doctor")).toContain("- look · The gate: on since");
  await rm(join(lab.dir, ".opencode"), { recursive: true });
  const reply = await lab.call("init");
  expect(reply).toContain(
    '"guard": {"test_output_file":[".opencode/test-results.xml",".opencode/test-results.exit.json"],"enforce_patterns":["src/**","test/**"]}',
  );
  expect(reply).toContain("bun test --reporter=junit");
  expect(await kept()).not.toBeNull();
});
