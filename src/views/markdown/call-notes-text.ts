import type { BoundNote, Note, PanelNote } from "../../artifacts/note.ts";
import { PRESETS, THRIFT_COSTS } from "../../artifacts/preset.ts";
import type { RankingNote } from "../../artifacts/ranking-note.ts";
import { wentOnAsItWas } from "../../story/brief-stands.ts";
import { rankingNote } from "../../story/notes.ts";
import { inline, type Markdown, md } from "../../text/markdown.ts";
import { count, dollars, list } from "../../text/numbers.ts";
import { typed } from "../../text/typed.ts";
import { drawn } from "./drawn.ts";
import { dashed, problemText } from "./lines.ts";

/** The notes of a call as sentences: those to be read before all else, and the others. */
export function sortCallNotes(notes: readonly Note[]): { first: Markdown[]; others: Markdown[] } {
  return {
    first: notes.filter(({ kind }) => kind === "hosts-own").map(noteText),
    others: notes.filter(({ kind }) => kind !== "hosts-own").map(noteText),
  };
}

/** All of them as bullets, those to be read before all else first. */
export function noteBullets(notes: readonly Note[]): Markdown[] {
  const { first, others } = sortCallNotes(notes);
  return dashed([...first, ...others]);
}

/** What a note of a call says, as a sentence. */
export function noteText(note: Note): Markdown {
  switch (note.kind) {
    case "ledger-unwritten":
      return md`${inline(note.reason, 300)}. What it would have said is lost; the artifacts are not.`;
    case "bound-held":
      return md`${inline(heldText(note), 400)}, for ${WHY_HELD[note.standing ?? "options"]}.`;
    case "problem":
      return problemText(note.problem);
    case "design-replaced":
      return md`${problemText(note.problem)}. A new design was asked for; the old file is kept beside it.`;
    case "slow-provider":
      return md`${inline(note.provider)} slowed this run down: it took ${count(note.sessions, "session")} at a time, found out while it was asked; the others waited.`;
    case "requirements-read":
      return requirementsRead(note);
    case "requirements-invented":
      return md`${inline(note.model)} listed ${count(note.sentences.length, "sentence")} as stated in the task that ${note.sentences.length === 1 ? "does" : "do"} not stand in it; left out: ${list(
        note.sentences.map((each) => md`“${inline(each, SENTENCE)}”`),
        MAX_INVENTED,
      )}.`;
    case "brief-changed":
      return drawn(wentOnAsItWas(note.experiment_id));
    case "no-scoring":
      return md`No reviewer was asked for scores, so there is no ranking.`;
    case "too-few-designs":
      return md`Nothing was evaluated, for there are too few designs to rank.`;
    case "fallback-on-panel":
      return md`${inline(note.fallback)} was not asked in place of ${inline(note.model)}: it sits on the panel, and its own answer counts already.`;
    default:
      return isPanelNote(note) ? panelNoteText(note) : drawn(rankingNote(note));
  }
}

/** Why a bound holds, and what can make it laxer; by whose wish it was and how that stands. */
const WHY_HELD = {
  options: md`only your own file can make it laxer`,
  new: md`only your own file can make it laxer, or ${typed("allow")}`,
  changed: md`the file changed since you allowed it; ${typed("allow")} shows what it says now`,
};

/** Requirements and sentences that are named before the rest is counted, and columns of each. */
const MAX_READ = 8;
const MAX_INVENTED = 3;
const SENTENCE = 110;

function requirementsRead({ model, requirements }: Extract<Note, { kind: "requirements-read" }>): Markdown {
  const read = requirements.map(({ id, text }) => md`${inline(id)} “${inline(text, SENTENCE)}”`);
  return md`Read from the task by ${inline(model)}: ${list(read, MAX_READ)}. Reviewers answer for each.`;
}

/** What a checkout's configuration wanted, and what holds in its place: a sentence without its full stop. */
export function heldText({ source, setting, wanted, holds, of }: BoundNote): string {
  return `${source} wants ${setting} ${wanted}; the ${of === null ? `default of ${holds}` : `${holds} of ${of}`} holds`;
}

/** Which list of reviewers counts: a sentence without its full stop. */
export function countsText({ models, unused }: Extract<Note, { kind: "review-models-count" }>): string {
  const who = `${models.join(", ")} ${models.length === 1 ? "reviews and scores" : "review and score"}`;
  return `review_models counts (${who}); ${unused.join(" and ")} beside it ${unused.length === 1 ? "is" : "are"} not used`;
}

const NO_RANKING = md`no ranking, unless the experiment holds more already`;

