import { noneKept, SENT_AND_CAME } from "../../../story/exchange.ts";
import { reportAccount } from "../../../story/report.ts";
import { ToldBlocks } from "../blocks.tsx";
import type { Page } from "../page.ts";
import { ExchangeLink } from "../parts/exchange-link.tsx";
import { Said } from "../said.tsx";
import { ReportSection } from "./section.tsx";

/** What went wrong, what deserves a look, and what it took. */
export function AccountSection({ page }: { page: Page }) {
  return (
    <ReportSection id="account">
      <ToldBlocks of={reportAccount(page.account, page)} page={page} />
      <Sent page={page} />
    </ReportSection>
  );
}

/** Leads to what was sent where something failed, or says that nothing of it is kept. */
function Sent({ page: { exchanges, failed } }: { page: Page }) {
  if (exchanges.length === 0)
    return (
      <p class="lead">
        <Said of={noneKept(null)} />
      </p>
    );
  const kept = failed.filter(({ place }) => exchanges.includes(place));
  if (kept.length === 0) return null;
  return (
    <>
      <h3>{SENT_AND_CAME}</h3>
      <ul>
        {kept.map(({ place, of }) => (
          <li>
            <ExchangeLink to={place}>
              <Said of={of} />
            </ExchangeLink>
          </li>
        ))}
      </ul>
    </>
  );
}
