import { BEST, designMissing } from "../../../story/report.ts";
import { chance, placeText } from "../../../text/numbers.ts";
import { firstSentence } from "../../../text/truncate.ts";
import type { Page, PageDesign } from "../page.ts";
import { ExchangeLink } from "../parts/exchange-link.tsx";
import { Terms } from "../parts/lists.tsx";
import { FlagMark, LetterMark, Meets, SaidOfDesigns } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { ReportSection } from "./section.tsx";

/** Columns of a choice or a risk, which stands whole where it is one sentence or a few. */
const MAX_WHOLE = 600;

/** A card for each design, the best ranked first. */
export function DesignsSection({ page }: { page: Page }) {
  return (
    <ReportSection id="designs">
      <div class={page.ranked.length === 2 || page.ranked.length === 4 ? "cards even" : "cards"}>
        {page.ranked.map((design) => (
          <Card page={page} design={design} />
        ))}
      </div>
      {page.absent.map(({ letter, model, exchange }) => (
        <p class="absent">
          <LetterMark of={letter} /> <SaidOfDesigns of={designMissing(model)} page={page} />{" "}
          <ExchangeLink to={exchange} />
        </p>
      ))}
    </ReportSection>
  );
}

function Card({ page: { ranking }, design }: { page: Page; design: PageDesign }) {
  const { id, letter, title, model, href, ranked, score, best, met } = design;
  const { summary, tradeoffs, risks } = design.design;
  const [main] = tradeoffs;
  const [worst] = risks;
  return (
    <article class={ranking.summary.winner === id ? "card leads" : "card"}>
      <header>
        <LetterMark of={letter} />
        <div>
          <h3>
            <a href={href}>
              <TheirWords of={title} max={160} />
            </a>
          </h3>
          <p class="by">
            by <TheirWords of={model} />
          </p>
          <FlagMark design={design} />
        </div>
      </header>
      <Terms
        look="figures"
        of={[
          ["Rank", placeText(ranked?.rank ?? null, ranked?.after)],
          ["Score of 10", score?.toFixed(1) ?? "–"],
          [BEST, chance(best, ranking)],
          ...(met ? [["Requirements met", <Meets of={met} />] as const] : []),
        ]}
      />
      <Terms
        look="facts"
        of={[
          ["Approach", <TheirWords of={firstSentence(summary)} max={260} />],
          [
            "Main choice",
            main ? (
              <>
                <strong>
                  <TheirWords of={main.aspect} max={80} />:
                </strong>{" "}
                <TheirWords of={main.choice} max={MAX_WHOLE} />
              </>
            ) : (
              "None is named."
            ),
          ],
          [
            "Worst risk",
            worst ? (
              <>
                <span class={`risk ${worst.severity}`}>{worst.severity}</span>{" "}
                <TheirWords of={worst.description} max={MAX_WHOLE} />
              </>
            ) : (
              "None is named."
            ),
          ],
        ]}
      />
    </article>
  );
}
