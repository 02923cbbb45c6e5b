import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { FileEdit } from "../../src/artifacts/guard.ts";
import { harmlessOf } from "../../src/guard/harmless.ts";
import { CORPUS } from "./corpus/index.ts";

const of = (path: string, before: string | null, after: string | null, part = false) =>
  harmlessOf([{ path, before, after, part }]);

const JS_TEST = 'import { test } from "bun:test";\n';
const PY_TEST = "import unittest\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        assert f()\n";
const GO_TEST = 'package a\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tt.Log(1)\n}\n';
const RUST = "fn a() -> u8 {\n    1\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n";
const RUBY = 'describe "a" do\n  it "b" do\n    expect(1).to eq(1)\n  end\nend\n';
const JAVA = "class ATest {\n    @Test\n    void a() {\n        f();\n    }\n}\n";
const rust = (tests: string): string => RUST.replace("super::*;\n", `super::*;\n${tests}`);
const ruby = (tests: string): string => RUBY.replace("  end\nend", `  end\n${tests}end`);
const java = (tests: string): string => JAVA.replace("f();\n    }\n", `f();\n    }\n${tests}`);

describe("comments and formatting", () => {
  test.each([
    ["a.ts", "const a = 1; // one\n", "const a = 1; // two\n", "comments"],
    ["a.ts", "f( a,b )\n", "f(a, b);\n", "formatting"],
    ["a.tsx", "const a = <A>{/* x */}</A>;\n", "const a = <A>{/* y */}</A>;\n", "comments"],
    ["a.js", "// eslint-disable-next-line no-console\nf();\n", "f();\n", "comments"],
    ["a.ts", "// @ts-ignore\nf();\n", "f();\n", "comments"],
    ["a.py", "a = [1,2]\n", "a = [\n    1,\n    2\n]\n", "formatting"],
    ["a.py", "a = 1  # noqa\n", "a = 1  # type: int\n", "comments"],
    ["a.go", "package a\n\nvar a = 1 // one\n", "package a\n\nvar a   =   1\n", "comments"],
    ["a.rs", "fn a() { b(1 , 2) }\n", "fn a() {\n    b(1, 2)\n}\n", "formatting"],
    ["a.rb", "a = [1,2]\n", "a = [\n  1, 2\n]\n", "formatting"],
    ["a.rb", "x = f(<<~A, 1) # one\n  # text\nA\n", "x = f(<<~A, 1) # two\n  # text\nA\n", "comments"],
    ["A.java", "class A { int a; }\n", "class A {\n  int a; // x\n}\n", "comments"],
    ["a.json", '{"a":1}', '{ "a": 1 }\n', "formatting"],
    ["tsconfig.json", '{"a":1}', '{"a":1 /* one */}', "comments"],
  ] as const)("%s %j and %j differ in %s", async (path, before, after, kind) => {
    expect(await of(path, before, after)).toBe(kind);
  });

  test.each([
    ["a.ts", 'f("a // b")', 'f("a // c")'],
    ["a.ts", "f(`a /* b */`)", "f(`a`)"],
    ["a.ts", "f(/a\\/\\/ b/)", "f(/a\\/\\/ c/)"],
    ["a.ts", "function f() { return a }", "function f() { return\na }"],
    ["a.ts", "function f() { return /* a */ a }", "function f() { return /* a\n */ a }"],
    ["a.ts", "a\n++b", "a++\nb"],
    ["a.ts", "a + +b", "a ++b"],
    ["a.ts", "f([1])", "f([1,,])"],
    ["a.ts", "for (;a;) b()", "for (a;;) b()"],
    ["a.ts", "if (a); b()", "if (a) b()"],
    ["a.ts", '"use strict"; f()', "f()"],
    ["a.cjs", 'function g() { "use strict"; return this }', "function g() { return this }"],
    ["a.ts", "f(process.env.NODE_ENV)", 'f("development")'],
    ["a.ts", "f(1 + 2)", "f(3)"],
    ["a.tsx", "/** @jsx h */\nconst a = <A />;", "/** @jsx k */\nconst a = <A />;"],
    ["a.ts", 'import(/* webpackIgnore: true */ "a")', 'import("a")'],
    ["a.ts", "const a = /* @__PURE__ */ f()", "const a = f()"],
    ["a.test.ts", "/** @vitest-environment jsdom */\nf()", "f()"],
    ["a.js", "#!/usr/bin/env node\nf()", "#!/usr/bin/env bun\nf()"],
    ["a.tsx", "const a = <A>a b</A>", "const a = <A>a  b</A>"],
    ["a.tsx", "const a = <A>// a</A>", "const a = <A>// b</A>"],
    ["a.py", "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n"],
    ["a.py", "x = '# a'\n", "x = '# b'\n"],
    ["a.py", "x = '''\n# a\n'''\n", "x = '''\n# b\n'''\n"],
    ["a.py", "x = f'{a=}'\n", "x = f'{a = }'\n"],
    ["a.py", "x = (1)\n", "x = (1,)\n"],
    ["a.py", "# -*- coding: utf-8 -*-\nx = 'ä'\n", "# -*- coding: latin-1 -*-\nx = 'ä'\n"],
    ["a.py", 'def f():\n    """Does it."""\n', 'def f():\n    """Does that."""\n'],
    ["a.py", "def f(a): pass\n", "def f(a: int): pass\n"],
    ["a.go", "package a\n", "// +build linux\n\npackage a\n"],
    ["a.go", "package a\n\n//go:embed a.txt\nvar a string\n", "package a\n\nvar a string\n"],
    ["a.go", "package a\n\n//export F\nfunc F() {}\n", "package a\n\nfunc F() {}\n"],
    ["a.go", 'package a\n\n// int f();\nimport "C"\n', 'package a\n\n// long f();\nimport "C"\n'],
    [
      "a_test.go",
      "package a\n\nfunc ExampleA() {\n\tf()\n\t// Output: 1\n}\n",
      "package a\n\nfunc ExampleA() {\n\tf()\n}\n",
    ],
    ["a.go", "package a\n\nvar a = `// a`\n", "package a\n\nvar a = `// b`\n"],
    ["a.go", "package a\n\nfunc f() int {\n\treturn 1\n}\n", "package a\n\nfunc f() int {\n\treturn\n\t1\n}\n"],
    ["a.rs", "/// a\nfn a() {}\n", "/// b\nfn a() {}\n"],
    ["a.rs", "//! a\nfn a() {}\n", "//! ```\n//! b();\n//! ```\nfn a() {}\n"],
    ["a.rs", 'fn a() { b("// a") }\n', 'fn a() { b("// b") }\n'],
    ["a.rs", 'fn a() { b(r##"a"# // a"##) }\n', 'fn a() { b(r##"a"# // b"##) }\n'],
    ["a.rs", "fn a() -> u8 { 1 }\n", "fn a() -> u8 { 1; }\n"],
    ["a.rb", "a = 1\n", "# frozen_string_literal: true\na = 1\n"],
    ["a.rb", "a = %q(# a)\n", "a = %q(# b)\n"],
    ["a.rb", "f(<<A, 1)\n# a\nA\n", "f(<<A, 1)\n# b\nA\n"],
    ["a.rb", "f(DATA)\n__END__\n# a\n", "f(DATA)\n__END__\n# b\n"],
    ["a.rb", "a\n-1\n", "a -1\n"],
    ["a.rb", "a = /# a/\n", "a = /# b/\n"],
    ["a.rb", "a = ?#\n", "a = ?a\n"],
    ["A.java", 'class A { String a = "// a"; }\n', 'class A { String a = "// b"; }\n'],
    ["A.java", "class A { // a\n}\n", "class A { // a \\u000a int b;\n}\n"],
    ["A.java", 'class A { String a = """\n  // a\n  """; }\n', 'class A { String a = """\n  // b\n  """; }\n'],
    ["a.json", '{"a":12345678901234567890}', '{"a":12345678901234567891}'],
    ["a.json", '{"a":"b c"}', '{"a":"b  c"}'],
    ["a.yaml", "a: 1 # one\n", "a: 1 # two\n"],
    ["a.css", "a b {}", "a  b {}"],
    ["a.sh", "# a\n", "# b\n"],
    ["Makefile", "a:\n\tb\n", "a:\n\tb \n"],
  ])("%s %j and %j are not called the same", async (path, before, after) => {
    expect(await of(path, before, after)).toBeNull();
    expect(await of(path, after, before)).toBeNull();
  });
});

