import { isScalar, isSeq } from "yaml";
import { UsageError } from "../errors.ts";
import { type FrontMatter, frontMatter } from "./front-matter.ts";
import { type Field, fieldKey, inYaml, readTask } from "./task-file.ts";

/**
 * The text of a task file with another value of one field: nothing but that field's lines changes, byte for byte. An
 * entry of a list that stays keeps its line, and a value that stands already is not written anew. Throws UsageError
 * where the file cannot be read, or where the change cannot be told from what stands around it; nothing is lost then.
 */
export function withField(text: string, field: Field, value: string | readonly string[]): string {
  const matter = frontMatter(text);
  const refuse = (why: string) => new UsageError(`Cannot change ${field} of the task file: ${why}`);
  if (matter === null || "kind" in matter) throw refuse("its front matter cannot be read; mend it by hand first.");
  const before = readTask("", text);
  if (before.state === "task" && fieldKey(matter, field)?.value && isSame(before.task[field], value)) return text;
  const changed = splice(text, edits(text, matter, field, value));
  if (!isOnly(text, changed, field, value)) {
    throw refuse("what stands there is written in a way that only a person can change; change it by hand.");
  }
  return changed;
}

/** Takes out what is between two places and puts a text there. */
type Edit = { from: number; to: number; put: string };

function splice(text: string, all: readonly Edit[]): string {
  const last = [...all].sort((a, b) => b.from - a.from || b.to - a.to);
  return last.reduce((whole, { from, to, put }) => whole.slice(0, from) + put + whole.slice(to), text);
}

function edits(text: string, matter: FrontMatter, field: Field, value: string | readonly string[]): Edit[] {
  const eol = text.slice(0, matter.from).endsWith("\r\n") ? "\r\n" : "\n";
  const stands = fieldKey(matter, field);
  if (stands === undefined) return [{ from: matter.to, to: matter.to, put: `${field}: ${inYaml(value)}${eol}` }];
  const node = stands.value;
  const colon = text.indexOf(":", matter.from + stands.key.range[1]) + 1;
  if (node === null || (isScalar(node) && node.source === "")) {
    return [{ from: colon, to: colon, put: ` ${inYaml(value)}` }];
  }
  if (isSeq(node) && node.flow !== true && typeof value !== "string") {
    const items = node.items.flatMap((item) => (isScalar(item) && item.range ? [{ item, range: item.range }] : []));
    const lines = items.map(({ item, range }) => ({
      text: typeof item.value === "string" ? item.value : (item.source ?? ""),
      from: text.lastIndexOf("\n", matter.from + range[0] - 1) + 1,
      at: matter.from + range[0],
      to: text.indexOf("\n", matter.from + range[1] - 1) + 1,
    }));
    return listEdits(lines, value, text, colon, eol);
  }
  const [from, to] = node.range;
  return [{ from: matter.from + from, to: matter.from + trimmedEnd(text, matter.from, to), put: inYaml(value) }];
}

type Line = { text: string; from: number; at: number; to: number };

/** Lines of entries that go, and those that come after the last. */
function listEdits(lines: readonly Line[], value: readonly string[], text: string, colon: number, eol: string): Edit[] {
  const gone = lines.filter((line) => !value.includes(line.text)).map(({ from, to }) => ({ from, to, put: "" }));
  const first = lines[0];
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return [];
  const before = text.slice(first.from, first.at);
  const added = value.filter((each) => !lines.some((line) => line.text === each));
  const put = added.map((each) => `${before}${inYaml(each)}${eol}`).join("");
  const empty = value.length === 0 ? [{ from: colon, to: colon, put: " []" }] : [];
  return [...gone, ...(put === "" ? [] : [{ from: last.to, to: last.to, put }]), ...empty];
}

/** The end of a value without the line end that a list of several lines ends with. */
function trimmedEnd(text: string, from: number, to: number): number {
  return text.slice(from, from + to).trimEnd().length;
}

/** Whether a changed text is read as the task of before with this one value. */
function isOnly(before: string, after: string, field: Field, value: string | readonly string[]): boolean {
  const [was, is] = [readTask("", before), readTask("", after)];
  if (is.state !== "task") return false;
  if (was.state !== "task") return isSame(is.task[field], value);
  const same = JSON.stringify({ ...was.task, [field]: 0 }) === JSON.stringify({ ...is.task, [field]: 0 });
  return same && isSame(is.task[field], value);
}

/** Whether two values are one, in whichever order a list has its entries. */
function isSame(one: string | readonly string[] | null, other: string | readonly string[]): boolean {
  const sorted = (value: typeof one) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
  return sorted(one) === sorted(other);
}
