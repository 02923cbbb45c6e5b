import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { csvParseRows } from "d3-dsv";
import { LabError } from "../src/errors.ts";

/** One panel's ratings. Items and judges are numbered from 0; scores are as they are in the file. */
export type Ratings = {
  panel: string;
  least: number;
  most: number;
  /** Of each judge, the score of each item it rated. */
  byJudge: readonly ReadonlyMap<number, number>[];
  /** Of each item, the judges that rated it. */
  byItem: readonly (readonly number[])[];
};

const COLUMNS = ["panel", "item", "judge", "score"] as const;
type Row = Record<(typeof COLUMNS)[number], string>;

/**
 * Reads judgements from a CSV file with the columns panel, item, judge and score, in any order and among others; a line
 * at a time, so that only the numbers are held. Throws a LabError for a file that cannot be read, a column that is not
 * there, a row of another length, an empty name, a score that is no number, or an item that a judge rated twice.
 */
export async function readRatings(file: string): Promise<Ratings[]> {
  const panels = new Map<string, ReturnType<typeof collector>>();
  for await (const { at, panel, item, judge, score } of rowsOf(file)) {
    const number = Number(score);
    if (score.trim() === "" || !Number.isFinite(number)) throw unread(at, `a number as its score`, `"${score}"`);
    const own = panels.get(panel) ?? collector(panel);
    panels.set(panel, own);
    if (!own.add(item, judge, number)) {
      throw unread(at, "one score of each judge for an item", `a second one of judge "${judge}" for item "${item}"`);
    }
  }
  if (panels.size === 0) throw new LabError(`Cannot read ${file}: needs a row below its header, found none`);
  return [...panels.values()].map(({ ratings }) => ratings());

  function unread(at: number, needed: string, found: string): LabError {
    return new LabError(`Cannot read ${file}: row ${at} needs ${needed}, found ${found}`);
  }

  async function* rowsOf(path: string): AsyncGenerator<Row & { at: number }> {
    let header: string[] | undefined;
    let at = 0;
    for await (const record of recordsOf(path)) {
      at++;
      const [cells = []] = csvParseRows(record.replace(/^\uFEFF/, ""));
      if (cells.join("").trim() === "") continue;
      if (!header) {
        header = cells.map((cell) => cell.trim());
        const lacking = COLUMNS.filter((name) => !header?.includes(name));
        if (lacking.length > 0) throw unread(at, `the columns ${COLUMNS.join(", ")}`, header.join(", "));
        continue;
      }
      if (cells.length !== header.length) throw unread(at, `${header.length} cells`, `${cells.length}`);
      const row = Object.fromEntries(header.map((name, nth) => [name, cells[nth] ?? ""])) as Row;
      for (const name of ["item", "judge"] as const) if (row[name] === "") throw unread(at, `a ${name}`, "none");
      yield { ...row, at };
    }
  }

  /** Lines, but for breaks between quotes. */
  async function* recordsOf(path: string): AsyncGenerator<string> {
    let open = "";
    let isOpen = false;
    try {
      for await (const line of createInterface({
        input: createReadStream(path),
        crlfDelay: Number.POSITIVE_INFINITY,
      })) {
        if ((line.split('"').length - 1) % 2 === 1) isOpen = !isOpen;
        open = open === "" ? line : `${open}\n${line}`;
        if (isOpen) continue;
        yield open;
        open = "";
      }
    } catch (cause) {
      if (cause instanceof LabError) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new LabError(`Cannot read ${path}: needs a CSV file, found: ${why}`, { cause });
    }
    if (isOpen) throw new LabError(`Cannot read ${path}: needs quotes in pairs, found one without an end`);
  }
}

function collector(panel: string) {
  const [items, judges] = [new Map<string, number>(), new Map<string, number>()];
  const byJudge: Map<number, number>[] = [];
  const byItem: number[][] = [];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const place = (of: Map<string, number>, name: string) => of.get(name) ?? of.set(name, of.size).size - 1;
  return {
    /** False where this judge has rated this item before. */
    add(itemName: string, judgeName: string, score: number): boolean {
      const [item, judge] = [place(items, itemName), place(judges, judgeName)];
      const own = byJudge[judge] ?? new Map<number, number>();
      if (own.has(item)) return false;
      byJudge[judge] = own.set(item, score);
      const raters = byItem[item] ?? [];
      raters.push(judge);
      byItem[item] = raters;
      least = Math.min(least, score);
      most = Math.max(most, score);
      return true;
    },
    ratings: (): Ratings => ({ panel, least, most, byJudge, byItem }),
  };
}
