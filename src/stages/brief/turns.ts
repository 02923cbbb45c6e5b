import type { TObject } from "@sinclair/typebox";
import { BRIEF_LIST_NAMES, type Brief, type BriefBody } from "../../artifacts/brief.ts";
import type { Failure } from "../../artifacts/failure.ts";
import { approvalId, briefSha256 } from "../../artifacts/hashes.ts";
import type { Turn } from "../../artifacts/interview.ts";
import type { BriefModels } from "../../config/models.ts";
import type { Agent } from "../../prompting/agent.ts";
import { askInTurn, fallbacksOf } from "../../prompting/ask.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import type { NewQuestion } from "../../questions/types.ts";
import type { Begun } from "../../store/begun.ts";
import { keeperOf } from "../../store/exchanges.ts";
import { rememberFor } from "../remembered.ts";
import { type AskerAnswer, askerAgent } from "./asker.ts";
import { bodyOf } from "./body.ts";
import { type BriefChange, type BrieferAnswer, type BriefPart, brieferAgent } from "./briefer.ts";
import { type GivenQuestion, questionsOf } from "./given-question.ts";
import { type OpenerAnswer, openerAgent } from "./opener.ts";
import { type Standing, type Step, seenOf, talkOf, type Writing } from "./standing.ts";
import { readGivenTexts, type Told } from "./told.ts";

/** An interview at work: who is asked, and about what. */
export type Talk = {
  lab: PayingLab;
  begun: Begun;
  models: BriefModels;
  /** Whether a path is one of the project's files. */
  isFile(path: string): boolean;
};

export type AskingStep = Extract<Step, { do: "make" | "revise" }>;
type Made = { state: "made"; turn: Turn } | { state: "failed"; failure: Failure };
type OfAnswer<T> = T extends Turn ? Omit<T, "model" | "provenance"> : never;

/** Asks the model whose turn it is. Keeps nothing. */
export async function turnOf(talk: Talk, standing: Standing, step: AskingStep): Promise<Made> {
  const { lab, begun, models } = talk;
  const asked = talkOf(standing.journal);
  const found = foundIn(standing.turns);
  const files = await readGivenTexts(begun.dir, asked);
  const told: Told = { idea: begun.idea.idea, from: begun.idea.from, asked, found, files, nonce: lab.nonce() };
  const about = { at: lab.now().toISOString(), saw: seenOf(standing.journal) };
  const ask = async <I>(
    agent: Agent<I, TObject>,
    input: I,
    { model, phase }: { model: string; phase: "first" | "probe" | "brief" },
    turnFor: (value: unknown) => OfAnswer<Turn>,
  ): Promise<Made> => {
    const question = { input, model, phases: [phase], experiment: begun.dir, keep: keeperOf(begun.dir) };
    const answer = await askInTurn(lab, begun.ledger.append, agent, question, fallbacksOf(lab, model));
    const { model: by } = answer;
    if (answer.state === "ok") {
      return { state: "made", turn: { ...turnFor(answer.value), model: by, provenance: answer.provenance } as Turn };
    }
    const { kind, message } = answer;
    return { state: "failed", failure: { phase, design_id: null, model: by, kind, message } };
  };
  if (step.do === "make" && step.what === "first") {
    return ask(openerAgent, { ...told, left: step.left }, { model: models.first, phase: "first" }, (answer) => {
      const { questions } = answer as OpenerAnswer;
      return { kind: "first", ...about, found: [], questions: asQuestions(questions, told) };
    });
  }
  if (step.do === "make" && step.what === "probe") {
    const repository = lab.config.design.repository ? lab.worktree : null;
    const said = [begun.idea.idea, ...begun.idea.from.map(({ text }) => text)].join("\n");
    const remembered = await rememberFor(lab, begun.dir, said);
    const input = { ...told, left: step.left, repository, isFile: talk.isFile, remembered };
    return ask(askerAgent, input, { model: models.probe, phase: "probe" }, (answer) => {
      const { questions, found, end } = answer as AskerAnswer;
      return { kind: "probe", ...about, found, end, questions: asQuestions(questions, told) };
    });
  }
  const input = {
    ...told,
    sources: sourcesOf(standing, told),
    judgedBy: lab.config.review.quantitative.criteria,
    change: step.do === "make" ? null : changeOf(step),
  };
  return ask(brieferAgent, input, { model: models.probe, phase: "brief" }, (answer) => {
    const { questions = [], ...fields } = answer as BrieferAnswer;
    const turn = {
      ...about,
      brief: questions.length > 0 ? null : unlike(bodyOf(fields, input).body, standing),
      questions: asQuestions(questions, told),
      replaces: standing.brief && briefSha256(standing.brief),
    };
    return step.do === "make"
      ? { kind: "write", ...turn }
      : { kind: "revise", ...turn, rejects: step.rejection?.approval ?? null };
  });
}

/** A text that was shown before, and was not approved, differs from itself by an end of a line: another approval is asked for. */
function unlike(body: BriefBody, { journal: { questions } }: Standing): BriefBody {
  const shown = new Set(questions.map(({ id }) => id));
  const other = { ...body };
  while (shown.has(approvalId(other))) other.task += "\n";
  return other;
}

/** A written turn as the artifact that it comes to. */
export function writtenBrief({ at, model, brief, provenance }: Writing, experiment_id: string): Brief | null {
  return brief && { version: 1, experiment_id, timestamp: at, model, ...brief, provenance };
}

function asQuestions(given: readonly GivenQuestion[], { asked }: Told): Record<string, unknown>[] {
  const { questions } = questionsOf(
    given,
    asked.map(({ question }) => question),
  );
  return questions.map((each: NewQuestion) => ({ ...each }));
}

/** What needed no question, of all turns, each once. */
export function foundIn(turns: readonly Turn[]): { what: string; where: string }[] {
  const all = turns.flatMap((turn) => ("found" in turn ? turn.found : []));
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/** What an item of the brief may have come from beside the idea. */
function sourcesOf({ turns, brief }: Standing, { from, asked }: Told): string[] {
  const files = [...BRIEF_LIST_NAMES, "criteria" as const]
    .flatMap((list) => brief?.[list] ?? [])
    .flatMap((item) => item.from);
  return [
    ...new Set([
      ...asked.map(({ id }) => id),
      ...from.map(({ path }) => path),
      ...foundIn(turns).flatMap(({ where }) => (where === "idea" ? [] : where)),
      ...files.flatMap((source) => (source.kind === "file" ? source.path : [])),
    ]),
  ];
}

/** What is to change: the parts with a remark; all where the words are about the whole, or where answers changed. */
function changeOf({ brief, rejection, left }: Extract<Step, { do: "revise" }>): BriefChange {
  const all: BriefPart[] = ["task", ...BRIEF_LIST_NAMES, "criteria"];
  if (rejection === null) return { brief, words: null, parts: all, left };
  const { parts: said, whole } = rejection.remarks ?? { parts: {}, whole: null };
  const named = all.filter((part) => said[part] !== undefined);
  const parts = Object.fromEntries(named.map((part) => [part, said[part]]));
  return { brief, words: { parts, whole }, parts: whole === null ? named : all, left };
}
