import { createHash } from "node:crypto";
import type { StudyBundle } from "../../src/artifacts/study.ts";

/** A panel of these models, all of whom design and review. */
export const panelOf = (name: string, models: readonly string[]): StudyBundle["panels"][number] => ({
  name,
  config: { design_models: [...models], review_models: [...models] },
  files: [],
  models: [...models],
  designs: models.length,
  reviewers: models.length,
});

/** A task that says what it is to be and no more. */
export const taskOf = (key: string, task: string): StudyBundle["tasks"][number] => ({
  key,
  title: task,
  source: `${key}.md`,
  sha256: createHash("sha256").update(task).digest("hex"),
  task,
  requirements: [],
  constraints: [],
  non_functional_requirements: [],
  assertions: [],
});

/** A small study, with some of it changed. */
export const smallStudy = (change: Partial<StudyBundle> = {}): StudyBundle => ({
  version: 1,
  name: "small",
  file: { name: "study.yaml", text: "name: small\n" },
  tasks: [taskOf("01-queue", "Design a durable queue"), taskOf("02-ferry", "Design a ferry booking")],
  panels: [panelOf("near", ["alpha/one", "beta/one"]), panelOf("far", ["gamma/one", "delta/one"])],
  repeats: 1,
  limits: {
    experiment: { max_cost: 1, max_tokens: null, max_minutes: null },
    study: { max_cost: 50, max_tokens: null, max_hours: null },
  },
  providers: {},
  machines: [{ name: "here", at_once: 2 }],
  ...change,
});
