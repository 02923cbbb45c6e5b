import type { AvailableModel } from "../artifacts/model.ts";
import type { Check, Note, PanelNote } from "../artifacts/note.ts";
import type { LabError } from "../errors.ts";
import type { ModelAnswer } from "../prompting/ask.ts";
import { NEEDED_CONTEXT } from "../prompting/budget.ts";
import type { Lab } from "../prompting/lab.ts";
import { amount } from "../text/numbers.ts";
import { countsSaid, heldSaid, rubricFileSaid } from "./call-notes.ts";
import { type Sentence, say, strong, typed, unmarked } from "./sentence.ts";

/** How doctor found the lab. Where no model was asked it promises nothing of them. */
export function checkupSaid(checks: readonly Check[], asked: boolean): Sentence {
  const problems = checks.filter(({ state }) => state === "problem").length;
  if (problems > 0)
    return [strong(say`${problems} ${problems === 1 ? "thing keeps" : "things keep"} the lab from working.`)];
  const warned = checks.some(({ state }) => state === "warning");
  const well = warned ? say`The lab can work` : say`All is well`;
  const asking = say`${typed("doctor", "ask")} asks every model one tiny question.`;
  const said = asked
    ? say`${strong(say`${well}.`)}`
    : say`${strong(say`${well}, as far as one can tell without asking:`)} ${asking}`;
  return warned ? say`${said} Some of it is worth a look.` : said;
}

/** What the check of the models is called that a run would ask. */
export const MODELS_ASKED = "Models of a run";

/** In place of the models, where what names them cannot be read: the defaults are none that anybody chose. */
export const UNKNOWN_MODELS: Check = {
  what: MODELS_ASKED,
  state: "warning",
  found: "not known and not asked while the configuration is broken",
  remedy: "",
};

/** Where the configuration comes from, or what is wrong with it. */
export function configurationCheck(given: { sources: readonly string[]; problem: LabError | null }): Check {
  const { sources, problem } = given;
  const what = "Configuration";
  if (problem !== null) return { what, state: "problem", found: problem.message, remedy: problem.advice };
  const found = sources.length > 0 ? sources.join(", ") : "none, so defaults apply; `/design-lab init` writes one";
  return { what, state: "ok", found, remedy: "" };
}

/** How the project's files stand with the person, and what lies beside them and is not read. */
export function projectChecks({ project, held, heldPersonas }: Lab): Check[] {
  if (project === null) return [];
  const { files, passed, sha256, standing } = project;
  const what = "Project's configuration";
  const kept = [
    ...held.filter(({ source }) => files.includes(source)).map(({ setting }) => setting),
    ...heldPersonas.map(({ name }) => `persona ${name}`),
  ];
  const back = kept.length > 0 ? `held back of it: ${kept.join(", ")}` : "nothing of it is held back";
  const found = `${files.join(" and ")}: ${STANDS[standing](back)}; SHA-256 ${sha256 ?? "not known"}`;
  const look = standing === "changed" || (standing === "new" && kept.length > 0);
  const remedy = look ? "`/design-lab allow` shows what it changes, and asks whether it may hold as it stands." : "";
  return [
    { what, state: look ? "warning" : "ok", found, remedy },
    ...passed.map((file): Check => {
      const counts = `${file} is not read, for ${files.join(" and ")} counts`;
      return { what, state: "warning", found: counts, remedy: "Keep one of them." };
    }),
  ];
}

const STANDS: Readonly<Record<NonNullable<Lab["project"]>["standing"], (back: string) => string>> = {
  allowed: () => "you allowed it, so it holds as written until it changes",
  said: () => "allowed for this call by --allow-config, so it holds as written",
  changed: (back) => `it changed since you allowed it; ${back}`,
  new: (back) => `nobody allowed it; ${back}`,
};

/** Which file gives criteria and assertions, where the configuration names one. @param note What of it counts, if anything does. */
export function rubricChecks(named: string | null, note: Extract<Note, { kind: "rubric-file" }> | undefined): Check[] {
  if (named === null) return [];
  const what = "Criteria";
  if (note !== undefined) return [{ what, state: "ok", found: unmarked(rubricFileSaid(note), String), remedy: "" }];
  const found = `nothing of ${named} counts: a later source gives what it has, or it cannot be read`;
  return [{ what, state: "warning", found, remedy: "docs/configuration.md says which source counts." }];
}

