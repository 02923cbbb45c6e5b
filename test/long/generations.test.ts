import { afterAll, describe, expect, test } from "bun:test";
import { basename, join } from "node:path";
import { HOST, HOSTS } from "../e2e/support/hosts.ts";
import { DESIGNERS, nameOf, options, packed, ranOn, SHAPE } from "../e2e/support/packed.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";
import { onlyExperiment, snapshot } from "../support/disk.ts";

const pack = packed();
const { plugin } = pack;
afterAll(() => pack[Symbol.dispose]());

/** What needs both generations is tested once, while the first is. */
describe.skipIf(HOSTS.length < 2 || HOST !== 1)("on both generations", () => {
  test("a run leaves the same on disk and says the same, but for times and ids", async () => {
    const [one, two] = [await ranOn(plugin, 1), await ranOn(plugin, 2)];
    expect(two.reply).toBe(one.reply);
    expect(two.files).toEqual(one.files);
  });

  test("an experiment that was begun on one is gone on with on the other, and back", async () => {
    await using lab = await rehearse({ ...options(plugin), generation: 2 });
    // The first generation does not start with a database that the second has made.
    const data = (generation: 1 | 2) => ({ XDG_DATA_HOME: join(lab.project.home, `.data-${generation}`) });
    const on = (generation: 1 | 2) => {
      return { project: { ...lab.project, generation, env: { ...lab.project.env, ...data(generation) } } };
    };
    const [first = "", second = "", third = ""] = DESIGNERS;
    const begun = await lab.call("generate", {
      task: "Design a queue",
      topic: "queue",
      design_models: [first, second],
    });
    expect(begun.designlab[0]).toContain("2 designs written");
    const dir = await onlyExperiment(lab.project.directory);
    const experiment = basename(dir);
    const more = await lab.call("generate", { experiment, design_models: [third] }, on(1));
    expect(more.designlab[0]).toContain("1 design written");
    const ranked = await lab.call("run", { experiment }, on(2));
    expect(ranked.designlab[0]).toContain("9 reviews and 9 scores made");
    expect((await lab.call("rank", { experiment }, on(1))).designlab[0]).toContain("alpha/strong-1");
    expect(
      Object.keys(await snapshot(dir))
        .map(nameOf)
        .sort(),
    ).toEqual(SHAPE);
  });
});
