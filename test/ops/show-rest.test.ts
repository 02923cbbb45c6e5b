import { afterEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { show } from "../../src/ops/show/show.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const NAME = "2026-01-05-plain";

test("a reply that may be cut says what shows the rest of it: the last design alone, where designs are listed", async () => {
  lab = await bench();
  const base = join(lab.dir, ".opencode/design-lab");
  await mkdir(base, { recursive: true });
  await cp(join(import.meta.dir, "../fixtures/stored", NAME), join(base, NAME), { recursive: true });
  const outside = { said: new Map(), left: [] };
  const rest = async (args: object) => {
    const reply = await show.run({ experiment: NAME, ...args }, { ...lab.context, outside, ops: async () => [] });
    if (typeof reply === "string") return "no reply";
    expect(reply.files).toEndWith(NAME);
    return reply.rest === undefined ? null : String(reply.rest);
  };
  const all = ["designs", "reviews", "scores"].map((what) => rest({ what }));
  expect(
    (await Promise.all(all)).map((each) =>
      /`\/design-lab show (.*)` shows those of (\w) alone, another letter those of another$/u
        .exec(each ?? "")
        ?.slice(1),
    ),
  ).toEqual([
    [`${NAME} B`, "B"],
    [`${NAME} reviews B`, "B"],
    [`${NAME} scores B`, "B"],
  ]);
  for (const args of [{ what: "task" }, { what: "ledger" }, {}, { what: "ranking" }, { design: "A", what: "scores" }])
    expect([args, await rest(args)]).toEqual([args, null]);
  const written = await rest({ design: "A" });
  expect(written).toMatch(/^designs\/design-\S+\.md in the folder below holds all of it$/u);
  expect(existsSync(join(base, NAME, (written ?? "").split(" ", 1)[0]?.replace(/md$/u, "json") ?? ""))).toBeTrue();
});
