import type { BoundNote, Note, PanelNote } from "../artifacts/note.ts";
import { PRESETS, THRIFT_COSTS } from "../artifacts/preset.ts";
import type { RankingNote } from "../artifacts/ranking-note.ts";
import { count, dollars } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { wentOnAsItWas } from "./brief-stands.ts";
import { lackSaid } from "./controls.ts";
import { joinsSaid } from "./joins.ts";
import { problemSaid, rankingNote } from "./notes.ts";
import { roundUnfinished } from "./round-words.ts";
import { copied, listed, model as name, type Sentence, say, strong, typed, words } from "./sentence.ts";

/** The notes of a call as sentences: those to be read before all else, and the others. */
export function sortCallNotes(notes: readonly Note[]): { first: Sentence[]; others: Sentence[] } {
  return {
    first: notes.filter(({ kind }) => FIRST.has(kind)).map(noteSaid),
    others: notes.filter(({ kind }) => !FIRST.has(kind)).map(noteSaid),
  };
}
const FIRST: ReadonlySet<Note["kind"]> = new Set(["hosts-own", "round-open"]);

/** What a note of a call says, as a sentence. */
export function noteSaid(note: Note): Sentence {
  switch (note.kind) {
    case "ledger-unwritten":
      return say`${words(note.reason, "message")}. What it would have said is lost; the artifacts are not.`;
    case "bound-held":
      return say`${heldSaid(note)}, for ${WHY_HELD[note.standing ?? "options"]}.`;
    case "problem":
      return problemSaid(note.problem);
    case "design-replaced":
      return say`${problemSaid(note.problem)}. A new design was asked for; the old file is kept beside it.`;
    case "joins":
      return joinsSaid(note);
    case "slow-provider":
      return say`${words(note.provider)} slowed this run down: it took ${count(note.sessions, "session")} at a time, found out while it was asked; the others waited.`;
    case "requirements-read":
      return requirementsRead(note);
    case "brief-criteria":
      return briefCriteria(note);
    case "rubric-file":
      return say`${rubricFileSaid(note)}.`;
    case "assertion-speaks":
      return say`${listed(
        note.assertions.map(({ id, text }) => say`${words(id)} ${quoted(text)}`),
        MAX_INVENTED,
      )} ${note.assertions.length === 1 ? "speaks" : "speak"} to whoever judges, as an order would. Reviewers are told that it is data; look at who wrote it in review.assertions.`;
    case "criterion-speaks":
      return say`${listed(
        note.criteria.map(({ name, text }) => say`The criterion “${words(name, "sentence")}”, ${quoted(text)},`),
        MAX_INVENTED,
      )} ${note.criteria.length === 1 ? "speaks" : "speak"} to whoever judges, as an order would. Reviewers are asked it as it stands; look at who wrote it before you trust the scores.`;
    case "requirements-invented":
      return say`${name(note.model)} listed ${count(note.sentences.length, "sentence")} as stated in the task that ${note.sentences.length === 1 ? "does" : "do"} not stand in it; left out: ${listed(
        note.sentences.map(quoted),
        MAX_INVENTED,
      )}.`;
    case "brief-changed":
      return wentOnAsItWas(note.experiment_id);
    case "round-open":
      return roundUnfinished(note.experiment_id, note.number);
    case "no-scoring":
      return say`No reviewer was asked for scores, so there is no ranking.`;
    case "too-few-designs":
      return say`Nothing was evaluated, for there are too few designs to rank.`;
    case "fallback-on-panel":
      return say`${name(note.fallback)} was not asked in place of ${name(note.model)}: it sits on the panel, and its own answer counts already.`;
    default:
      return isPanelNote(note) ? panelNoteSaid(note) : rankingNote(note);
  }
}

/** Why a bound holds, and what can make it laxer; by whose wish it was and how that stands. */
const WHY_HELD = {
  options: say`only your own file can make it laxer`,
  new: say`only your own file can make it laxer, or ${typed("allow")}`,
  changed: say`the file changed since you allowed it; ${typed("allow")} shows what it says now`,
};

/** Requirements and sentences that are named before the rest is counted, and columns of each. */
const MAX_READ = 8;
const MAX_INVENTED = 3;
const SENTENCE = 110;

