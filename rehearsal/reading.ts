import { isObject, type JsonObject, jsonObjectsIn } from "./json-in-text.ts";

/** What a scripted reviewer notices in a design; all it judges by. */
export type Reading = {
  text: string;
  /** Names of components, as far as they can be told. */
  names: string[];
  components: number;
  interfaces: number;
  tradeoffs: number;
  alternatives: number;
  risks: number;
  mitigations: number;
  assumptions: number;
  questions: number;
  words: number;
};

/** The design in an evaluation prompt: what stands between the data markers, else the JSON object that looks like one. */
export function readDesign(prompt: string): Reading {
  const text = between(prompt).replace(CONNECTIONS, "");
  const design = jsonObjectsIn(text).find(({ value }) => Array.isArray(value.components))?.value;
  return design ? fromJson(text, design) : fromText(text);
}

/** A scripted reviewer takes no notice of them: they repeat what the components say. */
const CONNECTIONS = /"connections":\s*\[[^\]]*\],\s*/;

/** Texts that stand between the data markers of a prompt. */
export function fencedIn(prompt: string): string[] {
  return [...prompt.matchAll(/^<<<data (\w+)>>>\n([\s\S]*?)\n<<<end data \1>>>$/gm)].map(([, , inside = ""]) => inside);
}

function between(prompt: string): string {
  const fenced = fencedIn(prompt);
  if (fenced.length > 0) return fenced.join("\n");
  return jsonObjectsIn(prompt).find(({ value }) => Array.isArray(value.components))?.value
    ? prompt
    : (prompt.split(/\bDESIGN:?\n/)[1] ?? prompt);
}

function fromJson(text: string, design: JsonObject): Reading {
  const objects = (key: string) => (Array.isArray(design[key]) ? design[key].filter(isObject) : []);
  const items = (value: unknown) => (Array.isArray(value) ? value.length : 0);
  const sum = (key: string, inner: string) => objects(key).reduce((total, each) => total + items(each[inner]), 0);
  return {
    text,
    names: objects("components").flatMap(({ name }) => (typeof name === "string" ? [name] : [])),
    components: objects("components").length,
    interfaces: sum("components", "interfaces"),
    tradeoffs: objects("tradeoffs").length,
    alternatives: sum("tradeoffs", "alternatives"),
    risks: objects("risks").length,
    mitigations: objects("risks").filter(({ mitigation }) => typeof mitigation === "string").length,
    assumptions: items(design.assumptions),
    questions: items(design.open_questions),
    words: wordsIn(text),
  };
}

/** The same from Markdown: headings make sections, and a section's bullets and subheadings are its items. */
function fromText(text: string): Reading {
  const section = (heading: RegExp) => {
    const lines = text.split("\n");
    const start = lines.findIndex((line) => /^#+ |^[A-Z][A-Z ]+:?$/.test(line) && heading.test(line));
    if (start < 0) return "";
    const level = /^#+/.exec(lines[start] ?? "")?.[0].length ?? 1;
    const length = lines.slice(start + 1).findIndex((line) => (/^#+/.exec(line)?.[0].length ?? 9) <= level);
    return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length).join("\n");
  };
  const count = (pattern: RegExp, inside: string) => inside.match(pattern)?.length ?? 0;
  const entries = (inside: string) => count(/^#+ /gm, inside) || count(/^(?:- |\* |\d+\. )/gm, inside);
  const components = section(/component/i);
  const risks = section(/risk/i);
  const tradeoffs = section(/trade/i);
  return {
    text,
    names: [...components.matchAll(/^(?:#+ |- \*\*|\* \*\*)(.+?)(?:\*\*|$)/gm)].map(([, name = ""]) => name),
    components: entries(components),
    interfaces: count(/interface/gi, components),
    tradeoffs: entries(tradeoffs),
    alternatives: count(/alternative|rejected/gi, tradeoffs),
    risks: entries(risks),
    mitigations: count(/mitigat/gi, risks),
    assumptions: entries(section(/assumption/i)),
    questions: entries(section(/question/i)),
    words: wordsIn(text),
  };
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
