import { resolve } from "node:path";
import { Value } from "@sinclair/typebox/value";
import type { AvailableModel } from "../artifacts/model.ts";
import type { FoundPersona } from "../artifacts/persona.ts";
import { pick } from "../artifacts/pick.ts";
import type { StudyPanel } from "../artifacts/study.ts";
import { isSameSeat, type Seated } from "../artifacts/task.ts";
import { readCriteriaFile } from "../config/criteria-file.ts";
import { type Places, readSource } from "../config/files.ts";
import { chooseModels, namedModels } from "../config/models.ts";
import { usablePersonas } from "../config/personas.ts";
import type { FilesRead } from "../config/reading.ts";
import { Config, type ConfigFile, type PanelSeat, providerOf } from "../config/schema.ts";
import { seatsOf } from "../config/seats.ts";
import { merge, problemAt, problemsOf, type Source, type SourceProblem } from "../config/source.ts";
import { LabError } from "../errors.ts";
import { addDesigners, addReviewers, withPersonas } from "../experiment/panel.ts";

/** What of a configuration decides who is asked what; the rest is a worker's own, or of the study as a whole. */
const DECIDING = {
  ...pick(Config.properties, { preset: 1, design_models: 1, review_models: 1, designers: 1, reviewers: 1 }),
  ...pick(Config.properties, { design: 1, review: 1, ranking: 1, topic_generation_model: 1, fallback_models: 1 }),
  ...pick(Config.properties, { min_designs: 1, min_reviewers: 1 }),
};

/** A panel that stands alone, or what is wrong with it where it stands. */
export type PanelRead = { panel: StudyPanel } | { problems: readonly SourceProblem[] };

/**
 * A panel of a study file as it is everywhere: every setting that decides what is asked is in it, who plays whom is
 * settled, its rubric's file is read into it and the personas that do not come with the lab are taken along.
 * @param panel Of a study file that was checked, as a source of its own.
 * @param places From which folder its rubric's file is named, and where personas lie.
 */
export function readPanel(panel: Source, name: string, places: Places & { from: string; read: FilesRead }): PanelRead {
  const given = panel.value as ConfigFile;
  const rubric = rubricOf(panel, given, places);
  if ("problems" in rubric) return rubric;
  const own = merge(merge(pick(Value.Create(Config), DECIDING), plain(given)), rubric.value) as Config;
  const config = { ...Value.Create(Config), ...own, review: { ...own.review, criteria_file: null } };
  const files = places.read.personas();
  const usable = usablePersonas(files, { rubric: config.review.quantitative.criteria, allowed: true });
  const here = { ...usable, config, chosen: namedModels(config) };
  try {
    const choice = chooseModels(config, [...new Set(here.chosen)].map(asked), here.chosen);
    const seats = seatsOf(here, choice);
    const designers = addDesigners({ designers: [], reviewers: [] }, seats.designers);
    const kinds = { review: "qualitative", score: "quantitative" } as const;
    const reviewers = (["review", "score"] as const).reduce(
      (all, part) =>
        config.review[kinds[part]].enabled
          ? addReviewers({ designers, reviewers: all }, seats[kinds[part]], part)
          : all,
      [] as ReturnType<typeof addReviewers>,
    );
    const played = withPersonas(usable, withPersonas(usable, {}, designers, "designer"), reviewers, "reviewer");
    const models = [choice.topic, ...designers.map(({ model }) => model), ...reviewers.map(({ model }) => model)];
    const settled = { ...own, review: config.review, topic_generation_model: choice.topic, ...seated(own, seats) };
    const taken = (played.personas ?? []).flatMap(
      ({ name: persona }) => usable.personas.find((each) => each.name === persona && each.from !== "lab") ?? [],
    );
    return {
      panel: {
        name,
        config: structuredClone(settled),
        files: taken.map(personaFile),
        models: [...new Set(models)],
        designs: designers.length,
        reviewers: reviewers.length,
      },
    };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const broken = files.problems.slice(0, 5);
    return { problems: [problemAt(panel, [], `cannot be put together: ${error.message}`), ...broken] };
  }
}

/** What the file of its rubric says, as a part of a configuration; nothing where it names none. */
function rubricOf(
  panel: Source,
  { review }: ConfigFile,
  places: Places & { from: string; read: FilesRead },
): { value: unknown } | { problems: SourceProblem[] } {
  const file = review?.criteria_file ?? null;
  if (file === null) return { value: {} };
  const { source, problems } = readCriteriaFile(
    { by: panel, file: resolve(places.from, file) },
    { ...places, isForeign: true },
  );
  if (source === null || problems.length > 0) return { problems: [...problems] };
  const faults = problemsOf(source);
  return faults.length > 0 ? { problems: faults } : { value: source.value };
}

/** Who sits where, so that no other machine has anything to choose. */
function seated(
  { review_models, reviewers }: Config,
  seats: ReturnType<typeof seatsOf>,
): Pick<Config, "design_models" | "designers" | "review_models" | "reviewers"> {
  const { qualitative, quantitative } = seats;
  const alike =
    qualitative.length === quantitative.length &&
    qualitative.every((seat) => quantitative.some((other) => isSameSeat(other, seat)));
  return {
    design_models: seats.designers.map(seatOf),
    designers: [],
    // Where each kind has models of its own, their lists say it.
    ...(alike ? { review_models: quantitative.map(seatOf), reviewers: [] } : { review_models, reviewers }),
  };
}

const seatOf = ({ model, persona }: Seated): PanelSeat => (persona === undefined ? model : { model, as: persona });

/** Where a panel's files lie in a worker's folder: a host takes nothing else from them than a persona's words. */
const PERSONA_PATHS = [
  /^\.opencode\/skills\/study\/agents\/(?!\.)[^/\\\p{Cc}]{1,200}\/SKILL\.md$/u,
  /^\.opencode\/design-lab-personas\/(?!\.)[^/\\\p{Cc}]{1,200}\.md$/u,
];
export const isPersonaPath = (path: string): boolean => PERSONA_PATHS.some((pattern) => pattern.test(path));

/** Where a project holds a persona, and what stands in its file. */
function personaFile({ name, file }: FoundPersona): StudyPanel["files"][number] {
  let text = "";
  readSource(file ?? "", (label, read) => {
    text = read;
    return { source: { label, value: null, positionOf: () => null }, problems: [] };
  });
  const skill = file?.endsWith("SKILL.md") === true;
  const path = skill ? `.opencode/skills/study/agents/${name}/SKILL.md` : `.opencode/design-lab-personas/${name}.md`;
  return { path, text };
}

/** A model of which only its name is known. */
const asked = (id: string): AvailableModel => ({
  id,
  provider: providerOf(id),
  names: [],
  sampling: null,
  context_limit: null,
  output_limit: null,
  price: null,
  default: false,
  hosts_own: false,
  writes_text: true,
  family: null,
  released: null,
});

/** Values of a source have no prototype, and what is compared and kept has one. */
const plain = (value: ConfigFile): ConfigFile => {
  const { $schema: _, ...fields } = structuredClone(value);
  return fields;
};