describe("types that are erased", () => {
  test.each([
    ["let a = 1", "let a: number = 1"],
    ["f(a)", "f(a as string)"],
    ["f(a)", "f(a!)"],
    ["export const a = 1", "export interface A { a: number }\nexport const a = 1"],
    ["class A { a = 1 }", "class A<T> implements B { private readonly a: number = 1 }"],
    ["f(a)", 'import type { A } from "a";\nf(a satisfies A)'],
  ])("%j and %j are annotations", async (before, after) => expect(await of("a.ts", before, after)).toBe("annotations"));

  test.each([
    ["f(A.a)", "enum A { a }\nf(A.a)"],
    ["class A { constructor(a: string) {} }", "class A { constructor(private a: string) {} }"],
    ["class A { @dec a: string = f() }", "class A { @dec a: number = f() }"],
    ["class A { a: string }", "class A { declare a: string }"],
    // Some compilers make a field of it all the same.
    ["class A { declare a: string }", "class A { declare a: number }"],
    ["namespace A { export const a = 1 }", "namespace A { export const a: number = 1 }"],
    ["f(a as string)", "f(String(a))"],
    ["let a: number = 1", "let a: number = 2"],
    ["f(a)", 'import "./a.ts";\nf(a)'],
    ['import type { A } from "a";\nf()', 'import { A } from "a";\nf()'],
  ])("%j and %j are not", async (before, after) => {
    expect(await of("a.ts", before, after)).toBeNull();
    expect(await of("a.ts", after, before)).toBeNull();
  });
});

