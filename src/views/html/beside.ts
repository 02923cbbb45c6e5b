/** What report and plan call each other, as files of one folder. */
export const BESIDE = { report: "report.html", plan: "plan.html" } as const;

/** A page of an experiment with its links to the other as a server has them; `key` is what an address calls the experiment. */
export function withServedLinks(html: string, key: string): string {
  // A quote inside a text is escaped: what looks so is a link of the page's own.
  return html.replace(
    /href="(report|plan)\.html"/gu,
    (_, page: string) => `href="${page}?experiment=${encodeURIComponent(key)}"`,
  );
}
