import { quoteFinder } from "../agents/quotes.ts";
import type { CoverageAnswer, CoverageEntry } from "../schemas/coverage.ts";

/** What a reviewer said of each requirement, with whether its quotes really stand in what it was shown. */
export function coverageEntries(answer: CoverageAnswer | undefined, shown: string): { coverage?: CoverageEntry[] } {
  if (answer === undefined) return {};
  const stands = quoteFinder(shown);
  return {
    coverage: Object.entries(answer).map(([requirement_id, { quote, status }]) => ({
      requirement_id,
      status,
      quote,
      quote_found: stands(quote),
    })),
  };
}
