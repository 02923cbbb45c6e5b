import { describe, expect, test } from "bun:test";
import type { LedgerLine } from "../../../src/artifacts/ledger-line.ts";
import { namesOf } from "../../../src/artifacts/names.ts";
import { NO_TOKENS } from "../../../src/artifacts/no-tokens.ts";
import { spentOf, usageByModel } from "../../../src/experiment/spent.ts";
import { statusOf } from "../../../src/experiment/status.ts";
import { ledgerSaid } from "../../../src/story/ledger.ts";
import { blocksText } from "../../../src/views/markdown/blocks.ts";
import { designOf, line, reviewOf, scoreOf, taskOf } from "../../support/artifacts.ts";

const TASK = taskOf(["p/a", "p/b"], ["p/x"]);
const DESIGNS = [designOf("p/a"), designOf("p/b")];
const WHOLE = {
  ...{ designs: DESIGNS, votes: [], stale: [], problems: [] },
  ...{ reviews: ["a", "b"].map((id) => reviewOf(id, "p/x")), scores: ["a", "b"].map((id) => scoreOf(id, "p/x", [5])) },
};
const COUNTED = { ...NO_TOKENS, input: 1_000 };
const NONE = { designs: [], reviews: [], scores: [], votes: [], stale: [], problems: [] };

function told(lines: LedgerLine[], stored: typeof WHOLE | typeof NONE = WHOLE): string {
  const status = statusOf(TASK, stored, lines);
  const view = { lines, status, models: usageByModel(lines), spent: spentOf(lines) };
  const names = namesOf(TASK, stored.designs);
  return String(blocksText(ledgerSaid(view, names), { names }));
}
const eventsOf = (text: string): string[] =>
  text
    .slice(text.indexOf("### Events"))
    .split("\n")
    .filter((each) => each.startsWith("- "));
const cell = { phases: ["review", "score"] as LedgerLine["phases"], design_id: "b", reviewer_id: "x", model: "p/x" };

describe("ledgerSaid()", () => {
  test("tells each event in a line: when, what, of which design, by whom, and what more is known", () => {
    const lines = [
      line("setup", { message: "id", expected_seconds: 165 }),
      line("started", { phases: ["generate"], design_id: "a", model: "p/a" }),
      line("done", { phases: ["generate"], design_id: "a", model: "p/a", seconds: 75, cost: 0.125 }),
      line("failed", { ...cell, kind: "timeout", message: "600 s", seconds: 0, cost: 0 } as LedgerLine),
      line("budget", { ...cell, kind: "budget", message: "max_cost" } as LedgerLine),
      line("done", { ...cell, reviewer_id: "nobody's" } as LedgerLine),
      line("limit", { provider: "p", sessions: 2, message: "m".repeat(400) }),
      line("ranking", { message: "b" }),
      line("ranking", { message: "no single winner" }),
    ];
    const said = eventsOf(told(lines)).map((each) => each.replace("- 2026-01-01 00:00:00 ", ""));
    expect(said.toSpliced(6, 1)).toEqual([
      "set up · id, should take about 2m 45s",
      "started design A by p/a",
      "done design A by p/a · 1m 15s, $0.13",
      "failed review and score of B by p/x · **no answer in time**, 600 s",
      "held back by a limit review and score of B by p/x · max_cost",
      "done review and score of B by nobody's",
      "ranked · B first",
      "ranked · no single winner",
    ]);
    expect([...(said[6] ?? "")].length).toBeWithin(170, 200);
  });

  test("shows the last forty events and says of how many, and none that only says what was stopped by hand", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => line("limit", { message: `m${at}m` }));
    expect(told(many(40))).not.toContain("The last 40 of");
    const text = told([...many(41), line("failed", { ...cell, kind: "aborted", message: "gone" } as LedgerLine)]);
    expect(text).toContain("The last 40 of 41 events; ledger.jsonl holds all.");
    expect(eventsOf(text)).toHaveLength(40);
    expect(text).not.toMatch(/m0m|gone/u);
    expect(told([])).toBe("The ledger is empty.");
  });

  test("says how the last call ended", () => {
    const word = (lines: LedgerLine[], stored?: typeof NONE) => told(lines, stored).split("\n")[0];
    const [begun, limit] = [line("setup"), line("budget", cell as LedgerLine)];
    expect(word([begun, line("aborted")])).toEndWith("The last run was stopped by hand, 2026-01-01 00:00 UTC.");
    expect(word([begun, limit, line("ranking")], NONE)).toEndWith(
      "The last run was stopped by a limit, 2026-01-01 00:00 UTC.",
    );
    expect(word([begun, limit, line("ranking")])).toBe(
      "**Finished:** 2 of 2 designs, 2 of 2 reviews, 2 of 2 scores. The last event was at 2026-01-01 00:00 UTC.",
    );
    expect(word([begun, limit, line("resumed")], NONE)).toStartWith("**Unfinished:** ");
    expect(word([begun, limit, line("resumed")], NONE)).toContain("The last event was at");
  });

  test("says what each model cost, and that it is unknown where no price or no count is", () => {
    const done = (model: string, more: object) => line("done", { ...cell, model, attempts: 1, ...more } as LedgerLine);
    const text = told([
      done("p/known", { cost: 0.5, tokens: COUNTED }),
      done("p/unpriced", { cost: null, tokens: COUNTED }),
      done("p/uncounted", { cost: null, tokens: null }),
    ]);
    const costs = ["p/known", "p/unpriced", "p/uncounted"].map((model) => {
      const row = text.split("\n").find((each) => each.includes(model) && !each.startsWith("- "));
      return /\$0\.50|cost unknown/u.exec(row ?? "")?.[0];
    });
    expect(costs).toEqual(["$0.50", "cost unknown", "cost unknown"]);
  });

  test("lists what is left, with what was begun", () => {
    const begun = line("started", { phases: ["generate"], design_id: "b", model: "p/b", session_id: "s" });
    const left = (stored: typeof WHOLE | typeof NONE) =>
      told([line("setup"), begun], stored)
        .split("### Left\n\n")[1]
        ?.split("\n\n")[0]
        ?.split("\n");
    expect(left({ ...NONE, designs: DESIGNS.slice(0, 1) } as typeof NONE)).toEqual([
      "- design B by p/b, and its reviews and scores, begun: it runs now, or its process is gone",
      "- review and score of A by p/x",
    ]);
    expect(left({ ...WHOLE, reviews: WHOLE.reviews.slice(1), scores: WHOLE.scores.slice(0, 1) })).toEqual([
      "- review of A by p/x",
      "- score of B by p/x",
    ]);
    expect(left(WHOLE)).toBeUndefined();
  });
});
