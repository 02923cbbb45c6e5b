import type { DesignBody } from "../src/artifacts/design.ts";
import {
  APPROACHES,
  type Approach,
  ASSUMPTIONS,
  COMPONENTS,
  CONNECTIONS,
  type ComponentPart,
  QUESTIONS,
  RISKS,
  TRADEOFFS,
} from "./design-parts.ts";
import { seeded } from "./seed.ts";
import { subjectOf, topicOf } from "./task.ts";

/** How much a scripted designer thinks of: the planted truth that a good panel should find again. */
export type Strength = "thorough" | "average" | "thin";

type Depth = {
  components: number;
  interfaces: boolean;
  tradeoffs: number;
  alternatives: number;
  risks: number;
  mitigated: number;
  assumptions: number;
  questions: number;
};

const DEPTHS: Readonly<Record<Strength, Depth>> = {
  thorough: {
    components: 7,
    interfaces: true,
    tradeoffs: 4,
    alternatives: 2,
    risks: 4,
    mitigated: 4,
    assumptions: 4,
    questions: 3,
  },
  average: {
    components: 5,
    interfaces: true,
    tradeoffs: 2,
    alternatives: 1,
    risks: 3,
    mitigated: 1,
    assumptions: 2,
    questions: 1,
  },
  thin: {
    components: 2,
    interfaces: false,
    tradeoffs: 1,
    alternatives: 0,
    risks: 1,
    mitigated: 0,
    assumptions: 1,
    questions: 0,
  },
};

/** The design that a scripted model of this strength writes for a task; the same each time. */
export function writeDesign(model: string, strength: Strength, task: string): DesignBody {
  const depth = DEPTHS[strength];
  const subject = subjectOf(task);
  const approach = approachOf(strength, task);
  const components = suitable(task)
    .slice(0, depth.components)
    .map((part) => component(part, depth.interfaces));
  const names = components.map(({ name }) => name);
  const rotate = <T>(items: readonly T[]): T[] => {
    const by = Math.floor(seeded(JSON.stringify(items[0]), model, task) * items.length);
    return [...items.slice(by), ...items.slice(0, by)];
  };
  return {
    title: capital(`${approach.name.replace(/^an? /u, "")}: ${topicOf(task)}`),
    summary: `${capital(approach.name)} for the ${subject}, made of ${listed(names)}.${strength === "thin" ? "" : ` ${sentences(approach.overview, 1)}`}`,
    assumptions: rotate(ASSUMPTIONS).slice(0, depth.assumptions),
    architecture_overview:
      strength === "thin"
        ? `${sentences(approach.overview, 1)} Details follow once building has begun.`
        : `${approach.overview}\n\n${approach.scaling}`,
    components,
    ...(strength === "thin"
      ? {}
      : { connections: CONNECTIONS.filter(({ from, to }) => names.includes(from) && names.includes(to)) }),
    data_flow:
      strength === "thin"
        ? `Requests reach the ${names[0]} and are handled by the ${names.at(-1)}.`
        : sentences(approach.flow, strength === "average" ? 2 : 9),
    tradeoffs: rotate(TRADEOFFS)
      .slice(0, depth.tradeoffs)
      .map(({ aspect, decisions }) => {
        const { choice, rationale, alternatives } = decisions[APPROACHES.indexOf(approach)] ?? decisions[0];
        return { aspect, choice, rationale, alternatives: alternatives.slice(0, depth.alternatives) };
      }),
    risks: rotate(RISKS)
      .slice(0, depth.risks)
      .map(({ mitigation, ...risk }, at) => (at < depth.mitigated ? { ...risk, mitigation } : risk)),
    open_questions: rotate(QUESTIONS).slice(0, depth.questions),
    ...(strength === "thorough"
      ? {
          additional_notes: `Build order: ${listed(names.slice(0, 3))} first, as one slice that works end to end; the rest follows behind feature flags.`,
        }
      : {}),
  };
}

/** Designers of different strength never propose the same. */
function approachOf(strength: Strength, task: string): Approach {
  const shift = Object.keys(DEPTHS).indexOf(strength) + Math.floor(seeded(task) * APPROACHES.length);
  return APPROACHES[shift % APPROACHES.length] ?? APPROACHES[0];
}

/** The parts that the task calls for by name come right after the first three, so that no design is all generic. */
function suitable(task: string): ComponentPart[] {
  const general = COMPONENTS.filter(({ when }) => when === undefined);
  const special = COMPONENTS.filter(({ when }) => when?.test(task));
  return [...general.slice(0, 3), ...special.slice(0, 2), ...general.slice(3)];
}

function component(part: ComponentPart, interfaces: boolean): DesignBody["components"][number] {
  const { name, description, responsibilities } = part;
  if (!interfaces) return { name, description, responsibilities: responsibilities.slice(0, 1) };
  return { name, description, responsibilities, interfaces: part.interfaces };
}

function sentences(text: string, count: number): string {
  return (text.match(/[^.]+\.\s*/g) ?? [text]).slice(0, count).join("").trim();
}

function listed(names: string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
