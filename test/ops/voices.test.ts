import { afterAll, describe, expect, test } from "bun:test";
import type { SpokenTo } from "../../src/artifacts/caller.ts";
import { parseWords } from "../../src/command/command.ts";
import { allOps } from "../../src/ops/registry.ts";
import { answerCall } from "../../src/tool.ts";
import { decidedProject } from "../support/decided-project.ts";
import { IDEA, talkBench } from "../support/interview.ts";
import { type Bench, bench } from "../support/lab.ts";
import { rankedProject } from "../support/ranked-project.ts";
import { parseCommandLine } from "../support/typed.ts";

const OPS = await allOps();
const TASK = { task: "Design a durable task queue", requirements: ["Survives a crash", "Is quick"] };
const VOICES: readonly SpokenTo[] = ["line", "command", "agent"];

/** What a reply says in the form of somebody else; a line for another place names the place. */
function foreign(text: string, voice: SpokenTo): string[] {
  const own = text
    .replaceAll(/`\/design-lab (?:brief|enough|stop)\b[^`]*` in OpenCode/gu, "")
    .replaceAll(/in a terminal `opencode-designlab [^`]*`|`opencode-designlab code` in another/gu, "");
  const forms = {
    line: /designlab\(|opencode-designlab |\bdry_run\b/gu,
    command: /designlab\(|(?<![\w/.~])\/design-lab(?![\w/])|\bdry_run\b/gu,
    agent: /opencode-designlab /gu,
  };
  return [...own.matchAll(forms[voice])].map(({ index }) => own.slice(Math.max(0, index - 60), index + 60));
}

/** Lines of a reply that nobody could type; what is to be filled in has dots. */
function odd(text: string, voice: SpokenTo): string[] {
  const spans = [...text.matchAll(/`((?:\/design-lab|opencode-designlab) [^`]*)`/gu)].map(([, span = ""]) => span);
  return spans.filter((span) => {
    if (
      /…|provider\/model|\[|PATH|\||designlab code$/u.test(span) ||
      /^\S+ (?:run|brief|generate|dry-run)(?: --\S+)?$/u.test(span)
    )
      return false;
    const line = span.startsWith("/")
      ? parseCommandLine(span.replace("/design-lab", "").trim(), { screen: true })
      : parseWords(
          [...span.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/gu)].slice(1).map(([, a, b, c]) => a ?? b ?? c ?? ""),
          OPS,
          null,
        );
    return line.kind !== "call" && voice !== "agent";
  });
}

async function held(lab: Bench, voice: SpokenTo, op: unknown, args: object): Promise<string> {
  lab.voice = voice;
  const { text, facts } = await answerCall({ op, args }, lab.context);
  const all = `${text}\n${JSON.stringify(facts.error ?? facts.checks ?? "")}`;
  expect({ op, args, foreign: foreign(all, voice) }).toEqual({ op, args, foreign: [] });
  expect({ op, args, odd: odd(text, voice) }).toEqual({ op, args, odd: [] });
  return text;
}

/** What is played of an experiment that is ranked: what it says, and what it refuses. */
const RANKED: readonly [op: string, args: (id: string) => object][] = [
  ["show", () => ({})],
  ...["ranking", "designs", "reviews", "scores", "task", "ledger", "brief"].map(
    (what): [string, (id: string) => object] => ["show", (experiment) => ({ experiment, what })],
  ),
  ["show", (experiment) => ({ experiment, design: "A" })],
  ["show", (experiment) => ({ experiment, design: "A", what: "ledger" })],
  ["show", () => ({ experiment: "2020-01-01-none" })],
  ["compare", () => ({})],
  ["compare", (experiment) => ({ experiments: [experiment] })],
  ["rank", (experiment) => ({ experiment })],
  ["run", (experiment) => ({ experiment, dry_run: true })],
  ["run", (experiment) => ({ experiment, topic: "x" })],
  ["run", (experiment) => ({ experiment, task: "x y" })],
  ["run", () => ({ task: "Design it's own queue; quickly", dry_run: true })],
  ["run", () => ({ task: "Design a queue", design_models: ["alpha/strong-1"], dry_run: true })],
  ["run", () => ({ task: "Design a queue", fresh: true, limits: { max_cost: 0.00001 } })],
  ["run", () => ({ task: "" })],
  ["generate", () => ({ task: "Design a queue", dry_run: true })],
  ["review", (experiment) => ({ experiment, models: ["nobody/none"] })],
  ["judge", (experiment) => ({ experiment, wait: 0 })],
  ["judge", (experiment) => ({ experiment, order: "A>B>C" })],
  ["judge", (experiment) => ({ experiment, show: true })],
  ["judge", (experiment) => ({ experiment, from: "nothing.json" })],
  ["decide", (experiment) => ({ experiment })],
  ["decide", () => ({ because: "x" })],
  ["outcome", (experiment) => ({ experiment, result: "worked" })],
  ["plan", (experiment) => ({ experiment, dry_run: true })],
  ["plan", () => ({})],
  ["tasks", (experiment) => ({ experiment })],
  ["tasks", () => ({})],
  ["tasks", () => ({ note: "x" })],
  ["ask", (experiment) => ({ experiment })],
  ["ask", (experiment) => ({ experiment, answers: { q9: "x" } })],
  ["brief", () => ({ idea: "A queue that never loses a job", dry_run: true })],
  ["brief", (experiment) => ({ experiment })],
  ["open", (experiment) => ({ experiment })],
  ["doctor", () => ({})],
  ["help", () => ({ op: "lines" })],
  ["help", () => ({ op: "run" })],
  ["help", () => ({ op: "scores" })],
  ["help", () => ({ op: "nothing" })],
  ["score", () => ({ experiment: "2020-01-01-none", models: 4 })],
];

describe("a reply speaks as whoever called", () => {
  const ranked = rankedProject(TASK);
  for (const voice of VOICES) {
    test(`of what is ranked, and of what is refused: ${voice}`, async () => {
      const { lab, id } = await ranked.start();
      lab.permits = false;
      for (const [op, args] of RANKED) await held(lab, voice, op, args(id));
    }, 300_000);
  }

  const decided = decidedProject(TASK);
  for (const voice of VOICES) {
    test(`of a decision, its plan and its tasks: ${voice}`, async () => {
      const { lab, id } = await decided.start();
      await held(lab, voice, "decide", { experiment: id });
      await held(lab, voice, "plan", { experiment: id, dry_run: true, where: "docs/tasks", limits: { max_cost: 1 } });
      await held(lab, voice, "plan", { experiment: id, wait: 0 });
      await held(lab, voice, "tasks", { experiment: id, start: "skeleton" });
      await held(lab, voice, "ask", { experiment: id });
      await decided.approved();
      for (const view of ["next", "list", "parallel", "critical", "graph", "show", "help", "validate"])
        await held(lab, voice, "tasks", { experiment: id, view, ...(view === "show" && { task: "skeleton" }) });
      await held(lab, voice, "tasks", { experiment: id, view: "list", from: 2 });
      await held(lab, voice, "tasks", { experiment: id, as: "mermaid" });
      await held(lab, voice, "tasks", { experiment: id, start: "skeleton" });
      await held(lab, voice, "tasks", { experiment: id, done: "nothing" });
      await held(lab, voice, "plan", { experiment: id, wait: 0 });
    }, 300_000);
  }

  for (const voice of VOICES) {
    test(`of an interview, and of what nothing is asked of yet: ${voice}`, async () => {
      const talk = await talkBench();
      const { lab } = talk;
      await held(lab, voice, "brief", { idea: IDEA, wait: 0 });
      await held(lab, voice, "brief", { experiment: "latest", answers: { q1: "z" }, wait: 0 });
      await held(lab, voice, "brief", { experiment: "latest", enough: true, wait: 0 });
      await held(lab, voice, "brief", { answers: { q1: "b" } });
      await held(lab, voice, "brief", { idea: "." });
      await held(lab, voice, "ask", {});
      await held(lab, voice, "show", { what: "brief" });
      await held(lab, voice, "show", {});
      await held(lab, voice, "run", { experiment: "latest" });
      await held(lab, voice, "generate", { experiment: "latest" });
      await lab.dispose();
    }, 300_000);
  }

  const empty: Bench[] = [];
  afterAll(async () => {
    for (const lab of empty) await lab.dispose();
  });
  for (const voice of VOICES) {
    test(`where nothing is there yet: ${voice}`, async () => {
      const lab = await bench();
      empty.push(lab);
      for (const op of ["show", "open", "ask", "plan", "tasks", "decide", "judge", "doctor", "help", "init", "nothing"])
        await held(lab, voice, op, {});
      await held(lab, voice, "resume", { experiment: "latest" });
    });
  }
});
