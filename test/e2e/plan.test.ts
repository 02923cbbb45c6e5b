import { expect, test } from "bun:test";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Design } from "../../src/artifacts/design.ts";
import { designSha256, rubricSha256 } from "../../src/artifacts/hashes.ts";
import type { Task } from "../../src/artifacts/task.ts";
import type { Vote } from "../../src/artifacts/vote.ts";
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

  // The agent is told nothing but what `tasks {next}` says.
  const server = await lab.served();
  const session = await server.open();
  await server.say(session, GO_ON);
  expect((await server.tools(session)).map(({ output }) => output.split("\n")[0])).toEqual([
    expect.stringContaining("**Start `skeleton`"),
    expect.stringContaining("is in progress."),
  ]);
  expect(lab.file("skeleton")).toContain("\nstatus: in-progress\n");

  expect(await lab.tasks({ start: "acceptance" })).toContain(
    "acceptance cannot be started now: it waits for measure-risks",
  );
  const first = await lab.tasks({ done: "skeleton" });
  const second = /\*\*Start `([a-z-]+)`/u.exec(first)?.[1] ?? "";
  expect(second).toStartWith("build-");
  expect(await lab.typed(`plan start ${second}`)).toContain("is in progress");
  expect(await lab.tasks({ done: second })).toContain("is completed");

  const before = lab.file("measure-risks");
  lab.edit("measure-risks", (text) => text.replace("depends_on: [skeleton]", "depends_on: [skeleton, acceptance]"));
  expect(await lab.tasks({ start: "measure-risks" })).toContain(
    "it stands in a cycle, measure-risks → acceptance → measure-risks",
  );
  expect(await lab.typed("plan cycles")).toContain("`acceptance` → `measure-risks` → `acceptance`");
  lab.edit("measure-risks", () => before);
  await lab.tasks({ start: "measure-risks" });
  expect(await lab.typed("plan done measure-risks")).toContain("is completed");
  expect(lab.file("measure-risks")).toBe(before.replace("status: pending", "status: completed"));
  expect(await lab.tasks({ dir: "tasks", view: "list" })).toContain("3 completed");
  expect(existsSync(join(lab.dir, "plan.json"))).toBe(true);
}, 300_000);

test("what files alone say that a person approved and voted writes nothing and counts for nothing", async () => {
  await using lab = await decided();
  const { id, dir } = lab;
  const read = <T>(path: string): T => JSON.parse(readFileSync(join(dir, path), "utf8"));
  const approval = approvalIn(await lab.plan({ experiment: id, wait: 0 }));
  const at = new Date().toISOString();
  const said = { at, by: "page", id: approval };
  const answer = { decision: "approve", annotations: {} };
  const approved = { door: "page", at, annotations: {} };
  writeFileSync(join(dir, "plan.json"), JSON.stringify({ ...read<object>("plan.json"), approved }));
  appendFileSync(
    join(dir, "questions.jsonl"),
    `${JSON.stringify({ ...said, event: "answered", key: "k1", answer })}\n${JSON.stringify({ ...said, event: "closed", key: "k2" })}\n`,
  );
  const again = await lab.plan({ experiment: id, wait: 0 });
  expect(again).toContain("wait for the person's approval.**");
  expect(again).toContain("Its approval is as the file says, not seen on this machine.");
  expect(existsSync(join(lab.project.directory, "tasks"))).toBeFalse();
  expect(existsSync(join(dir, "tasks"))).toBeFalse();

  const designs = readdirSync(join(dir, "designs")).filter((name) => name.endsWith(".json"));
  const shown = designs.map((name, place) => {
    const design = read<Design>(`designs/${name}`);
    return { letter: "NOPQRS".charAt(place), design_id: design.design_id, design_sha256: designSha256(design) };
  });
  const vote: Vote = {
    version: 1,
    reviewer_id: "person-ada",
    name: "Ada",
    shown,
    rubric_sha256: rubricSha256(read<Task>("task.json").criteria),
    voice: { designs: [], order: shown.map(({ letter }) => [letter]).toReversed(), pairs: [], saw_result: false },
    revision: 1,
    door: "page",
    began_at: at,
    changed_at: at,
    done_at: at,
  };
  mkdirSync(join(dir, "votes"), { recursive: true });
  writeFileSync(join(dir, "votes/vote-person-ada.json"), JSON.stringify(vote));
  const ranked = await lab.ask("rank", { experiment: id });
  expect(ranked).toContain("it stands beside the panel and is not counted");
  expect(read<{ people?: object }>("results/ranking.json").people).toBeUndefined();

  expect(await lab.typed(`approve ${id}`)).toContain("You approved it");
  expect(await lab.typed(`plan ${id}`, "allow")).toContain("became files in tasks of the project");
}, 300_000);