describe("one test", () => {
  test.each<[string, string | null, string]>([
    ["a.test.ts", JS_TEST, `${JS_TEST}test("a", () => {\n  expect(f()).toBe(1);\n});\n`],
    [
      "a.test.ts",
      JS_TEST,
      `import { expect, test } from "bun:test";\nimport { f } from "./a.ts";\ntest("a", async () => { expect(f()).toBe(1) }, 500);\n`,
    ],
    ["a.test.ts", null, `${JS_TEST}describe("a", () => {\n  test("b", () => f());\n});\n`],
    ["a_test.py", PY_TEST, `${PY_TEST}\n    def test_b(self):\n        assert g()\n`],
    ["test_a.py", null, "from a import f\n\n\ndef test_a():\n    assert f()\n"],
    ["test_a.py", "import a\n", "import a\nfrom a import f\n\n\ndef test_a():\n    assert f()\n"],
    ["a_test.go", GO_TEST, `${GO_TEST}\nfunc TestB(t *testing.T) {\n\tt.Log(2)\n}\n`],
    ["a_test.go", null, GO_TEST],
    ["a.rs", RUST, rust("    #[test]\n    #[should_panic]\n    fn b() {\n        a();\n    }\n")],
    [
      "a.rs",
      "fn a() {}\n",
      "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn b() {\n        a();\n    }\n}\n",
    ],
    ["a_spec.rb", RUBY, ruby('  context "c" do\n    it "d" do\n      expect(2).to eq(2)\n    end\n  end\n')],
    [
      "test_a.rb",
      null,
      'require "minitest/autorun"\nclass TestA < Minitest::Test\n  def test_a\n    assert f\n  end\nend\n',
    ],
    ["ATest.java", JAVA, java('    @Test @DisplayName("b")\n    void b() {\n        g();\n    }\n')],
  ])("%s gets one", async (path, before, after) => expect(await of(path, before, after)).toBe("test_added"));

  test.each<[string, string, string | null, string]>([
    ["outside of a test file", "src/a.ts", JS_TEST, `${JS_TEST}test("a", () => { f() });\n`],
    ["skipped", "a.test.ts", JS_TEST, `${JS_TEST}test.skip("a", () => { f() });\n`],
    ["to do", "a.test.ts", JS_TEST, `${JS_TEST}test.todo("a");\n`],
    ["skipped inside", "a.test.ts", JS_TEST, `${JS_TEST}test("a", (t) => { t.skip(); f() });\n`],
    ["of nothing", "a.test.ts", JS_TEST, `${JS_TEST}test("a", () => {});\n`],
    ["a table", "a.test.ts", JS_TEST, `${JS_TEST}test.each([1, 2])("a", () => { f() });\n`],
    ["in a loop", "a.test.ts", JS_TEST, `${JS_TEST}for (const a of b) test("a", () => { f() });\n`],
    ["in a loop of functions", "a.test.ts", JS_TEST, `${JS_TEST}[1, 2].forEach(() => { test("a", () => { f() }) });\n`],
    [
      "into a loop",
      "a.test.ts",
      `${JS_TEST}describe.each([1])("a", () => { f() });\n`,
      `${JS_TEST}describe.each([1])("a", () => { f(); test("a", () => { f() }) });\n`,
    ],
    [
      "two of a suite",
      "a.test.ts",
      JS_TEST,
      `${JS_TEST}describe("a", () => { test("a", () => { f() }); test("b", () => { f() }) });\n`,
    ],
    ["with a helper", "a.test.ts", JS_TEST, `${JS_TEST}const f = () => 1;\ntest("a", () => { f() });\n`],
    ["with an import that runs", "a.test.ts", JS_TEST, `${JS_TEST}import "./setup.ts";\ntest("a", () => { f() });\n`],
    ["and a change", "a.test.ts", `${JS_TEST}f(1);\n`, `${JS_TEST}f(2);\ntest("a", () => { f() });\n`],
    [
      "in a test",
      "a.test.ts",
      `${JS_TEST}test("a", () => { f() });\n`,
      `${JS_TEST}test("a", () => { f(); test("b", () => { f() }) });\n`,
    ],
    [
      "an assertion",
      "a.test.ts",
      `${JS_TEST}test("a", () => { f() });\n`,
      `${JS_TEST}test("a", () => { f(); expect(1).toBe(2) });\n`,
    ],
    ["decorated", "test_a.py", "x = 1\n", "x = 1\n\n@skip\ndef test_a():\n    assert f()\n"],
    [
      "into a decorated class",
      "test_a.py",
      `@skip\n${PY_TEST.replace("import unittest\n\n", "")}`,
      `@skip\n${PY_TEST.replace("import unittest\n\n", "")}\n    def test_b(self):\n        assert g()\n`,
    ],
    ["of nothing", "test_a.py", "x = 1\n", 'x = 1\n\ndef test_a():\n    """Says nothing."""\n    pass\n'],
    ["skipped inside", "test_a.py", "x = 1\n", "x = 1\n\ndef test_a():\n    pytest.skip()\n    assert f()\n"],
    ["a fixture", "test_a.py", "x = 1\n", "x = 1\n\ndef helper():\n    return 1\n"],
    ["outside of a test file", "a.py", "x = 1\n", "x = 1\n\ndef test_a():\n    assert f()\n"],
    ["of all tests", "a_test.go", GO_TEST, `${GO_TEST}\nfunc TestMain(m *testing.M) {\n\tm.Run()\n}\n`],
    ["skipped inside", "a_test.go", GO_TEST, `${GO_TEST}\nfunc TestB(t *testing.T) {\n\tt.Skip()\n}\n`],
    [
      "a table",
      "a_test.go",
      GO_TEST,
      `${GO_TEST}\nfunc TestB(t *testing.T) {\n\tfor _, a := range b {\n\t\tt.Run(a, func(t *testing.T) {})\n\t}\n}\n`,
    ],
    [
      "a number of a list",
      "a_test.go",
      GO_TEST.replace("t.Log(1)", "a := []int{1}\n\tt.Log(a)"),
      GO_TEST.replace("t.Log(1)", "a := []int{1, 2}\n\tt.Log(a)"),
    ],
    [
      "with an import that runs",
      "a_test.go",
      GO_TEST.replace('"testing"', '(\n\t"testing"\n)'),
      `${GO_TEST.replace('"testing"', '(\n\t_ "x"\n\t"testing"\n)')}\nfunc TestB(t *testing.T) {\n\tt.Log(2)\n}\n`,
    ],
    ["ignored", "a.rs", RUST, rust("    #[test]\n    #[ignore]\n    fn b() {\n        a();\n    }\n")],
    ["outside of the tests", "a.rs", RUST, `#[test]\nfn b() {\n    a();\n}\n${RUST}`],
    [
      "two",
      "a.rs",
      RUST,
      rust("    #[test]\n    fn b() {\n        a();\n    }\n    #[test]\n    fn c() {\n        a();\n    }\n"),
    ],
    [
      "not of tests alone",
      "a.rs",
      RUST.replace("cfg(test)", 'cfg(feature = "test")'),
      rust("    #[test]\n    fn b() {\n        a();\n    }\n").replace("cfg(test)", 'cfg(feature = "test")'),
    ],
    ["pending", "a_spec.rb", RUBY, ruby('  it "c"\n')],
    ["marked as pending", "a_spec.rb", RUBY, ruby('  it "c", :skip do\n    expect(1).to eq(1)\n  end\n')],
    ["skipped inside", "a_spec.rb", RUBY, ruby('  it "c" do\n    skip\n    expect(1).to eq(1)\n  end\n')],
    [
      "in a loop",
      "a_spec.rb",
      RUBY,
      ruby('  [1, 2].each do\n    it "c" do\n      expect(1).to eq(1)\n    end\n  end\n'),
    ],
    ["turned off", "a_spec.rb", RUBY, ruby('  xit "c" do\n    expect(1).to eq(1)\n  end\n')],
    ["of a table", "ATest.java", JAVA, java("    @ParameterizedTest\n    void b(int c) {\n        g();\n    }\n")],
    ["repeated", "ATest.java", JAVA, java("    @Test @RepeatedTest(3)\n    void b() {\n        g();\n    }\n")],
    ["turned off", "ATest.java", JAVA, java("    @Test(enabled = false)\n    void b() {\n        g();\n    }\n")],
    [
      "into a class that is off",
      "ATest.java",
      `@Disabled\n${JAVA}`,
      `@Disabled\n${java("    @Test\n    void b() {\n        g();\n    }\n")}`,
    ],
    [
      "assumed",
      "ATest.java",
      JAVA,
      java("    @Test\n    void b() {\n        assumeTrue(false);\n        g();\n    }\n"),
    ],
    ["a helper", "ATest.java", JAVA, java("    void b() {\n        g();\n    }\n")],
  ])("%s (%s) is not one test alone", async (_, path, before, after) =>
    expect(await of(path, before, after)).toBeNull(),
  );
});

