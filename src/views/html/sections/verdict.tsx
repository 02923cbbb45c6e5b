import { surenessSaid, weakensCounted, weakensTold } from "../../../story/report.ts";
import { say, together } from "../../../story/sentence.ts";
import { REASONS } from "../../../story/why.ts";
import { ToldBlocks } from "../blocks.tsx";
import { type Page, tiedFirst } from "../page.ts";
import { FlagMark, SaidOfDesigns } from "../text.tsx";
import { ReportSection } from "./section.tsx";

/** Which design to build, how sure that is, why, what speaks against it, and what to know before relying on it. */
export function VerdictSection({ page }: { page: Page }) {
  const { account } = page;
  const { answer, little, confidence } = account.told;
  const { turned, rests } = account.personas;
  return (
    <ReportSection id="verdict">
      <div class="verdict">
        <p class="answer">
          <SaidOfDesigns of={together([turned ?? [], little ?? [], answer, rests ?? []], " ")} page={page} />{" "}
          {confidence && <span class={`level ${confidence}`}>Confidence: {confidence}</span>}{" "}
          {tiedFirst(page)
            .filter(({ flagged }) => flagged)
            .map((design) => (
              <>
                {design.letter} <FlagMark design={design} />{" "}
              </>
            ))}
        </p>
        <ToldBlocks
          of={[together([surenessSaid(account), weakensCounted(account)], " "), ...account.better]}
          page={page}
        />
      </div>
      <Because page={page} />
      <ToldBlocks of={weakensTold(account)} page={page} />
    </ReportSection>
  );
}

/** What the first design is, why it leads, what speaks against it and on what reviewers differ, each under its name. */
function Because({ page }: { page: Page }) {
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
