import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");

/** Names that several files export, at most 20, each with why one meaning is not enough. */
const MAY_STAND_TWICE: Readonly<Record<string, string>> = {
  setup: "the host of the second generation asks each of its two plugins, tool and screen, for a function of this name",
  brief: "a stage is called so in its row, in what it does and in the op that people call",
  designs: "a stage's row and what it does carry the stage's name",
  judgement: "a stage's row and what it does carry the stage's name",
  decision: "a stage's row and what it does carry the stage's name",
  refine: "a stage is called so in its row, in what it does and in the op that people call",
  plan: "a stage is called so in its row, in what it does and in the op that people call",
  work: "a stage's row and what it does carry the stage's name",
};

/** Functions that take time or end a call and are called by a participle all the same, each with why. */
const MAY_BE_PARTICIPLES: Readonly<Record<string, string>> = {};

/** Participles that do not end in "ed". What is a verb in the same letters, as "read" and "put", is none of them. */
const IRREGULAR = new Set(
  "begun bound broken brought built chosen done drawn driven fallen felt forgotten found frozen given gone heard held hidden kept known laid left lent lost made meant met paid said seen sent shown sold spent spoken stood taken taught thought thrown told torn won worn written".split(
    " ",
  ),
);
/** Verbs and nouns that end as participles do. */
const NO_PARTICIPLE = new Set("bleed breed embed exceed feed need proceed seed speed succeed weed".split(" "));

type Node = { type: string; [name: string]: unknown };
type Declared = { name: string; exported: boolean; takesTime: boolean };

/** Whether a function is named by a participle: by its first word, as "sealedVote" is. */
export function isParticiple(name: string): boolean {
  const [, prefix = "", word = ""] = /^(re|un)?([a-z]+)/u.exec(name) ?? [];
  const whole = prefix + word;
  return (whole.endsWith("ed") && whole.length > 3 && !NO_PARTICIPLE.has(whole)) || IRREGULAR.has(word);
}

/** Whether it is a function that is async, or whose type says that it returns a promise or never. */
function takesTime(node: Node | null): boolean {
  if (node === null || !/Function|Arrow/u.test(node.type)) return false;
  const annotation = (node.returnType as Node | null | undefined)?.typeAnnotation as Node | undefined;
  const called = ((annotation?.typeName as Node | undefined)?.name as string | undefined) ?? "";
  return node.async === true || annotation?.type === "TSNeverKeyword" || called === "Promise";
}

/** What a module declares at its top: types, functions, classes and constants. */
export function declaredIn(code: string, jsx: boolean): Declared[] {
  const { body } = parse(code, { sourceType: "module", plugins: ["typescript", ...(jsx ? (["jsx"] as const) : [])] })
    .program as unknown as { body: Node[] };
  return body.flatMap((statement): Declared[] => {
    const exported = statement.type === "ExportNamedDeclaration";
    const node = (exported ? (statement.declaration as Node | null) : statement) ?? null;
    if (node === null) return [];
    if (node.type === "VariableDeclaration") {
      return (node.declarations as { id: Node; init: Node | null }[]).flatMap(({ id, init }) =>
        id.type === "Identifier" ? [{ name: String(id.name), exported, takesTime: takesTime(init) }] : [],
      );
    }
    const id = node.id as Node | null | undefined;
    return id && !node.type.startsWith("Import")
      ? [{ name: String(id.name), exported, takesTime: takesTime(node) }]
      : [];
  });
}

const DECLARED = [...new Glob("src/**/*.{ts,tsx}").scanSync(ROOT)].sort().map((file) => ({
  file,
  names: declaredIn(readFileSync(join(ROOT, file), "utf8"), file.endsWith("x")),
}));

describe("a name", () => {
  test("that is exported has one meaning: one file declares it", () => {
    const files = new Map<string, Set<string>>();
    for (const { file, names } of DECLARED) {
      for (const { name, exported } of names) {
        if (exported) files.set(name, (files.get(name) ?? new Set()).add(file));
      }
    }
    expect(files.size).toBeGreaterThan(1_000);
    const twice = [...files].filter(([, where]) => where.size > 1).map(([name]) => name);
    const said = twice.map((name) => `${name}: ${[...(files.get(name) ?? [])].join(", ")}`);
    expect(twice.filter((name) => !(name in MAY_STAND_TWICE)).sort(), said.join("\n")).toEqual([]);
    // What stands once by now is taken off the list.
    expect(Object.keys(MAY_STAND_TWICE).filter((name) => !twice.includes(name))).toEqual([]);
    expect(Object.keys(MAY_STAND_TWICE).length).toBeLessThanOrEqual(20);
  });

  test("of a function with an effect is a verb", () => {
    const found = DECLARED.flatMap(({ file, names }) =>
      names.flatMap(({ name, takesTime }) => (takesTime && isParticiple(name) ? [`${name} of ${file}`] : [])),
    );
    expect(found.filter((each) => !(each in MAY_BE_PARTICIPLES))).toEqual([]);
    expect(Object.keys(MAY_BE_PARTICIPLES).filter((each) => !found.includes(each))).toEqual([]);
  });

  const ways: [string, Declared[]][] = [
    ["export type Room = 1;", [{ name: "Room", exported: true, takesTime: false }]],
    ["export const rooms = [];", [{ name: "rooms", exported: true, takesTime: false }]],
    ["export async function a() {}", [{ name: "a", exported: true, takesTime: true }]],
    ["function a(): Promise<void> {}", [{ name: "a", exported: false, takesTime: true }]],
    ["export const a = (b: never): never => b;", [{ name: "a", exported: true, takesTime: true }]],
    ["export const a = (b: Promise<void>) => 1;", [{ name: "a", exported: true, takesTime: false }]],
    ['import { a } from "b";', []],
  ];
  for (const [code, declared] of ways)
    test(`is seen in ${code}`, () => expect(declaredIn(code, false)).toEqual(declared));

  const participles: [string, boolean][] = [
    ["written", true],
    ["rewritten", true],
    ["sealedVote", true],
    ["unasked", true],
    ["foundFor", true],
    ["readTask", false],
    ["needOf", false],
    ["placeOf", false],
  ];
  for (const [name, is] of participles)
    test(`${name} is ${is ? "a" : "no"} participle`, () => expect(isParticiple(name)).toBe(is));
});