function requirementsRead({ model, requirements }: Extract<Note, { kind: "requirements-read" }>): Sentence {
  const read = requirements.map(({ id, text }) => say`${words(id)} ${quoted(text)}`);
  return say`Read from the task by ${name(model)}: ${listed(read, MAX_READ)}. Reviewers answer for each.`;
}

const quoted = (text: string): Sentence => say`“${words(truncate(text, SENTENCE), "sentence")}”`;

function briefCriteria({ used, known }: Extract<Note, { kind: "brief-criteria" }>): Sentence {
  const named = (all: readonly string[]) => listed(all.map((each) => say`“${words(each, "sentence")}”`));
  const adds =
    used.length === 0 ? [] : say`Beside the configured criteria, designs are judged by ${named(used)} of the brief.`;
  if (known.length === 0) return say`${adds}`;
  const both = say`${named(known)} of the brief ${known.length === 1 ? "is" : "are"} configured already: as configured ${known.length === 1 ? "it counts" : "they count"}, not as the brief has ${known.length === 1 ? "it" : "them"}.`;
  return used.length === 0 ? both : say`${adds} ${both}`;
}

/** Which file gives criteria and assertions, and who names it: a sentence without its full stop. */
export function rubricFileSaid({ file, by, criteria, assertions }: Extract<Note, { kind: "rubric-file" }>): Sentence {
  const names = criteria.map((each) => words(each, "sentence"));
  const rubric =
    criteria.length === 0
      ? []
      : [say`${names.length === 1 ? "1 criterion" : `${names.length} criteria`} (${listed(names, MAX_READ)})`];
  const sentences = assertions === 0 ? [] : [say`${count(assertions, "assertion")}`];
  return say`Designs are judged by ${listed([...rubric, ...sentences])} of ${words(file, "message")}, the criteria_file of ${words(by, "message")}`;
}

/** What a checkout's configuration wanted, and what holds in its place: a sentence without its full stop. */
export function heldSaid({ source, setting, wanted, holds, of }: BoundNote): Sentence {
  const [those, own] = [words(holds, "message"), of === null ? null : words(of, "message")];
  const kept = own === null ? say`default of ${those}` : say`${those} of ${own}`;
  return say`${words(source, "message")} wants ${words(setting, "message")} ${words(wanted, "message")}; the ${kept} holds`;
}

/** Which list of reviewers counts: a sentence without its full stop. */
export function countsSaid({ models, unused }: Extract<Note, { kind: "review-models-count" }>): Sentence {
  const all = words(models.join(", "), "message");
  const who = models.length === 1 ? say`${all} reviews and scores` : say`${all} review and score`;
  const others = words(unused.join(" and "), "message");
  return say`review_models counts (${who}); ${others} beside it ${unused.length === 1 ? "is" : "are"} not used`;
}

const NO_RANKING = say`no ranking, unless the experiment holds more already`;

