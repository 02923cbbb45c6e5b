import { REQUIREMENT_KINDS, type RequirementKind, requirementsOf } from "../../../artifacts/requirement.ts";
import { truncate } from "../../../text/truncate.ts";
import { Paragraphs } from "../markdown.tsx";
import type { Page } from "../page.ts";
import { Section } from "../text.tsx";
import { Words } from "../words.tsx";

/** What was asked: the task, and its requirements and constraints under the numbers that the rest of the page uses. */
export function TaskSection({ page }: { page: Page }) {
  const all = requirementsOf(page.task);
  return (
    <Section id="task" title="The task">
      <Text of={page.task.task} />
      <div class="wanted">
        {REQUIREMENT_KINDS.map((kind) => {
          const own = all.filter((requirement) => requirement.kind === kind);
          if (own.length === 0) return null;
          return (
            <div>
              <h3>{TITLES[kind]}</h3>
              <ul class="numbered">
                {own.map(({ id, text }) => (
                  <li>
                    <span class="number">{id}</span> <Wanted of={text} />
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </Section>
  );
}

/** Characters of a task and of a requirement that stand open; the rest is folded, so that the verdict stays in sight. */
const MAX_OPEN = 900;
const MAX_WANTED = 300;

function Text({ of }: { of: string }) {
  if (of.length <= MAX_OPEN) return <Paragraphs of={of} />;
  return (
    <>
      <Paragraphs of={truncate(of, MAX_OPEN)} />
      <details>
        <summary>The whole task</summary>
        <Paragraphs of={of} />
      </details>
    </>
  );
}

function Wanted({ of }: { of: string }) {
  if (of.length <= MAX_WANTED) return <Words of={of} />;
  return (
    <div>
      <Words of={of} max={MAX_WANTED} />
      <details>
        <summary>The whole sentence</summary>
        <Words of={of} />
      </details>
    </div>
  );
}

const TITLES: Readonly<Record<RequirementKind, string>> = {
  requirement: "Requirements",
  constraint: "Constraints",
  non_functional: "Non-functional requirements",
};
