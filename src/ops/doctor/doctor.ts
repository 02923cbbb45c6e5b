import type { Check, PanelNote } from "../../artifacts/note.ts";
import { holdsWhole, type ProjectFiles } from "../../config/load.ts";
import { LabError } from "../../errors.ts";
import { connectionCheck, folderCheck, priceCheck, probeChecks, ripgrepCheck } from "../../experiment/checkup.ts";
import type { Lab } from "../../prompting/lab.ts";
import { probing } from "../../stages/forecast.ts";
import { choosePanel } from "../../stages/setup.ts";
import { countsSaid, heldSaid } from "../../story/call-notes.ts";
import { unmarked } from "../../story/sentence.ts";
import { checkupText } from "../../views/markdown/checkup-text.ts";
import { flagArg } from "../args.ts";
import { defineOp, type OpContext } from "../op.ts";
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
      configuration.problem === null ? await modelsOf(lab) : { models: [], checks: [UNKNOWN_MODELS] };
    const checks = [
      configurationCheck(configuration),
      ...projectChecks(lab),
      ...boundChecks(lab),
      connectionCheck(available),
      ...modelChecks,
      ...(models.length > 0 ? [priceCheck(models, available)] : []),
      await folderCheck(lab.base),
      await ripgrepCheck(context.env, context.home),
      ...(await context.versions()),
      ...(ask ? await probeChecks(await confirm(lab, context, null, probing, models), models) : []),
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

function configurationCheck({ sources, problem }: Awaited<ReturnType<OpContext["configuration"]>>): Check {
  const what = "Configuration";
  if (problem !== null) return { what, state: "problem", found: problem.message, remedy: problem.advice };
  const found = sources.length > 0 ? sources.join(", ") : "none, so defaults apply; `/design-lab init` writes one";
  return { what, state: "ok", found, remedy: "" };
}

/** How the project's files stand with the person, and what lies beside them and is not read. */
function projectChecks({ project, held }: Lab): Check[] {
  if (project === null) return [];
  const { files, passed, sha256, standing } = project;
  const what = "Project's configuration";
  const kept = held.filter(({ source }) => files.includes(source)).map(({ setting }) => setting);
  const back = kept.length > 0 ? `held back of it: ${kept.join(", ")}` : "nothing of it is held back";
  const found = `${files.join(" and ")}: ${STANDS[standing](back)}; SHA-256 ${sha256 ?? "not known"}`;
  const look = !holdsWhole(project) && (standing === "changed" || kept.length > 0);
  const remedy = look ? "`/design-lab allow` shows what it changes, and asks whether it may hold as it stands." : "";
  return [
    { what, state: look ? "warning" : "ok", found, remedy },
    ...passed.map((file): Check => {
      const counts = `${file} is not read, for ${files.join(" and ")} counts`;
      return { what, state: "warning", found: counts, remedy: "Keep one of them." };
    }),
  ];
}

const STANDS: Readonly<Record<ProjectFiles["standing"], (back: string) => string>> = {
  allowed: () => "you allowed it, so it holds as written until it changes",
  said: () => "allowed for this call by --allow-config, so it holds as written",
  changed: (back) => `it changed since you allowed it; ${back}`,
  new: (back) => `nobody allowed it; ${back}`,
};

/** What a checkout wanted and did not get. */
function boundChecks({ held, ownFile }: Lab): Check[] {
  return held.map((note) => {
    const allowed = note.standing === undefined ? "" : ", or `/design-lab allow`";
    const remedy = `Only your own file can make it laxer: ${ownFile}${allowed}.`;
    return { what: "Bounds", state: "warning", found: unmarked(heldSaid(note), String), remedy };
  });
}

/** Every model that a run would ask, with what is odd about who they are; or what keeps a run from starting. */
async function modelsOf(lab: Lab): Promise<{ models: string[]; checks: Check[] }> {
  const what = "Models of a run";
  try {
    const { designers, reviewers, topic, notes } = await choosePanel(lab);
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
      ? [{ what: "Reviewers", state: "warning" as const, found: unmarked(countsSaid(note), String), remedy }]
      : [],
  );
}
