import type { LanguageName } from "./syntax/languages.ts";
import { allIn, type Piece, partOf, textIn } from "./syntax/piece.ts";

/** How tests are written in one language; `within` runs from the whole down to the piece right around it. */
export type TestShapes = {
  /** Files that a runner looks for tests in. */
  files: RegExp;
  /** Whether it is one test that runs: no table, nothing skipped. */
  isTest(piece: Piece, within: readonly Piece[]): boolean;
  /** What a piece holds that stands around tests and does no more; null where it is none. */
  held(piece: Piece): readonly Piece[] | null;
  /** Whether it brings in a name for tests, and nothing else. */
  isImport(piece: Piece, within: readonly Piece[]): boolean;
  /** Whether a test that is put into it runs, and runs once. */
  runs(within: readonly Piece[]): boolean;
};

/** Whether a piece has a word in it that its language's runners know as one that leaves a test out. */
const leavesOut = (piece: Piece, words: RegExp): boolean =>
  [...allIn(piece)].some(({ text, name }) => text !== null && !/String|Comment/u.test(name) && words.test(text));

const within = (piece: Piece | undefined, ...names: readonly string[]): readonly Piece[] =>
  (piece?.parts ?? []).filter(({ name }) => !names.includes(name));

const calledJs = (piece: Piece): { callee: Piece; args: readonly Piece[] } | null => {
  const call = piece.name === "ExpressionStatement" && piece.parts.length === 1 ? piece.parts[0] : piece;
  const [callee, list] = call?.name === "CallExpression" ? call.parts : [];
  return callee && list?.name === "ArgList" ? { callee, args: within(list, "(", ")", ",") } : null;
};
const FUNCTIONS_JS = ["ArrowFunction", "FunctionExpression"];

/** The body of a call like `word("name", () => { … })`; null where it is none. */
function bodyJs(piece: Piece, words: RegExp): Piece | null {
  const { callee, args } = calledJs(piece) ?? {};
  const [title, body, limit] = args ?? [];
  const named = callee?.name === "VariableName" && words.test(callee.text ?? "");
  const fits = /^(?:String|TemplateString)$/u.test(title?.name ?? "") && FUNCTIONS_JS.includes(body?.name ?? "");
  const bounded = (args?.length ?? 0) < 3 || (args?.length === 3 && limit?.name === "Number");
  return named && fits && bounded && body ? (body.parts.at(-1) ?? null) : null;
}
const SUITES_JS = /^(?:describe|suite|context)$/u;

const js: TestShapes = {
  files: /[._-](?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:tests?|__tests__|specs?|e2e)\//u,
  isTest(piece) {
    const body = piece.name === "ExpressionStatement" ? bodyJs(piece, /^(?:test|it)$/u) : null;
    if (body === null || (body.name === "Block" && within(body, "{", "}").length === 0)) return false;
    const nested = [...allIn(body)].some((each) => {
      const called = each.name === "CallExpression" ? calledJs(each) : null;
      const name = called?.callee.name === "MemberExpression" ? called.callee.parts.at(-1) : called?.callee;
      const takes = called?.args.some((arg) => FUNCTIONS_JS.includes(arg.name));
      return takes && /^(?:test|it|describe|suite|context)$/u.test(name?.text ?? "");
    });
    return !nested && !leavesOut(body, /^(?:skip|todo|skipIf|runIf|fails?|failing)$/u);
  },
  held(piece) {
    const body = piece.name === "ExpressionStatement" ? bodyJs(piece, SUITES_JS) : null;
    return body?.name === "Block" ? within(body, "{", "}") : null;
  },
  isImport(piece, around) {
    const { name, text } = around.at(-1) ?? piece;
    if (name === "ImportGroup") return piece.name === "VariableDefinition" || piece.text === "," || text === "type";
    return piece.name === "ImportDeclaration" && partOf(piece, "from") !== undefined;
  },
  runs: (around) =>
    around.every((piece) => {
      if (piece.name === "CallExpression") return bodyJs(piece, SUITES_JS) !== null;
      return ["Script", "ExpressionStatement", "ArgList", "Block", ...FUNCTIONS_JS].includes(piece.name);
    }),
};

const nameIn = (piece: Piece, name: string): string => partOf(piece, name)?.text ?? "";
const isSuitePython = (piece: Piece): boolean =>
  piece.name === "ClassDefinition" &&
  (nameIn(piece, "VariableName").startsWith("Test") || textIn(partOf(piece, "ArgList") ?? piece).endsWith("TestCase)"));