/** What a checkout wanted and did not get. */
export function boundChecks({ held, ownFile }: Lab): Check[] {
  return held.map((note) => {
    const allowed = note.standing === undefined ? "" : ", or `/design-lab allow`";
    const remedy = `Only your own file can make it laxer: ${ownFile}${allowed}.`;
    return { what: "Bounds", state: "warning", found: unmarked(heldSaid(note), String), remedy };
  });
}

/** Which of two lists of reviewers counts. */
export function reviewerChecks(notes: readonly PanelNote[]): Check[] {
  const remedy = "Take away the one that is not meant.";
  return notes.flatMap((note) =>
    note.kind === "review-models-count"
      ? [{ what: "Reviewers", state: "warning" as const, found: unmarked(countsSaid(note), String), remedy }]
      : [],
  );
}

/** Whether any provider is connected. */
export function connectionCheck(available: readonly AvailableModel[]): Check {
  const providers = [...new Set(available.map(({ provider }) => provider))].sort();
  const what = "Connected providers";
  if (providers.length === 0)
    return { what, state: "problem", found: "none", remedy: "Connect one: `opencode auth login`." };
  if (available.every(({ hosts_own }) => hosts_own)) {
    const found = `none of yours, only what OpenCode brings by itself: ${available.length} free models of ${providers.join(", ")}`;
    const remedy =
      "The text of a task would go to a service that you did not set up. Set up your own: `opencode auth login`.";
    return { what, state: "warning", found, remedy };
  }
  const found = `${available.length} models of ${providers.slice(0, 8).join(", ")}${providers.length > 8 ? ` and ${providers.length - 8} more` : ""}`;
  return { what, state: "ok", found, remedy: "" };
}

/** The models whose known context is too small for their part in a run. */
export function contextChecks(
  { designers, reviewers }: { designers: readonly string[]; reviewers: readonly string[] },
  available: readonly AvailableModel[],
): Check[] {
  const parts = [
    { models: designers, needed: NEEDED_CONTEXT.designer, what: "a design" },
    { models: reviewers, needed: NEEDED_CONTEXT.evaluator, what: "an evaluation" },
  ];
  return available.flatMap(({ id, context_limit: context }): Check[] => {
    if (context === null) return [];
    const needs = parts
      .filter(({ models, needed }) => models.includes(id) && context < needed)
      .map(({ needed, what }) => `${what} needs about ${amount(needed)}`);
    if (needs.length === 0) return [];
    const found = `the context of ${id} is ${amount(context)} tokens, but ${needs.join(" and ")}`;
    const remedy =
      "Raise the context size of its server, then `limit.context` of the model in OpenCode's configuration.";
    return [{ what: "Context", state: "warning", found, remedy }];
  });
}

/** Whether the host knows what these models cost. */
export function priceCheck(models: readonly string[], available: readonly AvailableModel[]): Check {
  const what = "Prices";
  const unpriced = models.filter((id) => available.find((model) => model.id === id)?.price === null);
  if (unpriced.length === 0) return { what, state: "ok", found: "known for every model of a run", remedy: "" };
  const remedy = "Limits on cost and forecasts count these models as nothing: set limits.max_tokens instead.";
  return { what, state: "warning", found: `unknown for ${unpriced.join(", ")}`, remedy };
}

/** Whether experiments can be written where they belong. */
export function folderCheck({ folder, writable }: { folder: string; writable: boolean }): Check {
  const what = "Folder of the experiments";
  if (writable) return { what, state: "ok", found: folder, remedy: "" };
  const remedy = "Mend its permissions, or set output.base_dir to a folder that can be written.";
  return { what, state: "problem", found: `${folder} cannot be written`, remedy };
}

/** Whether the host finds ripgrep. @param path Where it does. */
export function ripgrepCheck(path: string | null): Check {
  const what = "ripgrep";
  if (path !== null) return { what, state: "ok", found: path, remedy: "" };
  const remedy =
    "Install ripgrep; without it the host downloads one when a designer first searches, or the search fails.";
  return { what, state: "warning", found: "not on PATH", remedy };
}

/** What came of the smallest question to a model. */
export function answerCheck({ model, answer }: { model: string; answer: ModelAnswer<unknown> }): Check {
  const what = `Answer of ${model}`;
  if (answer.state === "ok") return { what, state: "ok", found: "answered", remedy: "" };
  // It was reached, and a run sends such an answer back.
  if (answer.kind === "invalid_output") {
    const found = "answered, and not in the form that it was asked for";
    const remedy = "A run asks it again where that happens, twice at most, which costs a request each.";
    return { what, state: "warning", found, remedy };
  }
  const remedy = "Name another model, or look at its provider.";
  return { what, state: "problem", found: `${answer.kind}: ${answer.message}`, remedy };
}
