import { reportAccount } from "../../../story/report-account.ts";
import type { Page } from "../page.ts";
import { ToldBlocks } from "../text.tsx";
import { ReportSection } from "./section.tsx";

/** What went wrong, what deserves a look, and what it took. */
export function AccountSection({ page }: { page: Page }) {
  return (
    <ReportSection id="account">
      <ToldBlocks of={reportAccount(page.account, page)} page={page} />
    </ReportSection>
  );
}
