import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { megabytes } from "../../rehearsal/faults.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import { bundleHash } from "../../src/study/manifest.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import { panelOf, smallStudy, taskOf } from "../support/studies.ts";
import { command, hostsIn } from "./support/cli.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

const HOSTILE = "rogue/one";
const MODELS = ["alpha/one", "beta/one", HOSTILE];
/** US dollars that the worker may spend. */
const LIMIT = 2;
/** Requests of three designs and nine evaluations, each with all that is tried again; characters of all lines. */
const [MOST_ASKED, MOST_PRINTED] = [60, 10_000];
const STEERING = /(?!\n)[\p{Cc}\u202a-\u202e]/gu;
const ESCAPES = "\u001b[2J\u001b]0;taken\u0007\u202e";

/** What a provider does to every request for its model. */
const WAYS: Record<string, Reply> = {
  "counts more tokens than there are": { usage: { input: 1e18, output: 1e18 } },
  "counts tokens below zero": { usage: { input: -1e9, output: -1e9, reasoning: -5, cached: -1e9 } },
  "sends forty megabytes": megabytes(40),
  "never ends": { connection: "endless" },
  "sends nothing": { connection: "silent" },
  "breaks every connection": { connection: "reset" },
  "answers with signs that steer a terminal": { text: `${ESCAPES}${"x".repeat(5_000)}` },
  "refuses with two megabytes of signs": { status: 400, error: { message: `${ESCAPES}${"no ".repeat(700_000)}` } },
  "sends the request elsewhere": { status: 307, headers: { location: "http://127.0.0.1:1/v1/chat/completions" } },
  "asks to wait for thirty years": {
    status: 429,
    headers: { "retry-after": "1000000000" },
    error: { message: "later" },
  },
  "has its model call tools that change files": {
    calls: [
      [
        { name: "write", args: { filePath: "taken.txt", content: "taken" } },
        { name: "bash", args: { command: "touch taken.txt", description: "a" } },
        { name: "designlab", args: { op: "run", args: { task: "Design another one" } } },
      ],
    ],
  },
};

const STUDY = smallStudy({
  tasks: [taskOf("01-queue", "Design a durable queue\n")],
  limits: {
    experiment: { max_cost: 1, max_tokens: null, max_minutes: null },
    study: { max_cost: 50, max_tokens: null, max_hours: null },
  },
  panels: [
    {
      ...panelOf("near", MODELS),
      config: { design_models: MODELS, review_models: MODELS, limits: { cell_timeout: 6 } },
    },
  ],
});

/** The project's host configuration as the user's own: a worker's folders lie in no project. */
function makeUsers({ project }: Rehearsal): void {
  const config = JSON.parse(readFileSync(join(project.directory, "opencode.json"), "utf8"));
  writeFileSync(join(project.home, ".config/opencode/opencode.json"), JSON.stringify(config));
}

const filesBelow = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: "utf8" });

describe("a worker whose provider", () => {
  for (const [way, reply] of Object.entries(WAYS)) {
    test(`${way} ends, keeps to its limit and prints plain lines`, async () => {
      await using lab = await rehearse({
        models: MODELS.map((id) => ({ id })),
        plugin: null,
        script: ({ model }) => (model === HOSTILE ? reply : undefined),
      });
      makeUsers(lab);
      const { directory, env } = lab.project;
      const file = join(directory, "queue.sqlite");
      const queue = await openQueue(file);
      await queue.add(STUDY, 4);
      const words = [
        "study",
        "work",
        "--queue",
        file,
        "--study",
        bundleHash(STUDY),
        "--yes",
        "--max-cost",
        String(LIMIT),
      ];
      const { code, stdout, stderr } = await command({ directory, env }, words).printed;
      const { state, cost } = (await queue.experiments(bundleHash(STUDY)))[0] ?? {};
      await queue.close();
      expect([way, [0, 1].includes(Number(code)), hostsIn(directory)]).toEqual([way, true, ""]);
      const printed = stdout + stderr;
      expect([way, printed.match(STEERING), printed.length < MOST_PRINTED]).toEqual([way, null, true]);
      expect(filesBelow(lab.project.root).filter((each) => each.endsWith("taken.txt"))).toEqual([]);
      const asked = lab.labRequests();
      expect([way, asked.length <= MOST_ASKED]).toEqual([way, true]);
      // One answer costs what its provider counts. Nothing more begins then.
      if ((cost ?? 0) > LIMIT) expect([state, asked.length]).toEqual(["waiting", MODELS.length]);
      else expect(cost).toBeGreaterThanOrEqual(0);
    }, 400_000);
  }
});
