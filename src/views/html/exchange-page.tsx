import { render } from "preact-render-to-string";
import type { Exchange } from "../../artifacts/exchange.ts";
import { type ExchangeText, earlierSaid, exchangeFacts, exchangeTexts, noneKept, SENT_AND_CAME, unshownSaid, wholeSaid } from "../../story/exchange.ts";
import { type Sentence, unmarked } from "../../story/sentence.ts";
import { cleanValue } from "../../text/clean.ts";
import { count } from "../../text/numbers.ts";
import { documentOf } from "./document.ts";
import { Terms } from "./parts/lists.tsx";
import { Said } from "./said.tsx";
import base from "./styles/base.css" with { type: "text" };
import exchange from "./styles/exchange.css" with { type: "text" };
import parts from "./styles/parts.css" with { type: "text" };
import sections from "./styles/sections.css" with { type: "text" };
import { Section } from "./text.tsx";
import { TheirWords } from "./words.tsx";

/** Bytes of a page. */
const MAX_PAGE_BYTES = 1_500_000;
/** Characters of one text, tried from the first until the page is small enough. */
const TEXT_LIMITS = [60_000, 12_000, 2_000, 300] as const;

/** What was sent for one thing, a session at a time, the oldest first. */
export type ExchangePage = {
  of: Sentence;
  topic: string;
  /** `where`: its file, as people are told it. */
  sessions: readonly { exchange: Exchange; where: string }[];
  /** How many there were before these. */
  earlier: number;
};

/** A page for reading without a script or a request; what models and prompts say stands there as text. */
export function exchangeHtml(given: ExchangePage): string {
  const page = cleanValue(given).value;
  let html = "";
  for (const most of TEXT_LIMITS) {
    html = documentOf({
      title: render(
        <title>
          {unmarked(page.of, String)}: {SENT_AND_CAME}
        </title>,
      ),
      style: [base, parts, sections, exchange].join("\n"),
      body: render(<Whole page={page} most={most} />),
    });
    if (Buffer.byteLength(html) <= MAX_PAGE_BYTES) break;
  }
  return html;
}

/** All of an experiment of which something is kept, each with where its page is. */
export type ExchangeIndex = { topic: string; places: readonly { of: Sentence; sessions: number; href: string }[] };

/** A page that leads to all others of an experiment. */
export function exchangeIndexHtml(given: ExchangeIndex): string {
  const { topic, places } = cleanValue(given).value;
  return documentOf({
    title: render(<title>{SENT_AND_CAME}</title>),
    style: [base, parts, sections, exchange].join("\n"),
    body: render(
      <>
        <header class="top">
          <p class="eyebrow">Design lab</p>
          <h1>{SENT_AND_CAME}</h1>
          <p class="lead">
            <TheirWords of={topic} max={200} />
          </p>
        </header>
        <main>
          <ul>
            {places.map(({ of, sessions, href }) => (
              <li>
                <a href={href}>
                  <Said of={of} />
                </a>
                : {count(sessions, "session")}
              </li>
            ))}
          </ul>
          {places.length === 0 && (
            <p>
              <Said of={noneKept(null)} />
            </p>
          )}
        </main>
      </>,
    ),
  });
}

function Whole({ page: { of, topic, sessions, earlier }, most }: { page: ExchangePage; most: number }) {
  return (
    <>
      <header class="top">
        <p class="eyebrow">{SENT_AND_CAME}</p>
        <h1>
          <Said of={of} />
        </h1>
        <p class="lead">
          <TheirWords of={topic} max={200} />. <Said of={wholeSaid} />
        </p>
        {earlier > 0 && (
          <p class="lead">
            <Said of={earlierSaid(earlier)} />
          </p>
        )}
      </header>
      <main>
        {sessions.map(({ exchange, where }, at) => (
          <Section id={`session-${at + 1}`} title={sessions.length === 1 ? "The session" : `Session ${at + 1}`}>
            <div class="session">
              <Terms
                look="facts"
                of={exchangeFacts(exchange, where).map(([name, said]) => [name, <Said of={said} />])}
              />
              {exchangeTexts(exchange).map((text, nth) => (
                <Text text={text} where={where} most={most} open={nth > 0} />
              ))}
            </div>
          </Section>
        ))}
      </main>
    </>
  );
}

type TextProps = { text: ExchangeText; where: string; most: number; open: boolean };

function Text({ text: { name, said, note }, where, most, open }: TextProps) {
  const shown = said?.text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, "") ?? "";
  const left = said === null ? [] : unshownSaid({ shown: shown.length, said, where });
  return (
    <details open={open}>
      <summary>{name}</summary>
      {note.length > 0 && (
        <p>
          <Said of={note} />
        </p>
      )}
      {shown !== "" && (
        <pre class="said" dir="auto">
          {shown}
        </pre>
      )}
      {left.length > 0 && (
        <p class="lead">
          <Said of={left} />
        </p>
      )}
    </details>
  );
}
