import { describe, expect, test } from "bun:test";
import type { Progress, SessionProgress } from "../../../src/artifacts/progress.ts";
import { design, say, typed } from "../../../src/story/sentence.ts";
import type { StoredExperiment } from "../../../src/story/stored.ts";
import { emptyText, pageRows, type TerminalPage } from "../../../src/views/terminal/page-rows.ts";

const session = (model: string, state: SessionProgress["state"]): SessionProgress => ({
  session_id: `ses_${model}`,
  title: `design by ${model}`,
  role: "designer",
  model,
  state,
  asked_at: 0,
});
const progress: Progress = {
  phase: "designs",
  finished: 1,
  total: 2,
  sessions: [session("a/x", "done"), session("b/y", "asked")],
  cost: 0,
  started_at: 0,
  phase_at: 0,
  expected: null,
  evaluating: null,
  designing: 120,
};
const stored = (name: string, more: Partial<StoredExperiment> = {}): StoredExperiment => ({
  dir: `/base/${name}`,
  name,
  at: new Date(2026, 10, 2, 9, 5).getTime(),
  ran: 754,
  rounds: 0,
  spent: { sessions: 2, prompts: 2, tokens: 900, cost: 0.421, unpriced: [], uncounted: 0 },
  verdict: say`winner (medium): ${design("a")}`,
  titles: new Map([["a", "A queue in one table"]]),
  stands: null,
  sessions: [session("a/x", "failed"), session("b/y", "asked")],
  ...more,
});
const page = (more: Partial<TerminalPage> = {}): TerminalPage => ({
  progress: null,
  stored: { experiments: [stored("newest"), stored("older")], older: 0, closed: [] },
  unfolded: null,
  unknown: new Set(),
  ...more,
});
const told = (given: TerminalPage, width = 80) =>
  pageRows(given, width).map(({ name, description }) => [name, description]);

const BACK = ["Back", "to where you were"];
const NEWEST = ["newest", "2026-11-02 09:05 · 12m 34s · $0.42 · winner (medium): A queue in one table"];
const OLDER = ["older", "2026-11-02 09:05 · 12m 34s · $0.42 · winner (medium): A queue in one table"];
const SESSIONS = [
  ["  design by a/x", "  failed"],
  ["  design by b/y", "  without an end in the ledger"],
];

describe("the page", () => {
  test("lists every session of the run that is on, with how it stands and where it leads", () => {
    expect(pageRows(page({ progress }), 80)).toEqual([
      { name: "Back", description: "to where you were", back: true },
      { name: "design by a/x", description: "done", session_id: "ses_a/x" },
      { name: "design by b/y", description: "at work", session_id: "ses_b/y" },
    ]);
  });

  test("lists the experiments where no run is on, the newest with its sessions", () => {
    expect(told(page())).toEqual([BACK, NEWEST, ...SESSIONS, OLDER]);
    expect(pageRows(page(), 80)[3]?.session_id).toBe("ses_b/y");
  });

  test("shows the sessions of the experiment that was chosen instead, or of none", () => {
    expect(told(page({ unfolded: "/base/older" }))).toEqual([BACK, NEWEST, OLDER, ...SESSIONS]);
    expect(told(page({ unfolded: "" }))).toEqual([BACK, NEWEST, OLDER]);
  });

  test("says of a session that the host does not know it", () => {
    const rows = told(page({ unknown: new Set(["ses_a/x"]) }));
    expect(rows[2]).toEqual(["  design by a/x", "  OpenCode does not know this session"]);
    expect(rows[3]).toEqual(SESSIONS[1] ?? []);
  });

  test("says what is not ranked, what is ahead and no winner, what cannot be read and how many more there are", () => {
    const experiments = [
      stored("a", { verdict: null, ran: null, spent: null, sessions: null }),
      stored("b", { verdict: say`no winner (low): ${design("a")} ahead`, sessions: [] }),
    ];
    expect(told(page({ stored: { experiments, older: 3, closed: [{ path: "/far", reason: "no" }] } }))).toEqual([
      BACK,
      ["a", "2026-11-02 09:05 · its ledger cannot be read · not ranked"],
      ["b", "2026-11-02 09:05 · 12m 34s · $0.42 · no winner (low): A queue in one table ahead"],
      ["and 3 older experiments", "/design-lab show lists them"],
      ["not read: /far", "no"],
    ]);
  });

  test("cuts long and wide names to the width, and lets no name reach the terminal's controls", () => {
    const experiments = [stored("待ち行列".repeat(20)), stored("a\u001b[31mb\nc")];
    const rows = pageRows(page({ stored: { experiments, older: 0, closed: [] }, unfolded: "" }), 53);
    for (const { name, description } of rows) {
      expect(Bun.stringWidth(name)).toBeLessThanOrEqual(53);
      expect(Bun.stringWidth(description)).toBeLessThanOrEqual(53);
    }
    expect(rows[1]?.name).toEndWith("…");
    expect(rows[2]?.name).toBe("ab c");
  });

  test("says in words that there is nothing to choose", () => {
    const none = { experiments: [], older: 0, closed: [] };
    expect(emptyText(page({ stored: none }))).toBe(
      "No experiment yet: type /design-lab run and after it what is to be designed.",
    );
    expect(emptyText(page({ stored: { ...none, closed: [{ path: "/far", reason: "no" }] } }))).toBe("");
    expect(emptyText(page({ stored: null }))).toBe("Looking for experiments …");
    expect(emptyText(page({ stored: none, progress }))).toBe("");
    expect(emptyText(page())).toBe("");
  });
});

test("what began with questions says how it stands in the place of a winner", () => {
  const stands = say`Brief: approved: ${typed("run", "2026-01-05-mail")}`;
  const brief = stored("2026-01-05-mail", { ran: null, verdict: null, titles: new Map(), sessions: [], stands });
  const [, row] = told(page({ stored: { experiments: [brief], older: 0, closed: [] } }), 120);
  expect(row).toEqual([
    "2026-01-05-mail",
    "2026-11-02 09:05 · $0.42 · Brief: approved: `/design-lab run 2026-01-05-mail`",
  ]);
});
