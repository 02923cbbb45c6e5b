import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Generation, PACKAGE_ROOT } from "../../../rehearsal/binary.ts";
import { onlyExperiment, snapshot } from "../../support/disk.ts";
import { type RehearsalOptions, rehearse } from "./rehearsal.ts";

/** Exactly what npm would publish: the archive, and the folder in which it is unpacked as npm does. Gone when disposed of. */
export function packed(): { plugin: string; archive: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), "designlab-package-"));
  const plugin = join(folder, "node_modules/opencode-designlab");
  mkdirSync(plugin, { recursive: true });
  const { stdout, stderr } = spawnSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], {
    cwd: PACKAGE_ROOT,
    encoding: "utf8",
  });
  const archive = join(folder, stdout.trim().split("\n").at(-1) ?? "");
  const { status } = spawnSync("tar", ["-xzf", archive, "--strip-components=1", "-C", plugin]);
  if (status !== 0) throw new Error(`npm pack left nothing to unpack: ${stderr}`);
  return { plugin, archive, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

export const DESIGNERS = ["alpha/strong-1", "beta/middle-1", "gamma/weak-1"];

export const options = (plugin: string): RehearsalOptions => ({
  plugin,
  models: DESIGNERS.map((id, at) => ({ id, strength: (["thorough", "average", "thin"] as const)[at] ?? "thin" })),
  lab: { design_models: DESIGNERS, review_models: DESIGNERS, limits: { max_parallel: 1 } },
});

/** A whole run on a generation: its reply, its files, and the tools of the lab that the person's model was offered. */
export async function ranOn(plugin: string, generation: Generation) {
  await using lab = await rehearse({ ...options(plugin), generation });
  const result = await lab.call("run", { task: "Design a queue", topic: "queue" });
  const own = lab.provider.requests.find(({ kind }) => kind === "host")?.tools ?? [];
  const files = await snapshot(await onlyExperiment(lab.project.directory));
  const same = (text: string) => withoutAccidents(text.replaceAll(lab.project.directory, "PROJECT"));
  return {
    reply: same(result.designlab[0] ?? result.stderr),
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [nameOf(name), contentOf(name, same(text))])),
    tools: own.filter((tool) => tool.includes("designlab")),
  };
}

/** What was sent and what came back is named for when, and for its session. */
export const nameOf = (file: string): string =>
  file.replace(/^(exchanges\/[^/]+)\.\d{8}T\d+Z-[\w-]+\.json$/u, "$1.json");

/** Objects rather than texts: the order of the criteria in an answer is drawn. */
function contentOf(name: string, text: string): unknown {
  if (OWN.has(name) || name.includes("exchange")) return "";
  return name.endsWith(".json") ? JSON.parse(text) : text;
}

/** Files whose lines come in the order in which things happened. */
const OWN = new Set(["ledger.jsonl", ".lock"]);

/** The text without what no two runs have in common: times, ids, draws, and sums over prompts that hold them. */
function withoutAccidents(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "TIME")
    .replace(/\b\d+(?:\.\d+)?m?s\b/g, "DURATION")
    .replace(/ses_\w+/g, "SESSION")
    .replace(/\b[0-9a-f]{64}\b/g, "SHA")
    .replace(/(Seed<\/dt><dd><bdi>)\d+/g, "$1SEED")
    .replace(/"(seed|p_[a-z]+|seconds)": [\d.]+/g, '"$1": 0');
}

const exchanged = (what: string): string[] => [`exchanges/${what}.html`, `exchanges/${what}.json`];

/** Every file of an experiment of DESIGNERS by DESIGNERS. */
export const SHAPE = [
  "results/ranking.json",
  "results/ranking.md",
  "results/report.html",
  "task.json",
  "ledger.jsonl",
  "made.json",
  ".lock",
  ...DESIGNERS.flatMap((designer) => {
    const design = designer.replace("/", "-");
    const cells = DESIGNERS.map((reviewer) => `${design}-${reviewer.replace("/", "-")}`);
    return [
      `designs/design-${design}.json`,
      `designs/design-${design}.md`,
      ...exchanged(`design-${design}`),
      ...cells.flatMap((cell) => [
        `reviews/review-${cell}.json`,
        `scores/score-${cell}.json`,
        ...exchanged(`evaluation-${cell}`),
      ]),
    ];
  }),
].sort();
