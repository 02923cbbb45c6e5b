import type { Criterion } from "../artifacts/criterion.ts";
import { DesignBody } from "../artifacts/design.ts";
import { pick } from "../artifacts/pick.ts";
import type { SpoilStep } from "../artifacts/planted.ts";
import { shuffled } from "./shuffled.ts";
import { firstSentences, isEnglish, withEntry, withoutSentences, withSentence } from "./spoil-prose.ts";

/**
 * A copy of a design with one criterion spoiled: valid by DesignBody, no list or text of it newly empty, and not to be told
 * from an honest weak design at a glance. `done` has at least two steps.
 */
export type SpoiledDesign = { body: DesignBody; criterion: string; done: SpoilStep[] };

/** A copy of a design with two criteria spoiled, that is judged beside the designs and ranked nowhere. */
export type PlantedControl = {
  /** The design that it is a copy of. */
  design_id: string;
  body: DesignBody;
  /** The two that were spoiled; only their cells are looked at. */
  criteria: [string, string];
  /** In the order in which it was done. */
  done: { criterion: string; steps: SpoilStep[] }[];
};

/** One thing more that is done to a design, and what it came to; null where there is nothing to do it to. */
type Move = (body: DesignBody, seed: number) => { body: DesignBody; done: SpoilStep } | null;

/**
 * What spoils which criterion of the default rubric, in the order in which two are spoiled in one copy: what is cut comes
 * before what is put in. Innovation has no row: no code knows which idea of a design is the new one.
 */
const SPOILERS: Readonly<Record<string, readonly Move[]>> = {
  clarity: [
    exchangeResponsibilities,
    cutOff("data_flow", 1),
    cutOff("architecture_overview", 2),
    dropInterfaces,
    dropConnections,
  ],
  feasibility: [dropMitigations, exchangeRationales, contradict],
  scalability: [
    dropAbout(
      /\b(?:scal(?:e|es|ing|able|ability)|shard\w*|partition\w*|replica\w*|horizontal\w*|throughput|bottleneck\w*|capacity|autoscal\w*|load|peak|back-?pressure|batch\w*|cach(?:e|es|ed|ing)|requests? (?:a|per) second|tenfold|quota\w*|rate.limit\w*)\b/iu,
    ),
    putIn([
      "One instance carries all of the work and holds everything it works on in memory.",
      "All work passes through one queue of one worker, strictly one item after another.",
      "Every request reads the whole of the stored data from its beginning.",
    ]),
  ],
  maintainability: [
    dropInterfaces,
    dropAbout(
      /\b(?:test(?:s|ed|ing|able)?|deploy\w*|roll(?:ed|s)?[- ]?(?:out|back)|release[sd]?|migrat\w*|monitor\w*|observ\w*|metrics?|logs?|logging|tracing|traces?|alert\w*|dashboards?|version(?:s|ed|ing)?|schema|modul\w*|boundar\w*|maintain\w*|runbooks?|on.call)\b/iu,
    ),
    putIn([
      "Where it is quicker, parts read and write what others store directly.",
      "A change of what is stored is made in all parts at once, by hand, while everything stands still.",
      "What the parts have in common is copied into each of them and changed there as needed.",
    ]),
  ],
};

/** In which order two criteria are spoiled in one copy. */
const ORDER = Object.keys(SPOILERS);

/** Sentences of which no system keeps both; the first is taken for granted, the second is how it works. */
const CONTRADICTIONS = [
  [
    "Nothing is kept between two runs, neither in memory nor on disk.",
    "Each run goes on exactly where the one before it ended and knows everything that happened until then.",
  ],
  [
    "All parts run in one process of one machine, without a network between them.",
    "Each part runs on machines of its own in another region, and none goes on before all others have confirmed the step.",
  ],
  [
    "Any part may be offline for days without notice.",
    "Every answer waits until all parts have confirmed it, and none takes longer than ten milliseconds.",
  ],
] as const;

/** A spoiled criterion shows at least so many changes. */
const LEAST_STEPS = 2;

