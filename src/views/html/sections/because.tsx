import { say } from "../../../story/sentence.ts";
import { REASONS } from "../../../story/why.ts";
import type { Page } from "../page.ts";
import { SaidOfDesigns } from "../text.tsx";

/** What the first design is, why it leads, what speaks against it and on what reviewers differ, each under its name. */
export function Because({ page }: { page: Page }) {
  if (page.account.reasons.length === 0) return null;
  return (
    <dl class="because">
      {[...Map.groupBy(page.account.reasons, ({ about }) => REASONS[about])].map(([{ name, more }, reasons]) => (
        <div>
          <dt>{name}</dt>
          {reasons.map(({ said }) => (
            <dd>
              <SaidOfDesigns of={more ? say`${said} ${more}` : said} page={page} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
