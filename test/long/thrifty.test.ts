import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Look } from "../../src/artifacts/look.ts";
import { close, DESIGNERS, laboratory } from "../e2e/support/laboratory.ts";
import { callServed } from "../e2e/support/served.ts";
import { readJson, snapshot } from "../support/disk.ts";

test("a look keeps all designs or one; failures, a stand-in and a budget change only what they must", async () => {
  const { lab, play, asked, plan, newest } = await laboratory();
  await using _ = lab;
  const call = (args: object) => lab.ask("run", args);

  const all = await call(plan(5, 6, "all"));
  expect(all).not.toContain("spared");
  expect(asked()).toHaveLength(30);

  play.table = close([9, 5, 4]);
  let before = asked().length;
  expect(await call(plan(3, 4, "one"))).toContain("9 of 12 evaluations asked; 3 spared: after 3 reviewers no other");
  expect(asked(before)).toHaveLength(9);

  play.table = close([8, 7.8, 4, 3.8]);
  // A reviewer that fails and one that another stands in for, and a designer that fails.
  before = asked().length;
  play.fails = ({ kind, model }) =>
    kind === "design" ? model === "d4/four" : model === "r1/one" || model === "r2/two";
  const failed = await call(plan(4, 5, "failed"));
  expect(failed).toContain("Incomplete");
  const dir = await newest("failed");
  const look = await readJson<Look>(join(dir, "look.json"));
  expect(look.designs.map(({ design_id }) => design_id)).toEqual(["d1-one", "d2-two", "d3-three"]);
  play.fails = () => false;
  before = asked().length;
  const mended = await call({ experiment: basename(dir) });
  expect(mended).not.toContain("Incomplete");
  // What was spared stays so; the design that came late is judged by all.
  const late = asked(before);
  expect(late.filter((cell) => cell.startsWith("3 "))).toHaveLength(5);
  for (const { design_id, reviewer_id } of look.spared) {
    const plan = DESIGNERS.findIndex((id) => id.replace("/", "-") === design_id);
    expect(late).not.toContain(`${plan} ${reviewer_id.replace("-", "/")}`);
  }

  before = asked().length;
  const stopped = await call({ ...plan(4, 5, "budget"), limits: { max_tokens: 27_000 } });
  expect(stopped).toStartWith("**Stopped: budget.**");
  const poor = await newest("budget");
  expect(existsSync(join(poor, "look.json"))).toBe(true);
  expect(asked(before).length).toBeWithin(12, 16);
  expect(await call({ experiment: basename(poor), limits: { max_tokens: 1_000_000 } })).toContain("16 of 20");
  expect(new Set(asked(before)).size).toBe(16);
  expect(asked(before)).toHaveLength(16);
}, 300_000);

test("killed before, at and after the look it goes on: what is stored is not asked again, what is spared never", async () => {
  const { lab, play, asked, plan, newest } = await laboratory();
  await using _ = lab;
  play.table = close([8, 7.8, 4, 3.8]);
  for (const [moment, reached] of [
    ["before", (dir: string) => stored(dir).then((done) => done.length >= 5)],
    ["at", async (dir: string) => existsSync(join(dir, "look.json"))],
    ["after", (dir: string) => stored(dir).then((done) => done.length >= 13)],
  ] as const) {
    play.delay = 400;
    const began = asked().length;
    const server = await lab.serve();
    const { reply } = await callServed(server, "run", { ...plan(4, 5, moment), limits: { max_parallel: 3 } });
    let dir = "";
    while (dir === "" || !(await reached(dir))) {
      await Bun.sleep(20);
      dir = await newest(moment);
    }
    await server.kill9();
    await reply.catch(() => "");
    const done = await stored(dir);
    const looked = existsSync(join(dir, "look.json"));
    expect([moment, looked]).toEqual([moment, moment !== "before"]);

    play.delay = 0;
    const killed = asked().length;
    const next = await lab.serve();
    const { reply: again } = await callServed(next, "run", { experiment: basename(dir) });
    expect(await again).toContain("16 of 20 evaluations asked; 4 spared");
    for (const cell of asked(killed)) expect(done).not.toContain(cell);
    expect(new Set(asked(began)).size).toBe(16);
    expect(await stored(dir)).toHaveLength(16);
    await next.kill9();
  }
}, 300_000);

/** The evaluations on disk, as "plan reviewer". */
async function stored(dir: string): Promise<string[]> {
  const files = await snapshot(dir).catch(() => ({}));
  return Object.keys(files).flatMap((path) => {
    const [, design = "", reviewer = ""] = /scores\/score-(d\d-\w+)-(r\d-\w+)\.json$/u.exec(path) ?? [];
    return design === "" ? [] : [`${Number(design[1]) - 1} ${reviewer.replace("-", "/")}`];
  });
}
