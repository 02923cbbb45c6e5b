import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { BOUNDS, exceededBound } from "../artifacts/bounds.ts";
import { numbered } from "../artifacts/requirement.ts";
import { COMMAND_FORM, startLine } from "../command/run-line.ts";
import { chooseBriefModels } from "../config/models.ts";
import { LabError, UsageError } from "../errors.ts";
import { insteadOf } from "../experiment/basis.ts";
import { briefOf } from "../experiment/brief.ts";
import { type AlikeThere, type FittingWay, fitOf } from "../experiment/fit.ts";
import { freeBases } from "../experiment/open.ts";
import { smallWorkIn } from "../experiment/small-work.ts";
import { viewOf } from "../experiment/view.ts";
import type { Lab } from "../prompting/lab.ts";
import { interviewing } from "../stages/brief/stage.ts";
import { isBare } from "../stages/brief/topic.ts";
import { forecast } from "../stages/forecast.ts";
import { plannerInput } from "../stages/plan/proposal.ts";
import { planning } from "../stages/plan/stage.ts";
import { choosePanel, newWork, type SetupInput, taskFrom } from "../stages/setup.ts";
import { running } from "../stages/stages.ts";
import { placeOf } from "../store/bases.ts";
import { aboutOf, type Either, hasTask, listEither } from "../store/open.ts";
import { standsAndNext } from "../story/brief-stands.ts";
import type { Sentence } from "../story/sentence.ts";
import { type WayPrices, wayInSaid } from "../story/way-in.ts";
import { contentWords, likeness } from "../text/alike.ts";
import { clean } from "../text/clean.ts";
import { blocksText } from "../views/markdown/blocks.ts";
import type { OpContext, Reply } from "./op.ts";
import { readDocument } from "./run/entering.ts";
import { setupInput } from "./run/given.ts";

