import type { ComponentChildren } from "preact";
import type { NamedBy, Paired } from "../../../artifacts/insights.ts";
import { type Disputed, disputed, missedBy, unmet } from "../../../artifacts/unmet.ts";
import { count, list } from "../../../text/numbers.ts";
import { firstSentence } from "../../../text/truncate.ts";
import { type Page, type PageDesign, tiedFirst } from "../page.ts";
import { Words } from "../text.tsx";

/** Columns of a sentence that is quoted here; the whole stands further down. */
const SENTENCE = 220;
const MAX_TIED = 3;
const MAX_UNMET = 3;

/** What the first design is, why it leads, what speaks against it and on what reviewers differ, each in a line or two. */
export function Because({ page }: { page: Page }) {
  const { winner } = page.ranking.summary;
  const first = page.ranked.find(({ ranked }) => ranked?.rank != null);
  const tied = winner === null ? tiedFirst(page).slice(0, MAX_TIED) : [];
  const chosen = tied.length > 1 ? tied : first ? [first] : [];
  const rows: [name: string, said: ComponentChildren][] = [
    ...chosen.map((design): [string, ComponentChildren] => [
      chosen.length > 1 ? `What ${design.letter} is` : "What it is",
      <What design={design} choice={chosen.length > 1 && !isApart(page, design)} />,
    ]),
    ...apart(page),
    ...lead(page),
    ...chosen.map((design): [string, ComponentChildren] => [
      chosen.length > 1 ? `Against ${design.letter}` : "Against it",
      <Against page={page} design={design} />,
    ]),
    ...chosen.flatMap((design) => missed(page, design, chosen.length > 1)),
    ...dissent(page),
    ...metByNone(page),
    ...open(page, chosen.length > 1 ? null : (first?.id ?? null)),
  ];
  if (rows.length === 0) return null;
  return (
    <dl class="because">
      {rows.map(([name, said]) => (
        <div>
          <dt>{name}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  );
}

function What({ design, choice }: { design: PageDesign; choice: boolean }) {
  const main = choice ? design.insight?.main_choice : null;
  return (
    <>
      <Words of={firstSentence(design.design.summary)} max={SENTENCE} />
      {main && (
        <>
          {" "}
          Its main choice, on <Words of={main.aspect} max={80} />: <Words of={main.choice} max={120} />
          {/[.!?。！？]$/u.test(main.choice.trim()) ? "" : "."}
        </>
      )}
    </>
  );
}

const isApart = ({ insights }: Page, { id }: PageDesign): boolean =>
  insights.apart?.choices.some(({ design_id }) => design_id === id) === true;

/** What designs that cannot be told apart decide differently, so that one can choose by it. */
function apart({ insights, letterOf }: Page): [string, ComponentChildren][] {
  if (insights.apart === null) return [];
  const { aspect, choices } = insights.apart;
  return [
    [
      "They differ",
      <>
        on{" "}
        <strong>
          <Words of={aspect} max={80} />
        </strong>
        :{" "}
        {choices.slice(0, MAX_TIED).map(({ design_id, choice }, at) => (
          <>
            {at > 0 && ", "}
            {letterOf(design_id)} chose “<Words of={choice} max={120} />”
          </>
        ))}
        {choices.length > MAX_TIED && ` and ${choices.length - MAX_TIED} more`}. <a href="#compare">Side by side</a>
      </>,
    ],
  ];
}

function lead({ insights, letterOf }: Page): [string, ComponentChildren][] {
  if (insights.lead === null) return [];
  const { design_id, over, criterion, behind, choice } = insights.lead;
  const [own, other] = [letterOf(design_id), letterOf(over)];
  const strength = insights.designs.find((design) => design.design_id === design_id)?.best_strength ?? null;
  const better: [string, ComponentChildren][] = behind
    ? [
        [
          `${other} is better on`,
          <>
            <strong>
              <Words of={behind.name} max={80} />
            </strong>
            : {behind.other.toFixed(1)} against {behind.own.toFixed(1)}
            {byBoth(behind)}.
          </>,
        ],
      ]
    : [];
  if (!criterion && !choice && !strength) return better;
  return [
    [
      "Why it leads",
      <>
        {criterion && (
          <>
            Furthest ahead of {other} on{" "}
            <strong>
              <Words of={criterion.name} max={80} />
            </strong>
            : {criterion.own.toFixed(1)} against {criterion.other.toFixed(1)}
            {byBoth(criterion)}.{" "}
          </>
        )}
        {strength && (
          <>
            For it: “<Words of={strength.text} max={SENTENCE} />” <SaidBy of={strength} />.{" "}
          </>
        )}
        {choice && (
          <>
            On <Words of={choice.aspect} max={80} /> {own} chose “
            <Words of={choice.own} max={120} />
            ”, {other} “
            <Words of={choice.other} max={120} />
            ”.
          </>
        )}
      </>,
    ],
    ...better,
  ];
}

/** Whose means these are, where not everybody scored both. */
const byBoth = ({ both }: Paired): string =>
  both === null ? "" : `, by the ${count(both, "reviewer")} who scored both`;

function SaidBy({ of: { reviewers, of } }: { of: NamedBy }) {
  return <span class="who">{of === 1 ? "the only reviewer" : `${reviewers} of ${of} reviewers`}</span>;
}

/** The weakness that most reviewers name, else what they miss; and the gravest risk that the design names itself. */
function Against({ page, design }: { page: Page; design: PageDesign }) {
  const { insight, points } = design;
  const [missed] = points.missing;
  const weakness = insight?.worst_weakness;
  return (
    <>
      {weakness ? (
        <>
          “<Words of={weakness.text} max={SENTENCE} />” <SaidBy of={weakness} />
        </>
      ) : missed ? (
        <>
          Reviewers miss: “<Words of={missed.text} max={SENTENCE} />”
        </>
      ) : (
        nothingAgainst(page)
      )}{" "}
      {insight?.worst_risk && (
        <>
          <br />
          Its gravest risk, by its own account:{" "}
          <span class={`risk ${insight.worst_risk.severity}`}>{insight.worst_risk.severity}</span>{" "}
          <Words of={insight.worst_risk.description} max={SENTENCE} />
        </>
      )}
    </>
  );
}

const nothingAgainst = ({ reviews }: Page): string =>
  reviews.length === 0 ? "No reviewer was asked for words." : "No reviewer names a weakness.";

/** What the design itself lacks; what no design meets is said once for all. */
function missed(page: Page, design: PageDesign, named: boolean): [string, ComponentChildren][] {
  const own = missedBy(design.id, page.coverage, unmet(page.coverage));
  if (own.length === 0) return [];
  return [
    [
      named ? `${design.letter} misses` : "It misses",
      <>
        {own.slice(0, MAX_UNMET).map(({ requirement: { id, text }, lacks, of }) => (
          <div>
            <a href="#coverage">{id}</a> <Words of={text} max={110} />{" "}
            <span class="who">
              {lacks} of {of} reviewers
            </span>
          </div>
        ))}
        {own.length > MAX_UNMET && <div>and {own.length - MAX_UNMET} more</div>}
      </>,
    ],
  ];
}

function dissent({ insights, letterOf }: Page): [string, ComponentChildren][] {
  const found = insights.dissent;
  if (found === null) return [];
  const { high, low, criterion, design_id } = found;
  return [
    [
      "Reviewers differ",
      <>
        most on the{" "}
        <strong>
          <Words of={criterion} max={80} />
        </strong>{" "}
        of {letterOf(design_id)}: <Words of={high.model} /> gives {Number(high.score.toFixed(1))},{" "}
        <Words of={low.model} /> {Number(low.score.toFixed(1))}. <a href="#disagreements">Both reasons</a>
      </>,
    ],
  ];
}

function metByNone(page: Page): [string, ComponentChildren][] {
  const found = unmet(page.coverage);
  if (found.length === 0) return [];
  return [
    [
      "No design meets",
      <>
        {found.slice(0, MAX_UNMET).map(({ id, text }) => (
          <div>
            <a href="#coverage">{id}</a> <Words of={text} max={110} />
          </div>
        ))}
        {found.length > MAX_UNMET && <div>and {found.length - MAX_UNMET} more</div>}
      </>,
    ],
  ];
}

function open(page: Page, first: string | null): [string, ComponentChildren][] {
  const found = disputed(page.coverage, first);
  if (found.length === 0) return [];
  return [
    [
      "Reviewers disagree",
      <>
        {found.slice(0, MAX_UNMET).map((each) => (
          <div>
            <a href="#coverage">{each.requirement.id}</a> <Words of={each.requirement.text} max={110} />{" "}
            <span class="who">{disputeOf(page, each)}</span>
          </div>
        ))}
        {found.length > MAX_UNMET && <div>and {found.length - MAX_UNMET} more</div>}
      </>,
    ],
  ];
}

/** "1 of 2 says met of A". */
export function disputeOf({ letterOf }: Page, { cells }: Disputed): string {
  const said = cells.map(
    ({ design_id, met, of }) => `${met} of ${of} ${met === 1 ? "says" : "say"} met of ${letterOf(design_id)}`,
  );
  return list(said, MAX_DISPUTED);
}

const MAX_DISPUTED = 8;
