import { describe, expect, test } from "bun:test";
import { endedIn, endIn } from "../../src/host/call-record.ts";
import { endedOf, recordOfEnd } from "../../src/host/ended.ts";
import type { CallEnd } from "../../src/story/ended.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { rankingVerdict, told } from "../../src/story/verdict.ts";
import { columnsOf } from "../../src/text/truncate.ts";
import { ENDED_LINES, endedLines, endedPanel, endedText } from "../../src/views/terminal/view.ts";
import { experiment } from "../stats/support.ts";
import { rankingOf } from "../views/markdown/support.ts";

const DIRECTORY = "/work/shop";
const ID = "2026-11-25-queue";
const REPORT = `${DIRECTORY}/.opencode/design-lab/${ID}/results/report.html`;

const RANKING = rankingOf(
  experiment([
    [9, 8, 9, 8],
    [6, 6, 5, 6],
    [3, 4, 3, 2],
  ]),
);
/** One reviewer alone tells the designs apart, whose id is no name. */
const ONE = rankingOf(experiment([[9], [5], [3]]));

const FACTS = {
  experiment: ID,
  topic: "queue",
  report: REPORT,
  designs: ["d0", "d1", "d2"].map((design_id, at) => ({
    design_id,
    letter: "ABC"[at],
    title: `Title of ${design_id}`,
  })),
  withheld: false,
  missing: 0,
  stopped: null,
  ranking: RANKING,
};
const end = (facts: object, outcome: "winner" | "unranked" | "usage" | "stopped" = "winner", worked = true) =>
  endedOf({ outcome, facts: { ...facts } }, worked, DIRECTORY);

describe("what stays of a call", () => {
  test("is the verdict as the reply has it, where the report is, and what to type", () => {
    const came = end(FACTS);
    const titles = new Map(FACTS.designs.map(({ design_id, letter, title }) => [design_id, `${letter} “${title}”`]));
    const verdict = unmarked(rankingVerdict(RANKING), (id) => titles.get(id) ?? id);
    expect(came?.said[0]).toBe(verdict);
    expect(came?.said[0]).toContain("A “Title of d0”");
    expect(came?.where[0]).toBe(`Report: .opencode/design-lab/${ID}/results/report.html`);
    expect(came?.next).toBe(`/design-lab open ${ID}`);
    expect(came?.topic).toBe("queue");
  });

  test("is what a person decided, before what the ranking says, and what leads on from that", () => {
    const decision = { design_id: "d1", outcomes: [] };
    const came = end({ ...FACTS, decision, decision_seen: true }, "winner", false);
    expect(came?.short).toBe("decided: B “Title of d1”");
    expect(came?.said[0]).toBe("Decided: B “Title of d1”.");
    expect(came?.said[1]).toContain("A “Title of d0”");
    expect(came?.where).toEqual([`/design-lab plan ${ID} breaks it into tasks`, `/design-lab plan ${ID}`]);
    expect(came?.next).toBe(`/design-lab plan ${ID}`);
    expect(end({ ...FACTS, decision })?.short).toContain("not seen");
    const none = end({ ...FACTS, decision: { ...decision, design_id: null }, decision_seen: true });
    expect([none?.short, none?.next]).toEqual(["decided: none of them", `/design-lab open ${ID}`]);
    const over = end({ ...FACTS, decision: { ...decision, outcomes: [{}] }, decision_seen: true });
    expect(over?.next).toBe(`/design-lab open ${ID}`);
    const bare = end({ ...FACTS, ranking: null, decision, decision_seen: true }, "unranked", false);
    expect(bare?.said).toEqual(["Decided: B “Title of d1”."]);
    expect(JSON.stringify(end({ ...FACTS, withheld: true, decision }))).not.toContain("Title of");
  });

  test("names no reviewer by an id", () => {
    expect(told(ONE).kind).toBe("one-opinion");
    expect(end({ ...FACTS, ranking: ONE })?.said[0]).toContain("one reviewer alone tells the designs apart; it puts");
  });

  test("says that a result is held back, and names no design and no report", () => {
    const came = end({ ...FACTS, withheld: true, ranking: null, report: null, designs: [{ letter: "A" }] }, "unranked");
    expect(came?.said).toEqual(["Held back until you have judged."]);
    expect(came?.next).toBe(`/design-lab judge ${ID}`);
    expect(JSON.stringify(came)).not.toContain("Title of");
    // Whatever a call's facts still hold.
    expect(JSON.stringify(end({ ...FACTS, withheld: true }))).not.toContain("Title of");
  });

  test("says why nothing came of it, in text that no terminal obeys", () => {
    const came = end({ error: { message: "No provider\u001b[2J answers.", advice: "Connect one." } }, "unranked");
    expect(came?.said).toEqual(["Nothing came of it: No provider answers.", "Connect one."]);
    const error = { message: "The run was stopped. What was finished is on disk.", advice: "Go on with it." };
    expect(end({ error }, "stopped")?.said).toEqual([error.message, error.advice]);
    const stopped = end(
      { ...FACTS, ranking: null, report: null, missing: 3, stopped: "max_cost 1 is reached" },
      "unranked",
    );
    expect(stopped?.said).toEqual([
      "3 designs, not ranked.",
      "Stopped: max_cost 1 is reached",
      `3 sessions missing: /design-lab resume ${ID}`,
    ]);
  });

  test("is nothing of a call that was no run, and nothing of what cannot be meant", () => {
    expect(end({ help: true }, "winner", false)).toBeNull();
    expect(end({ error: { message: "x" } }, "unranked", false)).toBeNull();
    expect(end({ error: { message: "x" } }, "usage")).toBeNull();
    // One that ranks anew asks nobody.
    expect(end(FACTS, "winner", false)).not.toBeNull();
  });

  test("is found again in the host's record of the call, and nothing else is taken for it", () => {
    const came = end(FACTS) as CallEnd;
    expect(endedIn(JSON.parse(JSON.stringify(recordOfEnd(came))))).toEqual(came);
    expect(recordOfEnd(null)).toEqual({});
    for (const other of [
      null,
      undefined,
      1,
      {},
      { designlab_ended: null },
      { designlab_ended: { ...came, said: [1] } },
    ])
      expect(endedIn(other)).toBeNull();
  });
});