describe("a deletion", () => {
  const js = (gone: string): [string, string] => [`export const a = 1;\n${gone}`, "export const a = 1;\n"];
  test.each([
    ["a.ts", ...js("function b() { return 1 }\n")],
    ["a.ts", ...js("const b = (c: number) => c;\n")],
    ["a.py", "a = 1\n\ndef _b():\n    return 1\n", "a = 1\n"],
    [
      "a.rs",
      "struct A;\nimpl A {\n    pub fn a() {}\n    fn b(&self) -> u8 { 1 }\n}\n",
      "struct A;\nimpl A {\n    pub fn a() {}\n}\n",
    ],
  ])("%s %j loses what is dead", async (path, before, after) => expect(await of(path, before, after)).toBe("deletion"));

  test.each([
    ["a.ts", "function b() { return 1 }\nf();\n", "f();\n"],
    ["a.ts", ...js("export function b() { return 1 }\n")],
    ["a.ts", ...js("function b() { if (c) return 1 }\n")],
    ["a.ts", ...js("function b() { throw c }\n")],
    ["a.ts", ...js("function b() { return c ? 1 : 2 }\n")],
    ["a.ts", ...js("function b() { assert(c) }\n")],
    ["a.ts", ...js("const b = register();\n")],
    ["a.ts", ...js("validate(c);\n")],
    ["a.ts", ...js("log(c);\n")],
    ["a.ts", ...js("/* @__PURE__ */ function b() { return 1 }\n")],
    ["a.ts", 'export const a = this["b"];\nfunction b() {}\n', 'export const a = this["b"];\n'],
    ["a.ts", "export const a = b();\nfunction b() { return 1 }\n", "export const a = b();\n"],
    ["a.test.ts", ...js("function b() { return 1 }\n")],
    ["a.py", "a = 1\n\ndef b():\n    return 1\n", "a = 1\n"],
    [
      "a.py",
      "class A:\n    def a(self): pass\n    def __eq__(self, b): return True\n",
      "class A:\n    def a(self): pass\n",
    ],
    [
      "a.py",
      "class A(B):\n    def a(self): pass\n    def _b(self): return 1\n",
      "class A(B):\n    def a(self): pass\n",
    ],
    ["a.py", "a = 1\n\n@app.route('/')\ndef _b():\n    return 1\n", "a = 1\n"],
    ["a.go", "package a\n\nfunc init() {\n\tf()\n}\n", "package a\n"],
    ["a.go", "package a\n\nfunc (a A) string() string {\n\treturn b\n}\n", "package a\n"],
    ["a.rs", "struct A;\nimpl Drop for A {\n    fn drop(&mut self) {}\n}\n", "struct A;\nimpl Drop for A {\n}\n"],
    ["a.rs", "fn a() {}\n#[no_mangle]\nfn b() {}\n", "fn a() {}\n"],
    ["a.rs", "fn a() {}\nfn b() -> R { c()?; d }\n", "fn a() {}\n"],
    ["a.rs", "#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n", "#[cfg(test)]\nmod tests {\n}\n"],
    ["A.java", "class A {\n    private void readObject(B b) { c(); }\n}\n", "class A {\n}\n"],
    ["A.java", "class A {\n    @PostConstruct\n    private void b() { c(); }\n}\n", "class A {\n}\n"],
    ["A.java", "class A {\n    void b() { c(); }\n}\n", "class A {\n}\n"],
    ["a.rb", "class A\n  def b\n    1\n  end\nend\n", "class A\nend\n"],
    ["a.txt", "a\nb\n", "a\n"],
  ])("%s %j loses more than that", async (path, before, after) => expect(await of(path, before, after)).toBeNull());

  test("of a whole file is for a model to judge", async () => {
    expect(await of("a.ts", "export const a = 1;\n", null)).toBeNull();
  });
});

