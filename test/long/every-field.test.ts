import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { everyField } from "../support/every-field.ts";

const DESIGNERS = ["alpha/strong-1", "beta/middle-1", "gamma/weak-1"];

test("runs with a project's configuration of every field that the requirements name, pasted with its comments", async () => {
  await using lab = await rehearse({
    models: [...DESIGNERS, "delta/middle-2"].map((id) => ({ id })),
    files: { ".opencode/design-lab.json": await everyField() },
  });
  const { designlab } = await lab.call("run", { task: "Design a durable task queue" });
  expect(designlab[0]).toContain("review_models counts");
  const ranking = await readJson<Ranking>(
    join(await onlyExperiment(lab.project.directory, ".design-lab"), "results", "ranking.json"),
  );
  expect(ranking.designs).toHaveLength(3);
  const asked = lab.labRequests().filter(({ kind }) => kind === "design");
  expect(asked.map(({ temperature, top_p, max_tokens }) => [temperature, top_p, max_tokens])).toEqual(
    DESIGNERS.map(() => [0.7, 0.9, 4000]),
  );
});
