import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { render } from "preact-render-to-string";
import { Criterion } from "../../src/artifacts/criterion.ts";
import { FileName } from "../../src/artifacts/task.ts";
import { mask, maskValue, scan } from "../../src/blind/blind.ts";
import { identifiersIn, maskDocument, maskDocumentValue } from "../../src/blind/documents.ts";
import { fence, forgedMarkers } from "../../src/blind/fence.ts";
import type { Identities } from "../../src/blind/identities.ts";
import { scanForInjections } from "../../src/blind/injection-scan.ts";
import { isSameSentence, quoteFinder } from "../../src/blind/quotes.ts";
import { parseSource } from "../../src/config/source.ts";
import { conflictsIn } from "../../src/plan/conflicts.ts";
import { withField } from "../../src/plan/edit-task.ts";
import { readTask } from "../../src/plan/task-file.ts";
import { fillTemplate } from "../../src/prompting/agent.ts";
import { questionIn, readAnswer, textOf } from "../../src/questions/check.ts";
import { replay } from "../../src/questions/replay.ts";
import type { NewQuestion } from "../../src/questions/types.ts";
import { readReply } from "../../src/session/reply.ts";
import { statedIn } from "../../src/stages/brief/stated.ts";
import { unsaidIn } from "../../src/stages/brief/unsaid.ts";
import { pointsOf, sharedTopics } from "../../src/stats/themes.ts";
import { slug } from "../../src/store/paths.ts";
import { clean } from "../../src/text/clean.ts";
import { fold, skeletonOf } from "../../src/text/fold.ts";
import { kept } from "../../src/text/kept-markdown.ts";
import { block, code, inline, prose } from "../../src/text/markdown.ts";
import { nearest, slipsOf } from "../../src/text/nearest.ts";
import { shapeOf, supersededText } from "../../src/text/record-shape.ts";
import { firstSentence, truncate } from "../../src/text/truncate.ts";
import { found } from "../../src/text/wording.ts";
import { linksOf } from "../../src/views/html/diagram.ts";
import { markdownNodes } from "../../src/views/html/markdown.tsx";
import { TheirWords } from "../../src/views/html/words.tsx";
import { terminalTable } from "../../src/views/markdown/table.ts";
import { task } from "../plan/samples.ts";
import { parseCommandLine } from "./typed.ts";

const IDENTITIES: Identities = {
  models: ["anthropic/claude-sonnet-4-5", "openai/gpt-5", "google/gemini-2.5-pro", "openrouter/x-ai/grok-4"],
  names: ["Claude Sonnet 4.5", "GPT-5", "Gemini 2.5 Pro", "Grok 4"],
  exempt: "Design a durable queue of orders.",
};
const OPTIONS = ["a", "b, c", "aa"].map((label) => ({ id: label.slice(0, 1) + label.length, label }));
const SCALE = { min: 0, max: 10, step: 1 };
/** One of each type whose typed answer is more than a word. */
const QUESTIONS: readonly NewQuestion[] = [
  { type: "pick_one", text: "a", options: OPTIONS, other: true },
  { type: "pick_many", text: "a", options: OPTIONS },
  { type: "show_options", text: "a", options: OPTIONS },
  { type: "rank", text: "a", options: OPTIONS },
  { type: "rate", text: "a", options: OPTIONS, ...SCALE },
  { type: "slider", text: "a", ...SCALE, unit: "a" },
  { type: "confirm", text: "a", yes: "aa" },
  { type: "thumbs", text: "a" },
  { type: "emoji_react", text: "a" },
  { type: "ask_text", text: "a" },
  { type: "ask_code", text: "a" },
  { type: "show_diff", text: "a", before: "", after: "a" },
  { type: "show_plan", text: "a", sections: [{ id: "a", title: "a", markdown: "a" }] },
  { type: "review_section", text: "a", title: "a", markdown: "a" },
];
const ANSWER = Type.Object({ text: Type.String() });
const component = (name: string, description = "") => ({ name, description, responsibilities: [], interfaces: [] });
/** A text in pieces of a sentence's length, as a list of points or decisions holds them. */
const sentences = (text: string): string[] => text.match(/[\s\S]{1,60}/g) ?? [];

/**
 * Everything that reads somebody else's words, each given one text of any length. Held to time that grows with the
 * length, measured in the bench, and asked which patterns it makes.
 */
