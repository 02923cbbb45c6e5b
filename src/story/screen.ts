import { listText } from "../text/numbers.ts";

/** What a row of the terminal's page says where it is more than a name or a number. */
export const ROWS = {
  back: "to where you were",
  none: "No experiment yet: type /design-lab run and after it what is to be designed.",
  unknown: "OpenCode does not know this session",
  unended: "without an end in the ledger",
  unread: "its ledger cannot be read",
} as const;

/** What a person is told who has stopped a run: what of it is kept, and what goes on with it. */
export function stoppedSaid(kept: readonly string[]): string {
  const what = kept.length > 0 ? `What is finished is kept: ${listText(kept)}` : "Nothing was finished yet";
  return `Stopped. ${what}.\n/design-lab resume goes on with it.`;
}
