import type { CoverageAnswer, CoverageEntry } from "../artifacts/coverage.ts";
import { quoteFinder } from "../blind/quotes.ts";

/**
 * What a reviewer said of each requirement, with whether its quotes really stand in what it was shown. An entry that is
 * not there was not answered; no list at all says that nothing was `asked`.
 */
export function coverageEntries(asked: boolean, answer: CoverageAnswer, shown: string): { coverage?: CoverageEntry[] } {
  if (!asked) return {};
  const stands = quoteFinder(shown);
  return {
    coverage: Object.entries(answer).map(([requirement_id, { quote = "", status }]) => ({
      requirement_id,
      status,
      quote,
      quote_found: stands(quote),
    })),
  };
}
