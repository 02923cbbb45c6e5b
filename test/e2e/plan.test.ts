import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { approvalIn, decided, GO_ON } from "./support/planning.ts";

test("a decision is planned, approved with a remark, and worked on in order; a cycle made by hand is named as a path and mended", async () => {
  await using lab = await decided();
  const { id } = lab;
  const waits = await lab.plan({ experiment: id, wait: 0 });
  expect(waits).toContain("wait for the person's approval.**");
  const approval = approvalIn(waits);
  const called = await lab.call("ask", { answers: { [approval]: "approve" } });
  expect(called.designlab[0]).toContain("An agent's call is no person's word.");
  expect(await lab.typed(`answer ${id} ${approval} approve\nb: Begin with a single worker`)).toContain(
    "You approved it",
  );
  const written = await lab.typed(`plan ${id}`, "allow");
  expect(written).toContain("became files in tasks of the project");
  expect(lab.file("skeleton")).toContain("## Remark of who approved it\n\nBegin with a single worker");
  expect(lab.labRequests().filter(({ kind }) => kind === "plan")).toHaveLength(1);

  // The agent is told nothing but what `plan {next}` says.
  const server = await lab.served();
  const session = await server.open();
  await server.say(session, GO_ON);
  expect((await server.tools(session)).map(({ output }) => output.split("\n")[0])).toEqual([
    expect.stringContaining("**Start `skeleton`"),
    expect.stringContaining("is in progress."),
  ]);
  expect(lab.file("skeleton")).toContain("\nstatus: in-progress\n");

  expect(await lab.plan({ start: "acceptance" })).toContain(
    "acceptance cannot be started now: it waits for measure-risks",
  );
  const first = await lab.plan({ done: "skeleton" });
  const second = /\*\*Start `([a-z-]+)`/u.exec(first)?.[1] ?? "";
  expect(second).toStartWith("build-");
  expect(await lab.typed(`plan start ${second}`)).toContain("is in progress");
  expect(await lab.plan({ done: second })).toContain("is completed");

  const before = lab.file("measure-risks");
  lab.edit("measure-risks", (text) => text.replace("depends_on: [skeleton]", "depends_on: [skeleton, acceptance]"));
  expect(await lab.plan({ start: "measure-risks" })).toContain(
    "it stands in a cycle, measure-risks → acceptance → measure-risks",
  );
  expect(await lab.typed("plan cycles")).toContain("`acceptance` → `measure-risks` → `acceptance`");
  lab.edit("measure-risks", () => before);
  await lab.plan({ start: "measure-risks" });
  expect(await lab.typed("plan done measure-risks")).toContain("is completed");
  expect(lab.file("measure-risks")).toBe(before.replace("status: pending", "status: completed"));
  expect(await lab.plan({ dir: "tasks", view: "list" })).toContain("3 completed");
  expect(existsSync(join(lab.dir, "plan.json"))).toBe(true);
}, 300_000);