const python: TestShapes = {
  files: /(?:^|\/)(?:test[^/]*|[^/]*_test)\.py$/u,
  isTest(piece) {
    const body = within(partOf(piece, "Body"), ":");
    const empty = body.every(({ name, parts }) => {
      return (
        name === "PassStatement" || (name === "ExpressionStatement" && /String|Ellipsis/u.test(parts[0]?.name ?? ""))
      );
    });
    const named = piece.name === "FunctionDefinition" && nameIn(piece, "VariableName").startsWith("test");
    return named && !empty && !leavesOut(piece, /^(?:skip|skipTest|SkipTest|xfail|importorskip)$/u);
  },
  held: (piece) => (isSuitePython(piece) ? within(partOf(piece, "Body"), ":") : null),
  isImport: (piece) => piece.name === "ImportStatement",
  runs: (around) => around.every((piece) => piece.name === "Script" || piece.name === "Body" || isSuitePython(piece)),
};

const isTestGo = (piece: Piece | undefined): boolean => {
  if (piece?.name !== "FunctionDecl" || !/^Test(?![a-z])/u.test(nameIn(piece, "DefName"))) return false;
  return /^\(\w+\*testing\.T\)$/u.test(textIn(partOf(piece, "Parameters") ?? piece));
};
const runsGo = (piece: Piece): boolean =>
  [...allIn(piece)].some(({ name, parts }) => {
    if (name !== "CallExpr") return false;
    const [callee] = parts;
    return callee?.name === "SelectorExpr" && callee.parts.at(-1)?.text === "Run";
  });
const SKIPS_GO = /^(?:Skip|Skipf|SkipNow)$/u;

/** Whether a test goes over the rows of that name, and runs each. */
const goesOverGo = (test: Piece, rows: string): boolean =>
  [...allIn(test)].some((each) => {
    const range = each.name === "ForStatement" ? partOf(each, "RangeClause") : undefined;
    return range?.parts.at(-1)?.text === rows && runsGo(each);
  });

const go: TestShapes = {
  files: /_test\.go$/u,
  isTest(piece, around) {
    if (isTestGo(piece)) {
      const body = within(partOf(piece, "Block"), "{", "}");
      return around.length === 1 && body.length > 0 && !runsGo(piece) && !leavesOut(piece, SKIPS_GO);
    }
    // One more row of a table that a test runs through.
    const [, test, , declared, , values] = around;
    const row = piece.name === "Element" && piece.parts.some(({ name }) => name === "LiteralValue");
    if (!row || around.length !== 6 || values?.name !== "LiteralValue" || declared?.name !== "VarDecl") return false;
    return (
      test !== undefined &&
      isTestGo(test) &&
      goesOverGo(test, nameIn(declared, "DefName")) &&
      !leavesOut(test, SKIPS_GO)
    );
  },
  held: (piece) => (piece.name === "PackageClause" ? [] : null),
  isImport(piece, around) {
    const specs = /^Import(?:Spec|Decl)$/u.test(piece.name) ? [...allIn(piece)] : [];
    const inside = around.length === 1 || around.some(({ name }) => name === "ImportDecl");
    // One that is named "_" is brought in for what it does, one named "." is not named at all.
    return specs.length > 0 && inside && !specs.some(({ text }) => text === "_" || text === ".");
  },
  // Where it may stand is part of what is a test here.
  runs: () => true,
};

const attributesRust = (piece: Piece): string[] => piece.parts.filter(({ name }) => name === "Attribute").map(textIn);
const isSuiteRust = (piece: Piece): boolean =>
  piece.name === "AttributeItem" &&
  attributesRust(piece).join() === "#[cfg(test)]" &&
  partOf(piece, "ModItem") !== undefined;

