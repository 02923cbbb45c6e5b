import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { PACKAGE_ROOT } from "../../rehearsal/binary.ts";
import { onlyExperiment, snapshot } from "../support/disk.ts";
import { HOST, HOSTS } from "./support/hosts.ts";
import { type RehearsalOptions, rehearse } from "./support/rehearsal.ts";

/** Exactly what npm would publish, unpacked as npm unpacks it. */
const folder = mkdtempSync(join(tmpdir(), "designlab-package-"));
const plugin = join(folder, "node_modules/opencode-designlab");

const DESIGNERS = ["alpha/strong-1", "beta/middle-1", "gamma/weak-1"];
const options = (): RehearsalOptions => ({
  plugin,
  models: DESIGNERS.map((id, at) => ({ id, strength: (["thorough", "average", "thin"] as const)[at] ?? "thin" })),
  lab: { design_models: DESIGNERS, review_models: DESIGNERS, limits: { max_parallel: 1 } },
});

beforeAll(() => {
  mkdirSync(plugin, { recursive: true });
  const packed = spawnSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], {
    cwd: PACKAGE_ROOT,
    encoding: "utf8",
  });
  const archive = join(folder, packed.stdout.trim().split("\n").at(-1) ?? "");
  const { status } = spawnSync("tar", ["-xzf", archive, "--strip-components=1", "-C", plugin]);
  if (status !== 0) throw new Error(`npm pack left nothing to unpack: ${packed.stderr}`);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package as npm publishes it", () => {
  test("holds what each host loads: the bundles, and a file for a folder entry of each part", () => {
    const names = readdirSync(plugin, { recursive: true }).map(String);
    expect(names).toEqual(expect.arrayContaining(["server.js", "tui.js", "dist/index.js", "dist/tui.js"]));
    expect(names.filter((name) => /\.ts$|node_modules|^test/.test(name))).toEqual([]);
  });

  test("runs three by three in a fresh project, and offers one tool that the model sees", async () => {
    const { reply, files, tools } = await ranOn(HOST);
    expect(reply).toContain("3 designs written, 9 reviews and 9 scores made");
    expect(Object.keys(files).sort()).toEqual(SHAPE);
    expect(tools).toEqual(["designlab"]);
  });
});

/** What needs both generations is tested once, beside the tests of the first. */
describe.skipIf(HOSTS.length < 2 || HOST !== 1)("on both generations", () => {
  test("a run leaves the same on disk and says the same, but for times and ids", async () => {
    const [one, two] = [await ranOn(1), await ranOn(2)];
    expect(two.reply).toBe(one.reply);
    expect(two.files).toEqual(one.files);
  });

  test("an experiment that was begun on one is gone on with on the other, and back", async () => {
    await using lab = await rehearse({ ...options(), generation: 2 });
    // The first generation does not start with a database that the second has made.
    const data = (generation: 1 | 2) => ({ XDG_DATA_HOME: join(lab.project.home, `.data-${generation}`) });
    const on = (generation: 1 | 2) => {
      return { project: { ...lab.project, generation, env: { ...lab.project.env, ...data(generation) } } };
    };
    const [first = "", second = "", third = ""] = DESIGNERS;
    const begun = await lab.call("generate", {
      task: "Design a queue",
      topic: "queue",
      design_models: [first, second],
    });
    expect(begun.designlab[0]).toContain("2 designs written");
    const dir = await onlyExperiment(lab.project.directory);
    const experiment = basename(dir);
    const more = await lab.call("generate", { experiment, design_models: [third] }, on(1));
    expect(more.designlab[0]).toContain("1 design written");
    const ranked = await lab.call("run", { experiment }, on(2));
    expect(ranked.designlab[0]).toContain("9 reviews and 9 scores made");
    expect((await lab.call("rank", { experiment }, on(1))).designlab[0]).toContain("alpha/strong-1");
    expect(Object.keys(await snapshot(dir)).sort()).toEqual(SHAPE);
  });
});

/** A whole run on a generation: its reply, its files, and the tools of the lab that the person's model was offered. */
async function ranOn(generation: 1 | 2) {
  await using lab = await rehearse({ ...options(), generation });
  const result = await lab.call("run", { task: "Design a queue", topic: "queue" });
  const own = lab.provider.requests.find(({ kind }) => kind === "host")?.tools ?? [];
  const files = await snapshot(await onlyExperiment(lab.project.directory));
  const same = (text: string) => withoutAccidents(text.replaceAll(lab.project.directory, "PROJECT"));
  return {
    reply: same(result.designlab[0] ?? result.stderr),
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, contentOf(name, same(text))])),
    tools: own.filter((tool) => tool.includes("designlab")),
  };
}

/** Objects rather than texts: the order of the criteria in an answer is drawn. */
function contentOf(name: string, text: string): unknown {
  if (OWN.has(name)) return "";
  return name.endsWith(".json") ? JSON.parse(text) : text;
}

/** Files whose lines come in the order in which things happened. */
const OWN = new Set(["ledger.jsonl", ".lock"]);

/** The text without what no two runs have in common: times, ids, draws, and sums over prompts that hold them. */
function withoutAccidents(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/\b\d+(?:\.\d+)?m?s\b/g, "DURATION")
    .replace(/ses_\w+/g, "SESSION")
    .replace(/\b[0-9a-f]{64}\b/g, "SHA")
    .replace(/(Seed<\/dt><dd><bdi>)\d+/g, "$1SEED")
    .replace(/"(seed|p_[a-z]+|seconds)": [\d.]+/g, '"$1": 0');
}

const SHAPE = [
  "results/ranking.json",
  "results/ranking.md",
  "results/report.html",
  "task.json",
  "ledger.jsonl",
  ".lock",
  ...DESIGNERS.flatMap((designer) => {
    const design = designer.replace("/", "-");
    const cells = DESIGNERS.map((reviewer) => `${design}-${reviewer.replace("/", "-")}.json`);
    return [
      `designs/design-${design}.json`,
      `designs/design-${design}.md`,
      ...cells.flatMap((cell) => [`reviews/review-${cell}`, `scores/score-${cell}`]),
    ];
  }),
].sort();