describe("what code is not sure of", () => {
  const comment: FileEdit = { path: "a.ts", before: "f(); // a\n", after: "f(); // b\n", part: false };
  const added: FileEdit = {
    path: "a.test.ts",
    before: JS_TEST,
    after: `${JS_TEST}test("a", () => { f() });\n`,
    part: false,
  };
  test("a part of a file, no file, a file that is no code or is broken", async () => {
    expect(await harmlessOf([{ ...comment, part: true }])).toBeNull();
    expect(await harmlessOf([])).toBeNull();
    expect(await of("a.ts", "f( // a\n", "f( // b\n")).toBeNull();
    expect(await of("a.ts", null, "f();\n")).toBeNull();
    expect(
      await of(
        "a.ts",
        `${"(".repeat(20_000)}1${")".repeat(20_000)}`,
        `${"(".repeat(20_000)}1${")".repeat(20_000)} // a`,
      ),
    ).toBeNull();
  });
  test("several files are as harmless as the one that matters most", async () => {
    expect(await harmlessOf([comment, { ...comment, after: "f()\n;// a\n" }])).toBe("comments");
    expect(await harmlessOf([comment, { ...comment, after: "g();\n" }])).toBeNull();
    expect(await harmlessOf([added, comment])).toBeNull();
    expect(await harmlessOf([added])).toBe("test_added");
  });
});

