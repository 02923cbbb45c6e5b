import type { LearnedErrors } from "../artifacts/learned.ts";
import { type AvailableModel, vendorOf } from "../artifacts/model.ts";
import type { PanelNote } from "../artifacts/note.ts";
import { PRESETS, type PresetName } from "../artifacts/preset.ts";
import { UsageError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { found, pathText } from "../text/wording.ts";
import { defaultDesigners, oneMore } from "./default-models.ts";
import { KINDS, type Lists, presetNotes, presetPanel, type Reviewers } from "./preset-panel.ts";
import { type Config, type PanelSeat, providerOf } from "./schema.ts";
import { modelsOf } from "./seats.ts";

/** Which model does what. Every name is one that a connected provider offers. */
export type ModelChoice = {
  /** One design each; a model listed twice writes two. */
  designers: string[];
  /** Reviewers in words and in numbers, each model once, whether or not that kind is enabled. */
  qualitative: string[];
  quantitative: string[];
  topic: string;
  /** Whether later reviewers are asked only where they can still change the choice. */
  thrifty: boolean;
  /** What a person should know of this choice. */
  notes: PanelNote[];
};

/**
 * Picks the models of a run from the configuration and from what the connected providers offer. `chosen` are those that
 * the person named, who are not told of them as of the host's own. `learned` is which models err together, as earlier
 * experiments show.
 *
 * Throws a LabError for a configured model that none of them offers, and where no provider is connected.
 */
export function chooseModels(
  config: Config,
  available: readonly AvailableModel[],
  chosen: readonly string[] = namedModels(config),
  learned: LearnedErrors | null = null,
): ModelChoice {
  const { preset } = config;
  const listed = listsOf(config);
  const panel = preset === null ? panelOf(listed, available) : presetPanel(preset, listed, available, learned);
  const { designers, ...reviewers } = panel;
  if (available.length === 0 || designers.length === 0) {
    throw new UsageError("Cannot choose models: the lab needs a model of a connected provider, found none connected", {
      advice: "Connect a provider with `opencode auth login`, then call designlab again.",
    });
  }
  checkModels(config, available);
  const topic = config.topic_generation_model ?? (designers[0] as string);
  const asked = [topic, ...designers, ...reviewers.qualitative, ...reviewers.quantitative];
  // Of models that the host brought by itself, and the person did not choose, it is said that they are asked.
  const hosts = available.filter(({ id, hosts_own }) => hosts_own && asked.includes(id) && !chosen.includes(id));
  return {
    designers: [...designers],
    qualitative: [...new Set(reviewers.qualitative)],
    quantitative: [...new Set(reviewers.quantitative)],
    topic,
    thrifty: isThrifty(config, panel),
    notes: [
      ...(hosts.length > 0 ? [{ kind: "hosts-own" as const, models: hosts.map(({ id }) => id) }] : []),
      ...designerNotes(listed, designers),
      ...(preset === null ? [] : presetNotes(preset, config.review, listed, panel)),
      ...panelNotes(withListed(config, preset), designers, reviewers, oneMore(designers, available)),
    ],
  };
}

/** The models as listed: for reviewers review_models, else each kind's own, one serving for the other. */
function listsOf({ design_models, review_models, review }: Config): Lists {
  const { qualitative, quantitative } = review;
  const [designers, both] = [design_models, review_models].map(modelsOf) as [string[], string[]];
  return {
    designers,
    qualitative: firstFilled(both, qualitative.models, quantitative.models),
    quantitative: firstFilled(both, quantitative.models, qualitative.models),
  };
}

/** Listed reviewers of which a preset has no place for all; empty where it has, or there is no preset. */
export function reviewersToOrder(config: Config): string[] {
  const { qualitative, quantitative } = listsOf(config);
  const models = [...new Set([...qualitative, ...quantitative])];
  return config.preset !== null && models.length > PRESETS[config.preset].reviewers ? models : [];
}

/** The listed models; else some chosen to design, and the designers review. */
function panelOf({ designers: listed, qualitative, quantitative }: Lists, available: readonly AvailableModel[]): Lists {
  const designers = listed.length > 0 ? listed : defaultDesigners(available);
  return {
    designers,
    qualitative: firstFilled(qualitative, designers),
    quantitative: firstFilled(quantitative, designers),
  };
}

/** A preset that finds no more reviewers than the smallest asks the same as that one, and spares nobody. */
function isThrifty({ preset, review }: Config, { designers, quantitative }: Lists): boolean {
  const { designs, reviewers } = PRESETS.quick;
  const scorers = review.quantitative.enabled ? new Set(quantitative).size : 0;
  return preset !== null && PRESETS[preset].thrifty && designers.length >= designs && scorers > reviewers;
}

/** The configuration without the designers that a preset has no place for: nothing is to be said of them. */
function withListed(config: Config, preset: PresetName | null): Config {
  if (preset === null) return config;
  return { ...config, design_models: config.design_models.slice(0, PRESETS[preset].designs) };
}

/** Whom the lab chose to design where nobody is listed. */
function designerNotes(listed: Lists, designers: readonly string[]): PanelNote[] {
  if (listed.designers.length > 0) return [];
  const [model, ...others] = new Set(designers);
  if (model === undefined || others.length > 0) return [{ kind: "models-chosen", models: designers }];
  const reviews = firstFilled(listed.qualitative, listed.quantitative).length === 0;
  return [{ kind: "one-model", model, designs: designers.length, reviews }];
}

function firstFilled(...lists: (readonly string[])[]): readonly string[] {
  return lists.find((list) => list.length > 0) ?? [];
}

/**
 * What weakens the ranking that these designers and reviewers can give. Lists as configured; `outside` is a model that
 * could review beside them.
 */
export function panelNotes(
  config: Config,
  designers: readonly string[],
  reviewers: Reviewers,
  outside: AvailableModel | null,
): PanelNote[] {
  const { review, min_designs, min_reviewers } = config;
  const { qualitative, quantitative } = review;
  const [design_models, review_models] = [plain(config.design_models), plain(config.review_models)];
  const panel = [...new Set(KINDS.flatMap((kind) => (review[kind].enabled ? reviewers[kind] : [])))];
  const scorers = quantitative.enabled ? new Set(reviewers.quantitative).size : 0;
  const lists = review_models.length > 0 ? [review_models] : [qualitative.models, quantitative.models];
  const notes: (PanelNote | false)[] = [
    ...repeated(design_models).map((model): PanelNote => {
      return { kind: "repeated-designer", model, times: design_models.filter((other) => other === model).length };
    }),
    ...[...new Set(lists.flatMap(repeated))].map((model): PanelNote => ({ kind: "repeated-reviewer", model })),
    ...unusedReviewers(config),
    ...sameMind(panel),
    ...onItself(config, panel, designers, outside),
    designers.length < min_designs && { kind: "below-min-designs", min: min_designs, designs: designers.length },
    scorers > 0 && scorers < min_reviewers && { kind: "below-min-reviewers", min: min_reviewers, reviewers: scorers },
  ];
  return notes.filter((note) => note !== false);
}

/** Those of a list that play no persona: a model may stand in a list as often as it plays another one. */
const plain = (seats: readonly PanelSeat[]): string[] => seats.filter((each) => typeof each === "string");

/** The lists of single kinds that say something else than the list which counts. */
function unusedReviewers({ review_models, review }: Config): PanelNote[] {
  const models = [...new Set(modelsOf(review_models))];
  const unused = (["qualitative", "quantitative"] as const).filter((kind) => {
    const { enabled, models: own } = review[kind];
    return (
      enabled && own.length > 0 && !(own.every((id) => models.includes(id)) && models.every((id) => own.includes(id)))
    );
  });
  if (models.length === 0 || unused.length === 0) return [];
  return [{ kind: "review-models-count", models, unused: unused.map((kind) => `review.${kind}.models`) }];
}

function sameMind(panel: readonly string[]): PanelNote[] {
  const [first, ...others] = panel;
  if (first === undefined) return [];
  if (others.length === 0) return [{ kind: "one-reviewer", model: first }];
  const [vendor = "", ...further] = new Set(panel.map(vendorOf));
  return further.length > 0 ? [] : [{ kind: "single-vendor", vendor }];
}

/**
 * Who judges what is its own, and what one reviewer more that designs nothing would add: where all do so that says it
 * already. `panel` is empty when none is asked.
 */
function onItself(
  { ranking }: Config,
  panel: readonly string[],
  designers: readonly string[],
  outside: AvailableModel | null,
): PanelNote[] {
  const reviewers = panel.filter((id) => designers.includes(id)).length;
  if (reviewers === 0) return [];
  const outsider: PanelNote[] =
    reviewers === panel.length
      ? [{ kind: "outsider-missing", model: outside?.id ?? null, price: outside?.price ?? null }]
      : [];
  if (ranking.exclude_self_reviews) return [...outsider, { kind: "self-reviews-excluded" }];
  return outsider.length > 0 ? outsider : [{ kind: "self-reviews", reviewers, of: panel.length, all: false }];
}

function repeated(list: readonly string[]): string[] {
  return [...new Set(list.filter((id, index) => list.indexOf(id) !== index))];
}

/** Who asks the first questions, and who asks the others and writes the brief. */
export type BriefModels = {
  first: string;
  probe: string;
  /** Whether the second would design too: then it writes the task that its own design is judged by. */
  designs: boolean;
};

/** Throws LabError for a configured model that no connected provider offers, and where none is connected. */
export function chooseBriefModels(config: Config, available: readonly AvailableModel[]): BriefModels {
  const { designers, qualitative, quantitative, topic } = chooseModels(config, available);
  const judges = [...qualitative, ...quantitative].find((id) => !designers.includes(id));
  const probe = config.brief.probe_model ?? judges ?? oneMore(designers, available)?.id ?? (designers[0] as string);
  return { first: config.brief.first_model ?? topic, probe, designs: designers.includes(probe) };
}

/** Throws a LabError that lists every configured model which no connected provider offers, with the nearest names. */
export function checkModels(config: Config, available: readonly AvailableModel[]): void {
  const ids = available.map(({ id }) => id);
  const providers = [...new Set(available.map(({ provider }) => provider))].sort();
  const unknown = configuredModels(config).filter(([, id]) => !ids.includes(id));
  if (unknown.length === 0) return;

  const lines = unknown.map(([place, id]) => `${place} ${trouble(id, ids, providers)}`);
  const message =
    lines.length === 1
      ? `Cannot use the configured models: ${lines[0]}`
      : `Cannot use ${lines.length} of the configured models:\n${lines.map((line) => `- ${line}`).join("\n")}`;
  const unconnected = unknown.some(([, id]) => !providers.includes(providerOf(id)));
  const connect = unconnected ? ", or connect the provider with `opencode auth login`" : "";
  throw new UsageError(message, {
    advice: `Correct the names${connect}; \`opencode models\` lists them. No model was called.`,
  });
}

/** Every model that the configuration names, wherever it does. */
export function namedModels(config: Config): string[] {
  const { verifier_model } = config.guard;
  return [...configuredModels(config).map(([, id]) => id), ...(verifier_model === null ? [] : [verifier_model])];
}

/** Every place that names a model, as [path, id]. */
function configuredModels(config: Config): [string, string][] {
  const list = (path: (string | number)[], ids: readonly PanelSeat[]) =>
    modelsOf(ids).map((id, index): [string, string] => [pathText([...path, index]), id]);
  const alone = [
    ["topic_generation_model", config.topic_generation_model],
    ["brief.first_model", config.brief.first_model],
    ["brief.probe_model", config.brief.probe_model],
  ] as const;
  return [
    ...list(["design_models"], config.design_models),
    ...list(["review_models"], config.review_models),
    ...list(["review", "qualitative", "models"], config.review.qualitative.models),
    ...list(["review", "quantitative", "models"], config.review.quantitative.models),
    ...alone.flatMap(([path, id]): [string, string][] => (id === null ? [] : [[path, id]])),
    ...Object.entries(config.fallback_models).flatMap(([id, others]): [string, string][] => [
      ["fallback_models", id],
      ...list(["fallback_models", id], others),
    ]),
  ];
}

function trouble(id: string, ids: readonly string[], providers: readonly string[]): string {
  const provider = providerOf(id);
  const near = nearest(id, ids);
  const hint = near.length > 0 ? `; nearest: ${near.join(", ")}` : "";
  if (providers.includes(provider)) return `must be a model that ${provider} offers, found ${found(id)}${hint}`;
  return `must be a model of a connected provider (${providers.join(", ")}), found ${found(id)}: ${provider} is not connected${hint}`;
}
