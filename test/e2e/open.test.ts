import { expect, test } from "bun:test";
import { rehearse } from "./support/rehearsal.ts";
import { callServed } from "./support/served.ts";

test("open serves the live page from the built plugin, and the page's script and the report with it", async () => {
  await using lab = await rehearse({ models: [{ id: "alpha/strong-1" }, { id: "beta/middle-1" }] });
  const server = await lab.serve();
  await (await callServed(server, "run", { task: "Design a queue", topic: "Queue" })).reply;
  const said = await (await callServed(server, "open")).reply;
  const address = /http:\/\/127\.0\.0\.1:\d+\/[\w-]+\/\?experiment=[0-9a-f]{16}/u.exec(said)?.[0] ?? "";
  expect(said).toContain("answers on this machine alone");

  expect(await (await fetch(address)).text()).toContain('src="client.js"');
  const script = await fetch(new URL("client.js", address));
  expect(script.headers.get("content-type")).toStartWith("text/javascript");
  expect((await script.text()).length).toBeGreaterThan(10_000);
  const report = await fetch(new URL(`report${new URL(address).search}`, address));
  expect(await report.text()).toContain("Design lab report");
  expect((await fetch(address.replace(/\/[\w-]+\/\?/u, "/wrong/?"))).status).toBe(403);
});
