import { isScalar, isSeq, type ParsedNode, stringify } from "yaml";
import {
  IMPACTS,
  LEVELS,
  PLAN_STATUSES,
  type PlanTask,
  RISKS,
  SCOPES,
  type TaskFault,
} from "../artifacts/plan-task.ts";
import { clean, isBlank } from "../text/clean.ts";
import { found } from "../text/wording.ts";
import { type FrontMatter, frontMatter, linesIn } from "./front-matter.ts";

/** Fields of a task's front matter, in the order in which a new file has them. */
export const FIELDS = [
  ..."id name status depends_on scope risk impact level priority tags assignee due created modified".split(" "),
  ..."requirements components files done_when".split(" "),
] as readonly Field[];
export type Field = Exclude<keyof PlanTask, "body" | "file">;

/** Other spellings of a field: the library of the format writes camelCase where its command line reads snake_case. */
const SPELLINGS: Readonly<Partial<Record<Field, string>>> = { depends_on: "dependsOn", done_when: "doneWhen" };

/** Most characters of an id, a name and another word or line, and entries of a list. */
const MAX_ID = 64;
const MAX_LINE = 500;
const MAX_ENTRIES = 100;

/** What a file came to: a task with what is wrong in it, no task at all, or one that cannot be read. */
export type ReadTask =
  | { state: "task"; task: PlanTask; faults: TaskFault[] }
  | { state: "none" }
  | { state: "broken"; fault: TaskFault };

/**
 * Reads a task file. Where a field is wrong the task is read without it; without an id or a name, or where the YAML
 * cannot be read, there is no task. A file that has neither id nor name, or no front matter, is none.
 */
export function readTask(file: string, text: string): ReadTask {
  const matter = frontMatter(text);
  if (matter === null) return { state: "none" };
  if ("kind" in matter) return { state: "broken", fault: { ...matter, file } as TaskFault };
  if (!["id", "name"].some((field) => matter.fields.has(field))) return { state: "none" };
  const faults: TaskFault[] = [];
  const read = reader(file, text, matter, faults);
  const id = composed(read.line("id", idNeed) ?? "") || null;
  const name = read.line("name", nameNeed);
  if (id === null || name === null) {
    const field = id === null ? "id" : "name";
    const absent = { file, line: 1, kind: "value", field, need: "there", found: "nothing" } as const;
    return { state: "broken", fault: faults[0] ?? absent };
  }
  const status = read.word("status", PLAN_STATUSES);
  const task: PlanTask = {
    id,
    name,
    status: status ?? (read.stands("status") ? null : "pending"),
    depends_on: read.list("depends_on", dependencyNeed).map(composed),
    scope: read.word("scope", SCOPES),
    risk: read.word("risk", RISKS),
    impact: read.word("impact", IMPACTS),
    level: read.word("level", LEVELS),
    priority: read.line("priority"),
    tags: read.list("tags"),
    assignee: read.line("assignee"),
    due: read.line("due"),
    created: read.line("created"),
    modified: read.line("modified"),
    requirements: read.list("requirements"),
    components: read.list("components"),
    files: read.list("files"),
    done_when: read.list("done_when"),
    body: text.slice(matter.body),
    file,
  };
  return { state: "task", task, faults: faults.sort((a, b) => a.line - b.line) };
}

/** An id as it is compared: one letter is one letter, however an editor or a disk put it together, and blanks are one. */
export const composed = (id: string): string => id.normalize("NFC").replace(/\s+/gu, " ");

/** The key under which a field stands, in whichever spelling; undefined where it is absent. */
export function fieldKey({ fields }: FrontMatter, field: Field) {
  return fields.get(field) ?? fields.get(SPELLINGS[field] ?? field);
}

/** A file for a task that has none yet; the four fields that the format asks for stand in it, others where they are said. */
export function taskText({ body, ...fields }: Omit<PlanTask, "file">): string {
  const stands = FIELDS.filter((field) => field === "depends_on" || (fields[field] ?? "").length > 0);
  const yaml = stands.map((field) => `${field}: ${inYaml(fields[field] ?? "")}\n`);
  return `---\n${yaml.join("")}---\n${body === "" ? "" : `\n${body.replace(/^\n+/u, "")}`}`;
}

