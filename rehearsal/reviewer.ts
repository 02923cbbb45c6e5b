import type { ReviewBody } from "../src/artifacts/review.ts";
import { isObject, type JsonObject } from "./json-in-text.ts";
import type { Reading } from "./reading.ts";
import { seeded } from "./seed.ts";

/** How a scripted reviewer judges. Both are shares of a criterion's scale: 0.1 is one point of ten. */
export type Temper = {
  /** Taken off every score. */
  severity: number;
  /** Most that a score strays, up or down, by the design and the criterion. */
  noise: number;
};

/** Quality of a design between 0 and 1 by what it has, whoever wrote it. */
export function qualityOf(reading: Reading): number {
  return (
    0.2 * share(reading.components, 6) +
    0.15 * share(reading.interfaces, 8) +
    0.2 * share(reading.alternatives, 5) +
    0.2 * share(reading.mitigations, 4) +
    0.1 * share(reading.assumptions, 4) +
    0.05 * share(reading.questions, 3) +
    0.1 * share(reading.words, 500)
  );
}

export function writeReview(reading: Reading): ReviewBody {
  const quality = qualityOf(reading);
  const first = reading.names[0] ?? "first component";
  const judged: [good: boolean, strength: string, weakness: string, remedy: string][] = [
    [
      reading.components >= 4,
      `The system is divided into ${reading.components} components with clear responsibilities.`,
      `The system is hardly divided: ${counted(reading.components, "component")} must do everything.`,
      "Divide the system further and give each component one responsibility.",
    ],
    [
      reading.interfaces >= 4,
      `The interfaces are named, beginning with the ${first}.`,
      "The components' interfaces are not named, so that teams cannot build against them.",
      `Name the interfaces, beginning with the ${first}.`,
    ],
    [
      reading.alternatives >= 3,
      "The tradeoffs name the rejected alternatives and why they were rejected.",
      "The tradeoffs hardly say which alternatives were rejected and why.",
      "Name the rejected alternatives for each tradeoff.",
    ],
    [
      reading.mitigations >= 3,
      `The risks come with mitigations, ${reading.mitigations} of ${reading.risks}.`,
      `Most risks have no mitigation: ${reading.mitigations} of ${reading.risks}.`,
      "Say for each risk what is done about it.",
    ],
    [
      reading.assumptions >= 3,
      "The assumptions are stated with numbers.",
      "The assumptions about load and team are mostly left unsaid.",
      "State the expected load and the team that runs the system.",
    ],
  ];
  const weaknesses = judged.filter(([good]) => !good);
  return {
    strengths: judged.filter(([good]) => good).map(([, strength]) => strength),
    weaknesses: weaknesses.map(([, , weakness]) => weakness),
    missing_considerations: [
      ...(reading.questions === 0 ? ["What has to be answered before building begins."] : []),
      ...(/migrat/i.test(reading.text) ? [] : ["How existing data is migrated."]),
      ...(/cost|price/i.test(reading.text) ? [] : ["What the system costs to run."]),
    ],
    risk_assessment: quality > 0.75 ? "low" : quality > 0.4 ? "medium" : "high",
    overall_impression: verdict(quality),
    suggested_improvements:
      weaknesses.length > 0 ? weaknesses.map(([, , , remedy]) => remedy) : ["Add a plan for the first release."],
  };
}

/** Scores inside the bounds of the score schema that the prompt holds, with a rationale for each. */
export function writeScores(model: string, temper: Temper, reading: Reading, schema: JsonObject): JsonObject {
  const quality = qualityOf(reading);
  const rationales: Record<string, string> = {};
  const scores: Record<string, number> = {};
  let total = 0;
  const criteria = Object.entries(propertiesOf(propertiesOf(schema).scores));
  for (const [name, bounds] of criteria) {
    const focus = focusOf(name);
    const seen = 0.75 * quality + 0.25 * focus.share(reading);
    const stray = temper.noise * (2 * seeded(model, name, reading.text) - 1);
    const judged = Math.min(1, Math.max(0, 0.05 + 0.9 * seen - temper.severity + stray));
    total += judged;
    rationales[name] = `${focus.rationale(reading)}${toneOf(stray - temper.severity)}`;
    scores[name] = onScale(judged, isObject(bounds) ? bounds : {});
  }
  return {
    rationales,
    scores,
    overall_score: Math.round((100 * total) / Math.max(1, criteria.length)) / 10,
    justification: `${verdict(quality)} It has ${counted(reading.components, "component")}, ${counted(reading.alternatives, "rejected alternative")} and ${counted(reading.mitigations, "mitigated risk")}.`,
  };
}

