import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nextAsking } from "../../rehearsal/talk.ts";
import { HOST } from "./support/hosts.ts";
import { type RehearsalOptions, rehearse } from "./support/rehearsal.ts";

const MODELS = ["alpha/strong-1", "beta/middle-1"];
const SETUP = {
  models: MODELS.map((id) => ({ id })),
  lab: { confirm_above: 0.0001, design_models: MODELS, review_models: MODELS },
} satisfies RehearsalOptions;
const QUEUE = { task: "A queue", topic: "queue" };
/** What it is about, what it should cost and why it is asked. */
const SENTENCE = /6 sessions with 2 models, about \$0\.\d\d: more than \$0\.0001\. Start\?/;

test("a price is asked with its sentence, where a person reads it: a no starts nothing, a yes runs", async () => {
  await using lab = await rehearse(SETUP);
  const server = await lab.serve();
  let session = await server.open();
  const say = (op: string, args: object) => server.say(session, `Call designlab with ${JSON.stringify({ op, args })}`);
  const answer = async (reply: "allow" | "refuse", sentence: RegExp) => {
    const asking = await nextAsking(server, session);
    // The first generation shows the permission's name alone.
    expect(asking.texts[0]).toMatch(sentence);
    await asking[reply]();
  };

  const refused = say("run", QUEUE);
  await answer("refuse", SENTENCE);
  await refused;
  expect(lab.labRequests()).toEqual([]);

  const allowed = say("run", QUEUE);
  await answer("allow", SENTENCE);
  await allowed;
  expect(lab.labRequests()).toHaveLength(6);

  session = await server.open();
  const again = say("score", { force: true });
  await answer("refuse", /4 sessions with 2 models, about \$0\.\d\d: more than \$0\.0001\. Start\?/);
  await again;
  expect(lab.labRequests()).toHaveLength(6);
}, 300_000);

test("under opencode run nobody can be asked: a call and a typed line are refused alike, with the price and the way", async () => {
  await using lab = await rehearse(SETUP);
  const called = await lab.call("run", QUEUE);
  const typed = await lab.say(`run "A queue"`, { command: "design-lab" });
  expect(lab.labRequests()).toEqual([]);
  for (const { designlab } of [called, typed]) {
    const reply = designlab[0] ?? "";
    expect(reply).toContain("Not started: ");
    expect(reply).toContain("has nobody to ask");
    expect(reply).toMatch(/[67] sessions with 2 models, about \$0\.\d\d: more than \$0\.0001\./);
    expect(reply).toContain("A higher `confirm_above` in ");
    expect(reply).toContain(".config/opencode/design-lab.json, your own file");
    expect(reply.includes("`opencode run --auto` allows")).toBe(HOST === 1);
  }
  const auto = await lab.call("run", QUEUE, { auto: true });
  expect(auto.designlab[0]?.includes("Not started: ")).toBe(HOST === 2);
  expect(lab.labRequests()).toHaveLength(HOST === 1 ? 6 : 0);
}, 300_000);

test("the host's own free models are asked only where they are named: nobody is sent a task unasked", async () => {
  await using lab = await rehearse({ models: SETUP.models, lab: { confirm_above: null } });
  // What the host gives as the key of the providers that it brings by itself.
  const file = join(lab.project.directory, "opencode.json");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll('"apiKey": "none"', '"apiKey": "public"'));
  const reply = (await lab.call("run", QUEUE)).designlab[0] ?? "";
  expect(reply).toContain(" goes to ");
  expect(reply).toContain("/design-lab --design-models provider/model");
  expect(lab.labRequests()).toEqual([]);
  await lab.call("run", { ...QUEUE, design_models: MODELS, review_models: MODELS });
  expect(lab.labRequests()).toHaveLength(6);
}, 300_000);

test.skipIf(HOST !== 1)(
  "a rule under permission allows or denies a price in advance, by the bare name too",
  async () => {
    const nobody = "Not started: opencode run has nobody to ask";
    for (const [config, asked] of [
      [{ agent: { build: { permission: { "*": "allow" } } } }, nobody],
      [{ permission: { "*": "allow", designlab_cost: "deny" } }, "Not started: a rule under permission"],
      [{ permission: { "*": "deny", designlab: "allow", designlab_cost: "allow" } }, null],
    ] as const) {
      await using lab = await rehearse({ ...SETUP, config });
      const reply = (await lab.call("run", QUEUE)).designlab[0] ?? "";
      if (asked !== null) expect(reply).toContain(asked);
      expect(lab.labRequests()).toHaveLength(asked === null ? 6 : 0);
    }
  },
  300_000,
);
