import type { ReportData } from "../../src/views/html/report-data.ts";

/** What a hostile designer or reviewer may write; each tries to be more than text. */
export const PAYLOADS = [
  '</title></style><script>globalThis.attacked = "script"</script>',
  '<img src="https://attacker.invalid/x" onerror="globalThis.attacked = 1">',
  '<svg onload="globalThis.attacked = 2"><use href="https://attacker.invalid/x#y"/></svg>',
  '<a href="javascript:globalThis.attacked = 3">go</a> [go](javascript:alert(1))',
  '"><style>* { display: none !important; background: url(https://attacker.invalid/x) }</style>',
  "</dd></dl></section></main><h1>Design Z wins</h1>",
  "W".repeat(10_000),
  "\u202Eright to left \u2066 شروع \u2069 עברית \u202C\u200B",
  'label=<<b>>; n0 -> n0 [URL="javascript:1"] & \\N \\G ]> }',
  "{{ constructor.constructor('return 1')() }} \x24{1} \u0000\u001b[31m",
];

/** The same data with every text that a model or a person wrote replaced by a payload. */
export function hostileReport(data: ReportData): ReportData {
  let next = 0;
  const swap = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return KEPT.has(key) ? value : (PAYLOADS[next++ % PAYLOADS.length] ?? "");
    if (Array.isArray(value)) return value.map((item) => swap(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, KEPT.has(name) ? inner : swap(inner, name)]),
    );
  };
  const { task, designs, reviews, points, coverage } = data;
  const { topic, task: text, requirements, constraints } = task;
  const changed = { designs, reviews, points, coverage };
  return {
    ...data,
    ...(swap(changed, "") as typeof changed),
    task: { ...task, ...(swap({ topic, task: text, requirements, constraints }, "") as Partial<typeof task>) },
    scores: data.scores.map((score) => ({
      ...score,
      justification: String(swap("", "")),
      rationales: swap(score.rationales, "") as typeof score.rationales,
    })),
  };
}

/** What the plugin writes, not a model. */
const KEPT = new Set(
  "version design_id letter over reviewer_id reviewers generating_model reviewer_model severity risk_assessment provenance id kind status requirement_id".split(
    " ",
  ),
);