const PANEL_NOTES: { [K in PanelNote["kind"]]: (note: Extract<PanelNote, { kind: K }>) => Markdown } = {
  "hosts-own": ({ models }) =>
    md`**These are OpenCode's own free models, which you did not set up:** ${list(models.map((model) => inline(model)))}. The text of the task goes to their service, and with it what designers read of the project. Set up a provider of your own with \`opencode auth login\`, and new experiments ask its models instead.`,
  "models-chosen": ({ models }) =>
    md`No models are configured: ${list(models.map((model) => inline(model)))} were chosen to design.`,
  "one-model": oneModel,
  "preset-short": presetShort,
  "preset-added": ({ preset, models }) =>
    md`${inline(preset)} asks ${list(models.map((model) => inline(model)))} as well.`,
  "repeated-designer": ({ model, times }) => md`${inline(model)} is named ${times} times and writes ${times} designs.`,
  "repeated-reviewer": ({ model }) =>
    md`${inline(model)} is named more than once as a reviewer and counts once; several scores of one reviewer are asked for with \`samples\` in the configuration.`,
  "review-models-count": (note) => md`${inline(countsText(note), 400)}.`,
  "one-reviewer": ({ model }) =>
    md`All evaluations come from one model, ${inline(model)}: agreement cannot be measured.`,
  thrifty: ({ first, further }) =>
    md`${count(first, "reviewer")} judge every design; ${further === 1 ? md`the other one is` : md`the other ${further} are`} asked where it can still change the choice, so it may be less. Its price: ${THRIFT_COSTS}.`,
  "thrifty-idle": ({ designs, reviewers }) =>
    md`Nothing can be spared (\`review.thrifty\`): that takes at least three designs and three reviewers that score, and there are ${designs} and ${reviewers}. All are asked.`,
  "single-vendor": (note) => drawn(rankingNote(note)),
  "self-reviews-excluded": (note) => drawn(rankingNote(note)),
  "outsider-missing": ({ model, price }) => {
    const text = price
      ? `(${dollars(price.input)} a million tokens in, ${dollars(price.output)} out)`
      : "(its price is unknown)";
    const advice =
      model === null ? md`connect another model` : md`add ${inline(model)} ${inline(text)} to the reviewers`;
    return md`Every reviewer also judges a design of its own. With one more that designs nothing the best design is found in 1 to 2 more of 100 simulated runs: ${advice}.`;
  },
  "self-reviews": selfReviews,
  "below-min-designs": ({ min, designs }) =>
    md`A ranking wants at least ${count(min, "design")} (\`min_designs\`), and ${designs} ${designs === 1 ? md`is` : md`are`} to be written: ${NO_RANKING}.`,
  "below-min-reviewers": ({ min, reviewers }) =>
    md`A ranking wants at least ${count(min, "reviewer")} that score (\`min_reviewers\`), and there ${reviewers === 1 ? md`is` : md`are`} ${reviewers}: ${NO_RANKING}.`,
};

function isPanelNote(note: PanelNote | RankingNote): note is PanelNote {
  return note.kind in PANEL_NOTES;
}

function panelNoteText(note: PanelNote): Markdown {
  return (PANEL_NOTES[note.kind] as (note: PanelNote) => Markdown)(note);
}

function oneModel({ model, designs, reviews }: Extract<PanelNote, { kind: "one-model" }>): Markdown {
  const mind = reviews ? md` and reviews them, so designers and reviewer share one mind` : md``;
  return md`No models are configured and your providers offer one alone: ${inline(model)} writes ${designs} designs${mind}.`;
}

function presetShort({ preset, models, designs, reviewers }: Extract<PanelNote, { kind: "preset-short" }>): Markdown {
  const wanted = PRESETS[preset];
  const asks = reviewers === null ? md`` : md` and ${count(wanted.reviewers, "reviewer")}`;
  const own = reviewers === null ? md`` : md` and ${reviewers} review`;
  const so =
    models >= designs
      ? md`so ${designs} design${own}`
      : md`so there are ${count(designs, "design")}${reviewers === null ? md`` : md` and ${count(reviewers, "reviewer")}`}`;
  return md`${inline(preset)} asks ${count(wanted.designs, "designer")}${asks}; you have ${count(models, "model")} that can, ${so}.`;
}

function selfReviews({ reviewers, of, all }: Extract<PanelNote, { kind: "self-reviews" }>): Markdown {
  const who = all
    ? md`The reviewers are the designers`
    : of === 1
      ? md`The one reviewer also designs`
      : md`${count(reviewers, "reviewer")} of ${of} also ${reviewers === 1 ? "designs" : "design"}`;
  const own = reviewers === 1 ? md`it also judges its own design` : md`each also judges its own design`;
  return md`${who}: ${own}.`;
}
