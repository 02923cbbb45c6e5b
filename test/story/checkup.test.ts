import { expect, test } from "bun:test";
import type { Check, PanelNote } from "../../src/artifacts/note.ts";
import { LabError } from "../../src/errors.ts";
import type { Lab } from "../../src/prompting/lab.ts";
import {
  boundChecks,
  configurationCheck,
  projectChecks,
  reviewerChecks,
  rubricChecks,
} from "../../src/story/checkup.ts";

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
