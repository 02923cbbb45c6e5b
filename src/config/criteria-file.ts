import { extname } from "node:path";
import { isMap, isScalar, isSeq, type ParsedNode } from "yaml";
import { messageOf } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { pathInside } from "../text/path-inside.ts";
import { found, pathText } from "../text/wording.ts";
import { MAX_DEPTH, strangeIn, tooDeep, yamlDocument } from "../text/yaml.ts";
import { type Places, readSource, realPathOf, rootOf } from "./files.ts";
import { type Path, parseSource, positionsIn, type Source, type SourceReading } from "./source.ts";

const SETTING = ["review", "criteria_file"];

/** What reads each ending. */
const PARSERS: Readonly<Record<string, typeof parseSource>> = {
  ".json": parseSource,
  ".jsonc": parseSource,
  ".yaml": parseYaml,
  ".yml": parseYaml,
};

/**
 * Reads a file of criteria as a source that says nothing but them.
 * @param isForeign Whether a checkout names it, or may: then it lies in the project, past every link.
 */
export function readCriteriaFile(
  { by, file }: { by: Source; file: string },
  { isForeign, ...places }: Places & { isForeign: boolean },
): SourceReading {
  const wrong = (text: string): SourceReading => ({
    source: null,
    problems: [{ source: by.label, text: `${pathText(SETTING)} ${text}`, position: by.positionOf(SETTING, "value") }],
  });
  const parse = PARSERS[extname(file).toLowerCase()];
  if (parse === undefined)
    return wrong(`must name a file that ends in ${Object.keys(PARSERS).join(", ")}, found ${found(file)}`);
  const leads = realPathOf(file);
  if (isForeign && !pathInside(realPathOf(rootOf(places)), leads)) {
    const to = leads === file ? "" : `, which leads to ${leads}`;
    return wrong(`must name a file of the project; only your own configuration names another; found ${file}${to}`);
  }
  const { source, problems } =
    readSource(file, parse) ?? wrong(`must name a file that is there, found none at ${file}`);
  if (source === null || problems.length > 0) return { source: null, problems };
  return ofCriteria(source);
}

/** Where each field of such a file stands in the configuration. */
const PLACES: Readonly<Record<string, Path>> = {
  criteria: ["review", "quantitative", "criteria"],
  assertions: ["review", "assertions"],
};
const FIELDS = Object.keys(PLACES);

/** A source of a part of the configuration, whose paths and lines are those of the file. */
function ofCriteria(source: Source): SourceReading {
  const value = source.value as Record<string, unknown>;
  const { criteria, assertions } = value;
  const strange = Object.keys(value).filter((key) => !FIELDS.includes(key));
  const problems = strange.map((key) => {
    const near = nearest(key, FIELDS, 1)[0];
    const text = `${pathText([key])} must be a known field, found ${found(key)}; ${near ? `nearest: ${near}` : `known here: ${FIELDS.join(", ")}`}`;
    return { source: source.label, text, position: source.positionOf([key], "key") };
  });
  if (problems.length === 0 && criteria === undefined && assertions === undefined)
    problems.push({ source: source.label, text: `it must hold ${FIELDS.join(" or ")}, found neither`, position: null });
  if (problems.length > 0) return { source: null, problems };
  const review = {
    ...(assertions !== undefined && { assertions }),
    ...(criteria !== undefined && { quantitative: { criteria } }),
  };
  const shown = (path: Path): Path => {
    const [field, place] = Object.entries(PLACES).find(([, each]) => each.every((part, at) => path[at] === part)) ?? [];
    return field === undefined || place === undefined ? [] : [field, ...path.slice(place.length)];
  };
  return {
    source: {
      ...source,
      value: { review },
      shown,
      positionOf: (path, part) => source.positionOf(shown([...path]), part),
    },
    problems,
  };
}

/** The text of a YAML file as a source that knows its lines; nothing of it is evaluated. */
function parseYaml(label: string, text: string): SourceReading {
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
  if (error !== undefined) return failed(`it must be YAML, found a mistake: ${error.message}`, error.pos[0]);
  const root = document.contents;
  const strange = strangeIn(root);
  if (strange !== null)
    return failed(`it must be YAML without aliases and tags, found ${found(strange.found)}`, strange.at);
  if (!isMap(root)) return failed(`it must hold ${FIELDS.join(" or ")}, found no field`, root?.range[0] ?? 0);
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
