import { afterEach, expect, test } from "bun:test";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const message = "ConnectionRefused: Unable to connect. Is the computer able to access the url?";
const REFUSED = { error: { kind: null, message, status: null, retryable: true } };
const MODELS = ["dead/1", "dead/2", "alive/1"];
const MEND = "Start the server of dead first, or mend its address or the network";

const begin = async (down: () => boolean): Promise<Bench> =>
  bench({
    models: MODELS.map((id) => ({ id })),
    config: { design_models: MODELS, review_models: MODELS },
    answer: ({ model }) => (model.startsWith("dead/") && down() ? REFUSED : undefined),
  });

test("a provider that cannot be reached is to be mended before anything is asked again, whoever is called", async () => {
  lab = await begin(() => true);
  const reply = await lab.call("run", { task: "A queue", topic: "queue" });
  expect(reply).toContain(`### Next\n\n- ${MEND}: it cannot be reached; then \`designlab({op: "run"`);
  expect(reply).not.toContain("asks again for what failed");
  for (const [op, args] of [
    ["show", { experiment: "2" }],
    ["show", { what: "ledger" }],
    ["rank", {}],
  ] as const) {
    expect(await lab.call(op, args)).toContain(MEND);
  }
}, 300_000);

test("an experiment goes on once the provider can be reached, and nobody is asked twice for what is there", async () => {
  let down = true;
  lab = await begin(() => down);
  await lab.call("run", { task: "A queue", topic: "queue" });
  const [first] = lab.host.prompts.filter(({ model }) => model === "alive/1");
  expect(first?.role).toBe("designer");
  down = false;
  expect(await lab.call("run", { experiment: "2" })).toContain("2 designs written, 9 reviews and 9 scores made.");
  const asked = lab.host.prompts.filter(({ model, role }) => model === "alive/1" && role === "designer");
  expect(asked).toHaveLength(1);
}, 300_000);
