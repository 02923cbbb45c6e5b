/** A stage that does nothing: the files that it comes with, by their paths in src, and all that is edited for it. */
export const NEW_FILES: Readonly<Record<string, string>> = {
  "artifacts/stages/nothing.ts": `import type { StageRow } from "./row.ts";

export const nothing = {
  makes: ["nothing"],
  signs: [["nothing.json"]],
  roles: { idler: { tools: ["read"], refused: "Do nothing.", steps: 2, max_requests: 2, typical: { turns: 1, output: 1, seconds: 7 }, sampling: "review" } },
  phases: { idle: { role: "idler", work: "idling", while: "nothing" } },
  runs: { nothing: { doing: "doing nothing", stopped: "Nothing was begun." } },
  stands: { not_begun: "Nothing is done yet" },
} as const satisfies StageRow;
`,
  "artifacts/stages/nothing-files.ts": `import { Type } from "@sinclair/typebox";
import { BOUNDS } from "../bounds.ts";
import { fileRow, oneFile } from "./file-row.ts";

export const nothingFiles = {
  nothing: fileRow({ schema: Type.Object({ version: Type.Literal(1) }), bounds: BOUNDS.task, ...oneFile("nothing.json"), together: true, keepsOld: () => false }),
};
`,
  "stages/nothing/stage.ts": `import type { Stage } from "../stage.ts";

export const nothing = {
  by: "person",
  state: ({ artifacts }) => (artifacts.nothing === undefined ? "not_begun" : "done"),
  ofRun: () => [{ role: "idler", model: "p/a", characters: 4 }],
} satisfies Stage;
`,
  "ops/nothing.ts": `import { md } from "../text/markdown.ts";
import { defineOp } from "./op.ts";

export const nothing = defineOp({ summary: "do nothing", args: {}, example: {}, host: "wanted", words: [], run: async () => md\`Done.\` });
`,
};

/** Text replacements in files of src, each of which stands there once. */
export const EDITS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "artifacts/stages/stages.ts": [
    ['import { plan } from "./plan.ts";', 'import { nothing } from "./nothing.ts";\nimport { plan } from "./plan.ts";'],
    ["plan, work } as const satisfies", "plan, work, nothing } as const satisfies"],
  ],
  "artifacts/stages/files.ts": [
    ["import { planFiles }", 'import { nothingFiles } from "./nothing-files.ts";\nimport { planFiles }'],
    ["  ...planFiles,", "  ...planFiles,\n  ...nothingFiles,"],
  ],
  "stages/stages.ts": [
    ["import { plan } from", 'import { nothing } from "./nothing/stage.ts";\nimport { plan } from'],
    ["plan, work } satisfies", "plan, work, nothing } satisfies"],
  ],
  "ops/registry.ts": [
    ["  plan: async", '  nothing: async () => (await import("./nothing.ts")).nothing,\n  plan: async'],
  ],
};

/** Run in the copy: prints what of the stage is seen where, as JSON. */
export const LOOK = `
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { h } from "preact";
import { render } from "preact-render-to-string";
import { createView } from "./src/experiment/view.ts";
import { liveState } from "./src/live/state.ts";
import { progressOf } from "./src/prompting/progress.ts";
import { forecast } from "./src/stages/forecast.ts";
import { running } from "./src/stages/stages.ts";
import { loadArtifacts, saveArtifact } from "./src/store/artifacts.ts";
import { openLedger } from "./src/store/ledger.ts";
import { App } from "./src/views/html/live/app.tsx";
import { shownKey, state } from "./src/views/html/live/connection.ts";
import { progressLines, stoppedText } from "./src/views/terminal/view.ts";
import { keepIn } from "./test/isolation/support/keeping-in.ts";
import { taskOf } from "./test/support/artifacts.ts";
import { askingLab } from "./test/support/asking-lab.ts";
import { onlyExperiment } from "./test/support/disk.ts";
import { bench } from "./test/support/lab.ts";

const seen = {};
const holds = (name, text, part) => { seen[name] = text.includes(part); };
const lab = await bench({ now: () => new Date("2026-11-24T12:00:00Z") });
await lab.call("generate", { task: "Design a queue", topic: "queue" });
holds("list", await lab.call("show", {}), "Nothing is done yet");
const { dir, id } = await onlyExperiment(lab.dir).then((dir) => ({ dir, id: dir.split("/").at(-1) }));
holds("account", await lab.call("show", { experiment: id }), "Nothing is done yet");
holds("help", await lab.call("help", {}), "**nothing**: do nothing");
await openLedger(dir, () => new Date()).append({ event: "started", phases: ["idle"], model: "p/a", session_id: "s" });
holds("ledger", await lab.call("show", { experiment: id, what: "ledger" }), "started idling by p/a");
await saveArtifact(dir, "nothing", { version: 1 });
const task = taskOf(["p/a"], ["p/b"]);
seen.loaded = (await loadArtifacts({ dir, task })).nothing?.version === 1;

const artifacts = { designs: [], reviews: [], scores: [], votes: [], stale: [], problems: [] };
const view = createView({ experiment: { dir, task, ledger: { append: async () => {}, problem: () => null, read: async () => [] } }, artifacts, ledger: [] });
const live = liveState({ view, running: false, now: 0, report: false, ranking: { method: "mean", exclude_self_reviews: false, person_weight: 1 }, stored: null });
seen.live = live.stands;
state.value = live;
shownKey.value = "x";
holds("page", render(h(App, {})), "Nothing is done yet");

const at = "2026-11-24T12:00:00.000Z";
const progress = progressOf([{ at, event: "setup" }, { at, event: "started", phases: ["idle"], model: "p/a", session_id: "s" }], task);
holds("terminal", progressLines(progress, Date.parse(at), 80).join(" "), "doing nothing");
seen.stopped = stoppedText(progress);

const { lab: asking } = askingLab(() => ({ value: null }));
const numbers = await forecast(asking, running, { task, criteria: [], topic: null, pending: [] });
seen.forecast = [numbers.sessions, numbers.seconds];

const said = (path) => keepIn({ worktree: lab.dir, role: "idler", tools: ["read"] }).call("read", { filePath: path }).then(() => "let", (error) => error.message);
holds("refused", await said("/etc/hostname"), "Do nothing.");
await mkdir(join(lab.dir, "copied"));
await writeFile(join(lab.dir, "copied", "nothing.json"), "{}");
await writeFile(join(lab.dir, "copied", "words.txt"), "words");
holds("closed", await said(join(lab.dir, "copied", "words.txt")), "designs and reviews are kept");
await lab.dispose();
console.log(JSON.stringify(seen));
process.exit(0);
`;