/** The names of the criteria that code knows how to spoil, in the rubric's order: those of the default rubric, but for innovation. */
export function spoilable(criteria: readonly Criterion[]): string[] {
  return criteria.flatMap(({ name }) => (Object.hasOwn(SPOILERS, name) ? name : []));
}

/** A copy of a design with one criterion spoiled; null where code cannot spoil it, or finds too little to spoil. */
export function spoilDesign(body: DesignBody, criterion: string, seed: number): SpoiledDesign | null {
  const moves = Object.hasOwn(SPOILERS, criterion) ? (SPOILERS[criterion] ?? []) : [];
  let spoiled = body;
  const done: SpoilStep[] = [];
  for (const move of moves) {
    const next = move(spoiled, seed);
    if (next === null) continue;
    spoiled = next.body;
    done.push(next.done);
  }
  return done.length < LEAST_STEPS ? null : { body: spoiled, criterion, done };
}

/**
 * Two controls, copies of two designs with two criteria spoiled in each, all drawn from the seed. None where fewer than two
 * criteria of the rubric can be spoiled, or fewer than two designs have enough to spoil: there are always two, or none.
 */
export function plantedControls(
  designs: readonly { design_id: string; body: DesignBody }[],
  criteria: readonly Criterion[],
  seed: number,
): PlantedControl[] {
  const names = spoilable(criteria);
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other): [string, string] => [one, other]));
  const controls = shuffled(
    designs.toSorted((a, b) => (a.design_id < b.design_id ? -1 : 1)),
    seed,
    "controls",
  ).flatMap(({ design_id, body }, at): PlantedControl[] => {
    for (const pair of shuffled(pairs, seed, `control ${design_id}`)) {
      const control = controlOf(body, pair, seed + at);
      if (control !== null) return [{ design_id, ...control }];
    }
    return [];
  });
  return controls.length < 2 ? [] : controls.slice(0, 2);
}

function controlOf(
  body: DesignBody,
  criteria: [string, string],
  seed: number,
): Omit<PlantedControl, "design_id"> | null {
  let spoiled: DesignBody = pick(body, DesignBody.properties);
  const done: PlantedControl["done"] = [];
  for (const criterion of criteria.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))) {
    const next = spoilDesign(spoiled, criterion, seed);
    if (next === null) return null;
    spoiled = next.body;
    done.push({ criterion, steps: next.done });
  }
  return { body: spoiled, criteria, done };
}

/** Half of the components, at least two, do what the next of them does. */
function exchangeResponsibilities(body: DesignBody, seed: number): ReturnType<Move> {
  const having = body.components.flatMap(({ responsibilities }, at) => (responsibilities.length > 0 ? at : []));
  const next = exchanged(having, seed, "responsibilities");
  const given = body.components.map(
    (each, at) => body.components[next.get(at) ?? at]?.responsibilities ?? each.responsibilities,
  );
  if (
    isSame(
      given,
      body.components.map(({ responsibilities }) => responsibilities),
    )
  )
    return null;
  const components = body.components.map((each, at) => ({ ...each, responsibilities: given[at] ?? [] }));
  return { body: { ...body, components }, done: { step: "exchanged", part: "responsibilities", count: next.size } };
}

/** Half of the choices, at least two, are explained by the reason of the next of them. */
function exchangeRationales(body: DesignBody, seed: number): ReturnType<Move> {
  const next = exchanged([...body.tradeoffs.keys()], seed, "rationales");
  const given = body.tradeoffs.map((each, at) => body.tradeoffs[next.get(at) ?? at]?.rationale ?? each.rationale);
  if (
    isSame(
      given,
      body.tradeoffs.map(({ rationale }) => rationale),
    )
  )
    return null;
  const tradeoffs = body.tradeoffs.map((each, at) => ({ ...each, rationale: given[at] ?? each.rationale }));
  return { body: { ...body, tradeoffs }, done: { step: "exchanged", part: "rationales", count: next.size } };
}

