import type { Sentence } from "../../../story/sentence.ts";
import { amount, count, dollars, duration, list, tokensOf } from "../../../text/numbers.ts";
import type { Page } from "../page.ts";
import { Section, Told } from "../text.tsx";
import { Words } from "../words.tsx";

/** What went wrong, what deserves a look, and what it took. */
export function AccountSection({ page }: { page: Page }) {
  return (
    <Section id="account" title="Failures, flags, time and cost">
      <Failed page={page} />
      <Flags page={page} />
      <Usage page={page} />
    </Section>
  );
}

function Failed({ page }: { page: Page }) {
  const all = [...page.account.failed.ways, ...page.account.notes.files];
  if (all.length === 0) return <p>Every design, review and score that was asked for is there: none of them failed.</p>;
  return (
    <>
      <h3>What failed</h3>
      <Sentences of={all} page={page} />
    </>
  );
}

function Sentences({ of, page }: { of: readonly Sentence[]; page: Page }) {
  return (
    <ul>
      {of.map((each) => (
        <li>
          <Told of={each} page={page} />
        </li>
      ))}
    </ul>
  );
}

function Flags({ page }: { page: Page }) {
  const said = [...page.account.attention, ...page.account.quotes];
  if (said.length === 0) return null;
  return (
    <>
      <h3 id="flags">What deserves a look</h3>
      <p class="lead">None of this changes a number.</p>
      <Sentences of={said} page={page} />
    </>
  );
}

function Usage({ page }: { page: Page }) {
  const { usage, spent, seconds } = page;
  if (usage.length === 0) return null;
  const unknown = [
    ...(spent.unpriced.length > 0 ? [` and what ${list(spent.unpriced)} cost, whose price is unknown`] : []),
    ...(spent.uncounted > 0
      ? [`, and what ${count(spent.uncounted, "session")} of them took, which is not known`]
      : []),
  ].join("");
  return (
    <>
      <h3>Time and cost</h3>
      <p>
        {count(spent.sessions, "session")}, {tokensOf(spent)}, {dollars(spent.cost)}
        <Words of={unknown} />
        {seconds !== null && `; ${duration(seconds)} from the first to the last`}.
      </p>
      <div class="usage">
        <table>
          <caption class="hidden">Time and cost for each model</caption>
          <thead>
            <tr>
              <th scope="col">Model</th>
              {COLUMNS.map(([head]) => (
                <th scope="col">{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {usage.map((own) => (
              <tr>
                <th scope="row">
                  <Words of={own.model} />
                </th>
                {COLUMNS.map(([head, shown]) => (
                  <td data-head={head}>{shown(own)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const COLUMNS: readonly [head: string, shown: (usage: Page["usage"][number]) => string | number][] = [
  ["Sessions", ({ spent }) => spent.sessions],
  ["Failed", ({ failed }) => failed],
  ["Tokens", ({ spent }) => (spent.uncounted > 0 ? "unknown" : amount(spent.tokens))],
  ["Cost", ({ spent }) => (spent.unpriced.length + spent.uncounted > 0 ? "unknown" : dollars(spent.cost))],
  ["Time", ({ seconds }) => duration(seconds)],
  ["Slowest", ({ slowest }) => duration(slowest)],
];
