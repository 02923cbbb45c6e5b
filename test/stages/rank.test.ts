import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import { createView } from "../../src/experiment/view.ts";
import { rankStored, tryRank } from "../../src/stages/judgement/rank.ts";
import { designOf, line, scoreOf, taskOf } from "../support/artifacts.ts";
import { askingLab } from "../support/asking-lab.ts";

const TASK = taskOf(["p/a", "p/b", "p/c"], ["p/x", "p/y"]);
const { lab } = askingLab(() => ({ value: null }), { config: { min_designs: 3, min_reviewers: 2 } });
const LAB = { ...lab, now: () => new Date(0) };
type Line = Omit<LedgerLine, "at">;
type Stored = Partial<Parameters<typeof createView>[0]["artifacts"]>;

function viewOf(stored: Stored, failed: readonly string[] = [], dir = "", append = async (_: Line) => {}) {
  const ledger = failed.map((id) =>
    line("failed", { phases: ["generate"], design_id: id, model: `p/${id}`, kind: "timeout", message: "600 s" }),
  );
  const experiment = { dir, task: TASK, ledger: { append, problem: () => null, read: async () => ledger } };
  const artifacts = { designs: [], reviews: [], scores: [], votes: [], stale: [], problems: [], ...stored };
  return createView({ experiment, artifacts, ledger });
}

/** What rankStored() refuses a view with, and the reason that tryRank() gives. */
async function refusal(
  ...given: Parameters<typeof viewOf>
): Promise<{ message: string; advice: string; reason: string }> {
  const tried = await tryRank(LAB, viewOf(...given));
  const { message, advice } = await rankStored(LAB, viewOf(...given)).then(
    () => ({ message: "ranked", advice: "" }),
    (error) => error,
  );
  return { message, advice, reason: tried.state === "refused" ? tried.reason : "" };
}

const problem = (path: string) => ({
  kind: "not-json" as const,
  artifact: "design" as const,
  path,
  reason: "it ends early",
});
const DESIGNS = ["p/a", "p/b", "p/c"].map((model) => designOf(model));

describe("what is too little to be ranked", () => {
  test("are fewer designs than are needed, with who failed and which files are broken, four at most and each once", async () => {
    const { message, advice, reason } = await refusal({ designs: DESIGNS.slice(0, 2) }, ["c"]);
    expect(message).toBe(
      "Cannot rank 2026-01-01-test: at least 3 designs are needed, found 2. p/c: no answer in time, 600 s",
    );
    expect(reason).toBe("at least 3 designs are needed, found 2.");
    expect(advice).toContain("/design-lab resume 2026-01-01-test");
    const broken = ["1", "1", "2", "3", "4", "5"].map((path) => problem(`designs/${path}.json`));
    const many = await refusal({ problems: broken });
    const said = many.message.split("found 0. ")[1]?.split("; ") ?? [];
    expect(said).toHaveLength(4);
    expect(said.map((each) => /designs\/(\d)/u.exec(each)?.[1])).toEqual(["1", "2", "3", "4"]);
    expect(many.reason).toBe(many.message.slice(many.message.indexOf("at least")));
  });

  test("is no score, with what is stale and why", async () => {
    const stale = [
      { kind: "stale", artifact: "score", design_id: "a", reviewer_id: "x", changed: "design", path: "s.json" },
    ];
    const { message, advice } = await refusal({ designs: DESIGNS, stale: stale as never });
    expect(message).toStartWith(
      "Cannot rank 2026-01-01-test: scores are needed, found none that can be used. the score of a by x is stale: ",
    );
    expect(advice).toBe(
      '`/design-lab score 2026-01-01-test` asks for them (`designlab({op: "score", args: {experiment: "2026-01-01-test"}})`).',
    );
    expect((await refusal({ designs: DESIGNS })).message).toEndWith("found none that can be used.");
  });

  test("are scores of fewer reviewers than are needed, however many scores there are", async () => {
    const scores = ["a", "b", "c"].map((id) => scoreOf(id, "p/x", [5]));
    const { message, advice } = await refusal({ designs: DESIGNS, scores });
    expect(message).toBe("Cannot rank 2026-01-01-test: scores of at least 2 reviewers are needed, found 1.");
    expect(advice).toStartWith("`/design-lab score 2026-01-01-test` asks for what is missing. Another reviewer: ");
  });
});

test("what a ranking is made of is all written when the ledger says so, the pages of its designs too", async () => {
  const dir = await mkdtemp(join(tmpdir(), "designlab-rank-"));
  try {
    const scores = ["a", "b", "c"].flatMap((id, at) => ["p/x", "p/y"].map((by) => scoreOf(id, by, [9 - 3 * at])));
    const appended: [line: Line, there: string[]][] = [];
    const view = viewOf({ designs: DESIGNS, scores }, [], dir, async (each) => {
      appended.push([each, (readdirSync(dir, { recursive: true }) as string[]).sort()]);
    });
    const story = await rankStored(LAB, view);
    expect(appended).toEqual([
      [
        { event: "ranking", message: "a" },
        [
          ...["designs", ...["a", "b", "c"].map((id) => `designs/design-${id}.md`)],
          ...["results", ...["ranking.json", "ranking.md", "report.html"].map((name) => `results/${name}`)],
        ],
      ],
    ]);
    expect(readFileSync(join(dir, "results/report.html"), "utf8")).toEndWith("</html>\n");
    const kept = JSON.parse(readFileSync(join(dir, "results/ranking.json"), "utf8"));
    expect(kept).toEqual(JSON.parse(JSON.stringify(story.ranking)));
    expect(kept).toMatchObject({ version: 1, topic: "test", timestamp: "1970-01-01T00:00:00.000Z" });
    expect(kept.designs.map((each: { violations: number; flags: [] }) => [each.violations, each.flags])).toEqual([
      [0, []],
      [0, []],
      [0, []],
    ]);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}, 300_000);
