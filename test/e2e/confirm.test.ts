import { expect, test } from "bun:test";
import { nextAsking } from "../../rehearsal/talk.ts";
import { rehearse } from "./support/rehearsal.ts";

test("confirm_above asks through the host's permission dialog: a no starts nothing, a yes runs", async () => {
  await using lab = await rehearse({
    models: [{ id: "alpha/strong-1" }, { id: "beta/middle-1" }],
    lab: {
      confirm_above: 0.0001,
      design_models: ["alpha/strong-1", "beta/middle-1"],
      review_models: ["alpha/strong-1", "beta/middle-1"],
    },
  });
  const server = await lab.serve();
  const session = await server.open();
  const say = (topic: string) => {
    const text = `Call designlab with ${JSON.stringify({ op: "run", args: { task: "A queue", topic } })}`;
    return server.say(session, text);
  };
  const answer = async (reply: "allow" | "refuse") => {
    const asking = await nextAsking(server, session);
    expect(asking.texts.join(" ")).toContain("6 sessions, about ");
    await asking[reply]();
  };

  const refused = say("no");
  await answer("refuse");
  await refused;
  expect(lab.labRequests()).toEqual([]);

  const allowed = say("yes");
  await answer("allow");
  await allowed;
  expect(lab.labRequests()).toHaveLength(6);
});
