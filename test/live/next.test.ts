import { describe, expect, test } from "bun:test";
import { designSha256 } from "../../src/artifacts/hashes.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { NOTHING_SEEN } from "../../src/experiment/seen.ts";
import { createView } from "../../src/experiment/view.ts";
import { nextOfView } from "../../src/live/next.ts";
import {
  ALL_ANSWERED,
  BEGIN,
  COMES_HERE,
  type NEXT_TITLES,
  nextShown,
  WAITS_FOR_AGENT,
} from "../../src/story/live-next.ts";
import type { LiveState } from "../../src/story/live-state.ts";
import { type Sentence, say, unmarked } from "../../src/story/sentence.ts";
import { EXAMPLES } from "../store/examples.ts";
import { designOf, reviewOf, scoreOf, taskOf } from "../support/artifacts.ts";

const task = taskOf(["p/a", "p/b"], ["p/x"]);
const ledger = { append: async () => {}, problem: () => null, read: async () => [] };
const designs = [designOf("p/a"), designOf("p/b")];
const judged = {
  designs,
  reviews: [reviewOf("a", "p/x"), reviewOf("b", "p/x")],
  scores: [scoreOf("a", "p/x", [5]), scoreOf("b", "p/x", [6])],
};
const RANKED = {} as Ranking;
const [first] = designs;
const decision = {
  ...EXAMPLES.decision,
  design_id: first?.design_id ?? "",
  design_sha256: first ? designSha256(first) : "",
  outcomes: [],
};
const plan = {
  ...EXAMPLES.plan,
  design_id: decision.design_id,
  design_sha256: decision.design_sha256,
  decided_at: decision.decided_at,
  approved: null,
  place: null,
};
const worked = { outcome: "worked" as const, note: "", by: null, at: decision.decided_at };
const told = { ...decision, outcomes: [worked] };

type Stored = Partial<Parameters<typeof createView>[0]["artifacts"]>;
const text = (of: readonly Sentence[]): string => of.map((each) => unmarked(each, String)).join("\n");

function nextOf(stored: Stored, ranking: Ranking | null = RANKED, approved = false) {
  const artifacts = { designs: [], reviews: [], scores: [], votes: [], stale: [], problems: [], ...stored };
  const seen = { ...NOTHING_SEEN, ...(approved && { approved: true }) };
  const { kind, said } = nextOfView(
    createView({ experiment: { dir: "", task, ledger }, artifacts, seen, ledger: [] }),
    ranking,
  );
  return [kind, text(said)];
}

describe("what comes next, by what there is", () => {
  const id = task.experiment_id;
  const hold = { ...EXAMPLES.hold, ended: null };
  const stands: [what: string, found: unknown[], kind: keyof typeof NEXT_TITLES, line: string][] = [
    ["no design", nextOf({}, null), "missing", `/design-lab resume ${id}`],
    ["designs alone", nextOf({ designs }, null), "missing", `/design-lab resume ${id}`],
    ["some scores", nextOf({ ...judged, scores: judged.scores.slice(1) }), "missing", `/design-lab decide ${id}`],
    ["no ranking", nextOf(judged, null), "rank", `/design-lab rank ${id}`],
    ["a ranking", nextOf(judged), "decide", `/design-lab decide ${id}`],
    ["a hold", nextOf({ ...judged, hold }), "judge", `/design-lab judge ${id}`],
    ["a decision", nextOf({ ...judged, decision }), "plan", `/design-lab plan ${id}`],
    [
      "a decision for none",
      nextOf({ ...judged, decision: { ...decision, design_id: null } }),
      "end",
      "/design-lab brief",
    ],
    ["an outcome", nextOf({ ...judged, decision: told }), "end", "kept with the decision"],
    ["a plan", nextOf({ ...judged, decision, plan }), "approve_plan", `/design-lab plan ${id}`],
  ];
  for (const [what, found, kind, line] of stands) {
    test(`after ${what}`, () => expect(found).toEqual([kind, expect.stringContaining(line)]));
  }

  test("tells no result while a hold is on", () => {
    const [, said] = nextOf({ ...judged, hold });
    expect(said).not.toContain("decide");
  });
});

describe("what a page shows of it", () => {
  const open = [{ number: 1 }, { number: 2 }];
  const seen = {
    standing: "finished",
    designs: [],
    reviewers: [],
    asked: 0,
    done: 3,
    failed: 0,
    total: 3,
    left: null,
    next: { kind: "decide", said: [say`Decide.`] },
  } as unknown as LiveState;
  const shown = (...given: Parameters<typeof nextShown>) => {
    const { kind, said } = nextShown(...given);
    return [kind, text(said)];
  };

  test("of an empty project says how to begin", () => {
    expect(nextShown(null, null, [])).toBe(BEGIN);
    expect(text(BEGIN.said)).toContain('/design-lab brief "your idea"');
  });

  test("puts what waits on the page first, and keeps what else can be done", () => {
    expect(shown(seen, null, open)).toEqual(["questions", "2 questions wait for your answers below.\nDecide."]);
    expect(shown(seen, null, [{ number: null }])).toEqual([
      "approve_plan",
      "It waits for your approval below.\nDecide.",
    ]);
    expect(shown(null, { next: { kind: "approve", said: [] } }, [{ number: null }])[0]).toBe("approve");
    expect(shown(seen, null, [])).toEqual(["decide", "Decide."]);
  });

  test("says of a run what is asked and how much is to come, and that nobody must wait", () => {
    const cells = [{ since: 1 }, { since: null }, { since: 2 }] as LiveState["designs"];
    const running = { ...seen, standing: "running", next: null, asked: 3, total: 12, designs: cells } as const;
    const reviewers = [{ model: "p/x", cells: cells.slice(0, 1) }];
    expect(shown({ ...running, reviewers }, null, [])).toEqual([
      "work",
      "2 designs are being written and 1 evaluation is being made; 9 of 12 still to come.\nYou can leave this page: the run goes on, and a ranking stands here at its end.",
    ]);
    expect(shown({ ...running, reviewers, withheld: true }, null, [])[1]).toEndWith(
      "the run goes on, and its ranking is held back until you have judged.",
    );
    const timed = { ...running, reviewers, left: { seconds: 152, forecast: true } } as const;
    expect(shown(timed, null, [])[1]).toContain("9 of 12 still to come, about 2m 32s.");
    expect(shown({ ...running, designs: [], asked: 0, total: 3 }, null, [])).toEqual([
      "work",
      "What comes of it appears here by itself.",
    ]);
  });
});

test("only while somebody is at work a page promises that something comes by itself", () => {
  const promise = text([COMES_HERE]);
  expect(promise).toContain("by itself");
  expect(text(WAITS_FOR_AGENT.said)).not.toContain("by itself");
  expect(text(WAITS_FOR_AGENT.said)).toContain("go on in the conversation");
  expect(text([ALL_ANSWERED])).toContain("not on this page");
});
