import { type Grammar, parsedBy } from "./lezer.ts";
import type { Numbers, Parsed } from "./piece.ts";

export type LanguageName = "js" | "python" | "go" | "rust" | "ruby" | "java";
export type Language = { name: LanguageName; parse(text: string, numbers: Numbers): Parsed };

/** Null where no grammar is kept for such files. Grammars are loaded with the first file of their language. */
export async function findLanguage(path: string): Promise<Language | null> {
  const ending = endingOf(path);
  if (ending === "rb") return { name: "ruby", parse: await (await import("./ruby.ts")).rubyParser() };
  const name = LANGUAGES[ending];
  if (name === undefined) return null;
  const grammar = await GRAMMARS[name](ending, path);
  return { name, parse: (text, numbers) => parsedBy(grammar, text, numbers) };
}

/** What stands after the last dot of a file's name. */
export const endingOf = (path: string): string => /\.(\w+)$/u.exec(path)?.[1]?.toLowerCase() ?? "";

const LANGUAGES: Readonly<Record<string, Exclude<LanguageName, "ruby">>> = {
  ...{ ts: "js", mts: "js", cts: "js", tsx: "js", js: "js", mjs: "js", cjs: "js", jsx: "js" },
  ...{ py: "python", go: "go", rs: "rust", java: "java" },
};

const never = (): boolean => false;
const DIALECTS: Readonly<Record<string, string>> = { ts: "ts", mts: "ts", cts: "ts", tsx: "ts jsx" };

const GRAMMARS: Readonly<Record<Exclude<LanguageName, "ruby">, (ending: string, path: string) => Promise<Grammar>>> = {
  js: async (ending) => {
    const parser = (await import("@lezer/javascript")).parser.configure({ dialect: DIALECTS[ending] ?? "jsx" });
    return {
      parse: (text) => parser.parse(text),
      comments: ["LineComment", "BlockComment"],
      acts: (comment) => ACTS_JS.test(comment),
      commas: true,
      semicolons: true,
      // It does not know the empty `{}` of JSX, which may hold a comment.
      passes: (unknown) => unknown === "",
    };
  },
  python: async () => {
    const { parser } = await import("@lezer/python");
    return {
      parse: (text) => parser.parse(text),
      comments: ["Comment"],
      acts: (comment) => /^#!|coding[:=]/u.test(comment),
      commas: false,
      semicolons: false,
      passes: never,
    };
  },
  go: async (_, path) => {
    const { parser } = await import("@lezer/go");
    return {
      parse: (text) => parser.parse(text),
      comments: ["LineComment", "BlockComment"],
      // What stands above `import "C"` is C, and what an example must print stands in a comment of it.
      acts: (comment, text) =>
        /^\/\/(?:[a-z]+:|line |export |\s*\+build)|^\/\*line /u.test(comment) ||
        text.includes('"C"') ||
        (path.endsWith("_test.go") && text.includes("func Example")),
      commas: true,
      semicolons: false,
      passes: never,
    };
  },
  rust: async () => {
    const { parser } = await import("@lezer/rust");
    return {
      parse: (text) => parser.parse(text),
      comments: ["LineComment", "BlockComment"],
      // Documentation is an attribute: it may hold tests, and macros read it.
      acts: (comment) => /^\/\/[/!]|^\/\*[*!]/u.test(comment),
      commas: false,
      semicolons: false,
      passes: never,
    };
  },
  java: async () => {
    const { parser } = await import("@lezer/java");
    return {
      parse: (text) => parser.parse(text),
      comments: ["LineComment", "BlockComment"],
      // The compiler reads \u000a before it knows where a comment ends, and a return of the carriage ends one.
      acts: (comment) => comment.includes("\\u") || /^\/\/[^\r]*\r[^\r]/u.test(comment),
      commas: false,
      semicolons: false,
      // It does not know `A.class` as an argument.
      passes: (unknown) => /^\w*$/u.test(unknown),
    };
  },
};

/** Read by compilers, bundlers and test runners. */
const ACTS_JS =
  /@jsx|@once\b|@(?:jest|vitest|vite|bun|babel|swc|preserve)|__PURE__|__NO_SIDE_EFFECTS__|webpack|turbopack|rspack|<(?:reference|amd)|sourceMappingURL/u;
