import type { Page } from "../page.ts";
import { Paragraphs, Section, Words } from "../text.tsx";

/** What was asked: the task, and its requirements and constraints under the numbers that the rest of the page uses. */
export function TaskSection({ page }: { page: Page }) {
  const { task, requirements, constraints, non_functional_requirements } = page.task;
  return (
    <Section id="task" title="The task">
      <Paragraphs of={task} />
      <Numbered title="Requirements" sign="R" items={requirements} />
      <Numbered title="Constraints" sign="C" items={constraints} />
      <Numbered title="Non-functional requirements" sign="N" items={non_functional_requirements} />
    </Section>
  );
}

function Numbered({ title, sign, items }: { title: string; sign: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="numbered">
        {items.map((item, at) => (
          <li>
            <span class="number">{`${sign}${at + 1}`}</span> <Words of={item} />
          </li>
        ))}
      </ul>
    </>
  );
}
