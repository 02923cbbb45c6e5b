import { isMap, isScalar, isSeq, type ParsedNode } from "yaml";
import { messageOf } from "../errors.ts";
import { found, pathText } from "../text/wording.ts";
import { MAX_DEPTH, strangeIn, tooDeep, yamlDocument } from "../text/yaml.ts";
import { type Path, positionsIn, type Source, type SourceReading } from "./source.ts";

/** The text of a YAML file as a source that knows its lines; nothing of it is evaluated. @param needed What it must hold. */
export function yamlSource(label: string, text: string, needed: string): SourceReading {
  const at = positionsIn(text);
  const failed = (problem: string, offset: number): SourceReading => ({
    source: null,
    problems: [{ source: label, text: problem, position: at(offset) }],
  });
  const deep = tooDeep(text);
  if (deep !== null) return failed(`it must be YAML of at most ${MAX_DEPTH} levels, found more`, deep);
  let document: ReturnType<typeof yamlDocument>;
  try {
    document = yamlDocument(text);
  } catch (error) {
    return failed(`it must be YAML, found what cannot be read: ${messageOf(error)}`, 0);
  }
  const [error] = document.errors;
  if (error?.code === "MULTIPLE_DOCS")
    return failed("it must be one YAML document, found the beginning of another", error.pos[0]);
  if (error !== undefined) return failed(`it must be YAML, found a mistake: ${error.message}`, error.pos[0]);
  const root = document.contents;
  const strange = strangeIn(root);
  if (strange !== null)
    return failed(`it must be YAML without aliases and tags, found ${found(strange.found)}`, strange.at);
  if (!isMap(root)) return failed(`it must hold ${needed}, found no field`, root?.range[0] ?? 0);
  const places = new Map<string, { key: number; value: number }>();
  const problems: SourceReading["problems"] = [];
  const read = (node: ParsedNode | null, path: Path): unknown => {
    if (isSeq(node)) {
      return node.items.map((item, index) => {
        const [offset] = item.range;
        places.set(JSON.stringify([...path, index]), { key: offset, value: offset });
        return read(item as ParsedNode, [...path, index]);
      });
    }
    if (!isMap(node)) return isScalar(node) ? node.value : null;
    const value: Record<string, unknown> = Object.create(null);
    for (const { key, value: inner } of node.items as { key: ParsedNode; value: ParsedNode | null }[]) {
      const name = isScalar(key) ? String(key.value) : "";
      const inside = [...path, name];
      const [offset] = key.range;
      if (name in value)
        problems.push({
          source: label,
          text: `${pathText(inside)} must stand once, found again`,
          position: at(offset),
        });
      places.set(JSON.stringify(inside), { key: offset, value: inner?.range[0] ?? offset });
      value[name] = read(inner, inside);
    }
    return value;
  };
  const value = read(root as ParsedNode, []);
  const positionOf: Source["positionOf"] = (path, part) => {
    const place = places.get(JSON.stringify(path));
    if (place !== undefined) return at(place[part]);
    return path.length === 0 ? null : positionOf(path.slice(0, -1), "value");
  };
  return { source: { label, value, positionOf }, problems };
}
