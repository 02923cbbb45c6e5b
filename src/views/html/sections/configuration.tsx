import { SAMPLES } from "../../../story/report.ts";
import type { Page } from "../page.ts";
import { Terms } from "../parts/lists.tsx";
import { Scrolling } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { ReportSection } from "./section.tsx";

/** What made this report: the plan of the experiment, and the configuration that was in effect. */
export function ConfigurationSection({ page: { task, ranking, config } }: { page: Page }) {
  const plan: readonly [string, string][] = [
    ["Experiment", task.experiment_id],
    ["Started", minuteOf(task.created_at)],
    ["Ranked", minuteOf(ranking.timestamp)],
    ["Designers", task.designers.map(({ model }) => model).join(", ")],
    ["Reviewers", task.reviewers.map(reviewerText).join(", ")],
    [SAMPLES, String(task.score_samples)],
    ["Strict isolation", task.strict_isolation ? "yes" : "no"],
    ["Seed", String(task.seed)],
  ];
  return (
    <ReportSection id="configuration">
      <Terms look="plain" of={plan.map(([name, value]) => [name, <TheirWords of={value} />])} />
      <details>
        <summary>The whole configuration</summary>
        <Scrolling label="The configuration as JSON">
          <pre>{JSON.stringify(config, null, 2)}</pre>
        </Scrolling>
      </details>
    </ReportSection>
  );
}

/** A reviewer, and what it was asked for where that is not both. */
function reviewerText({ model, parts }: Page["task"]["reviewers"][number]): string {
  return parts.length === 1 ? `${model} (${parts[0] === "review" ? "in words only" : "scores only"})` : model;
}

/** "2026-11-21 21:39 UTC" of a time as it is stored. */
function minuteOf(time: string): string {
  return time.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}).*Z$/, "$1 $2 UTC");
}
