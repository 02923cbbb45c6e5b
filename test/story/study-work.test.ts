import { describe, expect, test } from "bun:test";
import type { StudyStanding } from "../../src/artifacts/study.ts";
import { type Consent, consentSaid, heldOnServer, unrankedWhy, workEnded } from "../../src/story/study-work.ts";
import { blocksText } from "../../src/views/markdown/blocks.ts";
import { foreign, HOSTILE } from "../support/hostile-text.ts";
import { taskOf } from "../support/studies.ts";

const consent = (change: Partial<Consent> = {}): string =>
  blocksText(
    consentSaid({
      ...{ hash: "ab".repeat(32), name: "ferries", address: "/srv/queue.sqlite", repeats: 2 },
      tasks: [taskOf("01-ferry", "Ferry booking")],
      reading: null,
      panels: [
        panel({ name: "wide", price: 0.4, most: 1 }),
        panel({ name: "far", lacks: ["gamma/one", "gamma/two"] }),
        panel({ name: "odd", refused: "its rubric is held" }),
      ],
      counts: { waiting: 5, all: 6 },
      ...{ hosts: "OpenCode 9", at_once: 2, max_cost: 5, spent: 0 },
      folder: { path: "/home/ann/work", named: false },
      ...change,
    }),
  );
const panel = (change: Partial<Consent["panels"][number]>): Consent["panels"][number] => ({
  ...{ name: "p", models: ["alpha/one", "beta/one"], designs: 2, reviewers: 1, price: null, most: null, unpriced: [] },
  ...{ lacks: [], refused: null, settings: null },
  ...change,
});

describe("what a worker's person consents to", () => {
  test("names hash, tasks, panels with their models and price, what is lacking and where it is done", () => {
    const said = consent();
    for (const part of [
      "ab".repeat(32),
      "1 task by 3 panels, 2 times each: 6 experiments, of which 5 wait",
      "01-ferry: Ferry booking",
      "**wide**: 2 designs, 1 reviewer, about $0.40 each, at most $1.00; alpha/one and beta/one",
      "not taken here: this OpenCode does not offer gamma/one and gamma/two",
      "not taken here: its rubric is held",
      "Whoever writes the queue spends your money: your keys are used for what this machine can take of it",
      "**far**: 2 designs, 1 reviewer; alpha/one and beta/one",
      "limit of all your workers on this machine: $5.00",
      "an empty folder below /home/ann/work; designers read nothing else",
    ])
      expect(said).toContain(part);
  });

  test("says whose money it is where all has a price, and that no limit holds where nothing has", () => {
    const priced = consent({ panels: [panel({ price: 0.4 })] });
    expect(priced).toContain("Whoever writes the queue spends your money: your keys are used for all of this");
    const unknown = consent({ panels: [panel({})], max_cost: null });
    expect(unknown).toContain("Whoever writes the queue uses your keys: for all of this");
    expect(unknown).toContain("knows no price of these models, so that no limit of money holds");
    // The limit that is wanting is asked for behind it.
    expect(consent({ panels: [panel({ price: 0.4 })], max_cost: null })).not.toContain("no price");
    expect(consent({ panels: [panel({ price: 0 })], max_cost: null })).toContain("these models cost nothing");
    expect(consent({ panels: [panel({ price: 0.4, unpriced: ["beta/one"] })] })).toContain(
      "beside that what beta/one takes: its price is not known here, and no limit of money holds for it",
    );
    expect(consent({ folder: { path: "/srv/project", named: true } })).toContain(
      "designers may read /srv/project, which you named, and the project around it",
    );
  });

  const reading = { path: "/tmp/designlab-read-1", stays: false };
  test("is shown with how each text begins, its size and where all of it lies, and floods no terminal", () => {
    const settings = {
      ...{ criteria: ["own", "clear"], assertions: 2, prompt: "You are **mine** {{task_description}}" },
      personas: [{ name: "critic", characters: 120 }],
      fallbacks: [["beta/one", ["gamma/one"]]] as const,
    };
    const long = {
      ...taskOf("02-long", "word ".repeat(50_000)),
      title: "Long",
      requirements: ["It is fast", "It is small"],
    };
    const said = consent({
      reading,
      tasks: [taskOf("01-ferry", "Ferry booking"), long],
      panels: [panel({ settings })],
    });
    for (const part of [
      "- 01-ferry: Ferry booking\n  - 13 characters: “Ferry booking”",
      "- 02-long: Long\n  - 250,000 characters, 2 beside it in its lists: “word word",
      "  - judged by own and clear",
      "  - held against 2 assertions of its own",
      "  - designers get a prompt of its own, 37 characters: “You are",
      "  - brings 1 persona: critic of 120 characters",
      "  - where beta/one fails it asks gamma/one",
      "All that is sent and used can be read in /tmp/designlab-read-1: 250,013 characters of tasks, and each panel's settings, rubric and personas. It goes when you answer; `--read FOLDER` behind the same line keeps it.",
    ])
      expect(said).toContain(part);
    expect(said).not.toContain("**mine**");
    const many = consent({
      reading,
      tasks: Array.from({ length: 500 }, (_, at) => taskOf(`${at}-t`, "word ".repeat(2_000))),
    });
    expect(many).toContain("and 492 tasks more, 4,920,000 characters in all");
    expect(many.split("\n").length).toBeLessThan(50);
    expect(many.length).toBeLessThan(6_000);
    expect(consent({ reading: { ...reading, stays: true } })).toContain("rubric and personas.\n");
    // What was said yes to in advance is shown as ever.
    expect(consent()).not.toContain("characters");
  });

  test("is no mark-up of whoever wrote the queue", () => {
    const evil = "**free** [x](http://evil) `rm`\u001b[2J";
    const said = consent({ tasks: [{ ...taskOf("01-a", "x"), title: evil }] });
    expect(said).not.toContain("[x](http://evil)");
    expect(said).not.toContain("\u001b");
    const settings = {
      criteria: [HOSTILE],
      assertions: 0,
      prompt: HOSTILE,
      personas: [{ name: HOSTILE, characters: 1 }],
      fallbacks: [],
    };
    const whole = consent({
      reading,
      tasks: [taskOf("01-a", `${HOSTILE}\u202e\u001b[2J`)],
      panels: [panel({ settings })],
    });
    expect(foreign(whole)).toEqual([]);
  });
});

