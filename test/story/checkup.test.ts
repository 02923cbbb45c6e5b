import { describe, expect, test } from "bun:test";
import { MATERIAL_TASK } from "../../rehearsal/material/task.ts";
import type { Check, PanelNote } from "../../src/artifacts/note.ts";
import { checkedOf } from "../../src/artifacts/requirement.ts";
import { ROLES } from "../../src/artifacts/stages/stages.ts";
import { DEFAULT_CRITERIA } from "../../src/config/criteria.ts";
import { LabError } from "../../src/errors.ts";
import type { ModelAnswer } from "../../src/prompting/ask.ts";
import { expected, NEEDED_CONTEXT } from "../../src/prompting/budget.ts";
import type { Lab } from "../../src/prompting/lab.ts";
import { designerAgent } from "../../src/stages/designs/designer.ts";
import { evaluatorAgent } from "../../src/stages/judgement/evaluator.ts";
import { DESIGN_CHARACTERS } from "../../src/stages/judgement/stage.ts";
import { comingOf } from "../../src/stages/stage.ts";
import {
  answerCheck,
  boundChecks,
  configurationCheck,
  connectionCheck,
  contextChecks,
  folderCheck,
  priceCheck,
  projectChecks,
  reviewerChecks,
  ripgrepCheck,
  rubricChecks,
} from "../../src/story/checkup.ts";
import { available } from "../support/scripted-host.ts";

test("the configuration is well where it is read, from the files named or from none; else its problem is told", () => {
  const none = configurationCheck({ sources: [], problem: null });
  expect(none).toMatchObject({ state: "ok", remedy: "" });
  expect(none.found).toStartWith("none, so defaults apply");
  expect(configurationCheck({ sources: ["a.json", "b.json"], problem: null })).toMatchObject({
    state: "ok",
    found: "a.json, b.json",
  });
  const problem = new LabError("It is broken", { advice: "Mend it" });
  expect(configurationCheck({ sources: ["a.json"], problem })).toMatchObject({
    state: "problem",
    found: "It is broken",
    remedy: "Mend it",
  });
});

type Project = NonNullable<Lab["project"]>;
const HELD = { setting: "max_cost", source: "a.json" };
const project = (over: Partial<Project>, held: object[] = []): Check[] =>
  projectChecks({
    project: { files: ["a.json"], passed: [], sha256: "abc", standing: "allowed", ...over },
    held,
    heldPersonas: [],
  } as unknown as Lab);

test("the project's files are worth a look where they changed, or where they are new and something is held back", () => {
  const state = (standing: Project["standing"], held: object[] = []) => project({ standing }, held)[0]?.state;
  for (const standing of ["allowed", "said"] as const) expect(state(standing, [HELD])).toBe("ok");
  expect([state("changed"), state("changed", [HELD])]).toEqual(["warning", "warning"]);
  expect([state("new"), state("new", [HELD])]).toEqual(["ok", "warning"]);
  // What another file wanted is not held back of these.
  expect(state("new", [{ ...HELD, source: "b.json" }])).toBe("ok");
  for (const check of [project({ standing: "new" }), project({ standing: "changed" })])
    expect(check[0]?.remedy !== "").toBe(check[0]?.state === "warning");
});

test("what is held back of the project's files is named, and so is a file that another one stands before", () => {
  expect(project({ standing: "new" })[0]?.found).toContain("; nothing of it is held back; SHA-256 abc");
  expect(project({ standing: "new" }, [HELD])[0]?.found).toContain("; held back of it: max_cost; SHA-256 abc");
  expect(project({ sha256: null, files: ["a.json", "b.json"] })[0]?.found).toMatch(
    /^a\.json and b\.json: .* not known$/u,
  );
  const [, passed, ...more] = project({ passed: ["c.json"] });
  expect(passed).toMatchObject({ state: "warning", found: "c.json is not read, for a.json counts" });
  expect(more).toEqual([]);
  expect(projectChecks({ project: null, held: [HELD], heldPersonas: [] } as unknown as Lab)).toEqual([]);
});

test("a file of criteria that is named is worth a look where nothing of it counts", () => {
  expect(rubricChecks(null, undefined)).toEqual([]);
  expect(rubricChecks("r.yaml", undefined)).toMatchObject([{ state: "warning", what: "Criteria" }]);
  const note = { kind: "rubric-file", file: "r.yaml", by: "a.json", criteria: ["cost"], assertions: 0 } as const;
  expect(rubricChecks("r.yaml", note)).toMatchObject([
    { state: "ok", found: expect.stringContaining("1 criterion (cost) of r.yaml"), remedy: "" },
  ]);
});

test("a bound that was not loosened says where it can be, and by allowing only what can be allowed", () => {
  const remedies = boundChecks({
    ownFile: "own.json",
    held: [
      { kind: "held", setting: "max_cost", source: "a.json", standing: "new" },
      { kind: "held", setting: "max_cost", source: "a.json" },
    ],
  } as unknown as Lab).map(({ remedy }) => remedy);
  expect(remedies).toEqual([
    "Only your own file can make it laxer: own.json, or `/design-lab allow`.",
    "Only your own file can make it laxer: own.json.",
  ]);
});