/** For half of these places, at least two, drawn from the seed: which other's content each gets. */
function exchanged(places: readonly number[], seed: number, salt: string): Map<number, number> {
  const drawn = shuffled(places, seed, salt).slice(0, Math.max(2, Math.ceil(places.length / 2)));
  return new Map(drawn.map((at, nth) => [at, drawn[(nth + 1) % drawn.length] ?? at]));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function cutOff(part: "data_flow" | "architecture_overview", keep: number): Move {
  return (body) => {
    const { text, out } = firstSentences(body[part], keep);
    return out === 0 ? null : { body: { ...body, [part]: text }, done: { step: "cut-off", part, count: out } };
  };
}

function dropInterfaces(body: DesignBody): ReturnType<Move> {
  const count = body.components.reduce((sum, { interfaces = [] }) => sum + interfaces.length, 0);
  if (count === 0) return null;
  const components = body.components.map(({ interfaces: _, ...rest }) => rest);
  return { body: { ...body, components }, done: { step: "taken-out", part: "interfaces", count } };
}

function dropConnections({ connections = [], ...body }: DesignBody): ReturnType<Move> {
  if (connections.length === 0) return null;
  return { body, done: { step: "taken-out", part: "connections", count: connections.length } };
}

function dropMitigations(body: DesignBody): ReturnType<Move> {
  const count = body.risks.filter(({ mitigation }) => mitigation !== undefined).length;
  if (count === 0) return null;
  const risks = body.risks.map(({ mitigation: _, ...rest }) => rest);
  return { body: { ...body, risks }, done: { step: "taken-out", part: "mitigations", count } };
}

/** Every sentence, entry, risk and decision about a matter; of each list at least one stays. */
function dropAbout(matter: RegExp): Move {
  const about = (...texts: readonly (string | undefined)[]): boolean => texts.some((text = "") => matter.test(text));
  return (body) => {
    let count = 0;
    const prose = (text: string): string => {
      const { text: left, out } = withoutSentences(text, about);
      count += out;
      return left;
    };
    const without = <T>(items: readonly T[], is: (item: T) => boolean): T[] => {
      const [first, ...rest] = items;
      if (first === undefined) return [];
      const kept = items.filter((item) => !is(item));
      const left = kept.length > 0 ? kept : [rest.at(-1) ?? first];
      count += items.length - left.length;
      return left;
    };
    const notes = body.additional_notes;
    const changed: DesignBody = {
      ...body,
      summary: prose(body.summary),
      assumptions: without(body.assumptions, about),
      architecture_overview: prose(body.architecture_overview),
      components: body.components.map(({ interfaces, ...each }) => ({
        ...each,
        description: prose(each.description),
        responsibilities: without(each.responsibilities, about),
        ...(interfaces && { interfaces: without(interfaces, about) }),
      })),
      data_flow: prose(body.data_flow),
      tradeoffs: without(body.tradeoffs, ({ aspect, choice, rationale }) => about(aspect, choice, rationale)),
      risks: without(body.risks, ({ description, mitigation }) => about(description, mitigation)),
      open_questions: without(body.open_questions, about),
      ...(notes !== undefined && { additional_notes: prose(notes) }),
    };
    return count === 0 ? null : { body: changed, done: { step: "taken-out", part: "sentences", count } };
  };
}

/** One of these sentences, where the design is in English. */
function putIn(sentences: readonly string[]): Move {
  return (body, seed) => {
    const [text = ""] = shuffled(sentences, seed, "put in");
    if (!isEnglish(body.architecture_overview + body.data_flow)) return null;
    return {
      body: { ...body, architecture_overview: withSentence(body.architecture_overview, text) },
      done: { step: "put-in", part: "architecture_overview", text },
    };
  };
}

/** An assumption and a sentence that nothing can both keep, where the design is in English. */
function contradict(body: DesignBody, seed: number): ReturnType<Move> {
  const [[assumed, said] = CONTRADICTIONS[0]] = shuffled(CONTRADICTIONS, seed, "contradiction");
  if (!isEnglish(body.architecture_overview + body.data_flow)) return null;
  const changed = {
    ...body,
    assumptions: withEntry(body.assumptions, assumed),
    data_flow: withSentence(body.data_flow, said),
  };
  return { body: changed, done: { step: "put-in", part: "assumptions", text: `${assumed} ${said}` } };
}