const rust: TestShapes = {
  files: /\.rs$/u,
  isTest(piece, around) {
    const attributes = piece.name === "AttributeItem" ? attributesRust(piece) : [];
    const known = attributes.every((each) => /^#\[(?:(?:tokio::)?test|should_panic(?:\(.*\))?)\]$/u.test(each));
    const body = within(partOf(partOf(piece, "FunctionItem"), "Block"), "{", "}");
    const once = attributes.filter((each) => each.endsWith("test]")).length === 1;
    return known && once && body.length > 0 && around.some(isSuiteRust);
  },
  held: (piece) => (isSuiteRust(piece) ? within(partOf(partOf(piece, "ModItem"), "DeclarationList"), "{", "}") : null),
  isImport: (piece, around) => piece.name === "UseDeclaration" && around.some(isSuiteRust),
  runs: (around) =>
    around.every((piece) => ["SourceFile", "ModItem", "DeclarationList"].includes(piece.name) || isSuiteRust(piece)),
};

const calledRuby = (piece: Piece, words: RegExp): Piece | null => {
  if (piece.name !== "CallNode" || !words.test(nameIn(piece, "name"))) return null;
  const receiver = piece.parts.find(
    ({ name, text }) => name === "receiver" || (text === null && name === "ConstantReadNode"),
  );
  const own = receiver?.text === "null" || nameIn(receiver ?? piece, "name") === "RSpec";
  return own ? (partOf(piece, "BlockNode") ?? null) : null;
};
const argumentsRuby = (piece: Piece): readonly Piece[] =>
  partOf(partOf(piece, "ArgumentsNode") ?? piece, "arguments_")?.parts ?? [];
const SUITES_RUBY = /^(?:describe|context|feature)$/u;
const isSuiteRuby = (piece: Piece): boolean => {
  const plain = argumentsRuby(piece).every(({ name }) => /^(?:StringNode|Constant(?:Read|Path)Node)$/u.test(name));
  return calledRuby(piece, SUITES_RUBY) !== null && plain;
};
const classRuby = (piece: Piece): boolean => piece.name === "ClassNode" || piece.name === "ModuleNode";
const SKIPS_RUBY = /^(?:skip|pending)$/u;

const ruby: TestShapes = {
  files: /(?:_spec|_test)\.rb$|(?:^|\/)test_[^/]*\.rb$/u,
  isTest(piece, around) {
    if (leavesOut(piece, SKIPS_RUBY)) return false;
    if (piece.name === "DefNode") {
      return (
        nameIn(piece, "name").startsWith("test_") &&
        partOf(piece, "StatementsNode") !== undefined &&
        around.some(({ name }) => name === "ClassNode")
      );
    }
    const block = calledRuby(piece, /^(?:it|specify|example|scenario|test)$/u);
    const titles = argumentsRuby(piece).every(({ name }) => name === "StringNode");
    return block !== null && partOf(block, "StatementsNode") !== undefined && titles;
  },
  held(piece) {
    if (piece.name === "StatementsNode") return within(piece, "flags");
    if (piece.name === "ProgramNode" || piece.name === "BlockNode")
      return within(partOf(piece, "StatementsNode"), "flags");
    if (isSuiteRuby(piece)) return within(partOf(calledRuby(piece, SUITES_RUBY) ?? piece, "StatementsNode"), "flags");
    return piece.name === "ClassNode" ? within(partOf(piece, "StatementsNode"), "flags") : null;
  },
  isImport: (piece) =>
    piece.name === "CallNode" &&
    /^require(?:_relative)?$/u.test(nameIn(piece, "name")) &&
    argumentsRuby(piece).every(({ name }) => name === "StringNode"),
  runs: (around) =>
    around.every((piece) => {
      return (
        /^(?:File|ProgramNode|StatementsNode|BlockNode)$/u.test(piece.name) || classRuby(piece) || isSuiteRuby(piece)
      );
    }),
};

/** The names of the annotations of a class or a method. */
function annotationsJava(piece: Piece): string[] {
  const all = partOf(piece, "Modifiers")?.parts.filter(({ name }) => name.endsWith("Annotation")) ?? [];
  return all.map((each) => textIn(partOf(each, "Identifier", "ScopedIdentifier") ?? each));
}
const isSuiteJava = (piece: Piece): boolean =>
  piece.name === "ClassDeclaration" &&
  !(partOf(piece, "Modifiers")?.parts.some(({ text }) => text === "abstract") ?? false) &&
  annotationsJava(piece).every((name) => /^(?:Nested|DisplayName|ExtendWith)$/u.test(name));

const java: TestShapes = {
  files: /(?:^|\/)src\/test\/|Tests?\.java$/u,
  isTest(piece) {
    const names = piece.name === "MethodDeclaration" ? annotationsJava(piece) : [];
    const once = names.includes("Test") && names.every((name) => name === "Test" || name === "DisplayName");
    const enabled = !leavesOut(partOf(piece, "Modifiers") ?? piece, /^enabled$/u);
    const body = within(partOf(piece, "Block"), "{", "}");
    return (
      once &&
      enabled &&
      body.length > 0 &&
      !leavesOut(piece, /^(?:assume\w*|abort|SkipException|TestAbortedException)$/u)
    );
  },
  held(piece) {
    if (piece.name === "PackageDeclaration") return [];
    return isSuiteJava(piece) ? within(partOf(piece, "ClassBody"), "{", "}") : null;
  },
  isImport: (piece) => piece.name === "ImportDeclaration",
  runs: (around) => around.every((piece) => ["Program", "ClassBody"].includes(piece.name) || isSuiteJava(piece)),
};

export const TEST_SHAPES: Readonly<Record<LanguageName, TestShapes>> = { js, python, go, rust, ruby, java };