export const SCANS: Readonly<Record<string, (text: string) => unknown>> = {
  "clean()": (text) => clean(text),
  "fold()": (text) => fold(text),
  "skeletonOf()": (text) => skeletonOf(text),
  "mask()": (text) => mask(text, IDENTITIES),
  "mask(), a value beside a key": (text) => maskValue({ author: text, [text]: "" }, IDENTITIES),
  "mask(), names of models": (text) => mask("I am here.", { models: [`acme/${text}`], names: [text] }),
  "maskDocument()": (text) => maskDocument(text),
  "maskDocument(), a value of its head": (text) => maskDocument(`Author: ${text}\nStatus: Accepted\n\n${text}`),
  "maskDocument(), lines of a head": (text) => maskDocument(text.replaceAll(" ", "\nAuthor: A B\n")),
  "maskDocumentValue(), a title": (text) => maskDocumentValue({ title: text, summary: `Revised ${text}` }),
  "identifiersIn()": (text) => identifiersIn(`Reviewers:\n- Ann Berg\n- ${text}`, text),
  "scan() of a prompt": (text) => scan(text, IDENTITIES),
  "scan(), the task's own words": (text) =>
    scan(text, { ...IDENTITIES, exempt: `${text.slice(0, text.length / 2)}ba` }),
  "scanForInjections()": scanForInjections,
  "fence()": (text) => fence(text, "k3J9x2Qa71"),
  "forgedMarkers()": (text) => forgedMarkers(text),
  "quoteFinder(), 20 quotes": (text) => {
    const stands = quoteFinder(text);
    for (let at = 0; at < 20; at++) stands(`${text.slice(at, 4_900)}${text.slice(1, 3)}${at}`);
  },
  "isSameSentence()": (text) => isSameSentence(text, `${text.slice(1, text.length / 2)}ba`),
  "statedIn() a task": (text) => statedIn(text, { requirements: [text.slice(1, 300), text.slice(5, text.length / 2)] }),
  "unsaidIn() a brief": (text) => unsaidIn(text, text.slice(1, text.length / 2)),
  "shapeOf(), supersededText()": (text) => [shapeOf([text]), supersededText(text, "[a](b)")],
  "fillTemplate()": (text) => fillTemplate(text, { task: "a" }),
  "parseSource() of a configuration": (text) => parseSource("design-lab.json", text),
  "parseCommandLine()": (text) => parseCommandLine(text, { screen: true }),
  "parseCommandLine(), in quotes": (text) => parseCommandLine(`run "${text}`, { screen: true }),
  "parseCommandLine(), models": (text) => parseCommandLine(`run --design-models ${text}`, { screen: true }),
  "readReply()": (text) => readReply(text, ANSWER),
  "readReply(), an answer": (text) => readReply(`\`\`\`json\n{"text": "${text}",}`, ANSWER),
  "names' own schemas": (text) => [Value.Check(Criterion, { name: text }), Value.Check(FileName, text)],
  "pointsOf(), themes": (text) =>
    pointsOf(sentences(text).map((sentence, at) => ({ reviewer_id: `reviewer-${at % 3}`, text: sentence }))),
  "sharedTopics(), compare": (text) => {
    const decisions = sentences(text).map((aspect) => ({ aspect, choice: aspect }));
    return sharedTopics(decisions, decisions);
  },
  "linksOf(), names of components": (text) => {
    const almost = text.slice(0, text.length / 4);
    const components = [component(`${almost}b`, almost.repeat(3)), component("Queue", text), component(almost)];
    return linksOf({ components, connections: [{ from: `${almost}b`, to: almost, what: text }] });
  },
  "markdownNodes() of a design": (text) => markdownNodes(text),
  "markdownNodes(), cut": (text) => markdownNodes(text, 320),
  "Words()": (text) => render(TheirWords({ of: text, max: 240 })),
  "terminalTable()": (text) => terminalTable(["a", "b"], [[text, text]]),
  "inline()": (text) => inline(text),
  "prose()": (text) => prose(text),
  "code()": (text) => code(text),
  "block()": (text) => block(text),
  "kept()": (text) => kept(text),
  "truncate()": (text) => truncate(text, 60),
  "firstSentence()": firstSentence,
  "slug()": (text) => slug(text, "model"),
  "checkQuestion(), textOf()": (text) => {
    const options = [
      { id: "a", label: `a${text.slice(0, 300)}`, description: text.slice(0, 9_000) },
      { id: "b", label: "b" },
    ];
    const question = questionIn({ type: "pick_one", text: "a", context: `a${text.slice(0, 19_000)}`, options });
    return Array.isArray(question) ? question : textOf({ ...question, id: "q1" });
  },
  ...Object.fromEntries(
    QUESTIONS.map((question) => [`readAnswer(), ${question.type}`, (text) => readAnswer(question, text)]),
  ),
  "readTask()": (text) => readTask("a.md", `---\nid: a\nname: a\n${text.slice(0, 19_900)}\n---\n`),
  "readTask(), a value": (text) => readTask("a.md", `---\nid: a\nname: ${text.slice(0, 19_900)}\n---\n`),
  "readTask(), a list": (text) =>
    readTask("a.md", `---\nid: a\nname: a\ndepends_on: [${text.slice(0, 19_900)}]\n---\n`),
  "withField()": (text) => withField(`---\nid: a\nname: a\n---\n${text}`, "status", "completed"),
  "conflictsIn()": (text) =>
    conflictsIn([[task("a", [], { files: [text] }), task("b", [], { files: [`a/${text}*`] })]]),
  "replay()": (text) => replay(text, "questions.jsonl"),
  "nearest()": (text) => nearest(text, ["openai/gpt-5", text.slice(1)]),
  "slipsOf()": (text) => slipsOf(text, ["run", "resume"]),
  "found() in an error": found,
};
