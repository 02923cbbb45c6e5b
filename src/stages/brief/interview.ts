import type { Brief } from "../../artifacts/brief.ts";
import { approvalId } from "../../artifacts/hashes.ts";
import type { Interview } from "../../artifacts/interview.ts";
import { LabError } from "../../errors.ts";
import { ordersIn } from "../../experiment/brief.ts";
import { type Journal, openJournal } from "../../questions/journal.ts";
import { loadArtifact, saveArtifact } from "../../store/artifacts.ts";
import type { Begun } from "../../store/begun.ts";
import { madeBy } from "../../story/brief.ts";
import { unmarked } from "../../story/sentence.ts";
import {
  INTERVIEW_BUSY,
  INTERVIEW_DOES,
  INTERVIEW_STOPPED,
  IS_IT_THIS,
  questionsCame,
} from "../../story/stage-words.ts";
import { isBlank } from "../../text/clean.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { briefSections } from "../../views/markdown/brief-text.ts";
import { type Came, type Proposal, unlessLate } from "../proposal/loop.ts";
import { writeBriefFiles } from "./files.ts";
import { askedOf, nextStep, type Standing, type Step, talkOf } from "./standing.ts";
import { type Talk, turnOf, writtenBrief } from "./turns.ts";

type Doing = Exclude<Step, { do: "ask" | "wait" }>;
type End = { state: "approved" };
/** What an interview came to in one call. */
export type Interviewed = Came<End>;

/** How the interview in a folder stands. Throws LabError for a file of it that cannot be used. */
export async function readStanding({ dir }: Pick<Begun, "dir">, journal: Pick<Journal, "read">): Promise<Standing> {
  const [interview, brief, asked] = await Promise.all([
    loadArtifact(dir, "interview"),
    loadArtifact(dir, "brief"),
    journal.read(),
  ]);
  const problems = [interview, brief].flatMap((read) => (read.state === "unusable" ? read.problem : []));
  if (problems.length > 0) {
    throw new LabError("Cannot go on with the brief: a file of it cannot be used. Nothing was asked.", {
      advice: "Mend it, or move it away: what it held is then made anew.",
      problems,
    });
  }
  return {
    turns: interview.state === "ok" ? interview.value.turns : [],
    journal: asked,
    brief: brief.state === "ok" ? brief.value : null,
  };
}

/** An interview as what is proposed: questions come before the text, which is approved as any is. */
export function interviewOf(
  talk: Talk,
  wait: Proposal<Standing, Doing, undefined, End>["wait"],
): Proposal<Standing, Doing, undefined, End> {
  const { lab, begun, models } = talk;
  const { dir, ledger, idea } = begun;
  const id = idea.experiment_id;
  const most = lab.config.brief.max_questions;
  const journal = openJournal(dir, lab.now, lab.person);
  return {
    lab,
    dir,
    ledger,
    journal,
    wait,
    kinds: ["interview", "brief"],
    words: {
      what: "brief",
      id,
      stopped: INTERVIEW_STOPPED,
      again: `${typedCode("brief", id)} (${callCode("brief", { experiment: id })})`,
      busy: INTERVIEW_BUSY,
      mend: "Mend it in brief.json: what is long belongs in files of the project, which designers can read.",
    },
    read: () => readStanding(begun, journal),
    next: (standing) => nextStep(standing, most),
    question({ brief, turns }) {
      const there = brief as Brief;
      const askers = turns.flatMap(({ kind, model }) => (kind === "first" || kind === "probe" ? model : []));
      const designs = models.designs && there.model === models.probe;
      return {
        id: approvalId(there),
        type: "show_plan",
        text: IS_IT_THIS,
        context: unmarked(madeBy({ askers, writer: there.model, designs }), String),
        required: true,
        sections: briefSections(there, ordersIn(there)),
      };
    },
    unaskable: ({ brief }, fault) =>
      fault !== null ? `its text is too long, ${fault}` : isBlank(brief?.task ?? "") ? "its task shows nothing" : null,
    async work(step, before) {
      if (step.do === "write") {
        await closeTalk(journal, step);
        return { state: "approved" };
      }
      if (step.do === "settle" && "questions" in step) {
        const { length } = await journal.ask(step.questions, "text");
        lab.progress.say({ text: questionsCame(length), kind: "news" });
        return null;
      }
      if (step.do === "settle") {
        const brief = writtenBrief(step.turn, id);
        if (brief === null) return null;
        await saveArtifact(dir, "brief", brief);
        await writeBriefFiles(dir, brief);
        return null;
      }
      const what = step.do === "make" ? step.what : step.do;
      const { ended } = before.journal;
      // Who wants it written takes back what is still open.
      const open = what === "write" && ended !== null ? askedOf(before.turns, before.journal) : [];
      for (const each of open)
        if (each.state === "open") await journal.cancel(each.id, ended?.by ?? "text").catch(unlessLate);
      const standing = open.length > 0 ? await readStanding(begun, journal) : before;
      lab.progress.say({ text: INTERVIEW_DOES[what], kind: "step" });
      const made = await turnOf(talk, standing, step);
      if (made.state === "failed") return made;
      // One that somebody removed meanwhile is not begun again as half of itself.
      if ((await loadArtifact(dir, "idea")).state === "missing") {
        throw new LabError(`Cannot keep what was asked in ${dir}: its idea.json is gone.`, {
          advice: `Put the folder back and go on, or begin anew: ${typedCode("brief")} and after it the idea in quotes.`,
        });
      }
      // Kept before anything comes of it.
      const kept: Interview = { version: 1, experiment_id: id, most, turns: [...standing.turns, made.turn] };
      await saveArtifact(dir, "interview", kept);
      return null;
    },
  };
}

/** What the approved brief stands on is changed no more. */
export async function closeTalk(journal: Journal, { approval }: Extract<Step, { do: "write" }>): Promise<void> {
  for (const { id, state, closed } of talkOf(await journal.read())) {
    if (state !== "open" && !closed) await journal.close(id, approval.by ?? "text");
  }
}
