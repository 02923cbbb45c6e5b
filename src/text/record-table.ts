import { type HeadKey, keyNamed } from "./record-head.ts";

/** A line of a record, and the offset of its first character in the text. */
export type TextLine = { line: string; at: number };

/** A label as the records write it, and what it names; null for a label that is not known. */
export type HeadCell = { label: string; key: HeadKey | null };

/** The table at the head of a record. */
export type HeadTable = {
  /** Whether the labels are the first row and the values the second. Otherwise each row is a label and its value. */
  across: boolean;
  labels: readonly HeadCell[];
  /** The first row if the labels are in a column and not in that row. */
  header: readonly string[] | null;
  /** The second row, such as ":--", a cell each. */
  rule: readonly string[];
};

type Cell = { text: string; at: number };
const RULE = /^:?-{1,100}:?$/u;

/** The first table in which a cell gives the status, and that cell; null if there is none. */
export function headTableOf(lines: readonly TextLine[]): { table: HeadTable; said: string; at: number } | null {
  for (let at = 0; at + 1 < lines.length; at++) {
    const [header, rule] = [cellsOf(lines[at]), cellsOf(lines[at + 1])];
    if (header === null || rule === null || !rule.every(({ text }) => RULE.test(text))) continue;
    const rest = lines.slice(at + 2).map(cellsOf);
    const end = rest.indexOf(null);
    const rows = (end < 0 ? rest : rest.slice(0, end)).flatMap((row) => (row === null ? [] : [row]));
    const found = down(header, rows) ?? across(header, rows);
    if (found === null || found.cell.text === "") continue;
    const { cell, ...table } = found;
    return { table: { ...table, rule: rule.map(({ text }) => text) }, said: cell.text, at: cell.at };
  }
  return null;
}

type Found = Omit<HeadTable, "rule"> & { cell: Cell };

function across(header: readonly Cell[], [values = []]: readonly Cell[][]): Found | null {
  const labels = header.map(labelOf);
  const cell = values[labels.findIndex(({ key }) => key === "status")];
  return cell === undefined ? null : { across: true, labels, header: null, cell };
}

function down(header: readonly Cell[], rows: readonly Cell[][]): Found | null {
  const isPair = (row: readonly Cell[]): boolean => row[0] !== undefined && labelOf(row[0]).key !== null;
  if (header.length !== 2 || !rows.some(isPair)) return null;
  const isFirst = isPair(header);
  const pairs = isFirst ? [header, ...rows] : rows;
  const labels = pairs.flatMap(([label]) => (label === undefined ? [] : [labelOf(label)]));
  const cell = pairs[labels.findIndex(({ key }) => key === "status")]?.[1];
  if (cell === undefined) return null;
  return { across: false, labels, header: isFirst ? null : header.map(({ text }) => text), cell };
}

const labelOf = ({ text }: Cell): HeadCell => ({ label: text, key: keyNamed(text) });

/** The cells of a row that begins with "|", without the blanks around each; null for any other line. */
function cellsOf(row: TextLine | undefined): Cell[] | null {
  if (row === undefined || !/^ {0,3}\|/u.test(row.line)) return null;
  const { line } = row;
  const cells: Cell[] = [];
  let start = line.indexOf("|") + 1;
  for (let at = start; at <= line.length; at++) {
    if (at < line.length && (line[at] !== "|" || line[at - 1] === "\\")) continue;
    const raw = line.slice(start, at);
    if (at < line.length || raw.trim() !== "")
      cells.push({ text: raw.trim(), at: row.at + start + raw.length - raw.trimStart().length });
    start = at + 1;
  }
  return cells.length === 0 ? null : cells;
}
