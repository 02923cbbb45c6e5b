import { confirmed, type Flag } from "../../../artifacts/design.ts";
import { FAILURE_WORDS } from "../../../artifacts/failure.ts";
import { count, dollars, duration, list, tokensOf } from "../../../text/numbers.ts";
import type { Page } from "../page.ts";
import { Section, Words } from "../text.tsx";

/** What went wrong, what deserves a look, and what it took. */
export function AccountSection({ page }: { page: Page }) {
  return (
    <Section id="account" title="Failures, flags, time and cost">
      <Failures page={page} />
      <Flags page={page} />
      <Usage page={page} />
    </Section>
  );
}

const ASKED = { setup: "the topic", generate: "the design", review: "the review of", score: "the score of" } as const;

/** Failures of several parts that one session was asked for stand as one. */
function bySession(
  failures: Page["ranking"]["failures"],
): { parts: string; failure: Page["ranking"]["failures"][number] }[] {
  const sessions = Map.groupBy(failures, ({ phase: _, ...session }) => JSON.stringify(session));
  return [...sessions.values()].flatMap((own) => {
    const [failure] = own;
    if (!failure) return [];
    const both = own.length > 1 ? "the review and the score of" : ASKED[failure.phase];
    return [{ parts: both, failure }];
  });
}

function Failures({ page }: { page: Page }) {
  const { failures } = page.ranking;
  const left = page.notes.files;
  if (failures.length === 0 && left.length === 0)
    return <p>Nothing failed: every design, review and score that was asked for is there.</p>;
  return (
    <>
      <h3>What failed</h3>
      <ul>
        {bySession(failures).map(({ parts, failure: { phase, model, design_id, kind, message } }) => (
          <li>
            <Words of={model} />, {parts}
            {phase !== "setup" && design_id !== null && ` ${page.letterOf(design_id)}`}:{" "}
            <strong>{FAILURE_WORDS[kind]}</strong>, <Words of={message} max={400} />
          </li>
        ))}
        {left.map((note) => (
          <li>
            <Words of={note} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Sentences of one design that are quoted. */
const MAX_QUOTES = 8;

/** Each quote once, with who found it: a reviewer_id, or null for the scan. */
function byQuote(flags: readonly Flag[]): { quote: string; finders: (string | null)[] }[] {
  const quotes = Map.groupBy(flags, ({ quote }) => quote.replace(/\s+/g, " ").trim());
  return [...quotes].map(([quote, same]) => ({
    quote,
    finders: [...new Set(same.map(({ source, reviewer_id }) => (source === "scan" ? null : (reviewer_id ?? null))))],
  }));
}

function Flags({ page }: { page: Page }) {
  const { attention } = page;
  const said = [
    ...attention.top_scores.map(({ design_id, reviewer_id, score, others }) => (
      <>
        <Words of={page.modelOf(reviewer_id)} /> gave design {page.letterOf(design_id)}, which asks for it, the top of
        the scale everywhere: {score.toFixed(1)}, where the others' mean is {others.toFixed(1)}.
      </>
    )),
    ...attention.designs.flatMap(({ design_id, flags }) =>
      byQuote(confirmed(flags))
        .slice(0, MAX_QUOTES)
        .map(({ quote, finders }) => (
          <>
            Design {page.letterOf(design_id)} addresses its reviewers: “<Words of={quote} max={300} />” (found by{" "}
            <Words of={list(finders.map((id) => (id === null ? "the scan" : page.modelOf(id))))} />
            ).
          </>
        )),
    ),
    ...attention.designs.flatMap(({ design_id, flags }) =>
      byQuote(flags.filter(({ alone }) => alone === true))
        .slice(0, MAX_QUOTES)
        .map(({ quote, finders }) => (
          <>
            <Words of={list(finders.map((id) => page.modelOf(id ?? "a reviewer")))} /> alone takes a sentence of{" "}
            {page.letterOf(design_id)} to address it: “<Words of={quote} max={300} />
            ”. Neither the scan nor another model says so.
          </>
        )),
    ),
    ...attention.designs.flatMap(({ design_id, violations }) =>
      violations > 0
        ? [
            `The designer of ${page.letterOf(design_id)} tried ${count(violations, "time")} to look where it must not; each was refused.`,
          ]
        : [],
    ),
    ...attention.reviewers.map(({ reviewer_id, violations }) => (
      <>
        <Words of={page.modelOf(reviewer_id)} /> tried {count(violations, "time")} to use a tool that a reviewer does
        not have; each was refused.
      </>
    )),
    ...attention.identified.map(({ design_id, names }) => (
      <>
        What reviewers were sent of design {page.letterOf(design_id)} may tell who wrote it:{" "}
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
              {["Model", "Sessions", "Failed", "Tokens", "Cost", "Time", "Slowest"].map((head) => (
                <th scope="col">{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {usage.map(({ model, spent: own, failed, seconds: total, slowest }) => (
              <tr>
                <th scope="row">
                  <Words of={model} />
                </th>
                <td data-head="Sessions">{own.sessions}</td>
                <td data-head="Failed">{failed}</td>
                <td data-head="Tokens">{own.uncounted > 0 ? "unknown" : own.tokens.toLocaleString("en")}</td>
                <td data-head="Cost">{own.unpriced.length + own.uncounted > 0 ? "unknown" : dollars(own.cost)}</td>
                <td data-head="Time">{duration(total)}</td>
                <td data-head="Slowest">{duration(slowest)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
