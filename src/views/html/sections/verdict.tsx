import { together } from "../../../story/sentence.ts";
import { type Page, tiedFirst } from "../page.ts";
import { FlagMark, Section, Told } from "../text.tsx";
import { Because } from "./because.tsx";

/** Which design to build, how sure that is, why, what speaks against it, and what to know before relying on it. */
export function VerdictSection({ page }: { page: Page }) {
  const { warnings } = page.account;
  return (
    <Section id="verdict" title="The verdict">
      <div class="verdict">
        <p class="answer">
          <Told of={page.account.told.answer} page={page} /> <Confidence page={page} />{" "}
          {tiedFirst(page)
            .filter(({ flagged }) => flagged)
            .map((design) => (
              <>
                {design.letter} <FlagMark design={design} />{" "}
              </>
            ))}
        </p>
        <Sureness page={page} />
      </div>
      {warnings.length > 0 && (
        <p class="notice">
          <Told of={together(warnings, " ")} page={page} /> <a href="#flags">All that deserves a look</a>
        </p>
      )}
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
function Confidence({ page }: { page: Page }) {
  const { confidence } = page.account.told;
  return confidence && <span class={`level ${confidence}`}>Confidence: {confidence}</span>;
}

function Sureness({ page }: { page: Page }) {
  const { margin, doubt, sure } = page.account.told;
  if (!margin && !doubt && !sure && page.account.order === null) return null;
  return (
    <p>
      {margin && <Told of={margin} page={page} />}{" "}
      {doubt && (
        <>
          No surer, for <Told of={doubt} page={page} />.{" "}
        </>
      )}
      {page.account.order !== null && (
        <>
          For an order, <Told of={page.account.order} page={page} />.{" "}
        </>
      )}
      {sure && <Told of={sure} page={page} />}
    </p>
  );
}

/** What a person decided, as it stands at the top of the page; nothing where nothing is decided. */
export function Decision({ page }: { page: Page }) {
  const { decision } = page.account;
  if (decision === null) return null;
  return (
    <p class="notice">
      <Told of={decision} page={page} />
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
