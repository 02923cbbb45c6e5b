import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ConfigFile } from "../../src/config/schema.ts";
import { createProjectLab } from "../../src/host/project.ts";
import { toolHooksV1 } from "../../src/host/v1/tools.ts";
import { toolHooksV2 } from "../../src/host/v2/tools.ts";
import { decidedProject } from "../support/decided-project.ts";
import { THREE } from "../support/lab.ts";
import { aCaller, scriptedHost } from "../support/scripted-host.ts";

const BASE = ".opencode/design-lab";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "designlab-project-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function put(path: string, text: string): void {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const configure = (config: ConfigFile): void =>
  put(".opencode/design-lab.json", JSON.stringify({ design_models: THREE.map(({ id }) => id), ...config }));

/** The lab of the project as a host loads it; `look` is what the first designer of each call does while it is at work. */
function loaded(look: (read: (path: string) => Promise<string[]>, call: (op: string) => Promise<unknown>) => unknown) {
  const busy = new Set<string>();
  const host = scriptedHost(THREE, async ({ kind }, { sessionID, text }) => {
    const task = /Design a \w+/u.exec(text)?.[0] ?? "";
    if (kind !== "design" || busy.has(task)) return undefined;
    busy.add(task);
    await look((path) => readBy(sessionID, join(dir, path)), call);
    return undefined;
  });
  const lab = createProjectLab({ host, directory: dir, worktree: dir, options: undefined, beside: async () => null });
  const hooks = { one: toolHooksV1(lab.isolation), two: toolHooksV2(lab.isolation) };
  const call = (op: string, args: object = {}) =>
    lab.call({ op, args }, aCaller(), async () => ({ allowed: true })).then(({ shown }) => shown);

  /** How each generation's hook takes a call of read: "open", or in the words of the refusal. */
  async function readBy(sessionID: string, path: string): Promise<string[]> {
    const one = await hooks.one["tool.execute.before"](
      { tool: "read", sessionID, callID: "1" },
      { args: { filePath: path } },
    ).then(
      () => "open",
      (error: Error) => error.message,
    );
    const given = {
      tool: "read",
      sessionID,
      id: "1",
      input: { path },
      status: "completed",
      result: { content: "open" },
    };
    await hooks.two.before(given);
    await hooks.two.after(given);
    const { content } = given.result as { content: string | { text?: string }[] };
    return [one, typeof content === "string" ? content : (content[0]?.text ?? "")];
  }
  return { call };
}

describe("a change of the configuration opens nothing to a session that is under way, and holds for the next:", () => {
  const OPEN = ["open", "open"];
  const REFUSED = [expect.stringContaining("Refused: read"), expect.stringContaining("Refused: read")];

  test.each<[string, { path: string; before: ConfigFile; after: ConfigFile; next: unknown[] }]>([
    [
      "the isolation is turned off",
      { path: `${BASE}/notes.md`, before: {}, after: { hooks: { design_isolation: { enabled: false } } }, next: OPEN },
    ],
    // What held experiments in this OpenCode stays closed.
    [
      "experiments go into another folder",
      { path: "labs/notes.md", before: { output: { base_dir: "labs" } }, after: {}, next: REFUSED },
    ],
    [
      "designers are given the project",
      { path: "README.md", before: { design: { repository: false } }, after: {}, next: OPEN },
    ],
  ])("%s", async (_, { path, before, after, next }) => {
    configure(before);
    put(path, "a text");
    const seen: string[][] = [];
    const { call } = loaded(async (read, other) => {
      seen.push(await read(path));
      configure(after);
      // Whatever call comes meanwhile reads the configuration anew.
      await other("doctor");
      await other("status");
      seen.push(await read(path));
    });
    for (const task of ["Design a queue", "Design a cache"]) {
      await call("generate", { task, topic: task.slice(9) });
    }
    expect(seen.slice(0, 2)).toEqual([REFUSED, REFUSED]);
    expect(seen.slice(2)).toEqual([next, next] as string[][]);
  });
});

describe("what was decided of an experiment, in whatever folder of the project it is written,", () => {
  const { start, approved } = decidedProject({ task: "Design a queue", topic: "Queue" });

  /** How each file is read by a designer of the experiment, then by one of another. */
  async function decided(spoil: (experiment: string) => void = () => undefined) {
    const { lab, dir: experiment, id } = await start({ dir });
    put("docs/adr/0001-other.md", "# 1. Other\n\n## Status\n\nAccepted\n");
    for (const design of ["B", "A"]) {
      lab.typed = true;
      await lab.call("decide", { design, because: "It is the one we can run" });
    }
    await approved();
    rmSync(join(experiment, "designs/design-gamma-weak-1.json"));
    spoil(experiment);
    const records = readdirSync(join(dir, "docs/adr"), { recursive: true }).map(String).sort();
    const documents = records.filter((name) => name.endsWith(".md")).map((name) => `docs/adr/${name}`);
    const files = [...documents, "tasks/skeleton.md"];
    const seen: string[][] = [];
    const { call } = loaded(async (read) => {
      for (const file of files)
        seen.push((await read(file)).map((said) => /: ([^:]*)\. Work/u.exec(said)?.[1] ?? said));
    });
    configure({});
    await call("generate", { experiment: id });
    await call("generate", { task: "Design a cache", topic: "Cache" });
    const undated = (file: string) => file.replace(/\d{4}-\d\d-\d\d-/u, "");
    const of = (from: number) => files.map((file, at) => [undated(file), ...(seen[from + at] ?? [])]);
    return { own: of(0), other: of(files.length) };
  }
  const RECORDS = [
    ...["docs/adr/0002-queue.md", "docs/adr/0003-queue.md"],
    ...["docs/adr/designs/queue-design-2.md", "docs/adr/designs/queue-design.md"],
    "tasks/skeleton.md",
  ];
  const each = (files: readonly string[], said: string) => files.map((file) => [file, said, said]);

  test("is closed to its own designers, the decision before and the tasks too, and open to those of others", async () => {
    const { own, other } = await decided();
    expect(own).toEqual([
      ["docs/adr/0001-other.md", "open", "open"],
      ...each(RECORDS, "it tells what was decided of this very task"),
    ]);
    expect(other).toEqual(each(["docs/adr/0001-other.md", ...RECORDS], "open"));
  });

  test("closes all to them where it cannot be read", async () => {
    const { own } = await decided((experiment) => writeFileSync(join(experiment, "decision.json"), "{"));
    expect(own).toEqual(each(["docs/adr/0001-other.md", ...RECORDS], "it cannot be checked (unknown error)"));
  });
});