/** Share of a scale from which a reviewer says that it judges otherwise. */
const MARKED = 0.08;

/** What a reviewer adds that is milder or stricter than the design's own quality, so that two who differ say why. */
function toneOf(strayed: number): string {
  if (strayed > MARKED) return " A first version needs no more.";
  return strayed < -MARKED ? " The task asks for more." : "";
}

/** Sentences of the design that speak to whoever judges it, word for word. */
export function addressedToReader(reading: Reading): string[] {
  const sentences = reading.text.match(/[^.!?\n"]+[.!?]?/g) ?? [];
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) =>
      /\b(ignore (the|all|any|previous)|reviewers?\b.*\b(must|should|give|score)|give (it|this|me)? ?(a )?(10|ten)|highest score)/i.test(
        sentence,
      ),
    );
}

type Focus = { share(reading: Reading): number; rationale(reading: Reading): string };

function focusOf(criterion: string): Focus {
  const found = FOCUSES.find(([pattern]) => pattern.test(criterion));
  return found?.[1] ?? { share: qualityOf, rationale: (reading) => verdict(qualityOf(reading)) };
}

const FOCUSES: readonly [RegExp, Focus][] = [
  [
    /clar|understand|complete/i,
    {
      share: ({ words, assumptions }) => (share(words, 500) + share(assumptions, 4)) / 2,
      rationale: ({ assumptions, words }) =>
        words > 350
          ? `It is explained at length, with ${counted(assumptions, "stated assumption")}.`
          : `It leaves much unsaid, with ${counted(assumptions, "stated assumption")}.`,
    },
  ],
  [
    /feasib|risk|reliab|robust|secur/i,
    {
      share: ({ mitigations }) => share(mitigations, 4),
      rationale: ({ mitigations, risks }) => `${mitigations} of ${counted(risks, "named risk")} have a mitigation.`,
    },
  ],
  [
    /scal|perform/i,
    {
      share: ({ text }) =>
        share(
          new Set(
            text
              .match(/partition|shard|replica|horizontal|backpressure|quota|lease/gi)
              ?.map((word) => word.toLowerCase()),
          ).size,
          5,
        ),
      rationale: ({ text }) =>
        /partition|shard|horizontal/i.test(text)
          ? "It says how load is spread over partitions and replicas."
          : "It does not say how load is spread.",
    },
  ],
  [
    /maintain|operab|modul/i,
    {
      share: ({ components, interfaces }) => (share(components, 6) + share(interfaces, 8)) / 2,
      rationale: ({ components, interfaces }) =>
        `${counted(components, "component")} with ${counted(interfaces, "named interface")} decide how easily parts can change.`,
    },
  ],
  [
    /innov|novel|creativ/i,
    {
      share: ({ alternatives }) => share(alternatives, 5),
      rationale: ({ alternatives }) =>
        alternatives > 2
          ? `It weighs ${counted(alternatives, "alternative")} before it chooses.`
          : "It follows the usual path without weighing others.",
    },
  ],
];

/** Where a share of a scale lies on it: in halves on wide scales, in whole numbers where the schema wants them. */
function onScale(judged: number, bounds: JsonObject): number {
  const low = typeof bounds.minimum === "number" ? bounds.minimum : 0;
  const high = typeof bounds.maximum === "number" ? bounds.maximum : 10;
  const value = low + judged * (high - low);
  const step = bounds.type === "integer" ? 1 : high - low >= 5 ? 0.5 : (high - low) / 20;
  return Math.min(high, Math.max(low, Number((Math.round(value / step) * step).toFixed(6))));
}

function verdict(quality: number): string {
  if (quality > 0.75) return "A design that could be built from, with its reasons laid open.";
  if (quality > 0.4) return "A workable design with gaps that should be closed before building.";
  return "A sketch rather than a design: the hard parts are left open.";
}

function share(count: number, enough: number): number {
  return Math.min(1, count / enough);
}

function counted(count: number, noun: string): string {
  return `${count === 0 ? "no" : count} ${noun}${count === 1 ? "" : "s"}`;
}

function propertiesOf(schema: unknown): JsonObject {
  return isObject(schema) && isObject(schema.properties) ? schema.properties : {};
}
