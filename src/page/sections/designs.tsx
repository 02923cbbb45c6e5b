import { probability } from "../../text/numbers.ts";
import { type Page, type PageDesign, scoreOf } from "../page.ts";
import { Letter, Section, Words } from "../text.tsx";

/** A card for each design, the best ranked first. */
export function DesignsSection({ page }: { page: Page }) {
  return (
    <Section id="designs" title="The designs">
      <div class="cards">
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

const SEVERITIES = ["high", "medium", "low"] as const;

function Card({ page, design }: { page: Page; design: PageDesign }) {
  const { summary, tradeoffs, risks } = design.design;
  const [main] = tradeoffs;
  const worst = SEVERITIES.flatMap((severity) => risks.filter((risk) => risk.severity === severity))[0];
  const compared = page.ranked.filter(({ ranked }) => ranked?.rank != null).length > 1;
  const score = scoreOf(design);
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
        </div>
      </header>
      <dl class="figures">
        <div>
          <dt>Rank</dt>
          <dd>{design.ranked?.rank ?? "–"}</dd>
        </div>
        <div>
          <dt>Score of 10</dt>
          <dd>{score === null ? "–" : score.toFixed(1)}</dd>
        </div>
        <div>
          <dt>P(best)</dt>
          <dd>{probability(compared ? (design.ranked?.p_best ?? null) : null)}</dd>
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

/** Up to the first full stop that ends a sentence; the whole when there is none. */
function firstSentence(text: string): string {
  return /^[\s\S]{20,}?(?:[.!?](?=\s|$)|[。！？])/u.exec(text.trim())?.[0] ?? text;
}
