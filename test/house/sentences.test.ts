import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");

/** Words of our own in a row of text, beside its values, from which on it is a sentence. */
const WORDS = 4;

/** Attributes of elements that a person reads. */
const READ = new Set("alt aria-label caption label lead placeholder title why".split(" "));

type Node = { type: string; [name: string]: unknown };

/** What in a room is worded where it stands, by what takes it: the helpers that make refusals, and their parts by name. */
type Own = { takers: ReadonlySet<string>; fields: ReadonlySet<string> };
const NOTHING: Own = { takers: new Set(), fields: new Set() };

/** Every text of a module that has four words or more, but for those of errors that it throws and its own: strings, templates without their values, and what elements say. */
export function sentencesIn(code: string, jsx: boolean, { takers, fields }: Own = NOTHING): string[] {
  const found: string[] = [];
  const add = (text: string): void => {
    // Of an element of a document only what a person reads of it is words.
    const read = (element: string): string =>
      [...element.matchAll(/ ([a-z-]+)="([^"]*)"/gu)]
        .map(([, name = "", value]) => (READ.has(name) ? value : ""))
        .join(" ");
    const folded = text
      .replace(/<[!/]?[a-z][^<>]*>/gu, (element) => ` ${read(element)} `)
      .replace(/\s+/gu, " ")
      .trim();
    const words = folded.match(/(?<![\w./-])[A-Za-z][a-z'’]*(?![\w/]|-\w)/gu) ?? [];
    if (words.length >= WORDS) found.push(folded);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (typeof node !== "object" || node === null || typeof (node as Node).type !== "string") return;
    const at = node as Node;
    if (at.type === "ImportDeclaration" || at.type.startsWith("TS")) {
      // A type says nothing; what stands behind "as" or "satisfies" does.
      if ("expression" in at) visit(at.expression);
      return;
    }
    // A refusal is worded where its fault is found, and story has no part in it.
    if (at.type === "NewExpression" && /(?:Error|Failure)$/u.test(String((at.callee as Node).name))) return;
    if (/^(?:Call|Function|Variable|ObjectProp)/u.test(at.type)) {
      const { name, property } = (at.callee ?? at.id ?? at.key ?? {}) as { name?: string; property?: Node };
      const own = name ?? String(property?.name);
      if ((at.type === "ObjectProperty" || at.type === "VariableDeclarator" ? fields : takers).has(own)) return;
    }
    if (at.type === "StringLiteral") add(String(at.value));
    if (at.type === "JSXText") add(String(at.value));
    if (at.type === "TemplateLiteral")
      add((at.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(" … "));
    if (at.type === "JSXAttribute") {
      const { type, name } = at.name as { type: string; name: string };
      if (type !== "JSXIdentifier" || (!READ.has(name) && (at.value as Node | null)?.type === "StringLiteral")) return;
    }
    for (const [name, inner] of Object.entries(at)) if (name !== "loc" && name !== "key") visit(inner);
  };
  visit(parse(code, { sourceType: "module", plugins: ["typescript", ...(jsx ? (["jsx"] as const) : [])] }).program);
  return found;
}

/** The rooms that tell people something: a sentence of theirs is worded in story, and they say how a part of it looks. */
const ROOMS = [
  "src/views",
  "src/live",
  "src/tool.ts",
  "src/ops",
  "src/stages",
  "src/experiment",
  "src/cli",
  "src/cli.ts",
  "src/host",
  "src/command",
];

const WORK: Own = {
  takers: new Set([
    // Refusals, made by these of the reason that they are handed, or worded in them.
    ...["refuse", "refuseWithheld", "openAsked", "asObject", "json", "meaning", "unknownArg"],
    // Descriptions of args.
    ...[
      "designsArg",
      "experimentsArg",
      "flagArg",
      "linesArg",
      "modelsArg",
      "pathArg",
      "StringOrList",
      "personasArg",
      "seatsArg",
      "taskArg",
      "textArg",
    ],
  ]),
  fields: new Set([
    // Of a refusal: what can be done, what has not happened, what is needed, and why.
    ...["advice", "mend", "not", "needed", "unaskable", "why"],
    // Of an op's row: what an arg is, what the op does, what is typed for it, what of that is asked for in an example.
    ...["description", "summary", "does", "usage", "example"],
  ]),
};
/** A host's: what it refuses, why nobody could be asked there, and what its desk answers to a message that is none. */
const HOST: Own = {
  takers: new Set(["askHost", "endedWithout", "failWith", "nobodyHere", "agentsShell", "whyNot", "wayFor", "refusal"]),
  fields: new Set([
    ...["advice", "why", "error", "remedy", "NOBODY", "NOT_SHARED", "WAYS"],
    ...["UNREADABLE", "NOT_TAKEN", "NO_PLUGIN", "CONFIGURE", "NO_HOST_THERE"],
  ]),
};
/** Of a typed line, which a host reads before story is loaded: what is wrong with it, what else it may mean, what an option does. */
const LINE: Own = {
  takers: new Set([
    ...["taking", "limit", "flag", "does", "needsNumber", "needsConversation"],
    ...["misfit", "asTask", "tooLittle", "otherMeaning", "meantText", "partMeant", "inTheTask", "contrary", "give"],
    ...["strayModel", "unknownOption"],
    // What the agent is told to do for the line.
    "commandPrompt",
  ]),
  fields: new Set(["problem", "does", "odd", "why", "twice", "WHERE", "needsConversation"]),
};
/** What is worded where it stands, by its room. */
const OWN: Readonly<Record<string, Own>> = {
  ...{ "src/ops": WORK, "src/stages": WORK, "src/cli": WORK, "src/host": HOST, "src/command": LINE },
};

/** Files that hold what models are asked, or told of an answer that cannot be taken: the last as faults. */
const FOR_MODELS: readonly RegExp[] = [
  /^src\/stages\/[^/]+\/(?:arranger|asker|briefer|designer|evaluator|feedback|merger|opener|planner|reviser|topic|verifier)\.ts$/u,
  /^src\/stages\/brief\/(?:body|given-question)\.ts$/u,
  // What a designer may write, what a planted copy says in its place, and what askers and planners are told of before.
  /^src\/experiment\/(?:own-words|remembered|spoil|spoil-prose)\.ts$/u,
  // What an agent's host is told of the tool, and what a session's tools answer it.
  /^src\/(?:ops\/registry|host\/(?:offered|tools))\.ts$/u,
];

/** As many may stand there all the same. */
const MOST = 20;

/** Those that do, by their file: a text that begins so, and why it is no sentence of story's. */
const STAY: readonly (readonly [file: string, begins: string, why: string])[] = [
  ...["digraph {", "node [shape", "n … -> n …"].map(
    (begins) => ["src/views/html/diagram.ts", begins, "the language of the layout engine"] as const,
  ),
  ["src/views/html/markdown.tsx", "p strong em", "elements that may stand in words of others"],
  ["src/views/html/svg-node.ts", "svg g path", "elements that a drawing may have"],
  ["src/views/html/svg-node.ts", "viewBox width", "attributes that they may have"],
  ["src/views/html/sections/compare.tsx", ":has( …", "a selector of a style"],
  ["src/views/plan-mermaid.ts", "fill:#ffffff", "colours in Mermaid's language"],
  ["src/views/plan-mermaid.ts", "fill:#dbeafe", "colours in Mermaid's language"],
  ["src/live/body.ts", "It was not kept: …", "stands before the message of an error, where it is caught"],
  ["src/live/responses.ts", "It cannot be read: …", "stands before the message of an error, where it is caught"],
  ["src/tool.ts", "**designlab failed:**", "a defect of our own, told by the edge that catches it and knows no story"],
  ["src/tool.ts", "What was finished is on disk", "a defect of our own, likewise"],
  ["src/ops/args.ts", "models, or {model", "what an arg takes, beside its description"],
  ["src/host/gate.ts", "read grep glob", "tools of a host, by their names"],
  ["src/host/shell-writes.ts", "am apply checkout", "words of git that write"],
  ["src/host/shell-writes.ts", "sudo env command", "words of a shell that stand before a program"],
  ["src/host/drive/serve.ts", "const [binary", "the code of the process that keeps a host"],
  ["src/command/in-doubt.ts", "task, the task", "what people leave where a task should stand"],
  ["src/stages/brief/unsaid.ts", "zero one two", "numbers in words, to be found in what models wrote"],
];

describe("a sentence", () => {
  const ways: [string, number][] = [
    [`const a = \`one two \${x} three four\`;`, 1],
    [`const a = \`one two \${x} three four\`;`, 1],
    ["const a = <p>one two three four</p>;", 1],
    ['const a = <p class="one two three four" />;', 0],
    ['const a = <p title="one two three four" />;', 1],
    ['import { a } from "one two three four";', 0],
    ['type A = "one two three four";', 0],
    ['const a = "one two three" as const;', 0],
    ['const a = ["one two three four"] as const;', 1],
    ['throw new UsageError("one two three four");', 0],
    ['throw new Other("one two three four");', 1],
    [`const a = \`<div id="one" class="two three four"><p title="three">\${x}</p></div>\`;`, 0],
    ['const a = "<p>one two</p><p>three four</p>";', 1],
    [`const a = '<p title="one two three four">';`, 1],
    ['refuse("one two three four");', 0],
    ['a.refuse("one two three four");', 0],
    ['accept("one two three four");', 1],
    ['const a = { advice: "one two three four" };', 0],
    ['const a = { found: "one two three four" };', 1],
    ['const advice = "one two three four";', 0],
    ['function refuse() { return "one two three four"; }', 0],
  ];
  for (const [code, times] of ways)
    test(`is seen in ${code}`, () => expect(sentencesIn(code, true, WORK)).toHaveLength(times));
  test("is no refusal by its name in a room that makes none", () =>
    expect(sentencesIn('refuse("one two three four");', true)).toHaveLength(1));

  test("of four words or more stands in story alone, but for those listed with why", () => {
    const files = ROOMS.flatMap((room) =>
      room.endsWith(".ts") ? [room] : [...new Glob(`${room}/**/*.{ts,tsx}`).scanSync(ROOT)].sort(),
    );
    expect(files.length).toBeGreaterThan(100);
    const met = new Set<(typeof STAY)[number]>();
    const others = files.flatMap((file) => {
      if (FOR_MODELS.some((texts) => texts.test(file))) return [];
      const own = OWN[ROOMS.find((room) => file.startsWith(room)) ?? ""];
      const said = sentencesIn(readFileSync(join(ROOT, file), "utf8"), file.endsWith("x"), own).filter((each) => {
        const stays = STAY.find(([of, begins]) => of === file && each.startsWith(begins));
        return stays === undefined || !met.add(stays);
      });
      return said.map((each) => `${file}: ${each}`);
    });
    expect(others).toEqual([]);
    expect(STAY.filter((each) => !met.has(each))).toEqual([]);
    expect(STAY.length).toBeLessThanOrEqual(MOST);
  }, 300_000);
});
