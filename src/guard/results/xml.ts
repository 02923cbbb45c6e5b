import { XMLParser, XMLValidator } from "fast-xml-parser";

/** Elements inside one another; no runner nests suites so deep. */
const MAX_NESTED = 60;

/** An element as the parser has it: its children under its name, its attributes under ":@". */
export type Element = { [name: string]: unknown };

/**
 * The elements at the top of an XML document. No entity is ever expanded; null for a text that breaks off.
 * @param attributes The attributes that are kept.
 * @param passed The elements whose content is not parsed.
 */
export function parseXml(text: string, attributes: ReadonlySet<string>, passed: readonly string[]): Element[] | null {
  if (XMLValidator.validate(text, { allowBooleanAttributes: true }) !== true) return null;
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: (name: string) => !attributes.has(name),
    attributeNamePrefix: "",
    allowBooleanAttributes: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    maxNestedTags: MAX_NESTED,
    jPath: false,
    stopNodes: passed.map((name) => `..${name}`),
  });
  return parser.parse(text) as Element[];
}

export function tagOf(element: Element): string {
  for (const name in element) if (name !== ":@") return name;
  return "";
}

export function elementsIn(element: Element): Element[] {
  const inner = element[tagOf(element)];
  return Array.isArray(inner) ? inner : [];
}

/** An attribute with its entities decoded; empty for none. */
export function attribute(element: Element, name: string): string {
  const value = (element[":@"] as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? decoded(value) : "";
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The five signs that XML itself names, and those named by number; others stay as they are written. */
function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/giu, (whole, name, tens, hex) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const point = tens ? Number(tens) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
