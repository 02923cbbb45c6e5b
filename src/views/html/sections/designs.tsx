import { chance } from "../../../text/numbers.ts";
import { firstSentence } from "../../../text/truncate.ts";
import type { Page, PageDesign } from "../page.ts";
import { FlagMark, Letter, Section } from "../text.tsx";
import { Words } from "../words.tsx";

/** A card for each design, the best ranked first. */
export function DesignsSection({ page }: { page: Page }) {
  return (
    <Section id="designs" title="The designs">
      <div class={page.ranked.length === 2 || page.ranked.length === 4 ? "cards even" : "cards"}>
        {page.ranked.map((design) => (
          <Card page={page} design={design} />
        ))}
      </div>
      {page.absent.map(({ letter, model }) => (
        <p class="absent">
          <Letter of={letter} /> There is no design by <Words of={model} />; see <a href="#account">what failed</a>.
        </p>
      ))}
    </Section>
  );
}

function Card({ page, design }: { page: Page; design: PageDesign }) {
  const { summary, tradeoffs, risks } = design.design;
  const [main] = tradeoffs;
  const [worst] = risks;
  return (
    <article class={page.ranking.summary.winner === design.id ? "card leads" : "card"}>
      <header>
        <Letter of={design.letter} />
        <div>
          <h3>
            <a href={`#design-${design.letter}`}>
              <Words of={design.title} max={160} />
            </a>
          </h3>
          <p class="by">
            by <Words of={design.model} />
          </p>
          <FlagMark design={design} />
        </div>
      </header>
      <dl class="figures">
        <div>
          <dt>Rank</dt>
          <dd>{design.ranked?.rank ?? "–"}</dd>
        </div>
        <div>
          <dt>Score of 10</dt>
          <dd>{design.score === null ? "–" : design.score.toFixed(1)}</dd>
        </div>
        <div>
          <dt>Chance to be best</dt>
          <dd>{chance(design.best, page.ranking)}</dd>
        </div>
      </dl>
      <dl class="facts">
        <dt>Approach</dt>
        <dd>
          <Words of={firstSentence(summary)} max={260} />
        </dd>
        <dt>Main choice</dt>
        <dd>
          {main ? (
            <>
              <strong>
                <Words of={main.aspect} max={80} />:
              </strong>{" "}
              <Words of={main.choice} max={200} />
            </>
          ) : (
            "None is named."
          )}
        </dd>
        <dt>Worst risk</dt>
        <dd>
          {worst ? (
            <>
              <span class={`risk ${worst.severity}`}>{worst.severity}</span> <Words of={worst.description} max={200} />
            </>
          ) : (
            "None is named."
          )}
        </dd>
      </dl>
    </article>
  );
}
