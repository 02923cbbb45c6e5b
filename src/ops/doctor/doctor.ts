import { tmpdir } from "node:os";
import type { AvailableModel } from "../../artifacts/model.ts";
import type { Check } from "../../artifacts/note.ts";
import { alikeCriteria } from "../../config/personas.ts";
import { LabError } from "../../errors.ts";
import { probeModels, tryFolder } from "../../experiment/checkup.ts";
import { hostFolders } from "../../isolation/host-folders.ts";
import { findRipgrep } from "../../isolation/ripgrep.ts";
import type { Lab } from "../../prompting/lab.ts";
import { probing } from "../../stages/forecast.ts";
import { rubricFileNote } from "../../stages/judgement/rubric-notes.ts";
import { choosePanel } from "../../stages/setup.ts";
import {
  answerCheck,
  boundChecks,
  configurationCheck,
  connectionCheck,
  contextChecks,
  folderCheck,
  MODELS_ASKED,
  priceCheck,
  projectChecks,
  reviewerChecks,
  ripgrepCheck,
  rubricChecks,
  UNKNOWN_MODELS,
} from "../../story/checkup.ts";
import { guardCheck } from "../../story/guard.ts";
import { personaChecks } from "../../story/personas.ts";
import { checkupText } from "../../views/markdown/checkup-text.ts";
import { flagArg } from "../args.ts";
import { standingOf } from "../guard/status.ts";
import { defineOp } from "../op.ts";
import { confirm } from "../person/confirm.ts";
import { allowConfig } from "./allow.ts";

/** What is wrong with the installation, and what to do about it. Spends nothing unless told to. */
export const doctor = defineOp({
  summary: "what is wrong with the setup",
  args: {
    ask: flagArg(
      "Also ask every model of a run one tiny question, which costs a request each; where a provider fails it is sent again for a minute at most",
    ),
    allow: flagArg(
      "Let the project's configuration hold as it stands until it changes; the person is shown what it changes and asked, whoever calls; false: no longer",
    ),
  },
  example: { ask: true },
  host: ({ allow }) => (allow === undefined ? "wanted" : undefined),
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
    {
      word: "allow",
      own: true,
      usage: "allow [no]",
      does: "shows what the project's configuration changes, and asks whether it may hold as it stands until it changes; with no it may not any more",
      names: ["no"],
      reads([word, ...more]) {
        if (word === undefined) return { args: { allow: true } };
        const no = /^no$/iu.test(word);
        return no && more.length === 0 ? { args: { allow: false } } : { odd: no ? more : [word, ...more] };
      },
    },
  ],
  async run({ ask = false, allow }, context) {
    if (allow !== undefined) return allowConfig(context, allow);
    const lab = await context.labForReading();
    const available = await lab.available();
    const configuration = await context.configuration();
    const { models, checks: modelChecks } =
      configuration.problem === null ? await modelsOf(lab, available) : { models: [], checks: [UNKNOWN_MODELS] };
    const checks = [
      configurationCheck(configuration),
      ...projectChecks(lab),
      ...rubricChecks(lab.config.review.criteria_file, rubricFileNote(lab)),
      ...personaChecks(lab, alikeCriteria(lab.personas)),
      ...boundChecks(lab),
      connectionCheck(available),
      ...modelChecks,
      ...(models.length > 0 ? [priceCheck(models, available)] : []),
      folderCheck(await tryFolder(lab.base)),
      ripgrepCheck(await findRipgrep(context.env.PATH, hostFolders({ ...context, temporary: tmpdir() }).bin)),
      ...(await gateChecks(lab)),
      ...(await context.versions()),
      ...(ask ? (await probeModels(await confirm(lab, context, null, probing, models), models)).map(answerCheck) : []),
    ];
    const sick = checks.some(({ state }) => state === "problem");
    return { text: checkupText(checks, { asked: ask }), facts: { checks }, outcome: sick ? "unranked" : "answered" };
  },
});

/** How the gate stands; nothing where its log cannot be read, of which its own op tells. */
async function gateChecks(lab: Lab): Promise<Check[]> {
  const standing = await standingOf(lab).catch((error: unknown) => {
    if (error instanceof LabError) return null;
    throw error;
  });
  return standing === null ? [] : [guardCheck(standing)];
}

/** Every model that a run would ask, with what is odd about who they are; or what keeps a run from starting. */
async function modelsOf(
  lab: Lab,
  available: readonly AvailableModel[],
): Promise<{ models: string[]; checks: Check[] }> {
  try {
    const { designers, reviewers, topic, notes } = await choosePanel(lab);
    const writing = designers.map(({ model }) => model);
    const judging = reviewers.map(({ model }) => model);
    const models = [...new Set([topic, ...writing, ...judging])];
    return {
      models,
      checks: [
        { what: MODELS_ASKED, state: "ok", found: models.join(", "), remedy: "" },
        ...reviewerChecks(notes),
        ...contextChecks({ designers: writing, reviewers: judging }, available),
      ],
    };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return {
      models: [],
      checks: [{ what: MODELS_ASKED, state: "problem", found: error.message, remedy: error.advice }],
    };
  }
}