describe("what stays of a call that the person has stopped, by what the host keeps of it", () => {
  const left = (op: string, args?: unknown) => endIn({ status: "error", input: { op, args }, error: "aborted" });

  test("says what to type to go on with it, in the line and in the panel", () => {
    const run = left("run", { task: "A queue" }) as CallEnd;
    expect(endedLines(run, 60)).toEqual(["Design lab · stopped", "/design-lab resume goes on with it"]);
    expect(endedPanel(run).map(({ text }) => text)).toEqual([
      "Design lab",
      "Stopped: what is finished is kept.",
      "/design-lab resume goes on with it",
    ]);
    expect(left("score", { experiment: ID })?.where.at(-1)).toBe(`/design-lab resume ${ID}`);
    expect(left("brief", { idea: "x" })?.where.at(-1)).toBe("/design-lab brief latest");
    expect(left("plan", { experiment: "ev\u001bil" })?.where.at(-1)).toBe("/design-lab plan latest");
  });

  test("is nothing where nothing goes on with it, and what the lab told of one that came to its end", () => {
    for (const op of ["show", "decide", "toString", ""]) expect(left(op)).toBeNull();
    expect(endIn({ status: "error" })).toBeNull();
    expect(endIn({ status: "running", input: { op: "run" } })).toBeNull();
    expect(endIn(undefined)).toBeNull();
    const came = end(FACTS) as CallEnd;
    expect(endIn({ status: "completed", metadata: recordOfEnd(came) })).toEqual(came);
  });
});

describe("a terminal", () => {
  const came = end({ ...FACTS, topic: "a\u0007 very long topic ".repeat(9) }) as CallEnd;

  test("of any width has two lines that fit, and where to look whole in one of them", () => {
    for (const width of [36, 60, 80, 120]) {
      const lines = endedLines(came, width);
      expect(lines).toHaveLength(2);
      for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(width);
      expect(lines[1]).not.toContain("…");
    }
    expect(endedLines(end(FACTS) as CallEnd, 80)[1]).toStartWith("Report: ");
    expect(endedLines(end(FACTS) as CallEnd, 60)[1]).toBe(`/design-lab open ${ID} shows the report`);
  });

  test("has the panel in the sidebar: what it was about, the verdict, where it lies and what to type", () => {
    const panel = endedPanel(end(FACTS) as CallEnd);
    expect(panel.length).toBeLessThanOrEqual(ENDED_LINES);
    expect(panel[0]?.text).toBe("Design lab: queue");
    expect(panel.at(-2)?.text).toStartWith("Report: ");
    expect(panel.at(-1)?.text).toBe(`/design-lab open ${ID}`);
  });

  test("obeys nothing of what it shows", () => {
    for (const text of [...endedPanel(came).map((line) => line.text), endedText(came), ...endedLines(came, 80)])
      expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });
});

describe("what stays on the screen of rounds of better designs", () => {
  const made = [
    { design_id: "r1-1", name: "A2", is: "revision", of: ["A"], came: "not better" },
    { design_id: "r1-3", name: "B2", is: "revision", of: ["B"], came: "better" },
  ];

  test("is what became better in a line, and each of them below it", () => {
    const ended = endedOf(
      { outcome: "done", facts: { experiment: ID, topic: "queue", made } } as never,
      true,
      DIRECTORY,
    );
    expect(ended).toMatchObject({
      short: "B2, a revision of B, is better",
      said: ["A2, a revision of A, is not better.", "B2, a revision of B, is better."],
      next: `/design-lab decide ${ID}`,
    });
  });

  test("calls a design of a round by its name where it is decided for", () => {
    const better = [{ design_id: "r1-3", letter: "B2", title: "A whole queue" }];
    const decision = { design_id: "r1-3", outcomes: [] };
    const ended = end({ ...FACTS, better, decision, decision_seen: true });
    expect(ended?.short).toBe("decided: B2 “A whole queue”");
  });
});
