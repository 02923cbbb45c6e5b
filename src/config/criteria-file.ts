import { extname } from "node:path";
import { nearest } from "../text/nearest.ts";
import { pathInside } from "../text/path-inside.ts";
import { found, pathText } from "../text/wording.ts";
import { type Places, realPathOf, rootOf } from "./files.ts";
import type { FilesRead } from "./reading.ts";
import { type Path, parseSource, type Source, type SourceReading } from "./source.ts";
import { yamlSource } from "./yaml-source.ts";

const SETTING = ["review", "criteria_file"];

/** What reads each ending. */
const PARSERS: Readonly<Record<string, typeof parseSource>> = {
  ".json": parseSource,
  ".jsonc": parseSource,
  ".yaml": (label, text) => yamlSource(label, text, FIELDS.join(" or ")),
  ".yml": (label, text) => yamlSource(label, text, FIELDS.join(" or ")),
};

/**
 * Reads a file of criteria as a source that says nothing but them.
 * @param isForeign Whether a checkout names it, or may: then it lies in the project, past every link.
 */
export function readCriteriaFile(
  { by, file }: { by: Source; file: string },
  { isForeign, read, ...places }: Places & { isForeign: boolean; read: FilesRead },
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
    read.source(file, parse) ?? wrong(`must name a file that is there, found none at ${file}`);
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
