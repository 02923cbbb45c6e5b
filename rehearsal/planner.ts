import { type Asked, userText } from "./asked.ts";
import { between } from "./interview.ts";
import type { JsonObject } from "./json-in-text.ts";

type Risk = { number: string; severity: string };
type Design = { components: { name: string }[]; risks: Risk[] };

/** A task for each part of the design, one before all and two after them; of a plan that is there, what a person named. */
export function planFor(asked: Asked): JsonObject {
  const said = userText(asked);
  const standing = between(said, "PLAN:");
  const [, broken] = /^Break the task (\S+) of the plan/mu.exec(said) ?? [];
  if (broken !== undefined) return partsOf(JSON.parse(standing) as { tasks: JsonObject[] }, broken, said);
  if (standing !== "") return changed(JSON.parse(standing) as { tasks: JsonObject[] }, said);
  const { components, risks } = toBuild(said);
  const named = components.length > 0 ? components : WITHOUT_DESIGN.map((name) => ({ name }));
  const requirements = [...said.matchAll(/^([RCN]\d+): /gmu)].map(([, id = ""]) => id);
  const parts = named.map(({ name }, at) => ({ id: `build-${slugOf(name) || at + 1}`, name }));
  const ids = parts.map(({ id }) => id);
  return {
    tasks: [
      task("skeleton", "A skeleton that runs from end to end", { level: "planning", files: ["src/main.ts"] }),
      task("measure-risks", "Measure what may fail", {
        depends_on: ["skeleton"],
        level: "research",
        risk: "high",
        risks: risks.map(({ number }) => number),
        files: ["bench/load.ts"],
      }),
      ...parts.map(({ id, name }, at) =>
        task(id, `Build the ${name}`, {
          depends_on: at < 2 ? ["skeleton"] : ["skeleton", ids[at - 2] ?? ""],
          scope: "moderate",
          components: components.length > 0 ? [name] : [],
          ...served(
            id,
            requirements.filter((_, place) => place % parts.length === at),
          ),
          files: [`src/${id}.ts`],
        }),
      ),
      task("acceptance", "Show that the requirements are met", {
        depends_on: ["measure-risks", ...ids],
        level: "review",
        impact: "project",
        ...served("acceptance", requirements),
        files: ["test/acceptance.test.ts"],
      }),
    ],
    not_served: [],
  };
}

/** What is built of a task of which there is no design. */
const WITHOUT_DESIGN = ["store", "worker", "door"];

/** The parts of a design or of a document; none of a brief. */
function toBuild(said: string): Design {
  const design = between(said, "DESIGN, with its risks numbered:");
  if (design !== "") return JSON.parse(design) as Design;
  const names = between(said, "COMPONENTS:").split("\n").filter(Boolean);
  return { components: names.map((name) => ({ name })), risks: [] };
}

/** Requirements in one line that says how they are shown. */
const MAX_SHOWN = 30;

/** What a task serves, and how that is shown. */
function served(id: string, requirements: readonly string[]): JsonObject {
  const lines = Array.from({ length: Math.ceil(requirements.length / MAX_SHOWN) }, (_, at) =>
    requirements.slice(MAX_SHOWN * at, MAX_SHOWN * (at + 1)).join(", "),
  );
  const done_when = lines.map((numbers) => `npm test -- ${id} shows ${numbers}`);
  return { requirements: [...requirements], ...(done_when.length > 0 && { done_when }) };
}

function task(id: string, name: string, more: JsonObject): JsonObject {
  return {
    id,
    name,
    what: `${name}, as the design has it.`,
    done_when: [`npm test -- ${id}`],
    depends_on: [],
    scope: "narrow",
    risk: "low",
    impact: "component",
    level: "implementation",
    components: [],
    requirements: [],
    risks: [],
    files: [],
    ...more,
  };
}

function changed({ tasks }: { tasks: JsonObject[] }, prompt: string): JsonObject {
  const named = tasks.filter(({ id }) => prompt.includes(`\nSAID TO ${String(id)}:\n`));
  const wanted = named.length > 0 ? named : tasks.slice(0, 1);
  const said = (id: unknown) => between(prompt, `SAID TO ${String(id)}:`) || between(prompt, "SAID TO THE WHOLE:");
  return { tasks: wanted.map((each) => ({ ...each, what: `${String(each.what)} ${said(each.id)}` })), removed: [] };
}

/** Three parts of a task, of which the second and the third wait for the first alone. */
function partsOf({ tasks }: { tasks: JsonObject[] }, id: string, prompt: string): JsonObject {
  const whole = tasks.find((each) => each.id === id) ?? {};
  const numbers = /The parts have the ids (.+?), in that order/u.exec(prompt)?.[1]?.split(/, | and /u);
  const ids = ["core", "edges", "proof"].map((name, at) => numbers?.[at] ?? `${id}-${name}`);
  const remark = between(prompt, "SAID TO THE WHOLE:");
  const own = (field: string, at: number) => [whole[field]].flat().filter((_, place) => place % ids.length === at);
  return {
    tasks: ids.map((part, at) => ({
      ...whole,
      ...{ id: part, name: `Part ${at + 1} of ${id}`, what: `What part ${at + 1} does. ${remark}`.trim() },
      ...served(part, own("requirements", at) as string[]),
      ...{ risks: own("risks", at), files: [`src/${part}.ts`] },
      depends_on: at === 0 ? [] : [ids[0] ?? ""],
    })),
  };
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .slice(0, 30)
    .replace(/^-|-$/gu, "");
