import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { HOST } from "./support/hosts.ts";
import { packed, ranOn, SHAPE } from "./support/packed.ts";

const pack = packed();
const { plugin } = pack;
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
