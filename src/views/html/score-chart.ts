import { createDocument } from "@mixmark-io/domino";
import { axisX, axisY, dot, gridX, plot, ruleY, text } from "@observablehq/plot";

/**
 * One row of a chart: what a design was given, on the chart's scale; `out` is what its mean leaves out. `leads` marks the
 * row that is drawn in colour.
 */
type ChartRow = {
  label: string;
  mean: number | null;
  values: readonly number[];
  out: readonly number[];
  leads: boolean;
};

/** A chart as its library drew it, and what it is called for those who cannot see it. */
type Drawing = { svg: Element; label: string };

const WIDTH = 340;
const ROW = 26;
const TOP = 6;
const BOTTOM = 26;
const LEFT = 26;
const RIGHT = 46;

/**
 * Scores of one criterion: a row a design, a ring a reviewer's score, a band from the lowest to the highest, a filled
 * dot at the mean with its number beside it, a cross at what is not counted. `named` is what the scores are of.
 */
export function scoreChart(rows: readonly ChartRow[], scale: { min: number; max: number }, named: string): Drawing {
  const asked = JSON.stringify([rows, scale]);
  const svg = charts.get(asked) ?? chartOf(rows, scale);
  charts.set(asked, svg);
  const [oldest] = charts.keys();
  if (charts.size > MAX_CHARTS && oldest !== undefined) charts.delete(oldest);
  return { svg, label: described(named, rows) };
}

/** What was drawn last, by what of: a report is drawn again with each step of a plan, and its scores stay. Only read. */
const charts = new Map<string, Element>();
const MAX_CHARTS = 50;

function chartOf(rows: readonly ChartRow[], scale: { min: number; max: number }): Element {
  const drawn = rows.flatMap((row) => (row.mean === null ? [] : [{ ...row, mean: row.mean }]));
  const spread = drawn.flatMap(({ values, ...row }) =>
    values.length > 1 ? [{ ...row, low: Math.min(...values), high: Math.max(...values) }] : [],
  );
  const paint = ({ leads }: { leads: boolean }) => (leads ? "var(--accent)" : "var(--muted)");
  const svg = plot({
    document: createDocument(""),
    width: WIDTH,
    height: TOP + ROW * rows.length + BOTTOM,
    marginTop: TOP,
    marginBottom: BOTTOM,
    marginLeft: LEFT,
    marginRight: RIGHT,
    x: { domain: [scale.min, scale.max] },
    y: { domain: rows.map(({ label: name }) => name), type: "band", padding: 0 },
    marks: [
      gridX({ ticks: 5 }),
      axisX({ ticks: 5, tickSize: 0, label: null, fontSize: 12 }),
      axisY({ tickSize: 0, label: null, fontSize: 13, fontWeight: 600 }),
      ruleY(spread, {
        x1: "low",
        x2: "high",
        y: "label",
        stroke: paint,
        strokeWidth: 8,
        strokeOpacity: 0.25,
        strokeLinecap: "round",
      }),
      dot(
        drawn.flatMap(({ values, ...row }) => values.map((value) => ({ ...row, value }))),
        { x: "value", y: "label", r: 3.5, stroke: paint, fill: "var(--surface)" },
      ),
      dot(
        rows.flatMap(({ out, ...row }) => out.map((value) => ({ ...row, value }))),
        { x: "value", y: "label", r: 3.5, symbol: "times", stroke: "var(--muted)" },
      ),
      dot(drawn, { x: "mean", y: "label", r: 5.5, fill: paint, stroke: "var(--surface)" }),
      text(drawn, {
        x: () => scale.max,
        y: "label",
        dx: 12,
        textAnchor: "start",
        text: ({ mean }) => mean.toFixed(1),
        fontSize: 13,
        fontWeight: 600,
        fill: "currentColor",
      }),
    ],
  });
  return svg as unknown as Element;
}

/** The drawing in words: "Scores for clarity: A 7.4, from 7 to 8, not counted: 9; B no score." */
function described(named: string, rows: readonly ChartRow[]): string {
  const each = rows.map(({ label, mean, values, out }) => {
    const range = `from ${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
    const said = mean === null ? `${label} no score` : `${label} ${mean.toFixed(1)}, ${range}`;
    return out.length > 0 ? `${said}, not counted: ${out.map((value) => value.toFixed(1)).join(", ")}` : said;
  });
  return `${named}: ${each.join("; ")}.`;
}