/** Experiments whose words are compared, the newest of all. */
const MAX_COMPARED = 200;
const AT_ONCE = 16;
/** A question says little else: characters of one. */
const MAX_QUESTION = 300;
/** The sign at the end of a question in the scripts that have one. */
const ASKS = /[?\uFF1F\u037E\u061F\u055E\u1367\u2E2E]["'\u201D\u2019\u00BB\u300D)\]]{0,3}$/u;

type Task = Parameters<typeof setupInput>[0];

/** Answers what fits a task, why, what it costs and the line for it, with every other way; asks no model, begins nothing. */
export async function answerWayIn(context: OpContext, given: Task): Promise<Reply> {
  const input = setupInput(given);
  const excess = exceededBound(input, BOUNDS.task);
  if (excess !== null) {
    throw new UsageError(`Cannot say what fits: ${excess}. Nothing was asked.`, {
      advice: "Shorten it: what is long belongs in a document of the project, which a brief or a plan can be made of.",
    });
  }
  const lab = await context.lab();
  const text = clean(input.task).text;
  const { alike, waiting } = await findAlike(lab, text);
  const names = await filesOf(lab.worktree);
  const written = await filesWritten(lab, text);
  const small = smallWorkIn(text, written);
  const document = await documentIn(lab, context, text);
  const fit = fitOf({
    alike,
    question: text.length <= MAX_QUESTION && ASKS.test(text.trimEnd()),
    small,
    project: names.length > 0,
    files: small === null ? namedIn(text, names) : written,
    document,
    bare: isBare(input),
    requirements: numbered(input).length,
  });
  const { prices, unpriced } = await pricesOf(lab, input);
  const { task } = input;
  const isLine = numbered(input).length === 0;
  const form = context.voice === "command" ? COMMAND_FORM : undefined;
  const lines = {
    brief: isLine ? startLine("brief", { task }) : null,
    designs: isLine ? startLine("run", { task }, form) : null,
    given: isLine ? null : { task, ...listsOf(input) },
  };
  const blocks = wayInSaid({ fit, prices, lines, unpriced, document, waiting });
  return { text: blocksText(blocks), blocks, facts: { fits: fit, forecasts: prices, lines, document } };
}

/** The lists beside a task that hold something. */
function listsOf({
  requirements,
  constraints,
  non_functional_requirements,
}: SetupInput): Readonly<Record<string, unknown>> {
  const lists = Object.entries({ requirements, constraints, non_functional_requirements });
  return Object.fromEntries(lists.filter(([, each]) => each.length > 0));
}

type Alike = { alike: AlikeThere | null; waiting: Sentence | null };

/** What of the newest experiments has nearly these words, the most alike first and the newest of equals. */
async function findAlike(lab: Lab, text: string): Promise<Alike> {
  const { all } = await listEither(await freeBases(lab, "read"), lab.now, lab.person);
  const own = contentWords(text);
  const whole = text.trim();
  const near = all
    .slice(0, MAX_COMPARED)
    .map((found) => {
      const said = hasTask(found) ? found.task.task : found.idea.idea;
      const words = likeness(own, contentWords(said));
      return {
        found,
        like: said.trim() === whole ? 2 : Math.max(words, likeness(own, contentWords(aboutOf(found).topic))),
      };
    })
    .filter(({ like }) => like > 0)
    .sort((a, b) => b.like - a.like);
  for (const { found } of near.slice(0, AT_ONCE)) {
    const there = await standingOf(lab, found);
    if (there.alike !== null) return there;
  }
  return { alike: null, waiting: null };
}

/** How one stands that has the words of a task; nothing of it where only questions were asked there. */
async function standingOf(lab: Lab, found: Either): Promise<Alike> {
  const { experiment_id: id } = aboutOf(found);
  if (!hasTask(found)) {
    const brief = await briefOf(found, lab.now);
    if (brief.state === "questions") return { alike: null, waiting: null };
    if (brief.state === "approved") return { alike: { way: "brief approved", id }, waiting: null };
    return { alike: { way: "waits", id, what: "brief" }, waiting: standsAndNext(brief) };
  }
  const view = await viewOf(found);
  const { decided, planned, names, status, withheld } = view;
  const waits = (what: Extract<FittingWay, { way: "waits" }>["what"]): Alike => ({
    alike: { way: "waits", id, what },
    waiting: null,
  });
  if (planned !== null) return waits(planned.plan.place?.done ? "tasks" : "plan");
  if (decided?.seen.decision && withheld === null) {
    const { design_id, by, decided_at: at, because } = decided.decision;
    const title = design_id === null ? null : (names.titles.get(design_id) ?? design_id);
    return { alike: { way: "decided", id, title, by, at, because, planned: false }, waiting: null };
  }
  return waits(status.pending.length > 0 ? "run" : "decision");
}

/** Folders deep, and names, that are looked at of a project. */
const MAX_DEPTH = 3;
const MAX_NAMES = 2_000;
const NOT_OWN = new Set(["node_modules", "vendor", "target", "dist", "build"]);

/** Paths of the project's own files and folders, with "/", as far as they are looked at; what is hidden is none. */
async function filesOf(worktree: string): Promise<string[]> {
  const names: string[] = [];
  const inTurn = pLimit(AT_ONCE);
  let level = [""];
  for (let depth = 0; depth < MAX_DEPTH && names.length < MAX_NAMES; depth++) {
    const read = await inTurn.map(level, async (folder) => {
      const entries: Dirent[] = await readdir(join(worktree, folder), { withFileTypes: true }).catch(() => []);
      return entries
        .filter(({ name }) => !name.startsWith(".") && !NOT_OWN.has(name))
        .map((entry) => ({
          path: folder === "" ? entry.name : `${folder}/${entry.name}`,
          isFolder: entry.isDirectory(),
        }));
    });
    const all = read.flat().sort((a, b) => (a.path < b.path ? -1 : 1));
    names.push(...all.map(({ path }) => path));
    level = all.flatMap(({ path, isFolder }) => (isFolder ? path : []));
  }
  return names.slice(0, MAX_NAMES);
}

const MAX_NAMED = 3;

/** Files whose own name, or whose path, stands in a text. */
function namedIn(text: string, names: readonly string[]): string[] {
  const words = contentWords(text);
  const isNamed = (path: string): boolean => {
    if (text.includes(path) && path.length > 2) return true;
    const [stem = ""] = (path.split("/").at(-1) ?? "").split(".", 1);
    const own = contentWords(stem.replaceAll(/[-_]/gu, " "));
    return own.size > 0 && [...own].every((word) => words.has(word));
  };
  return names.filter(isNamed).slice(0, MAX_NAMED);
}

/** A file with its extension, as a text names it. */
const FILE = /[\p{L}\p{N}_@~./\\-]{1,200}\.[a-z][a-z0-9]{0,9}(?![a-z0-9])/giu;

/** Files of the project that a text names by their path, or by their name with its extension where they are in its root. */
async function filesWritten({ directory, worktree }: Lab, text: string): Promise<string[]> {
  const named = [...new Set([...text.slice(0, 10_000).matchAll(FILE)].map(([each]) => each.replaceAll("\\", "/")))];
  const found = await Promise.all(
    named.slice(0, MAX_WRITTEN).map(async (each) => {
      if (!(await placeOf(join(directory, each), worktree)).inside) return [];
      const file = await stat(join(directory, each)).catch(() => null);
      return file?.isFile() ? [each] : [];
    }),
  );
  return found.flat().slice(0, MAX_NAMED);
}

const MAX_WRITTEN = 20;

const DOCUMENT = /[^\s"'`()<>]{1,200}\.(?:md|markdown|txt)(?![\p{L}\p{N}])/giu;

/** The first document of the project that a text names and that can be planned; null for none. */
async function documentIn(lab: Lab, context: OpContext, text: string): Promise<string | null> {
  for (const [written] of [...text.slice(0, 10_000).matchAll(DOCUMENT)].slice(0, MAX_NAMED)) {
    if (!(await placeOf(join(lab.directory, written), lab.worktree)).inside) continue;
    const refuse = (why: string): never => {
      throw new UsageError(why);
    };
    const read = await readDocument(lab, context, written, { refuse }).catch((error: unknown) => {
      if (error instanceof LabError) return null;
      throw error;
    });
    if (read !== null && !read.isDesign) return read.entrant.file;
  }
  return null;
}

/** What each way should cost; why nobody knows where no model can be asked. */
async function pricesOf(lab: Lab, input: SetupInput): Promise<{ prices: WayPrices; unpriced: string | null }> {
  try {
    const models = chooseBriefModels(lab.config, await lab.available());
    const panel = await choosePanel(lab);
    const about = { topic: "", source: "task", stated: null, created: lab.now() } as const;
    const task = { ...taskFrom(lab, input, panel, about)("x"), brief: { sha256: "", ...NOTHING_BESIDE } };
    const instead = insteadOf({ task, artifacts: {} });
    if (instead === null) throw new Error("Nothing stands in the place of a design");
    const source = { design: instead.text, rests_on: instead.rests_on, decided_at: null, because: "" };
    const plan = { input: plannerInput(lab, { task }, source, null, "nonce000"), model: models.probe, named: false };
    const idea = { idea: input.task, from: [] };
    return {
      prices: {
        brief: await forecast(lab, interviewing, { models, idea, first: true, left: lab.config.brief.max_questions }),
        designs: await forecast(lab, running, newWork(lab, { input, plan: panel })),
        plan: await forecast(lab, planning, plan),
      },
      unpriced: null,
    };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return { prices: null, unpriced: error.message };
  }
}

const NOTHING_BESIDE = { assumptions: [], out_of_scope: [], open_questions: [] };