const PANEL_NOTES: { [K in PanelNote["kind"]]: (note: Extract<PanelNote, { kind: K }>) => Sentence } = {
  "hosts-own": ({ models }) =>
    say`${strong(say`These are OpenCode's own free models, which you did not set up:`)} ${listed(models.map(name))}. The text of the task goes to their service, and with it what designers read of the project. Set up a provider of your own with ${copied("opencode auth login")}, and new experiments ask its models instead.`,
  "models-chosen": ({ models }) => say`No models are configured: ${listed(models.map(name))} were chosen to design.`,
  "one-model": oneModel,
  "preset-short": presetShort,
  "preset-added": ({ preset, models }) => say`${words(preset)} asks ${listed(models.map(name))} as well.`,
  "repeated-designer": ({ model, times }) => say`${name(model)} is named ${times} times and writes ${times} designs.`,
  "repeated-reviewer": ({ model }) =>
    say`${name(model)} is named more than once as a reviewer and counts once; several scores of one reviewer are asked for with ${copied("samples")} in the configuration.`,
  persona: personaSaid,
  "review-models-count": (note) => say`${countsSaid(note)}.`,
  "one-reviewer": ({ model }) =>
    say`All evaluations come from one model, ${name(model)}: agreement cannot be measured.`,
  thrifty: ({ first, further }) =>
    say`${count(first, "reviewer")} judge every design; ${further === 1 ? say`the other one is` : say`the other ${further} are`} asked where it can still change the choice, so it may be less. Its price: ${THRIFT_COSTS}.`,
  "thrifty-idle": ({ designs, reviewers }) =>
    say`Nothing can be spared (${copied("review.thrifty")}): that takes at least three designs and three reviewers that score, and there are ${designs} and ${reviewers}. All are asked.`,
  controls: ({ asked, sessions, cost }) => {
    const price = cost === null ? say`price unknown` : say`about ${dollars(cost)}`;
    return asked
      ? say`With two planted copies, spoiled by code and ranked nowhere, to see which reviewers see it: ${count(sessions, "session")} of these, ${price}.`
      : say`With two planted copies, spoiled by code and ranked nowhere, it would show which reviewers do not see it: ${count(sessions, "session")} more, ${price}: ${copied("--control")}.`;
  },
  "controls-idle": ({ lack }) => say`No copies were planted (${copied("review.control")}): ${lackSaid(lack)}.`,
  "single-vendor": (note) => rankingNote(note),
  "self-reviews-excluded": (note) => rankingNote(note),
  "outsider-missing": ({ model, price }) => {
    const known = price && say`${dollars(price.input)} a million tokens in, ${dollars(price.output)} out`;
    const advice =
      model === null
        ? say`connect another model`
        : say`add ${name(model)} (${known ?? say`its price is unknown`}) to the reviewers`;
    return say`Every reviewer also judges a design of its own. With one more that designs nothing the best design is found in 1 to 2 more of 100 simulated runs: ${advice}.`;
  },
  "self-reviews": selfReviews,
  "below-min-designs": ({ min, designs }) =>
    say`A ranking wants at least ${count(min, "design")} (${copied("min_designs")}), and ${designs} ${designs === 1 ? say`is` : say`are`} to be written: ${NO_RANKING}.`,
  "below-min-reviewers": ({ min, reviewers }) =>
    say`A ranking wants at least ${count(min, "reviewer")} that score (${copied("min_reviewers")}), and there ${reviewers === 1 ? say`is` : say`are`} ${reviewers}: ${NO_RANKING}.`,
};

function isPanelNote(note: PanelNote | RankingNote): note is PanelNote {
  return note.kind in PANEL_NOTES;
}

function panelNoteSaid(note: PanelNote): Sentence {
  return (PANEL_NOTES[note.kind] as (note: PanelNote) => Sentence)(note);
}

function personaSaid(note: Extract<PanelNote, { kind: "persona" }>): Sentence {
  const { models, description, criteria, sessions, cost } = note;
  const own = criteria.length > 0 ? say`, scores ${listed(criteria.map((each) => words(each, "name")))} too` : say``;
  const price = cost === null ? say`, price unknown` : say`, about ${dollars(cost)}`;
  const does = note.role === "reviewer" ? say`reviews` : say`designs`;
  return say`${listed(models.map(name))} ${does} as ${strong(say`${words(note.name, "name")}`)} (“${words(description, "line")}”)${own}: ${count(sessions, "session")}${price}.`;
}

function oneModel({ model, designs, reviews }: Extract<PanelNote, { kind: "one-model" }>): Sentence {
  const mind = reviews ? say` and reviews them, so designers and reviewer share one mind` : say``;
  return say`No models are configured and your providers offer one alone: ${name(model)} writes ${designs} designs${mind}.`;
}

function presetShort({ preset, models, designs, reviewers }: Extract<PanelNote, { kind: "preset-short" }>): Sentence {
  const wanted = PRESETS[preset];
  const asks = reviewers === null ? say`` : say` and ${count(wanted.reviewers, "reviewer")}`;
  const own = reviewers === null ? say`` : say` and ${reviewers} review`;
  const so =
    models >= designs
      ? say`so ${designs} design${own}`
      : say`so there are ${count(designs, "design")}${reviewers === null ? say`` : say` and ${count(reviewers, "reviewer")}`}`;
  return say`${words(preset)} asks ${count(wanted.designs, "designer")}${asks}; you have ${count(models, "model")} that can, ${so}.`;
}

function selfReviews({ reviewers, of, all }: Extract<PanelNote, { kind: "self-reviews" }>): Sentence {
  const who = all
    ? say`The reviewers are the designers`
    : of === 1
      ? say`The one reviewer also designs`
      : say`${count(reviewers, "reviewer")} of ${of} also ${reviewers === 1 ? "designs" : "design"}`;
  const own = reviewers === 1 ? say`it also judges its own design` : say`each also judges its own design`;
  return say`${who}: ${own}.`;
}
