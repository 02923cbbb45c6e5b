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

type Given = { id: SectionId; lead?: string | undefined; children?: ComponentChildren };
