import type { Note, PanelNote } from "../schemas/note.ts";
import type { RankingNote } from "../schemas/ranking-note.ts";
import { count } from "../text/numbers.ts";
import { rankingNoteText } from "./notes-text.ts";
import { problemText } from "./problems-text.ts";

/** What a note of a call says, as a sentence. Plain text: paths and parts of files stand in it. */
export function noteText(note: Note): string {
  switch (note.kind) {
    case "ledger-unwritten":
      return `${note.reason}. What it would have said is lost; the artifacts are not.`;
    case "problem":
      return problemText(note.problem);
    case "design-replaced":
      return `${problemText(note.problem)}. A new design was asked for; the old file is kept beside it.`;
    case "no-scoring":
      return "No reviewer was asked for scores, so there is no ranking.";
    case "too-few-designs":
      return "Nothing was evaluated, for there are too few designs to rank.";
    case "fallback-on-panel":
      return `${note.fallback} was not asked in place of ${note.model}: it sits on the panel, and its own answer counts already.`;
    default:
      return isPanelNote(note) ? panelNoteText(note) : rankingNoteText(note);
  }
}

const NO_RANKING = "no ranking, unless the experiment holds more already";

const PANEL_NOTES: { [K in PanelNote["kind"]]: (note: Extract<PanelNote, { kind: K }>) => string } = {
  "models-chosen": ({ models }) => `No design_models are configured: chose ${models.join(", ")}.`,
  "one-model": oneModel,
  "repeated-designer": ({ model, times }) =>
    `${model} is listed ${times} times in design_models and writes ${times} designs.`,
  "repeated-reviewer": ({ model }) =>
    `${model} is listed more than once as a reviewer and counts once; review.quantitative.samples asks it for several scores.`,
  "one-reviewer": ({ model }) => `All evaluations come from one model, ${model}: agreement cannot be measured.`,
  "one-vendor-panel": ({ vendor, reviewers }) =>
    `All ${reviewers} reviewers come from one vendor, ${vendor}: their errors may agree.`,
  "self-reviews": selfReviews,
  "below-min-designs": ({ min, designs }) => `min_designs is ${min}, designs to write are ${designs}: ${NO_RANKING}.`,
  "below-min-reviewers": ({ min, reviewers }) =>
    `min_reviewers is ${min}, models that score are ${reviewers}: ${NO_RANKING}.`,
};

function isPanelNote(note: PanelNote | RankingNote): note is PanelNote {
  return note.kind in PANEL_NOTES;
}

function panelNoteText(note: PanelNote): string {
  return (PANEL_NOTES[note.kind] as (note: PanelNote) => string)(note);
}

function oneModel({ model, designs, reviews, provider, others }: Extract<PanelNote, { kind: "one-model" }>): string {
  const mind = reviews ? " and reviews them, so designers and reviewer share one mind" : "";
  const more = others > 0 ? `; ${provider} offers ${others} more: name several for different minds` : "";
  return `No design_models are configured and one provider is connected: ${model} writes ${designs} designs${mind}${more}.`;
}

function selfReviews({ reviewers, of, all, excluded }: Extract<PanelNote, { kind: "self-reviews" }>): string {
  const who = all
    ? "The reviewers are the designers"
    : `${count(reviewers, "reviewer")} of ${of} also ${reviewers === 1 ? "designs" : "design"}`;
  return `${who}: ${excluded ? "scores for a model's own designs are left out" : "each also judges its own designs"}.`;
}
