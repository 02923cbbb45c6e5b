import type { Mutant } from "./mutant.ts";

const REPORT = ["test/page/report.test.ts"];

export const PAGE: readonly Mutant[] = [
  {
    name: "the report's policy lets scripts in",
    file: "src/page/document.ts",
    find: "\"default-src 'none'\"",
    replace: '"default-src *"',
    tests: REPORT,
  },
  {
    name: "what a person cannot see stays in the report",
    file: "src/page/report.tsx",
    find: "const clean = cleanValue(data).value;",
    replace: "const clean = data;",
    tests: REPORT,
  },
  {
    name: "a report may be as large as it wants",
    file: "src/page/report.tsx",
    find: "if (Buffer.byteLength(html) <= MAX_REPORT_BYTES) break;",
    replace: "break;",
    tests: REPORT,
  },
  {
    name: "texts are cut in silence",
    file: "src/page/report.tsx",
    find: "cut={limit === TEXT_LIMITS[0] ? null : limit}",
    replace: "cut={null}",
    tests: REPORT,
  },
  {
    name: "a quote that is not in the design passes for one",
    file: "src/page/sections/coverage.tsx",
    find: "{!quote_found && ",
    replace: "{quote_found && ",
    tests: REPORT,
  },
  {
    name: "a requirement counts as met by a design that meets it partly",
    file: "src/page/sections/coverage.tsx",
    find: 'status !== "met"));',
    replace: 'status !== "met" && status !== "partly" && status !== "missed"));',
    tests: REPORT,
  },
  {
    name: "a drawing keeps whatever a library put into it",
    file: "src/page/svg-node.ts",
    find: "return ELEMENTS.has((child as Element).localName) ?",
    replace: "return true ?",
    tests: ["test/page/svg-node.test.ts"],
  },
  {
    name: "a drawing keeps attributes that load or run",
    file: "src/page/svg-node.ts",
    find: ".filter(({ name }) => ATTRIBUTES.has(name))",
    replace: "",
    tests: ["test/page/svg-node.test.ts"],
  },
  {
    name: "a component that is part of another one's name counts as named",
    file: "src/page/component-graph.ts",
    find: "left = left.replace(pattern,",
    replace: "left.replace(pattern,",
    tests: ["test/page/component-graph.test.ts"],
  },
  {
    name: "an arrow leads from a component to itself",
    file: "src/page/component-graph.ts",
    find: ".filter((to) => to !== from)",
    replace: "",
    tests: ["test/page/component-graph.test.ts"],
  },
  {
    name: "the report is drawn when the plugin starts",
    file: "src/phases/report.ts",
    find: 'import { messageOf } from "../errors.ts";',
    replace: 'import { messageOf } from "../errors.ts";\nimport "../page/report.tsx";',
    tests: ["test/page/lazy.test.ts"],
  },
];
