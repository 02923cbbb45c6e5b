import { expect, test } from "bun:test";
import { join } from "node:path";
import { userText } from "../../rehearsal/asked.ts";
import type { Design } from "../../src/artifacts/design.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";

/** The same through a real host; for every role and field test/session/lenient-json.test.ts holds it without one. */
const [FILLS, GRAVE, EMPTY, JUDGE] = ["fills/every-field", "grave/words", "empty/list", "capital/judge"] as const;

/** The ordinary answer as a model gives it that fills in every field of the schema. */
const changed = (change: (answer: Record<string, unknown>) => object) => ({
  text: (ordinary: string) => JSON.stringify(change(JSON.parse(ordinary))),
});
type Listed = Record<string, object[]>;
const filled = (answer: Record<string, unknown>) => {
  const { components, risks } = answer as Listed;
  return {
    ...answer,
    components: components?.map((each) => ({ ...each, interfaces: null })),
    connections: null,
    risks: risks?.map((each) => ({ ...each, severity: "High", mitigation: null })),
    additional_notes: "",
  };
};
const grave = (answer: Record<string, unknown>) => ({
  ...answer,
  risks: (answer as Listed).risks?.map((each) => ({ ...each, severity: "critical" })),
});

test("empty fields and words in capitals cost no second request, and what is none of the words is told them", async () => {
  await using lab = await rehearse({
    models: [FILLS, GRAVE, EMPTY, JUDGE].map((id) => ({ id })),
    script: ({ kind, model }) => {
      if (kind === "evaluation") return changed((answer) => ({ ...answer, risk_assessment: "Medium " }));
      if (kind !== "design") return undefined;
      if (model === FILLS) return changed(filled);
      if (model === GRAVE) return changed(grave);
      return model === EMPTY ? changed((answer) => ({ ...answer, components: [] })) : undefined;
    },
    lab: {
      confirm_above: null,
      topic_generation_model: JUDGE,
      design_models: [FILLS, GRAVE, EMPTY, JUDGE],
      review_models: [JUDGE],
    },
  });
  const { designlab } = await lab.call("run", { task: "Design a durable task queue", topic: "queue" });
  const asked = (model: string, kind: string) =>
    lab.labRequests().filter((each) => each.model === model && each.kind === kind);
  expect([FILLS, GRAVE, EMPTY, JUDGE].map((model) => asked(model, "design").length)).toEqual([1, 3, 3, 1]);
  expect(asked(JUDGE, "evaluation")).toHaveLength(2);

  const repair = userText(asked(GRAVE, "design").at(-1) ?? expect.unreachable());
  expect(repair).toContain('risks[0].severity must be "low", "medium" or "high", found "critical"');
  const [reply = ""] = designlab;
  expect(reply).toContain("components must be a list of at least 1, found an empty list");
  expect(reply).not.toMatch(/expected union|found \\?\[/u);

  const dir = await onlyExperiment(lab.project.directory);
  const design = await readJson<Design>(join(dir, "designs/design-fills-every-field.json"));
  expect(new Set(design.risks.map((each) => JSON.stringify([each.severity, each.mitigation])))).toEqual(
    new Set(['["high",null]']),
  );
  for (const field of ["additional_notes", "connections"]) expect(design).not.toHaveProperty(field);
  expect(design.components.every((each) => !("interfaces" in each))).toBe(true);
}, 300_000);
