import { REQUIREMENT_KINDS, requirementsOf } from "../../../artifacts/requirement.ts";
import { askedLists } from "../../../story/brief-stands.ts";
import { TASK_GIVEN } from "../../../story/report.ts";
import { count, listText } from "../../../text/numbers.ts";
import { Paragraphs } from "../markdown.tsx";
import type { Page } from "../page.ts";
import { TheirWords } from "../words.tsx";
import { ReportSection } from "./section.tsx";

/** Characters of all that was asked that may stand open before what was found. */
const MAX_OPEN = 700;

/** What was asked: the task, and its requirements and constraints under the numbers that the rest of the page uses. */
export function TaskSection({ page }: { page: Page }) {
  const { task } = page.task;
  const all = requirementsOf(page.task);
  const whole = (
    <>
      <Paragraphs of={task} />
      <div class="wanted">
        {askedLists(page.task, all).map(({ title, items }) => (
          <div>
            <h3>{title}</h3>
            <ul class="numbered">
              {items.map(({ id, text }) => (
                <li>
                  {id !== null && (
                    <>
                      <span class="number">{id}</span>{" "}
                    </>
                  )}
                  <TheirWords of={text} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  );
  const long = all.reduce((sum, { text }) => sum + text.length, task.length) > MAX_OPEN;
  const counted = REQUIREMENT_KINDS.map((kind) => ({ kind, own: all.filter((each) => each.kind === kind).length }))
    .filter(({ own }) => own > 0)
    .map(({ kind, own }) => count(own, COUNTED[kind]));
  return (
    <ReportSection id="task">
      {long ? (
        <details>
          <summary>
            {TASK_GIVEN}
            {counted.length > 0 && `, with ${listText(counted)}`}
          </summary>
          {whole}
        </details>
      ) : (
        whole
      )}
    </ReportSection>
  );
}

const COUNTED = {
  requirement: "requirement",
  constraint: "constraint",
  non_functional: "non-functional requirement",
  assertion: "assertion",
} as const;
