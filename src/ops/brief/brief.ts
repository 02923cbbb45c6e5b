import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Static, type TObject, Type } from "@sinclair/typebox";
import { BOUNDS, exceededBound } from "../../artifacts/bounds.ts";
import type { Forecast } from "../../artifacts/cost.ts";
import type { Idea } from "../../artifacts/idea.ts";
import { readBriefLine } from "../../command/brief-line.ts";
import { saysNothing } from "../../command/in-doubt.ts";
import { LATEST, upTo } from "../../command/word.ts";
import { type BriefModels, chooseBriefModels } from "../../config/models.ts";
import { UsageError } from "../../errors.ts";
import { countedOf } from "../../experiment/spent.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { expectedBy } from "../../prompting/progress.ts";
import { openJournal } from "../../questions/journal.ts";
import { closeTalk, interviewOf, readStanding } from "../../stages/brief/interview.ts";
import { type ComingBrief, interviewing, turnsOf } from "../../stages/brief/stage.ts";
import { nextStep, type Standing } from "../../stages/brief/standing.ts";
import { firstWords } from "../../stages/brief/topic.ts";
import { forecast } from "../../stages/forecast.ts";
import { propose } from "../../stages/proposal/loop.ts";
import { makeBases } from "../../stages/setup.ts";
import { type Begun, createBegun, openBegun } from "../../store/begun.ts";
import { experimentName } from "../../store/paths.ts";
import { type KeptBrief, toAsk } from "../../story/brief.ts";
import { OTHER_ESTIMATE } from "../../story/live-offer.ts";
import { waitsForYou } from "../../story/person-asked.ts";
import { clean } from "../../text/clean.ts";
import { pathInside } from "../../text/path-inside.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { found } from "../../text/wording.ts";
import { briefForecast } from "../../views/markdown/brief-text.ts";
import { flagArg, pathArg, sentences, setupArgs } from "../args.ts";
import { reshapeAnswers } from "../ask/reshape.ts";
import { takeAll } from "../ask/take-answers.ts";
import { defineOp, type OpContext, type Reply } from "../op.ts";
import { atHome } from "../paths/at-home.ts";
import { checkBase, permitBases, permitOutside } from "../paths/outside.ts";
import { confirm } from "../person/confirm.ts";
import { pageWait, WAIT, type Wait } from "../person/wait.ts";
import { readDocuments } from "./documents.ts";
import { briefFolder, keepBrief } from "./keep.ts";
import { briefReply, type Ended } from "./reply.ts";

const args = {
  idea: Type.Optional(Type.String({ description: "What the person wants, in the person's own words" })),
  from: Type.Optional(
    Type.Union([Type.Array(Type.String({ minLength: 1, maxLength: 4096 })), Type.String({ maxLength: 4096 })], {
      description: "Paths of text documents that are read first and not asked again: a list, or one",
    }),
  ),
  experiment: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: "Go on with this brief: id, unique prefix, path or latest",
    }),
  ),
  answers: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String()], {
      description: 'What the person answered, by the id of the question: {q1: "b", q2: "5000"}; null skips one',
    }),
  ),
  enough: flagArg("The person wants no further question: the brief is written from what is there"),
  wait: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 3_600,
      description: `Seconds to wait for answers: ${WAIT} where a page can be shown, else 0`,
    }),
  ),
  dry_run: setupArgs.dry_run,
  where: pathArg("Folder of the project that the approved brief is written into as well"),
  output_dir: setupArgs.output_dir,
  limits: setupArgs.limits,
};
export type BriefArgs = Static<TObject<typeof args>>;

/** Asks the person what is to be designed, and has a brief written that the person approves. */
export const brief = defineOp({
  summary: "ask the person what is to be designed, and write the task from the answers",
  args,
  example: { idea: "Something to send e-mails reliably" },
  host: "needed",
  reshape: reshapeAnswers,
  words: [
    {
      word: "brief",
      usage: 'brief "Something to send e-mails reliably" [--where docs/briefs]',
      does: "asks you what it needs to know and writes the task from your answers; in quotes it begins, without them it is estimated, and brief with an experiment goes on; --where writes what you approved into a folder of the project too",
      command: null,
      reads: readBriefLine,
    },
    {
      word: "enough",
      own: true,
      usage: "enough [experiment]",
      does: "ends the questions of a brief and has it written from what is there",
      command: null,
      reads: (words) => upTo(1, words, ([experiment = LATEST]) => ({ experiment, enough: true })),
    },
  ],
  async run(given, context) {
    const { idea, experiment } = given;
    if ((idea === undefined) === (experiment === undefined)) {
      const found = idea === undefined ? "neither" : "both";
      throw new UsageError(`Give idea to begin a brief, or experiment to go on with one; found ${found}.`, {
        advice: `For example ${typedCode("brief", '"Something to send e-mails reliably"')} (${callCode("brief", { idea: "Something to send e-mails reliably" })}).`,
      });
    }
    const lab = await context.lab({
      ...(given.limits && { limits: given.limits }),
      ...(given.output_dir !== undefined && { output: { base_dir: atHome(given.output_dir, context.home) } }),
    });
    const models = chooseBriefModels(lab.config, await lab.available());
    return experiment === undefined
      ? beginning(lab, context, models, given)
      : goingOn(lab, context, models, { ...given, experiment });
  },
});

