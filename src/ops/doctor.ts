import type { Check, PanelNote } from "../artifacts/note.ts";
import { LabError } from "../errors.ts";
import { connectionCheck, folderCheck, priceCheck, probeChecks, ripgrepCheck } from "../experiment/checkup.ts";
import type { Lab } from "../prompting/lab.ts";
import { planOf } from "../stages/setup.ts";
import { countsText, heldText } from "../views/markdown/call-notes-text.ts";
import { checkupText } from "../views/markdown/checkup-text.ts";
import { flagArg } from "./args.ts";
import { confirmProbes } from "./confirm.ts";
import { defineOp, type OpContext } from "./op.ts";

/** What is wrong with the installation, and what to do about it. Spends nothing unless told to. */
export const doctor = defineOp({
  summary: "what is wrong with the setup",
  args: {
    ask: flagArg(
      "Also ask every model of a run one tiny question, which costs a request each; where a provider fails it is sent again for a minute at most",
    ),
  },
  example: { ask: true },
  host: "wanted",
  words: [
    {
      word: "doctor",
      also: ["check", "models"],
      usage: "doctor [ask]",
      does: "what is wrong with the setup; with ask every model is asked one tiny question, again for a minute at most where its provider fails",
      names: ["ask"],
      reads([word, ...more]) {
        if (word === undefined) return { args: {} };
        const asks = /^(?:--)?ask$/iu.test(word);
        return asks && more.length === 0 ? { args: { ask: true } } : { odd: asks ? more : [word, ...more] };
      },
    },
  ],
  async run({ ask = false }, context) {
    const lab = await context.labForReading();
    const available = await lab.available();
    const configuration = context.configuration();
    const { models, checks: modelChecks } =
      configuration.problem === null ? await modelsOf(lab) : { models: [], checks: [UNKNOWN_MODELS] };
    const checks = [
      configurationCheck(configuration),
      ...boundChecks(lab),
      connectionCheck(available),
      ...modelChecks,
      ...(models.length > 0 ? [priceCheck(models, available)] : []),
      await folderCheck(lab.base),
      await ripgrepCheck(context.env, context.home),
      ...(await context.versions()),
      ...(ask ? await probeChecks(await confirmProbes(lab, context, models), models) : []),
    ];
    const sick = checks.some(({ state }) => state === "problem");
    return { text: checkupText(checks, { asked: ask }), facts: { checks }, outcome: sick ? "unranked" : "answered" };
  },
});

/** In place of the models, where what names them cannot be read: the defaults are none that anybody chose. */
const UNKNOWN_MODELS: Check = {
  what: "Models of a run",
  state: "warning",
  found: "not known and not asked while the configuration is broken",
  remedy: "",
};

function configurationCheck({ sources, problem }: ReturnType<OpContext["configuration"]>): Check {
  const what = "Configuration";
  if (problem !== null) return { what, state: "problem", found: problem.message, remedy: problem.advice };
  const found = sources.length > 0 ? sources.join(", ") : "none, so defaults apply; /design-lab init writes one";
  return { what, state: "ok", found, remedy: "" };
}

/** What a checkout wanted and did not get. */
function boundChecks({ held, ownFile }: Lab): Check[] {
  const remedy = `Only your own file can make it laxer: ${ownFile}.`;
  return held.map((note) => ({ what: "Bounds", state: "warning", found: heldText(note), remedy }));
}

/** Every model that a run would ask, with what is odd about who they are; or what keeps a run from starting. */
async function modelsOf(lab: Lab): Promise<{ models: string[]; checks: Check[] }> {
  const what = "Models of a run";
  try {
    const { designers, reviewers, topic, notes } = await planOf(lab);
    const models = [...new Set([topic, ...[...designers, ...reviewers].map(({ model }) => model)])];
    return { models, checks: [{ what, state: "ok", found: models.join(", "), remedy: "" }, ...reviewerChecks(notes)] };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return { models: [], checks: [{ what, state: "problem", found: error.message, remedy: error.advice }] };
  }
}

/** Which of two lists of reviewers counts. */
function reviewerChecks(notes: readonly PanelNote[]): Check[] {
  const remedy = "Take away the one that is not meant.";
  return notes.flatMap((note) =>
    note.kind === "review-models-count"
      ? [{ what: "Reviewers", state: "warning" as const, found: countsText(note), remedy }]
      : [],
  );
}
