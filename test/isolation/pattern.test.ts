import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import fc from "fast-check";
import { checkPattern, expandBraces, leads, plainLetters } from "../../src/isolation/pattern.ts";
import { expectLinear, repeated } from "../support/growth.ts";

/** Every path of one to three names of up to two letters, but those that are folders. */
const NAMES = ["a", "b", "ab", "ba"];
const PATHS = [
  ...NAMES.map((name) => `${name}.x`),
  ...NAMES.flatMap((one) => NAMES.map((two) => `${one}/${two}.x`)),
  ...NAMES.flatMap((one) => NAMES.flatMap((two) => NAMES.map((three) => `${one}/${two}/${three}`))),
];
let tree: string;

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), "pattern-"));
  for (const path of PATHS) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), "");
  }
});
afterAll(() => rm(tree, { recursive: true, force: true }));

/** What ripgrep itself finds; null where it cannot read the pattern. */
function byRipgrep(pattern: string): string[] | null {
  const { status, stdout } = spawnSync(rgPath, ["--no-config", "--files", `--glob=${pattern}`, "."], { cwd: tree });
  if (status === 2) return null;
  return String(stdout)
    .split("\n")
    .filter(Boolean)
    .map((path) => path.replace(/^\.\//u, ""))
    .sort();
}

function byOurs(pattern: string): string[] {
  return PATHS.filter((path) =>
    (expandBraces(pattern, 256) ?? []).some((form) => {
      const names = form.split("/").filter((name) => name !== "");
      const anywhere = form.includes("/") ? names : ["**", ...names];
      return leads(anywhere, path.split("/"));
    }),
  ).sort();
}

test("a sign that one reader of patterns alone knows stands for a letter, and never for none", () => {
  for (const sign of "![]{}") {
    expect([sign, leads([`a${sign}b`], [`a${sign}b`])]).toEqual([sign, true]);
    expect([sign, leads([`a${sign}b`], ["ab"])]).toEqual([sign, false]);
  }
});

const SAMPLES = [
  ...[
    "*",
    "a*",
    "*a",
    "a?.x",
    "**/a.x",
    "a/*",
    "a/**/b",
    "/a.x",
    "/a/b.x",
    "*.x",
    "a/b/*",
    "{a,b}.x",
    "{a,{b,ab}}/*.x",
  ],
  ...["{a}", "{a.x,}", "a{b,}.x", "*/*", "**/*/a", "a/{a,b}/{a,b}", "?", "??", "a*b", "**/ab/**/a", "{a/b,b/a}.x"],
];

describe("a pattern means here what it means to ripgrep", () => {
  for (const pattern of SAMPLES) {
    test(pattern, () => expect(byOurs(pattern)).toEqual(byRipgrep(pattern) ?? []));
  }

  test("also when it is made up, but that a class stands for any letter", () => {
    const part = fc.constantFrom("a", "b", "*", "?", "ab", ".x", "{a,b}", "{a,ab}", "[ab]", "{b,}");
    const name = fc.oneof(
      { weight: 6, arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }).map((p) => p.join("")) },
      { weight: 1, arbitrary: fc.constant("**") },
    );
    const pattern = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
    fc.assert(
      // A pattern that ends in ** stands for all below, which names no folder.
      fc.property(
        pattern.filter((each) => !/\*\*/u.test(each.split("/").at(-1) ?? "") && !/\*\*[^/]|[^/]\*\*/u.test(each)),
        (each) => {
          const found = byRipgrep(each);
          fc.pre(found !== null);
          const ours = byOurs(each);
          if (each.includes("[")) expect((found ?? []).filter((path) => !ours.includes(path))).toEqual([]);
          else expect([each, ours]).toEqual([each, found ?? []]);
        },
      ),
      { numRuns: 150 },
    );
  }, 300_000);
});

describe("a hostile pattern", () => {
  const units = [
    "**/./",
    "*a",
    "*?",
    "{a,",
    "a}",
    "{a,b}",
    "[",
    "[a]",
    "**/a/",
    "../",
    "\\",
    "?*",
    "!",
    "~/",
    "*/",
    "{,}",
  ];

  test("is checked in time that grows with its length", () => {
    const experiments = [`/project/${"a/".repeat(20)}design-lab`, `/project/${"a".repeat(200)}`];
    for (const unit of units) {
      const check = (length: number) => {
        const pattern = repeated(unit, length);
        for (let run = 0; run < 5; run++) checkPattern(pattern, { folder: "/project", experiments, home: "/home/ada" });
      };
      expectLinear(unit, check, 1_000);
    }
  }, 300_000);

  test("with more forms than can be checked is said to be one", () => {
    expect(expandBraces("{a,b}".repeat(9), 256)).toBeNull();
    expect(expandBraces("{a,b}".repeat(8), 256)).toHaveLength(256);
    expect(expandBraces("{".repeat(500), 256)).toEqual(["{".repeat(500)]);
  });
});

describe("checkPattern()", () => {
  const faultOf = (pattern: string, folder: string, base: string) =>
    checkPattern(pattern, { folder, experiments: [base], home: "/home/ada" }).fault;

  test("refuses the folder of experiments however deep it lies below the one that is searched", () => {
    for (const folder of ["/project", "/project/a", "/project/a/b"]) {
      for (const pattern of ["**/design-lab/*", "**/design-l?b/x", "**/{design-lab,src}/**"]) {
        expect(faultOf(pattern, folder, "/project/a/b/design-lab")).toContain("designs and reviews");
      }
    }
  });

  test("refuses no pattern that fits it by wildcards alone, and none from beside it or from inside", () => {
    expect(faultOf("**/design*/x", "/project/a", "/project/a/b/design-lab")).toBeUndefined();
    expect(faultOf("**/lab", "/project/a", "/project/a/b/lab")).toContain("designs and reviews");
    expect(faultOf("**/la?", "/project/a", "/project/a/b/lab")).toBeUndefined();
    expect(faultOf("**/design-lab/*", "/project/src", "/project/design-lab")).toBeUndefined();
    expect(faultOf("**/design-lab/*", "/project/design-lab", "/project/design-lab")).toBeUndefined();
  });
});

describe("plainLetters()", () => {
  test("counts what stands for itself", () => {
    expect(["design-l?b", "*", "[d]esign", "[]a]b", "[!]]", "a[b"].map(plainLetters)).toEqual([9, 0, 5, 1, 0, 3]);
  });
});
