import type { TObject } from "@sinclair/typebox";
import { BRIEF_LIST_NAMES, type Brief, type BriefBody } from "../../artifacts/brief.ts";
import type { Failure } from "../../artifacts/failure.ts";
import { approvalId, briefSha256 } from "../../artifacts/hashes.ts";
import type { Turn } from "../../artifacts/interview.ts";
import type { BriefModels } from "../../config/brief-models.ts";
import type { Agent } from "../../prompting/agent.ts";
import { type Answer, askInTurn, fallbacksOf } from "../../prompting/ask.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import type { NewQuestion } from "../../questions/types.ts";
import type { Begun } from "../../store/begun.ts";
import { type AskerAnswer, askerAgent } from "./asker.ts";
import { bodyOf } from "./body.ts";
import { type BrieferAnswer, type BriefPart, brieferAgent, type Change } from "./briefer.ts";
import { givenTexts } from "./given-files.ts";
import { type GivenQuestion, questionsOf } from "./given-question.ts";
import { type OpenerAnswer, openerAgent } from "./opener.ts";
import { type Standing, type Step, seenOf, talkOf, type Writing } from "./standing.ts";
import type { Told } from "./told.ts";

/** An interview at work: who is asked, and about what. */
export type Talk = {
  lab: PayingLab;
  begun: Begun;
  models: BriefModels;
  /** Whether a path is one of the project's files. */
  isFile(path: string): boolean;
};

export type Asking = Extract<Step, { do: "first" | "probe" | "write" | "revise" }>;
export type Made = { state: "made"; turn: Turn } | { state: "failed"; failure: Failure };

/** Asks the model whose turn it is. Keeps nothing. */
export async function turnOf(talk: Talk, standing: Standing, step: Asking): Promise<Made> {
  const { lab, begun, models } = talk;
  const asked = talkOf(standing.journal);
  const found = foundIn(standing.turns);
  const files = await givenTexts(begun.dir, asked);
  const told: Told = { idea: begun.idea.idea, from: begun.idea.from, asked, found, files, nonce: lab.nonce() };
  const saw = seenOf(standing.journal);
  const about = { at: lab.now().toISOString(), saw };
  switch (step.do) {
    case "first":
      return asTurn(
        "first",
        await answerOf(talk, openerAgent, { ...told, left: step.left }, models.first, "first"),
        (answer) => {
          const { questions } = answer as OpenerAnswer;
          return { kind: "first", ...about, found: [], questions: asQuestions(questions, told) };
        },
      );
    case "probe": {
      const repository = lab.config.design.repository ? lab.worktree : null;
      const input = { ...told, left: step.left, repository, isFile: talk.isFile };
      return asTurn("probe", await answerOf(talk, askerAgent, input, models.probe, "probe"), (answer) => {
        const { questions, found, end } = answer as AskerAnswer;
        return { kind: "probe", ...about, found, end, questions: asQuestions(questions, told) };
      });
    }
    default: {
      const change = step.do === "write" ? null : changeOf(step);
      const input = { ...told, sources: sourcesOf(standing, told), change };
      return asTurn("brief", await answerOf(talk, brieferAgent, input, models.probe, "brief"), (answer) => {
        const { questions = [], ...fields } = answer as BrieferAnswer;
        const asks = questions.length > 0;
        const turn = {
          ...about,
          brief: asks ? null : unlike(bodyOf(fields, input).body, standing),
          questions: asQuestions(questions, told),
          replaces: standing.brief && briefSha256(standing.brief),
        };
        return step.do === "write"
          ? { kind: "write", ...turn }
          : { kind: "revise", ...turn, rejects: step.rejection?.approval ?? null };
      });
    }
  }
}

/** A text that was shown before, and was not approved, differs from itself by an end of a line: another approval is asked for. */
function unlike(body: BriefBody, { journal: { questions } }: Standing): BriefBody {
  const shown = new Set(questions.map(({ id }) => id));
  const other = { ...body };
  while (shown.has(approvalId(other))) other.task += "\n";
  return other;
}

/** A written turn as the artifact that it comes to. */
export function briefOf({ at, model, brief, provenance }: Writing, experiment_id: string): Brief | null {
  return brief && { version: 1, experiment_id, timestamp: at, model, ...brief, provenance };
}

function answerOf<I>(
  { lab, begun }: Talk,
  agent: Agent<I, TObject>,
  input: I,
  model: string,
  phase: BriefPhase,
): Promise<Answer<unknown>> {
  const question = { input, model, phases: [phase], experiment: begun.dir };
  return askInTurn(lab, begun.ledger.append, agent, question, fallbacksOf(lab, model));
}

type BriefPhase = "first" | "probe" | "brief";
type OfAnswer<T> = T extends Turn ? Omit<T, "model" | "provenance"> : never;

function asTurn(phase: BriefPhase, answer: Answer<unknown>, turnFor: (value: unknown) => OfAnswer<Turn>): Made {
  if (answer.state === "ok") {
    const { model, provenance } = answer;
    return { state: "made", turn: { ...turnFor(answer.value), model, provenance } as Turn };
  }
  const { model, kind, message } = answer;
  return { state: "failed", failure: { phase, design_id: null, model, kind, message } };
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
  const files = BRIEF_LIST_NAMES.flatMap((list) => brief?.[list] ?? []).flatMap((item) => item.from);
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
function changeOf({ brief, rejection, left }: Extract<Step, { do: "revise" }>): Change {
  const all: BriefPart[] = ["task", ...BRIEF_LIST_NAMES];
  if (rejection === null) return { brief, words: null, parts: all, left };
  const { parts: said, whole } = rejection.remarks ?? { parts: {}, whole: null };
  const named = all.filter((part) => said[part] !== undefined);
  const parts = Object.fromEntries(named.map((part) => [part, said[part]]));
  return { brief, words: { parts, whole }, parts: whole === null ? named : all, left };
}