test("a word, a number, a sign or a text that is another is never called the same", async () => {
  const texts = CORPUS.flatMap(({ path, before }) => (before === null ? [] : [{ path, text: before }]));
  const SIGNS = [
    "+",
    "-",
    "*",
    "/",
    "<",
    ">",
    "=",
    "!",
    "&",
    "|",
    ".",
    ",",
    ";",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ":",
    "0",
    "x",
    '"',
    "'",
    "\\",
    "#",
    "\n",
    "`",
    "@",
    "?",
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.nat(),
      fc.constantFrom(...SIGNS),
      fc.constantFrom("put", "take", "turn"),
      async ({ path, text }, at, sign, way) => {
        const n = at % text.length;
        const after =
          way === "put"
            ? text.slice(0, n) + sign + text.slice(n)
            : way === "take"
              ? text.slice(0, n) + text.slice(n + 1)
              : text.slice(0, n) + sign + text.slice(n + 1);
        const told = await of(path, text, after);
        if (told === null || told === "annotations" || after === text) return;
        // What it calls the same has the same words and signs where no comment stands, but for those that end a list or a statement.
        // In Ruby a backslash changes nothing before what it means nothing to, nor at the end of a line.
        if (path.endsWith(".rb") && sign === "\\" && way !== "take") return;
        const bare = (all: string): string => withoutComments(path, all).replaceAll(/[\s;,]/gu, "");
        expect(bare(after)).toBe(bare(text));
      },
    ),
    { numRuns: 3_000 },
  );
});

