import { expect, test } from "bun:test";
import { rehearse } from "./support/rehearsal.ts";

test("confirm_above asks through the host's permission dialog: a no starts nothing, a yes runs", async () => {
  await using lab = await rehearse({
    models: [{ id: "alpha/strong-1" }, { id: "beta/middle-1" }],
    lab: { confirm_above: 0.0001, design_models: ["alpha/strong-1", "beta/middle-1"] },
  });
  const server = await lab.serve();
  const { id } = (await server.request("POST", "/session", {})) as { id: string };
  const say = (topic: string) => {
    const text = `Call designlab with ${JSON.stringify({ op: "run", args: { task: "A queue", topic } })}`;
    return server.request("POST", `/session/${id}/message`, { parts: [{ type: "text", text }] });
  };
  const answer = async (number: number, reply: "once" | "reject") => {
    let seen = 0;
    const event = await server.waitFor(({ type }) => type === "permission.asked" && ++seen === number);
    const request = event.properties as { id: string; permission: string; patterns: string[] };
    expect(request.permission).toBe("designlab_cost");
    expect(request.patterns[0]).toContain("6 sessions, about ");
    await server.request("POST", `/permission/${request.id}/reply`, { reply });
  };

  const refused = say("no");
  await answer(1, "reject");
  await refused;
  expect(lab.labRequests()).toEqual([]);

  const allowed = say("yes");
  await answer(2, "once");
  await allowed;
  expect(lab.labRequests()).toHaveLength(6);
});
