import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");

/** What a module takes by name from where sentences are marked. */
const taken = (code: string): string[] =>
  [
    ...code.matchAll(/\bimport\s+(?:type\s+)?(?:\*\s+as\s+\w+|\{([^}]*)\})\s+from\s+"[^"]*\/story\/sentence\.ts"/gu),
  ].flatMap(([, names = "*"]) => names.split(",").map((name) => name.trim().replace(/^type\s+|\s+as\s+.*$/gu, "")));

test("what a module takes is seen in every form of an import", () => {
  expect(taken('import { say, words as w } from "../../story/sentence.ts";')).toEqual(["say", "words"]);
  expect(taken('import {\n  type Sentence,\n  words,\n} from "../story/sentence.ts";')).toContain("words");
  expect(taken('import * as sentence from "../story/sentence.ts";')).toEqual(["*"]);
  expect(taken('import { words } from "./words.ts";')).toEqual([]);
});

test("no op passes a text through words(): they cut what somebody wrote, and an op's own sentences are typed and whole", () => {
  const files = [...new Glob("src/ops/**/*.ts").scanSync(ROOT)];
  expect(files.length).toBeGreaterThan(30);
  const marking = files.filter((file) =>
    taken(readFileSync(join(ROOT, file), "utf8")).some((name) => name === "words" || name === "*"),
  );
  expect(marking).toEqual([]);
});
