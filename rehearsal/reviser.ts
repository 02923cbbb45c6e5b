import type { DesignBody } from "../src/artifacts/design.ts";
import { type Asked, userText } from "./asked.ts";
import { RISKS } from "./design-parts.ts";
import { fencedIn } from "./reading.ts";

type Answer = { point: string; done: boolean; how: string };

/**
 * What a scripted designer makes of its design after its reviews: what readers miss it adds, of each number it says so, and
 * a design of which nothing is missed that it could add stays as it is.
 */
export function revisionOf(asked: Pick<Asked, "messages">): {
  design: DesignBody;
  answers: Answer[];
  added_scope: string[];
} {
  const [design = "{}", said = ""] = fencedIn(userText(asked));
  const lines = said.split("\n").flatMap((line) => {
    const [, point, kind = "", text] = /^([A-Z]+\d+)(?: \((\w+)\))?:? (.*)$/u.exec(line) ?? [];
    return point === undefined || text === undefined || kind === "strength" ? [] : [{ point, text }];
  });
  let body = JSON.parse(design) as DesignBody;
  const answers = lines.map(({ point, text }): Answer => {
    const [change, how] = (CHANGES.find(([pattern]) => pattern.test(text))?.slice(1) as [Change, string] | []) ?? [];
    if (change === undefined || how === undefined)
      return { point, done: false, how: "It is not asked for, and would delay the first release." };
    body = change(body);
    return { point, done: true, how };
  });
  return { design: body, answers, added_scope: [] };
}

type Change = (body: DesignBody) => DesignBody;

const mitigated: Change = (body) => ({
  ...body,
  risks: body.risks.map((risk) => ({
    ...risk,
    mitigation:
      risk.mitigation ??
      RISKS.find(({ description }) => description === risk.description)?.mitigation ??
      "It is measured each week, with an alarm at half of the bound.",
  })),
});
const weighed: Change = (body) => ({
  ...body,
  tradeoffs: body.tradeoffs.map((each) => ({
    ...each,
    alternatives:
      each.alternatives.length > 1
        ? each.alternatives
        : [
            ...each.alternatives,
            `The opposite of ${each.choice.slice(0, 60)}: rejected, for it moves the work to whoever is on call.`,
          ],
  })),
});
const assumed: Change = (body) => ({
  ...body,
  assumptions: [
    ...new Set([
      ...body.assumptions,
      "At most 200 requests a second in the first year.",
      "A team of four runs it, with one on call.",
    ]),
  ],
});
const named: Change = (body) => ({
  ...body,
  components: body.components.map((each) => ({
    ...each,
    interfaces: each.interfaces ?? [`HTTP: /${each.name.toLowerCase().replace(/[^a-z]+/gu, "-")}`],
  })),
});

/** What a sentence of a reader leads to. */
const CHANGES: readonly [RegExp, Change, string][] = [
  [/mitigat|what is done about/iu, mitigated, "Each risk says what is done about it."],
  [/alternativ/iu, weighed, "Each trade-off names what was rejected and why."],
  [/assumption|expected load/iu, assumed, "Load and team are stated."],
  [/interface/iu, named, "Each component names its interfaces."],
];

type From = { design: string; name: string };
type Origin = { part: string; name: string; from: From[] };

/** One design of those in a merging prompt: the first, with what it lacks of the others. */
export function mergeOf(asked: Pick<Asked, "messages">): { design: DesignBody; origins: Origin[] } {
  const designs = fencedIn(userText(asked)).flatMap((text) =>
    text.startsWith("{") ? [JSON.parse(text) as DesignBody] : [],
  );
  const [first, ...others] = designs as [DesignBody, ...DesignBody[]];
  const joined = <T>(of: (design: DesignBody) => readonly T[], key: (item: T) => string): T[] => {
    const all = new Map<string, T>();
    for (const item of [first, ...others].flatMap(of)) if (!all.has(key(item))) all.set(key(item), item);
    return [...all.values()];
  };
  const design: DesignBody = {
    ...first,
    title: `${first.title}, whole`,
    assumptions: [...new Set(designs.flatMap((each) => each.assumptions))],
    components: joined(
      (each) => each.components,
      ({ name }) => name,
    ),
    tradeoffs: joined(
      (each) => each.tradeoffs,
      ({ aspect }) => aspect,
    ),
    risks: joined(
      (each) => each.risks,
      ({ description }) => description,
    ),
  };
  const from = (has: (each: DesignBody) => boolean, name: string): From[] =>
    designs.flatMap((each, at) => (has(each) ? [{ design: String.fromCharCode(65 + at), name }] : []));
  return {
    design,
    origins: [
      ...design.components.map(({ name }) => ({
        part: "component",
        name,
        from: from((each) => each.components.some((other) => other.name === name), name),
      })),
      ...design.tradeoffs.map(({ aspect: name }) => ({
        part: "tradeoff",
        name,
        from: from((each) => each.tradeoffs.some((other) => other.aspect === name), name),
      })),
      ...design.risks.map(({ description: name }) => ({
        part: "risk",
        name,
        from: from((each) => each.risks.some((other) => other.description === name), name),
      })),
    ],
  };
}
