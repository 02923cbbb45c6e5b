import { expect, test } from "bun:test";
import type { ListedLesson } from "../../src/artifacts/lesson.ts";
import type { ProjectEntry } from "../../src/experiment/project-entry.ts";
import type { ToldDecision } from "../../src/experiment/told-decisions.ts";
import { openWorkSaid, projectPage } from "../../src/story/project-page.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { projectPageText } from "../../src/views/markdown/project-page.ts";

const NOW = new Date("2026-11-26T12:00:00Z");
const ODD = "Очередь 仕事の待ち行列を耐久性のあるものにする 👩‍👩‍👧‍👦 ".repeat(20);

function decided(at: number): ToldDecision {
  return {
    id: `2026-11-${10 + at}-x`,
    dir: `/p/base/2026-11-${10 + at}-x`,
    topic: `${at} ${ODD}`,
    design_id: "a",
    title: ODD,
    because: "It holds <b>`all`</b> [of](it)",
    decided_at: new Date(Date.UTC(2026, 9, at + 1)).toISOString(),
    seen: at % 2 === 0,
    outcome: null,
    record: { in: "experiment", path: "decision.md" },
  };
}

function entry(at: number, more: Partial<ProjectEntry> = {}): ProjectEntry {
  const count = { there: 3, wanted: 3 };
  return {
    id: `2026-11-26-entry-${at}`,
    dir: `/p/base/2026-11-26-entry-${at}`,
    topic: `${at} ${ODD}`,
    at,
    step: "decide",
    questions: 0,
    task: null,
    begun: false,
    states: { designs: "done", judgement: "done", decision: "not_begun", plan: "not_begun" },
    counts: { designs: count, reviews: count, scores: count, samples: count },
    ranked: null,
    decided: null,
    tasks: null,
    ...more,
  };
}

const lesson = (number: number, more: Partial<ListedLesson> = {}): ListedLesson => ({
  number,
  text: `${number} ${"слово ".repeat(40)}`,
  experiment: "2026-11-26-entry-1",
  said: "2026-11-01",
  confirmed: "2026-11-01",
  doubt: null,
  ...more,
});

const told = { unread: 0, lessons: [] as ListedLesson[], more: 0, problem: null };
const textOf = (given: Parameters<typeof projectPage>[0]): string =>
  projectPageText(
    projectPage(given, NOW, { record: ({ dir }) => `${dir}/decision.md`, files: ({ dir }) => dir }),
    "/p/base",
  );

test("forty experiments with long names of every script take 2 KB above the archive, in whole lines, and what was left out is said", () => {
  const entries = Array.from({ length: 40 }, (_, at) => entry(at, at % 3 === 0 ? { decided: decided(at) } : {}));
  const lessons = Array.from({ length: 30 }, (_, at) => lesson(at + 1));
  const text = textOf({ ...told, entries, lessons });
  const [above = "", archive = ""] = text.split("## Archive");
  expect(Buffer.byteLength(above)).toBeLessThanOrEqual(2_048);
  expect(above).toContain("- Next: `/design-lab decide 2026-11-26-entry-0`");
  const kept = above.split("\n").filter((line) => line.startsWith("- ")).length;
  const left = Number(/Left out for want of room: (\d+) lines;/u.exec(above)?.[1]);
  const all = projectPage({ ...told, entries, lessons }, NOW, { record: () => "", files: () => "" }).sections.flatMap(
    ({ lines }) => lines,
  );
  expect(kept + left).toBe(all.length);
  expect(left).toBeGreaterThan(30);
  // Each lesson stands whole or not at all.
  for (const line of above.split("\n").filter((each) => each.includes("слово")))
    expect(line).toMatch(/^- \d+ (?:слово ){39}слово \(2026-11-26-entry-1, confirmed 2026-11-01\)$/u);
  expect(archive.trim().split("\n")).toHaveLength(5);
  expect(archive).toContain("(as the file says, not seen on this machine)");
  expect(archive).toContain("](2026-11-");
  expect(archive).not.toContain("<b>");
});

test("a line that has no room costs no shorter one of its rank", () => {
  const entries = [entry(1)];
  const lessons = [lesson(1), lesson(2, { text: "Short and whole" }), lesson(3, { text: "ж".repeat(1_000) })];
  const text = textOf({ ...told, entries, lessons });
  expect(text).toContain("- Short and whole (");
  expect(text).not.toContain("жж");
  expect(text).toContain("Left out for want of room: 1 line;");
});

test("names of experiments are text: nothing of them takes effect or begins a part", () => {
  const topic = "x\n## Archive\n<!-- designlab: end -->\n[a](javascript:1)";
  const text = textOf({ ...told, entries: [entry(1, { topic })] });
  expect(text.match(/^## /gmu)).toHaveLength(5);
  expect(text).not.toMatch(/^<!-- designlab/mu);
  expect(text).not.toMatch(/(?<!\\)\]\(javascript/u);
});

test("the experiment that goes on shows what it decided, and nothing of the kind before", () => {
  const decidedBoxes = (given: ProjectEntry): string[] =>
    textOf({ ...told, entries: [given] })
      .split("\n")
      .filter((line) => /\[[ x]\\?\] Decided/u.test(line));
  expect(decidedBoxes(entry(1))).toEqual([]);
  const chosen = { ...decided(1), title: "One table", topic: "queue" };
  const done = { designs: "done", judgement: "done", decision: "done", plan: "not_begun" } as const;
  const [box = "", ...others] = decidedBoxes(entry(1, { topic: "queue", step: "plan", decided: chosen, states: done }));
  expect(box).toContain("[x");
  expect(box).toContain("One table");
  expect(others).toEqual([]);
});

test("one line says what waits: questions first named, then what is decided and next", () => {
  const said = openWorkSaid(
    [
      { ...entry(1), topic: "mail", step: "answer", questions: 2 },
      { ...entry(2), topic: "queue", step: "task", task: "T3" },
      { ...entry(3), topic: "a", step: "approve-plan" },
      { ...entry(4), topic: "b" },
    ],
    2,
  );
  expect(said && unmarked(said, String)).toBe(
    "2 questions wait in “mail”; “queue” is decided, T3 is next; the plan of “a” waits for your approval; 3 more unfinished",
  );
  expect(openWorkSaid([], 0)).toBeNull();
});
