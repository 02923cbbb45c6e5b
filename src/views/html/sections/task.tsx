import { REQUIREMENT_KINDS, type RequirementKind, requirementsOf } from "../../../artifacts/requirement.ts";
import { truncate } from "../../../text/truncate.ts";
import type { Page } from "../page.ts";
import { Paragraphs, Section } from "../text.tsx";
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

/** Characters of a task that stand open; a longer one is folded, so that the verdict is not pushed out of sight. */
const MAX_OPEN = 900;

function Text({ of }: { of: string }) {
  if (of.length <= MAX_OPEN) return <Paragraphs of={of} />;
  return (
    <>
      <Paragraphs of={truncate(of, MAX_OPEN)} />
      <details class="table-of">
        <summary>The whole task</summary>
        <Paragraphs of={of} />
      </details>
    </>
  );
}

/** Characters of a requirement that stand open, for the same reason. */
const MAX_WANTED = 300;

function Wanted({ of }: { of: string }) {
  if (of.length <= MAX_WANTED) return <Words of={of} />;
  return (
    <div>
      <Words of={of} max={MAX_WANTED} />
      <details class="table-of">
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