/** A value on one line of YAML, in quotes where it needs them. */
export function inYaml(value: string | readonly string[], inList = false): string {
  if (typeof value !== "string") return `[${value.map((each) => inYaml(each, true)).join(", ")}]`;
  const line = clean(value).text.replace(/\s+/gu, " ").trim();
  // Between brackets more letters mean something; a list of one is written as it would be there.
  const text = stringify(inList ? [line] : line, { collectionStyle: "flow", lineWidth: 0 }).trimEnd();
  return inList ? text.slice(1, -1).trim() : text;
}

/** Reads fields one by one and takes down what is wrong with them. */
function reader(file: string, text: string, matter: FrontMatter, faults: TaskFault[]) {
  const lineAt = linesIn(text.slice(0, matter.to));
  const lineOf = (offset: number): number => lineAt(matter.from + offset);
  const fault = (field: Field, node: ParsedNode | null, need: string, value: unknown): null => {
    const line = lineOf(node?.range[0] ?? 0);
    faults.push({ file, line, kind: "value", field, need, found: found(value) });
    return null;
  };
  const nodeOf = (field: Field): ParsedNode | null => {
    const other = matter.fields.get(SPELLINGS[field] ?? "");
    if (other !== undefined && matter.fields.has(field)) {
      faults.push({ file, line: lineOf(other.key.range[0]), kind: "twice", field });
    }
    return fieldKey(matter, field)?.value ?? null;
  };
  const text1 = (field: Field, node: ParsedNode | null, check: Check): string | null => {
    const value = node === null ? null : scalarText(node);
    if (value === null) return null;
    if (value === undefined) return fault(field, node, "one line of text", node?.toJSON());
    const need = check(value);
    return need === null ? value : fault(field, node, need, value);
  };
  const line = (field: Field, check: Check = lineNeed) => text1(field, nodeOf(field), check);
  return {
    line,
    stands: (field: Field): boolean => {
      const node = fieldKey(matter, field)?.value ?? null;
      return node !== null && scalarText(node) !== null;
    },
    word: <W extends string>(field: Field, words: readonly W[]): W | null => {
      const need = `one of ${words.join(", ")}`;
      return line(field, (value) => (words.includes(value as W) ? null : need)) as W | null;
    },
    list: (field: Field, check: Check = lineNeed): string[] => {
      const node = nodeOf(field);
      const items = isSeq(node) ? (node.items as ParsedNode[]) : node === null ? [] : [node];
      if (items.length > MAX_ENTRIES) fault(field, node, `at most ${MAX_ENTRIES} entries`, items.length);
      return items.slice(0, MAX_ENTRIES).flatMap((item) => {
        if (isSeq(node) && scalarText(item) === null) fault(field, item, "text that is not empty", null);
        return text1(field, item, check) ?? [];
      });
    },
  };
}

/** What a value must be, in words that follow "must be"; null where it is that. */
type Check = (value: string) => string | null;

/** The text of a single value as it stands, so that 001 stays one; null for none, undefined for what is no single value. */
function scalarText(node: ParsedNode): string | null | undefined {
  if (!isScalar(node)) return undefined;
  const { value, source = "" } = node;
  if (value === null) return null;
  return (typeof value === "string" ? value : source).trim();
}

function lineNeed(value: string): string | null {
  return value.length > MAX_LINE ? `text of at most ${MAX_LINE} characters` : null;
}

function nameNeed(value: string): string | null {
  return isBlank(value) ? "text that is not empty" : lineNeed(value);
}

/** A dependency that shows as another id than it is would be looked for in vain. */
function dependencyNeed(id: string): string | null {
  if (isBlank(id)) return "text that is not empty";
  return isHidden(id) ? "text without invisible letters" : lineNeed(id);
}

const isHidden = (id: string): boolean => clean(id).text !== id || /[\n\t]/u.test(id);

/** An id names a task wherever it is typed, and the file of a new one: it leads nowhere else. */
function idNeed(id: string): string | null {
  if (isBlank(id)) return "text that is not empty";
  if (id.length > MAX_ID) return `text of at most ${MAX_ID} characters`;
  if (isHidden(id)) return "text without invisible letters";
  const leads = /[\\:]/u.test(id) || id.startsWith("~") || id.split("/").some((part) => /^\.|^$/u.test(part));
  return leads ? "a name, which leads to no other place (no .., no \\, no / at its ends)" : null;
}
