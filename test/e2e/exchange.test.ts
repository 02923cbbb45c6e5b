import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Exchange } from "../../src/artifacts/exchange.ts";
import { onlyExperiment } from "../support/disk.ts";
import { rehearse } from "./support/rehearsal.ts";

const MODELS = ["alpha/a", "beta/b"];
const IN_OPTIONS = "sk-planted-in-options-0123456789abcdef";
const IN_ENVIRONMENT = "sk-planted-in-environment-0123456789abcdef";

test("what a real host sent for a design and a review is kept and shown as the provider has it, with its requests and without a key", async () => {
  await using lab = await rehearse({
    models: MODELS.map((id) => ({ id })),
    lab: { design_models: MODELS, review_models: MODELS },
    api_keys: { alpha: IN_OPTIONS, beta: "{env:PLANTED_API_KEY}" },
    env: { PLANTED_API_KEY: IN_ENVIRONMENT },
    files: { "README.md": "# Shop\n" },
  });
  await lab.ask("run", { task: "Design a durable task queue", topic: "queue" });
  const dir = await onlyExperiment(lab.project.directory);
  const folder = join(dir, "exchanges");
  const kept = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Exchange);
  const asked = lab.labRequests();
  expect(kept.map(({ phases }) => phases[0]).sort()).toEqual([
    ...Array(2).fill("generate"),
    ...Array(4).fill("review"),
  ]);
  expect(kept.map(({ requests }) => requests)).toEqual(kept.map(() => 1));

  for (const { model, system, turns, requests, phases } of kept) {
    const sent = asked.filter((each) => {
      const words = each.messages.map(({ content }) => content);
      return each.model === model && words.includes(turns[0]?.sent.text ?? "") && words.includes(system.text);
    });
    expect([model, phases, sent.length]).toEqual([model, phases, requests ?? -1]);
  }
  const design = asked.find(({ kind, model }) => kind === "design" && model === MODELS[0]);
  const shown = await lab.ask("show", { experiment: basename(dir), what: "exchange", design: "A" });
  const prompt = design?.messages.findLast(({ role }) => role === "user")?.content ?? "";
  // A reply shows texts from their beginning on.
  expect(prompt.length).toBeGreaterThan(2_000);
  expect(shown.includes(prompt.slice(0, 2_000))).toBe(true);
  expect(shown).toContain("1 request to the provider");

  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  expect(files.length).toBeGreaterThan(20);
  for (const key of [IN_OPTIONS, IN_ENVIRONMENT])
    expect(files.filter((_, at) => texts[at]?.includes(key)).map(({ name }) => name)).toEqual([]);
}, 300_000);
