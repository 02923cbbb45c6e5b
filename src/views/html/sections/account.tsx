import { FAILURE_WORDS } from "../../../artifacts/failure.ts";
import { amount, count, dollars, duration, list, tokensOf } from "../../../text/numbers.ts";
import type { Page } from "../page.ts";
import { Failures } from "../parts/lists.tsx";
import { Section, Words } from "../text.tsx";

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

const ASKED = { setup: "The topic", generate: "Design", review: "The review of", score: "The score of" } as const;

function Failed({ page: { failed, notes, letterOf } }: { page: Page }) {
  if (failed.length === 0 && notes.files.length === 0)
    return <p>Nothing failed: every design, review and score that was asked for is there.</p>;
  return (
    <>
      <h3>What failed</h3>
      <Failures
        of={failed.map(({ parts, failure: { phase, model, design_id, kind, message } }) => {
          const asked = parts.length > 1 ? "The review and the score of" : ASKED[phase];
          const what = phase === "setup" || design_id === null ? asked : `${asked} ${letterOf(design_id)}`;
          return { what, who: model, word: FAILURE_WORDS[kind], reason: message };
        })}
      >
        {notes.files.map((note) => (
          <li>
            <Words of={note} />
          </li>
        ))}
      </Failures>
    </>
  );
}

function Flags({ page: { attention, quotes, letterOf, modelOf } }: { page: Page }) {
  const said = [
    ...attention.top_scores.map(({ design_id, reviewer_id, score, others }) => (
      <>
        <Words of={modelOf(reviewer_id)} /> gave design {letterOf(design_id)}, which asks for it, the top of the scale
        everywhere: {score.toFixed(1)}, where the others' mean is {others.toFixed(1)}.
      </>
    )),
    ...quotes.confirmed.map(({ design_id, quote, finders }) => (
      <>
        Design {letterOf(design_id)} addresses its reviewers: “<Words of={quote} max={300} />” (found by{" "}
        <Words of={list(finders.map((id) => (id === null ? "the scan" : modelOf(id))))} />
        ).
      </>
    )),
    ...quotes.alone.map(({ design_id, quote, finders }) => (
      <>
        <Words of={list(finders.map((id) => modelOf(id ?? "a reviewer")))} /> alone takes a sentence of{" "}
        {letterOf(design_id)} to address it: “<Words of={quote} max={300} />
        ”. Neither the scan nor another model says so.
      </>
    )),
    ...attention.designs.flatMap(({ design_id, violations }) =>
      violations === 0
        ? []
        : `The designer of ${letterOf(design_id)} tried ${count(violations, "time")} to look where it must not; each was refused.`,
    ),
    ...attention.reviewers.map(({ reviewer_id, violations }) => (
      <>
        <Words of={modelOf(reviewer_id)} /> tried {count(violations, "time")} to use a tool that a reviewer does not
        have; each was refused.
      </>
    )),
    ...attention.identified.map(({ design_id, names }) => (
      <>
        What reviewers were sent of design {letterOf(design_id)} may tell who wrote it:{" "}
        <Words of={list(names.slice(0, 4))} max={200} />.
      </>
    )),
  ];
  if (said.length === 0) return null;
  return (
    <>
      <h3 id="flags">What deserves a look</h3>
      <p class="lead">None of this changes a number.</p>
      <ul>
        {said.map((each) => (
          <li>{each}</li>
        ))}
      </ul>
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
