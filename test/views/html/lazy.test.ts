import { expect, test } from "bun:test";
import { builtPlugin } from "../../support/bundle.ts";

test("nothing that draws the report is loaded when the plugin starts", () => {
  const { texts, atStart } = builtPlugin();
  const start = [...atStart].map((name) => texts.get(name) ?? "").join("\n");
  const all = [...texts.values()].join("\n");
  for (const mark of ["wasm-graphviz", "observablehq", "mixmark-io", "markdown-it"]) {
    expect([mark, all.includes(mark), start.includes(mark)]).toEqual([mark, true, false]);
  }
});
