import type { Mutant } from "./mutant.ts";

const MARKDOWN = ["test/text/markdown.test.ts"];
const REPLIES = ["test/ops/replies.test.ts"];

export const TEXT: readonly Mutant[] = [
  {
    name: "an address in the middle of a word is a link",
    file: "src/text/markdown.ts",
    find: '"\\\\/\\\\/[^\\\\s`<>|]+"',
    replace: '"\\\\b[a-z][a-z0-9+.-]{1,20}:\\\\/\\\\/[^\\\\s`<>|]+"',
    tests: MARKDOWN,
  },
  {
    name: "an address of mail is a link",
    file: "src/text/markdown.ts",
    find: '"@[^\\\\s`<>|@.]*\\\\.[^\\\\s`<>|@]+"',
    replace: '"(?!)"',
    tests: MARKDOWN,
  },
  {
    name: "brackets make links",
    file: "src/text/markdown.ts",
    find: '.replace(/\\](?=[([:]|$)/g, "\\\\]")',
    replace: "",
    tests: MARKDOWN,
  },
  {
    name: "a no-break space before a heading is kept",
    file: "src/text/markdown.ts",
    find: '.replace(/[^\\S\\n ]/g, " ")',
    replace: "",
    tests: MARKDOWN,
  },
  {
    name: "five spaces after a marker make code",
    file: "src/text/markdown.ts",
    find: 'const markers = start.split(" ").filter(Boolean);',
    replace: "const markers = [start];",
    tests: MARKDOWN,
  },
  {
    name: "HTML is let through",
    file: "src/text/markdown.ts",
    find: '.replace(/<(?=[a-z/!?])/gi, "&lt;")',
    replace: "",
    tests: MARKDOWN,
  },
  {
    name: "a bar ends a cell",
    file: "src/text/markdown.ts",
    find: "  return inCell(inline(text, max));",
    replace: "  return inline(text, max);",
    tests: MARKDOWN,
  },
  {
    name: "backticks end a code span",
    file: "src/text/markdown.ts",
    find: 'const fence = "`".repeat(longestRun(body) + 1);',
    replace: 'const fence = "`";',
    tests: MARKDOWN,
  },
  {
    name: "a folder's name is shown as it is",
    file: "src/text/markdown.ts",
    find: "  return line === text ? line : code(text);",
    replace: "  return text as Markdown;",
    tests: REPLIES,
  },
  {
    name: "an error's words take effect",
    file: "src/tool.ts",
    find: "prose(message)",
    replace: "(message as Markdown)",
    tests: REPLIES,
  },
  {
    name: "a cut line opens a code span",
    file: "src/tool.ts",
    find: "inline(line.slice(0, MAX_LINE))",
    replace: "line.slice(0, MAX_LINE)",
    tests: REPLIES,
  },
  {
    name: "marks upon marks are never cut",
    file: "src/text/truncate.ts",
    find: " || end > max * MAX_CHARACTERS_A_COLUMN",
    replace: "",
    tests: ["test/text/truncate.test.ts"],
  },
  {
    name: "a text that nobody sees is a task",
    file: "src/text/clean.ts",
    find: "\\p{M}\\u2800]",
    replace: "\\p{M}]",
    tests: ["test/text/blank.test.ts"],
  },
  {
    name: "a slug is as long as its text",
    file: "src/store/paths.ts",
    find: "    if (bytes > most) break;\n",
    replace: "",
    tests: ["test/store/paths.test.ts"],
  },
];
