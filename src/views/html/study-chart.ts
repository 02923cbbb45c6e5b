import { createDocument } from "@mixmark-io/domino";
import { axisX, axisY, dot, gridX, plot, ruleX, ruleY, text } from "@observablehq/plot";
import { truncate } from "../../text/truncate.ts";

/** One row: a value with its interval, and other values beside it to hold it against. */
export type IntervalRow = {
  label: string;
  value: number;
  low: number | null;
  high: number | null;
  /** A yardstick, drawn as a ring, and what chance gives, as a cross. */
  ring?: number | null;
  cross?: number | null;
};

type Drawn = { svg: Element; label: string };

const WIDTH = 520;
const ROW = 30;
const TOP = 6;
const BOTTOM = 30;
const RIGHT = 60;
/** Columns of a label, and how wide one is. */
const COLUMNS = 30;
const COLUMN = 7.2;

/** Values with their intervals, a row each; `zero` draws a line where there is no difference. */
export function intervalChart(
  rows: readonly IntervalRow[],
  {
    domain,
    named,
    said,
    zero = false,
  }: {
    domain: readonly [number, number];
    named: string;
    /** A value in words. */
    said: (value: number) => string;
    zero?: boolean;
  },
): Drawn {
  const shown = rows.map((row, at) => ({ ...row, name: `${at + 1}`, short: truncate(row.label, COLUMNS) }));
  const labels = new Map(shown.map(({ name, short }) => [name, short]));
  const spans = shown.flatMap(({ low, high, name }) => (low === null || high === null ? [] : [{ name, low, high }]));
  const beside = (of: "ring" | "cross") =>
    shown.flatMap((row) => (row[of] == null ? [] : [{ name: row.name, x: row[of] }]));
  const svg = plot({
    document: createDocument(""),
    width: WIDTH,
    height: TOP + ROW * rows.length + BOTTOM,
    marginTop: TOP,
    marginBottom: BOTTOM,
    marginLeft: 12 + COLUMN * Math.max(4, ...shown.map(({ short }) => short.length)),
    marginRight: RIGHT,
    x: { domain: [...domain] },
    y: { domain: shown.map(({ name }) => name), type: "band", padding: 0 },
    marks: [
      gridX({ ticks: 5 }),
      axisX({ ticks: 5, tickSize: 0, label: null, fontSize: 12, tickFormat: (value: number) => said(value) }),
      axisY({ tickSize: 0, label: null, fontSize: 12, tickFormat: (name: string) => labels.get(name) ?? "" }),
      ...(zero ? [ruleX([0], { stroke: "var(--muted)", strokeDasharray: "3 3" })] : []),
      ruleY(spans, {
        ...{ x1: "low", x2: "high", y: "name", stroke: "var(--accent)" },
        ...{ strokeWidth: 8, strokeOpacity: 0.25, strokeLinecap: "round" },
      }),
      dot(beside("cross"), { x: "x", y: "name", r: 4, symbol: "times", stroke: "var(--muted)" }),
      dot(beside("ring"), { x: "x", y: "name", r: 5, stroke: "var(--muted)", strokeWidth: 2, fill: "var(--surface)" }),
      dot(shown, { x: "value", y: "name", r: 5.5, fill: "var(--accent)", stroke: "var(--surface)" }),
      text(shown, {
        ...{ x: () => domain[1], y: "name", dx: 12, textAnchor: "start", text: ({ value }) => said(value) },
        ...{ fontSize: 13, fontWeight: 600, fill: "currentColor" },
      }),
    ],
  });
  const each = shown.map(({ label, value, low, high }) =>
    low === null || high === null
      ? `${label} ${said(value)}`
      : `${label} ${said(value)}, ${said(low)} to ${said(high)}`,
  );
  return { svg: svg as unknown as Element, label: `${named}: ${each.join("; ")}.` };
}