async function beginning(lab: Lab, context: OpContext, models: BriefModels, given: BriefArgs): Promise<Reply> {
  const left = ["answers", "enough"].filter((name) => given[name as keyof BriefArgs] !== undefined);
  if (left.length > 0) {
    throw new UsageError(`Cannot begin a brief with ${left.join(" and ")}: nothing was asked yet.`, {
      advice: `To go on with one, name it: ${typedCode("brief", "latest")} (${callCode("brief", { experiment: "latest" })}).`,
    });
  }
  const idea = ideaOf(given.idea);
  const from = await readDocuments(lab, context, sentences(given.from));
  await checkBase(lab, context, given.output_dir);
  if (given.where !== undefined) await briefFolder(lab, context, given.where);
  const coming = { models, idea: { idea, from }, first: true, left: lab.config.brief.max_questions };
  if (given.dry_run) return estimate(lab, context, coming, idea);
  await refuseOther(lab, coming);
  const paying = await confirm(lab, context, lab.base, interviewing, coming);
  await makeBases(lab);
  const created = lab.now();
  const topic = firstWords(idea);
  const begun = await createBegun(lab.base, experimentName(created, topic), {
    gitignore: lab.config.output.gitignore,
    now: lab.now,
    person: lab.person,
    describe: (experiment_id): Idea => ({
      version: 1,
      experiment_id,
      topic,
      idea,
      from,
      created_at: created.toISOString(),
    }),
  });
  lab.progress.follow(begun.idea, []);
  await begun.ledger.append({
    event: "setup",
    message: begun.idea.experiment_id,
    ...expectedBy(lab.progress.expected()),
  });
  const wait = waitFor(paying, context, begun.dir, given.wait);
  const keeps = keeping(lab, context, begun, given.where);
  return holdTalk(paying, begun, { models, wait, keeps, before: 0, taken: [] });
}

async function goingOn(
  lab: Lab,
  context: OpContext,
  models: BriefModels,
  { experiment, ...given }: BriefArgs & { experiment: string },
): Promise<Reply> {
  if (given.from !== undefined || given.output_dir !== undefined) {
    throw new UsageError("Cannot go on: from and output_dir belong to a new brief; this one has its own.");
  }
  const begun = await openBegun(await permitBases(lab, context, "work"), experiment, {
    what: "brief",
    fits: ({ idea: { idea }, hasTask }) => idea !== "" && !hasTask,
    directory: lab.directory,
    now: lab.now,
    person: lab.person,
  });
  if (begun.idea.idea === "") {
    throw new UsageError(`There is no brief in ${begun.idea.experiment_id}: only questions were asked there.`);
  }
  await permitOutside(lab, context, dirname(begun.dir), "work");
  const keeps = keeping(lab, context, begun, given.where);
  if (begun.hasTask) {
    if (given.where !== undefined)
      return briefReply(lab, begun, { came: { state: "approved" }, before: 0, taken: [], kept: await keeps() });
    const id = begun.idea.experiment_id;
    throw new UsageError(`The brief of ${id} is its task by now, which stays as it was approved. Nothing was asked.`, {
      advice: `${typedCode("resume", id)} goes on with its designs, ${typedCode("show", id, "brief")} shows the brief. Another task begins with ${typedCode("brief")} and after it, in quotes, the idea.`,
    });
  }
  const before = await begun.ledger.read();
  lab.budget.countEarlier(countedOf(before));
  const journal = openJournal(begun.dir, lab.now, lab.person);
  const standing = await readStanding(begun, journal);
  const coming = remaining(lab, begun, standing, models);
  if (given.dry_run) return estimate(lab, context, coming, null);
  const place = { dir: begun.dir, id: begun.idea.experiment_id, journal };
  const taken = await takeAll(lab, place, { answers: answersIn(given.answers) }, context);
  if (given.enough) await journal.end(context.typed ? "command" : "text");
  const about = { before: before.length, taken };
  if (taken.some(({ did }) => did === "refused" || did === "unseen"))
    return briefReply(lab, begun, { came: { state: "refused" }, ...about });
  // Where no model is to be asked anything, nobody is asked about a price.
  const step = nextStep(await readStanding(begun, journal), lab.config.brief.max_questions);
  if (step.do === "write") {
    await closeTalk(journal, step);
    await lab.renewMemory();
    return briefReply(lab, begun, { came: { state: "approved" }, ...about, kept: await keeps() });
  }
  // Who tells answers in words is told the next question in words, unless the page is open already.
  const wait = waitFor(lab, context, begun.dir, given.wait, given.answers === undefined);
  if (step.do === "wait" && wait.seconds === 0) return briefReply(lab, begun, { came: null, ...about });
  const paying = await confirm(lab, context, begun.dir, interviewing, coming);
  lab.progress.follow(begun.idea, before);
  await begun.ledger.append({ event: "resumed", ...expectedBy(lab.progress.expected()) });
  return holdTalk(paying, begun, { models, wait, keeps, ...about });
}

