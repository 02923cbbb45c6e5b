import type { PairedParts, PairedTopic } from "../artifacts/ballot.ts";
import type { DesignBody } from "../artifacts/design.ts";
import { fold } from "../text/fold.ts";
import { sharedTopics } from "./themes.ts";

type Tradeoffs = Pick<DesignBody, "tradeoffs">;
type Risks = Pick<DesignBody, "risks">;

/** Decisions of two designs on one topic, those that differ first. */
export function pairedTradeoffs(first: Tradeoffs, second: Tradeoffs): PairedTopic[] {
  return sharedTopics(first.tradeoffs, second.tradeoffs).map(({ first: at, second: to }) => ({
    first: at,
    second: to,
    alike: isSame(first.tradeoffs[at]?.choice ?? "", second.tradeoffs[to]?.choice ?? ""),
  }));
}

/** Risks that two designs both see. */
function pairedRisks(first: Risks, second: Risks): PairedTopic[] {
  const topics = ({ risks }: Risks) =>
    risks.map(({ description, severity }) => ({ aspect: description, choice: severity }));
  return sharedTopics(topics(first), topics(second)).map(({ first: at, second: to }) => ({
    first: at,
    second: to,
    alike: isSame(first.risks[at]?.description ?? "", second.risks[to]?.description ?? ""),
  }));
}

/** What of two designs stands beside each other, wherever two are compared. */
export function pairedParts(first: Tradeoffs & Risks, second: Tradeoffs & Risks): PairedParts {
  return { tradeoffs: pairedTradeoffs(first, second), risks: pairedRisks(first, second) };
}

/** Whether two texts are one but for case, white space and the full stop at the end. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => fold(text).text.replace(/\s+/gu, " ").trim().replace(/\.$/u, ""));
  return a === b;
}
