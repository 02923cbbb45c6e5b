import type { ComponentChildren } from "preact";
import { list, oneDecimal } from "../../../text/numbers.ts";
import type { Page } from "../page.ts";
import { Section, Told } from "../text.tsx";
import { Words } from "../words.tsx";
import { Because } from "./because.tsx";

/** Which design to build, how sure that is, why, what speaks against it, and what to know before relying on it. */
export function VerdictSection({ page }: { page: Page }) {
  const warned = flagged(page);
  return (
    <Section id="verdict" title="The verdict">
      <div class="verdict">
        <p class="said">
          <Told of={page.account.told.answer} page={page} />{" "}
          {page.account.told.margin && <Told of={page.account.told.margin} page={page} />}
        </p>
        <Sureness page={page} />
      </div>
      {warned.map((each) => (
        <p class="notice">{each}</p>
      ))}
      <Because page={page} />
      {page.account.notes.cautions.length > 0 && (
        <>
          <h3>Before you rely on it</h3>
          <ul>
            {page.account.notes.cautions.map((caution) => (
              <li>
                <Told of={caution} page={page} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

/** How sure the answer is, as a label that stands alone. */
export function Confidence({ page }: { page: Page }) {
  const { confidence } = page.account.told;
  return confidence && <span class={`level ${confidence}`}>Confidence: {confidence}</span>;
}

function Sureness({ page }: { page: Page }) {
  const { doubt, sure } = page.account.told;
  return (
    <p>
      <Confidence page={page} />
      {doubt && (
        <>
          {" "}
          No surer, for <Told of={doubt} page={page} />.
        </>
      )}{" "}
      {page.account.order !== null && (
        <>
          For an order, <Told of={page.account.order} page={page} />.
        </>
      )}
      {sure && <Told of={sure} page={page} />}
    </p>
  );
}

/** What is not there, in one sentence, as it stands at the top of the page; nothing where all is. */
export function Missing({ page }: { page: Page }) {
  const { incomplete } = page.account;
  if (incomplete === null) return null;
  return (
    <p class="notice">
      <strong>Incomplete:</strong> <Told of={incomplete} page={page} />. The ranking uses what there is; see{" "}
      <a href="#account">what failed</a>.
    </p>
  );
}

/** Designs that speak to whoever judges them, and scores that look as if one had been obeyed. */
function flagged({ ranked, attention, letterOf, modelOf }: Page): ComponentChildren[] {
  const designs = ranked.filter((design) => design.flagged);
  if (designs.length === 0) return [];
  const one = designs.length === 1;
  const letters = list(designs.map(({ letter }) => letter));
  const obeyed = attention.top_scores.map(
    ({ design_id, reviewer_id, score, others }) =>
      ` ${modelOf(reviewer_id)} gave ${letterOf(design_id)} ${oneDecimal(score)} where the others give ${oneDecimal(others)}.`,
  );
  return [
    <>
      <strong>
        {letters} {one ? "addresses its" : "address their"} reviewers.
      </strong>{" "}
      {one ? "It is" : "They are"} ranked as any other; read{" "}
      <a href="#flags">what {one ? "it says" : "they say"} to them</a> before you trust {one ? "its" : "their"} scores.
      <Words of={obeyed.slice(0, 3).join("")} />
    </>,
  ];
}
