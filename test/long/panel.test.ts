import { expect, test } from "bun:test";
import { HOST_MODEL } from "../../rehearsal/host-agent.ts";
import { type RehearsalOptions, rehearse } from "../e2e/support/rehearsal.ts";

const FREE = ["free-1", "free-2"];
/** What the host is told where the person has set up nothing: its own models run the person's agent too. */
const NOTHING = {
  model: "opencode/free-1",
  small_model: "opencode/free-1",
  provider: {},
  enabled_providers: ["opencode"],
};

/** What the dry run of a task says with nothing of the lab's configured. */
async function dryRun(options: Partial<RehearsalOptions>): Promise<string> {
  await using lab = await rehearse({ models: [], hosts_own: FREE, ...options });
  const { designlab } = await lab.call("run", { task: "Design a queue", dry_run: true });
  return designlab.join("\n");
}

test("with one provider of the person's its models design and review, and nobody of the host's own is asked", async () => {
  await using lab = await rehearse({ models: [{ id: "host/second" }], hosts_own: FREE });
  const { designlab } = await lab.call("run", { task: "Design a queue" });
  expect(designlab.join()).toMatch(/No models are configured: host\/\w+ and host\/\w+ were chosen to design\./);
  expect(designlab.join()).not.toContain("opencode/free");
  const asked = lab.provider.requests.filter(({ kind }) => kind === "design" || kind === "evaluation");
  expect(asked.map(({ model, kind }) => `${model} ${kind}`).sort()).toEqual([
    `${HOST_MODEL} design`,
    `${HOST_MODEL} evaluation`,
    `${HOST_MODEL} evaluation`,
    "host/second design",
    "host/second evaluation",
    "host/second evaluation",
  ]);
  expect(lab.provider.requests.map(({ model }) => model).join()).not.toContain("opencode/");
});

test("with two providers each has a model, and one of them another; one that draws is not chosen, be it its provider's default", async () => {
  const drawing = { id: "alpha/picture-latest", output: ["text", "image"] };
  const said = await dryRun({ models: [drawing, { id: "alpha/one" }, { id: "alpha/two" }] });
  // Which of alpha's two is its default is the host's to say.
  expect(said).toMatch(
    /No models are configured: (alpha\/(one|two)), host\/agent and (?!\1)alpha\/(one|two) were chosen/,
  );
  expect(said).not.toContain("opencode/");
});

test("with none the dry run begins with whose the models are, and where the task goes", async () => {
  const said = await dryRun({ config: NOTHING });
  expect(said).toStartWith(
    "**These are OpenCode's own free models, which you did not set up:** opencode/free-1 and opencode/free-2. The text of the task goes to their service",
  );
  expect(said).toContain("Set up a provider of your own with `opencode auth login`");
});

test("a preset that is typed asks as many models as it says, and the estimate shows it beside the others", async () => {
  const models = ["alpha/one", "beta/one", "gamma/one", "delta/one"].map((id) => ({ id }));
  await using lab = await rehearse({ models });
  const { output: said } = await lab.type("dry-run --standard Design a queue");
  expect(said).toContain(
    "ask for 4 designs and at most 20 evaluations, each of one design by one reviewer: at most 25",
  );
  expect(said).toMatch(/\| quick \| standard, this call \| +thorough \|/u);
  expect(said).toContain("\n- thorough: `/design-lab run --thorough Design a queue`\n");
  expect(lab.labRequests()).toEqual([]);
  expect(await lab.ask("generate", { task: "Design a queue", preset: "standard" })).toContain("4 designs written");
  const asked = lab.provider.requests.filter(({ kind }) => kind === "design");
  expect(new Set(asked.map(({ model }) => model)).size).toBe(4);
});
