import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nextAsking } from "../../rehearsal/talk.ts";
import { CONFIRM_SETUP, QUEUE } from "../e2e/support/confirm-setup.ts";
import { HOST } from "../e2e/support/hosts.ts";
import { type Rehearsal, rehearse } from "../e2e/support/rehearsal.ts";

/** What it is about, what it should cost and why it is asked. */
const SENTENCE = /6 sessions with 2 models, about \$0\.\d\d: more than \$0\.0001\. Start\?/;

test("a price is asked with its sentence, where a person reads it, for the host's own models too: a no starts nothing, a yes runs", async () => {
  await using lab = await withPublicKey();
  const server = await lab.served();
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
});

test("under opencode run nobody can be asked: models of the host's own need to be named, and a call and a typed line are refused alike, with the price and the way", async () => {
  await using lab = await withPublicKey();
  lab.configure({ confirm_above: null });
  const unnamed = (await lab.call("run", QUEUE)).designlab[0] ?? "";
  expect(unnamed).toContain(" goes to ");
  expect(unnamed).toContain("/design-lab run --design-models provider/model");
  expect(lab.labRequests()).toEqual([]);

  lab.configure(CONFIRM_SETUP.lab);
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
});

/** Models whose provider has the key that the host gives to those that it brings by itself. */
async function withPublicKey(): Promise<Rehearsal> {
  const lab = await rehearse(CONFIRM_SETUP);
  const file = join(lab.project.directory, "opencode.json");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll('"apiKey": "none"', '"apiKey": "public"'));
  return lab;
}
