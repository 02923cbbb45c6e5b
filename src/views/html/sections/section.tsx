import type { ComponentChildren } from "preact";
import { SECTIONS, type SectionId } from "../../../story/report.ts";
import { Section } from "../text.tsx";

/** A section of the report under its own title. */
export function ReportSection({ id, lead, children }: Given) {
  return (
    <Section id={id} title={SECTIONS[id].title} lead={lead}>
      {children}
    </Section>
  );
}

/**
 * A section whose content is closed as the page opens; `holds` says what is inside. Its id stands inside, so that a link
 * that leads to it opens it, which needs no script.
 */
export function ClosedSection({ id, lead, holds, children }: Given & { holds: string }) {
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{SECTIONS[id].title}</h2>
      {lead && <p class="lead">{lead}</p>}
      <details class="closed">
        <summary>{holds}</summary>
        <div id={id} class="inside">
          {children}
        </div>
      </details>
    </section>
  );
}

type Given = { id: SectionId; lead?: string | undefined; children?: ComponentChildren };