type Talking = Pick<Ended, "before" | "taken"> & {
  models: BriefModels;
  wait: Wait;
  /** Writes the approved brief into the project, where that was asked for. */
  keeps: () => Promise<KeptBrief | null>;
};

async function holdTalk(lab: PayingLab, begun: Begun, { models, wait, keeps, ...about }: Talking): Promise<Reply> {
  const came = await propose(interviewOf({ lab, begun, models, isFile: fileIn(lab) }, wait));
  const page = WAITS.has(came.state) ? await wait.page() : null;
  const kept = came.state === "approved" ? await keeps() : null;
  return briefReply(lab, begun, { came, page, kept, ...about });
}

const keeping = (lab: Lab, context: OpContext, begun: Begun, where: string | undefined) => async () =>
  where === undefined ? null : keepBrief(lab, context, begun, where);

const WAITS: ReadonlySet<string> = new Set(["answers", "approval", "words", "person"]);

/** @param opens Whether the page is opened where it is not open yet. */
const waitFor = (lab: Lab, context: OpContext, dir: string, wait: number | undefined, opens = true): Wait =>
  pageWait(lab, context, dir, { wait, what: waitsForYou("the brief"), opens });

/** A host may hand an object over as its JSON text. */
function answersIn(given: BriefArgs["answers"]): Readonly<Record<string, unknown>> | undefined {
  if (typeof given !== "string") return given;
  const parsed: unknown = (() => {
    try {
      return JSON.parse(given);
    } catch {
      return undefined;
    }
  })();
  if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
  throw new UsageError(`Cannot take the answers: needed is an object such as {"q1": "b"}, found ${found(given)}.`);
}

/** What is still to be asked of models: once it is written, what a person says to it. */
function remaining(
  { config }: Lab,
  { idea }: Begun,
  { turns, journal, brief }: Standing,
  models: BriefModels,
): ComingBrief {
  const asked = turns.reduce((sum, { questions }) => sum + questions.length, 0);
  const over = brief !== null || journal.ended !== null || turns.some((turn) => "end" in turn && turn.end !== null);
  const left = over ? 0 : Math.max(0, config.brief.max_questions - asked);
  return { models, idea, first: turns.length === 0 && !over, left };
}

async function estimate(lab: Lab, { voice }: OpContext, coming: ComingBrief, idea: string | null): Promise<Reply> {
  const numbers = await forecast(lab, interviewing, coming);
  const { first, left, models } = coming;
  const own = numbers.hosts_own.length > 0 ? [{ kind: "hosts-own" as const, models: numbers.hosts_own }] : [];
  const text = briefForecast(numbers, {
    first,
    turns: turnsOf(coming),
    left,
    who: toAsk(models, first),
    idea,
    voice,
    notes: [...lab.held, ...own],
  });
  const offer = idea === null ? {} : { offer: { sha256: briefSha256(lab, coming, numbers) } };
  return { text, facts: { forecast: numbers, ...models, ...offer } };
}

/** What a person's yes to a new brief on a page is bound to: the idea, who is asked how much at what price, and the configuration. */
function briefSha256({ base, config }: Lab, coming: ComingBrief, expected: Forecast): string {
  return createHash("sha256")
    .update(JSON.stringify([base, coming, expected, config]))
    .digest("hex");
}

/** Throws UsageError where a person said yes on a page to another estimate than that of this call. */
async function refuseOther(lab: Lab, coming: ComingBrief): Promise<void> {
  const { agreed } = lab.caller;
  if (agreed === undefined || agreed === briefSha256(lab, coming, await forecast(lab, interviewing, coming))) return;
  throw new UsageError(OTHER_ESTIMATE);
}

function ideaOf(given = ""): string {
  const idea = given.trim();
  if (saysNothing(idea)) {
    throw new UsageError("Cannot begin: an idea is needed, found nothing to go by. No model was asked.", {
      advice: `To begin, type ${typedCode("brief")} and after it, in quotes, the idea; an agent asks the person for a sentence, and invents nothing.`,
    });
  }
  const excess = exceededBound(idea, { ...BOUNDS.task, text: MAX_IDEA });
  if (excess === null) return clean(idea).text;
  throw new UsageError(`Cannot begin: idea: ${excess}. Nothing was asked.`, {
    advice: "Shorten it: what is long belongs in documents, which `from` names.",
  });
}

/** Characters; a prompt holds all of it. */
const MAX_IDEA = 200_000;

/** Whether a path is one of the project's files, by its name from where OpenCode works or from the project's root. */
function fileIn({ directory, worktree }: Lab): (path: string) => boolean {
  return (path) => {
    if (path.includes("\0") || path.length > 1_000) return false;
    return [directory, worktree].some((folder) => {
      const whole = resolve(folder, path);
      return pathInside(worktree, whole) && existsSync(whole) && statSync(whole).isFile();
    });
  };
}