test("of all notes on a panel only that one list of reviewers counts before another is a check", () => {
  const counts: PanelNote = { kind: "review-models-count", models: ["p/a"], unused: ["personas"] };
  const other = { kind: "other" } as unknown as PanelNote;
  expect(reviewerChecks([other, counts, other])).toMatchObject([{ what: "Reviewers", state: "warning" }]);
});

test("a model that answers in another form was reached; what failed is told with its kind and a way out", () => {
  const of = (answer: object) => answerCheck({ model: "p/a", answer: answer as ModelAnswer<unknown> });
  expect(of({ state: "ok" })).toEqual({ what: "Answer of p/a", state: "ok", found: "answered", remedy: "" });
  const failed = (kind: string) => of({ state: "failed", kind, message: "no such key" });
  expect(failed("invalid_output")).toMatchObject({
    state: "warning",
    remedy: expect.stringContaining("asks it again"),
  });
  expect(failed("auth")).toMatchObject({
    state: "problem",
    found: "auth: no such key",
    remedy: expect.stringContaining("another model"),
  });
});

test("priceCheck() names the models of a run whose own price is unknown, and no other", () => {
  const models = [available("p/a"), available("p/b", { price: null }), available("p/c", { price: null })];
  expect(priceCheck(["p/a", "p/b"], models)).toMatchObject({ state: "warning", found: "unknown for p/b" });
  expect(priceCheck(["p/a"], models)).toMatchObject({ state: "ok", found: "known for every model of a run" });
  expect(priceCheck(["p/gone"], models)).toMatchObject({ state: "ok" });
});

describe("contextChecks()", () => {
  const { designer, evaluator } = NEEDED_CONTEXT;
  const of = (context_limit: number | null, parts: { designers?: string[]; reviewers?: string[] }) =>
    contextChecks({ designers: [], reviewers: [], ...parts }, [available("p/a", { context_limit }), available("p/b")]);

  test("warns of a known context that is too small for what the model is asked", () => {
    expect(of(4_096, { designers: ["p/a", "p/b"], reviewers: ["p/a"] })).toMatchObject([
      {
        state: "warning",
        found:
          "the context of p/a is 4,096 tokens, but a design needs about 8,000 and an evaluation needs about 11,000",
      },
    ]);
    for (const [part, needed, other] of [
      ["designers", designer, "evaluation"],
      ["reviewers", evaluator, "design"],
    ] as const) {
      const [check] = of(needed - 1, { [part]: ["p/a"] });
      expect(check?.found).toContain("needs about");
      expect(check?.found).not.toContain(other);
      expect(of(needed, { [part]: ["p/a"] })).toEqual([]);
    }
  });

  test("says nothing of an unknown context, and nothing of a model that a run does not ask", () => {
    expect(of(null, { designers: ["p/a"], reviewers: ["p/a"] })).toEqual([]);
    expect(of(4_096, { designers: ["p/b"], reviewers: ["p/b"] })).toEqual([]);
  });

  test("needs what the real prompts and a typical answer take", () => {
    const task = { ...MATERIAL_TASK, template: null, repository: null };
    const checked = checkedOf({ ...MATERIAL_TASK });
    const criteria = [...DEFAULT_CRITERIA];
    const judged = { design: "", parts: ["review", "score"] as const, nonce: "nonce000", design_id: "A" };
    const sessions = [
      comingOf(designerAgent, "p/a", task),
      comingOf(evaluatorAgent, "p/a", { ...MATERIAL_TASK, checked, criteria, ...judged }),
    ];
    const needed = sessions.map(({ role, characters }) => {
      const { input, output } = expected(role, characters + (role === "evaluator" ? DESIGN_CHARACTERS : 0));
      return 1_000 * Math.ceil((input / ROLES[role].typical.turns + output) / 1_000);
    });
    expect(needed).toEqual([designer, evaluator]);
  });
});

test("connectionCheck() names each provider once, in order, eight at most", () => {
  const of = (providers: string[]) => connectionCheck(providers.map((provider) => available(`${provider}/m`)));
  expect(of([])).toMatchObject({ state: "problem", found: "none" });
  expect(of(["q", "p", "q"])).toMatchObject({ state: "ok", found: "3 models of p, q" });
  expect(of([..."hgfedcba"])).toMatchObject({ found: "8 models of a, b, c, d, e, f, g, h" });
  expect(of([..."jihgfedcba"])).toMatchObject({ found: "10 models of a, b, c, d, e, f, g, h and 2 more" });
});

test("connectionCheck() warns where every model is the host's own", () => {
  const own = available("host/free", { hosts_own: true });
  expect(connectionCheck([own])).toMatchObject({ state: "warning" });
  expect(connectionCheck([own, available("p/a")])).toMatchObject({ state: "ok" });
});

test("a folder that cannot be written is a problem, and ripgrep that is nowhere is worth a look", () => {
  expect(folderCheck({ folder: "/a", writable: true })).toMatchObject({ state: "ok", found: "/a", remedy: "" });
  expect(folderCheck({ folder: "/a", writable: false })).toMatchObject({
    state: "problem",
    found: "/a cannot be written",
    remedy: expect.stringContaining("output.base_dir"),
  });
  expect(ripgrepCheck("/bin/rg")).toMatchObject({ state: "ok", found: "/bin/rg", remedy: "" });
  expect(ripgrepCheck(null)).toMatchObject({ state: "warning", remedy: expect.stringContaining("Install ripgrep") });
});
