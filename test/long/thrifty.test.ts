import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { close, laboratory } from "../e2e/support/laboratory.ts";
import { callServed } from "../e2e/support/served.ts";
import { snapshot } from "../support/disk.ts";

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