test("an experiment that came to no ranking names what kept it, and what to mend first", () => {
  const failure = { phase: "score" as const, design_id: "d", reviewer_id: "r", model: "alpha/one" };
  expect(unrankedWhy({ stopped: "max_cost of $1 is reached", failures: [] })).toEqual({
    ...{ reason: "max_cost of $1 is reached", advice: null },
  });
  expect(unrankedWhy({ stopped: null, failures: [] }).reason).toBe("there is no ranking");
  const two = unrankedWhy({
    stopped: null,
    failures: [
      { ...failure, kind: "auth", message: "bad key" },
      { ...failure, design_id: "e", kind: "timeout", message: "" },
    ],
  });
  expect(two.reason).toContain("alpha/one: the provider refuses the key: bad key, and 1 further session failed");
  expect(two.advice).toContain("key");
});

test("how a worker's time ended counts what it did and what that took", () => {
  const end = { name: "ferries", takes: ["near"], done: 3, failed: 1, given: 2, cost: 0.31, unpriced: 0 };
  const limits = {
    experiment: { max_cost: null, max_tokens: null, max_minutes: null },
    study: { max_cost: 1.2, max_tokens: 9_000, max_hours: 1 },
  };
  const money = { spent: 0.9, reserved: 0, expected: null, unpriced: 0 };
  const kept = {
    money: [
      { panel: "near", each: 0.4 },
      { panel: "far", each: 0.35 },
    ],
    tokens: null,
  };
  const standing = {
    state: "stopped" as const,
    why: "max_cost" as StudyStanding["why"],
    limits,
    money,
    kept,
    tokens: 0,
  };
  expect(String(blocksText(workEnded({ ...end, why: "over" }, { ...standing, state: "over" }, "")))).toBe(
    "**The study is over.** ferries: 3 experiments done, 1 failed, 2 given back, $0.31.",
  );
  expect(String(blocksText(workEnded({ ...end, why: "over" }, { ...standing, state: "running" }, "")))).toBe(
    "**What this machine can take of it is done.** ferries: 3 experiments done, 1 failed, 2 given back, $0.31. What is left, of far, is for workers that can take it.",
  );
  expect(String(blocksText(workEnded({ ...end, why: "left", failed: 0, given: 0, unpriced: 4 }, standing, "")))).toBe(
    "**Left the study.** ferries: 3 experiments done, at least $0.31.\n\n### Next\n\n- The same line again goes on from what is stored.",
  );
  expect(String(blocksText(workEnded({ ...end, why: "money", done: 0, cost: 0 }, standing, "")))).toBe(
    "**What you let it spend leaves no room for another experiment.** ferries: 0 experiments done, 1 failed, 2 given back, $0.00. $0.40 is kept for one before it begins.\n\n### Next\n\n- The same line with a higher `--max-cost` goes on from what is stored.",
  );
  const stopped = (of: Parameters<typeof workEnded>[1]) =>
    String(blocksText(workEnded({ ...end, why: "stopped", failed: 0, given: 0 }, of, null)));
  const did = "**The study was stopped.** ferries: 3 experiments done, $0.31.";
  expect(stopped(standing)).toBe(
    `${did} Its limit of $1.20 leaves no room for another experiment: $0.35 is kept for one before it begins, so that takes a limit of at least $1.25.`,
  );
  expect(stopped({ ...standing, kept: { money: [{ panel: "near", each: null }], tokens: null } })).toBe(
    `${did} Its limit of $1.20 is reached.`,
  );
  expect(stopped({ ...standing, why: "max_tokens", tokens: 6_000, kept: { ...kept, tokens: 4_000 } })).toBe(
    `${did} Its limit of 9,000 tokens leaves no room for another experiment: 4,000 tokens are kept for one before it begins, so that takes a limit of at least 10,000.`,
  );
  expect(stopped({ ...standing, why: "max_tokens" })).toBe(`${did} Its limit of 9,000 tokens is reached.`);
  expect(stopped({ ...standing, why: "max_hours" })).toBe(`${did} Its limit of 1 hour is reached.`);
  expect(stopped({ ...standing, why: "person" })).toBe(`${did} A person stopped it.`);
  expect(String(blocksText(workEnded({ ...end, why: "stopped" }, standing, "--queue /q --study abababab")))).toContain(
    "`opencode-designlab study go --max-cost USD --queue /q --study abababab` has it go on with a higher limit.",
  );
  // Somebody had it go on meanwhile.
  expect(stopped({ ...standing, state: "running", why: null })).toStartWith(`${did}\n\n### Next\n\n- The same line`);
  expect(heldOnServer(["design.max_tokens"])).toContain("design.max_tokens would be another");
});
