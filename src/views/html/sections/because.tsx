import type { About } from "../../../story/why.ts";
import type { Page } from "../page.ts";
import { Told } from "../text.tsx";

const NAMES: Readonly<Record<About, string>> = {
  what: "What it is",
  lead: "Why it leads",
  apart: "They differ",
  against: "Against it",
  risk: "Its risk",
  dissent: "Reviewers differ",
  people: "People",
  requirements: "Requirements",
  unanswered: "Not answered",
};

/** What the first design is, why it leads, what speaks against it and on what reviewers differ, each under its name. */
export function Because({ page }: { page: Page }) {
  if (page.account.reasons.length === 0) return null;
  return (
    <dl class="because">
      {[...Map.groupBy(page.account.reasons, ({ about }) => about)].map(([about, reasons]) => (
        <div>
          <dt>{NAMES[about]}</dt>
          {reasons.map(({ said }) => (
            <dd>
              <Told of={said} page={page} />
              {about === "apart" && <a href="#compare"> Side by side</a>}
              {about === "dissent" && <a href="#disagreements"> Both reasons</a>}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