/** Whole lines of comments and those behind code, in texts of the corpus; what looks like one in a string stays. */
function withoutComments(path: string, text: string): string {
  const comment = /\.(?:py|rb)$/u.test(path) ? /#.*$/u : /\/\/.*$|\/\*[\s\S]*?\*\//u;
  const quoted = /\.(?:go|rs|java)$/u.test(path)
    ? /"(?:\\.|[^"\\\n])*"/u
    : /(?<sign>["'`])(?:\\.|(?!\k<sign>)[^\\\n])*\k<sign>/u;
  const both = new RegExp(`(?<quoted>${quoted.source})|${comment.source}`, "gmu");
  return text.replaceAll(both, (whole, ...given) => (given.at(-1).quoted === undefined ? "" : whole));
}

describe("what only looks harmless is for a model:", () => {
  test.each([
    [
      "a carriage's return ends a comment",
      "A.java",
      "class A { // x\n int y; }\n",
      "class A { // x\rint z = f();\n int y; }\n",
    ],
    [
      "a first line that is first no more",
      "a.py",
      "#!/usr/bin/env python\nx = 1\n",
      "\n#!/usr/bin/env python\nx = 1\n",
    ],
    [
      "an encoding that comes too late",
      "a.py",
      "#!/x\n# coding: latin-1\nx = 1\n",
      "#!/x\n# a\n# coding: latin-1\nx = 1\n",
    ],
    [
      "C that stands above its import no more",
      "a.go",
      'package a\n\n// int f();\nimport "C"\n',
      'package a\n\n// int f();\n\nimport "C"\n',
    ],
    [
      "a build tag that became documentation",
      "a.go",
      "// +build ignore\n\npackage a\n",
      "// +build ignore\npackage a\n",
    ],
    [
      "a docblock that is first no more",
      "a.test.js",
      "/** @jest-environment jsdom */\nf()\n",
      "/* a */\n/** @jest-environment jsdom */\nf()\n",
    ],
    ["a call in a template", "a.ts", `export const a = 1;\nconst u = \`\${start()}\`;\n`, "export const a = 1;\n"],
    [
      "values that are taken out of what makes them",
      "a.ts",
      "export const a = 1;\nconst u = [...made];\n",
      "export const a = 1;\n",
    ],
    [
      "a constructor",
      "a.ts",
      "export class A {\n  private constructor() { this.x = 1; }\n  y() {}\n}\n",
      "export class A {\n  y() {}\n}\n",
    ],
    [
      "a method that the language calls",
      "a.ts",
      "export class A {\n  private toJSON() { return 1; }\n  y() {}\n}\n",
      "export class A {\n  y() {}\n}\n",
    ],
    [
      "a name that the language has too",
      "a.go",
      "package a\nfunc min(a, b int) int { return a }\nvar X = 1\n",
      "package a\nvar X = 1\n",
    ],
    [
      "a test in the place of one of its name",
      "test_a.py",
      PY_TEST,
      `${PY_TEST}    def test_a(self):\n        assert True\n`,
    ],
    [
      "a class of tests in the place of one",
      "test_a.py",
      "class TestA:\n    def test_a(self):\n        assert f()\n",
      "class TestA:\n    def test_a(self):\n        assert f()\n\nclass TestA:\n    def test_b(self):\n        assert True\n",
    ],
    [
      "a name that is brought in over another",
      "test_a.py",
      "from x import f\ndef test_a():\n    assert f()\n",
      "from x import f\ndef test_a():\n    assert f()\nfrom y import f\ndef test_b():\n    assert f()\n",
    ],
    [
      "a method of its name in Ruby",
      "a_test.rb",
      "class T < M\n  def test_a\n    assert f\n  end\nend\n",
      "class T < M\n  def test_a\n    assert f\n  end\n  def test_a\n    assert true\n  end\nend\n",
    ],
  ])("%s", async (_, path, before, after) => {
    expect(await of(path, before, after)).toBeNull();
  });
});

test("a text too deep for Ruby's parser is not sure, and costs the next one nothing", async () => {
  expect(await of("a.rb", `x = ${"(".repeat(30_000)}`, `x = ${"(".repeat(30_001)}1`)).toBeNull();
  expect(await of("b.rb", "x = 1\n", "x =  1\n")).toBe("formatting");
});
