import { expect, test } from "bun:test";
import { join } from "node:path";

test("nothing that draws the report is loaded when the plugin starts", async () => {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "../../src/index.ts")],
    target: "bun",
    splitting: true,
  });
  const texts = new Map(
    await Promise.all(outputs.map(async (output) => [output.path.replace("./", ""), await output.text()] as const)),
  );
  const loaded = new Set(["index.js"]);
  for (const name of loaded) {
    const imports = (texts.get(name) ?? "").matchAll(/^(?:import|export)\b[^"\n]*"\.\/([^"]+)";?$/gm);
    for (const [, found = ""] of imports) loaded.add(found);
  }
  const start = [...loaded].map((name) => texts.get(name) ?? "").join("\n");
  const all = [...texts.values()].join("\n");
  for (const mark of ["wasm-graphviz", "observablehq", "mixmark-io"]) {
    expect([mark, all.includes(mark), start.includes(mark)]).toEqual([mark, true, false]);
  }
});
