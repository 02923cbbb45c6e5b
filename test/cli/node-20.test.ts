import { expect, test } from "bun:test";
import { join } from "node:path";
import "../../src/cli/node-20.ts";

const FILE = join(import.meta.dir, "../../src/cli/node-20.ts");

test("what a runtime has of the language stays its own", () => expect(String(Map.groupBy)).toContain("[native code]"));

test("a runtime without Map.groupBy has it then, and it groups as the language says", () => {
  const groups = 'Map.groupBy([1, 2, 3, 4, 5], (each, at) => (at < 4 ? each % 2 : "last"))';
  const source = [
    `const wanted = JSON.stringify([...${groups}]);`,
    "delete Map.groupBy;",
    `await import(${JSON.stringify(FILE)});`,
    `console.log(wanted, JSON.stringify([...${groups}]), [...Map.groupBy([], String)].length);`,
  ].join("\n");
  const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", source]);
  const wanted = '[[1,[1,3]],[0,[2,4]],["last",[5]]]';
  expect(`${stdout}${stderr}`).toBe(`${wanted} ${wanted} 0\n`);
});
