import { REQUIREMENT_KINDS, type RequirementKind, requirementsOf } from "../../../artifacts/requirement.ts";
import { toldBeside } from "../../../story/brief-stands.ts";
import { count, list } from "../../../text/numbers.ts";
import { Paragraphs } from "../markdown.tsx";
import type { Page } from "../page.ts";
import { Section } from "../text.tsx";
import { Words } from "../words.tsx";

/** Characters of all that was asked that may stand open before what was found. */
const MAX_OPEN = 700;

/** What was asked: the task, and its requirements and constraints under the numbers that the rest of the page uses. */
export function TaskSection({ page }: { page: Page }) {
  const { task } = page.task;
  const all = requirementsOf(page.task);
  const kinds = REQUIREMENT_KINDS.map((kind) => ({ kind, own: all.filter((each) => each.kind === kind) })).filter(
    ({ own }) => own.length > 0,
  );
  const whole = (
    <>
      <Paragraphs of={task} />
      <div class="wanted">
        {kinds.map(({ kind, own }) => (
          <div>
            <h3>{TITLES[kind]}</h3>
            <ul class="numbered">
              {own.map(({ id, text }) => (
                <li>
                  <span class="number">{id}</span> <Words of={text} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {toldBeside(page.task).map(({ title, items }) => (
          <div>
            <h3>{title}</h3>
            <ul class="numbered">
              {items.map((text) => (
                <li>
                  <Words of={text} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  );
  const long = all.reduce((sum, { text }) => sum + text.length, task.length) > MAX_OPEN;
  const counted = kinds.map(({ kind, own }) => count(own.length, COUNTED[kind]));
  return (
    <Section id="task" title="The task">
      {long ? (
        <details>
          <summary>The task as it was given{counted.length > 0 && `, with ${list(counted)}`}</summary>
          {whole}
        </details>
      ) : (
        whole
      )}
    </Section>
  );
}

const TITLES: Readonly<Record<RequirementKind, string>> = {
  requirement: "Requirements",
  constraint: "Constraints",
  non_functional: "Non-functional requirements",
};

const COUNTED = {
  requirement: "requirement",
  constraint: "constraint",
  non_functional: "non-functional requirement",
} as const;
