import { REQUIREMENT_KINDS, type RequirementKind, requirementsOf } from "../../schemas/requirement.ts";
import type { Page } from "../page.ts";
import { Paragraphs, Section, Words } from "../text.tsx";

/** What was asked: the task, and its requirements and constraints under the numbers that the rest of the page uses. */
export function TaskSection({ page }: { page: Page }) {
  const all = requirementsOf(page.task);
  return (
    <Section id="task" title="The task">
      <Paragraphs of={page.task.task} />
      {REQUIREMENT_KINDS.map((kind) => {
        const own = all.filter((requirement) => requirement.kind === kind);
        if (own.length === 0) return null;
        return (
          <>
            <h3>{TITLES[kind]}</h3>
            <ul class="numbered">
              {own.map(({ id, text }) => (
                <li>
                  <span class="number">{id}</span> <Words of={text} />
                </li>
              ))}
            </ul>
          </>
        );
      })}
    </Section>
  );
}

const TITLES: Readonly<Record<RequirementKind, string>> = {
  requirement: "Requirements",
  constraint: "Constraints",
  non_functional: "Non-functional requirements",
};
