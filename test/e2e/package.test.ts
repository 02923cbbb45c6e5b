import { afterAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HOST } from "./support/hosts.ts";
import { DESIGNERS, packed, ranOn, SHAPE } from "./support/packed.ts";
import { rehearse } from "./support/rehearsal.ts";

const pack = packed();
const { plugin, archive } = pack;
afterAll(() => pack[Symbol.dispose]());

test("the package as npm publishes it holds what each host loads: the bundles, and a file for a folder entry of each part", () => {
  const names = readdirSync(plugin, { recursive: true }).map(String);
  expect(names).toEqual(expect.arrayContaining(["server.js", "tui.js", "dist/index.js", "dist/tui.js"]));
  expect(names.filter((name) => /\.ts$|node_modules|^test/.test(name))).toEqual([]);
});

test("the package runs three by three in a fresh project, and offers one tool that the model sees", async () => {
  const { reply, files, tools } = await ranOn(plugin, HOST);
  expect(reply).toContain("3 designs written, 9 reviews and 9 scores made");
  expect(Object.keys(files).sort()).toEqual(SHAPE);
  expect(tools).toEqual(["designlab"]);
});

test("the archive alone, named in opencode.json, loads in an empty home without a registry", async () => {
  const plugin = `opencode-designlab@file:${archive}`;
  await using lab = await rehearse({ plugin, models: DESIGNERS.map((id) => ({ id })) });
  const { home, directory } = lab.project;
  for (const folder of [home, join(directory, ".opencode")]) rmSync(folder, { recursive: true });
  mkdirSync(home);
  const { designlab } = await lab.call("doctor");
  expect(designlab[0]).toContain("ok · Configuration: none, so defaults apply");
  expect(designlab[0]).toContain(`ok · Models of a run: ${DESIGNERS.join(", ")}`);
});
