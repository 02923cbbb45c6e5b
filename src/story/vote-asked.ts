import { WHO_ASKS } from "./person-asked.ts";
import { unmarked } from "./sentence.ts";
import { UNSEEN } from "./unseen.ts";

/** What goes where another vote is kept, behind a question about that; nothing where nothing does. */
const instead = (lost: string | null): string => (lost === null ? "" : ` It takes the place of ${lost}.`);

/** Whether a ballot may count, as the person is asked. */
export const mayCountBallot = (name: string, id: string, lost: string | null): string =>
  `May the ballot of ${name} count in ${id}?${instead(lost)}`;

/** Whether a vote that came with the files may count. */
export const mayCountUnseen = (name: string, id: string, file: string): string =>
  `May the vote of ${name} count in ${id}? It is ${unmarked(UNSEEN, String)} (${file}).`;

/** Whether a result may be shown that waits for the person's vote. */
export const mayShowResult = (id: string): string =>
  `Show the result of ${id} before your vote? A vote after that stands beside it.`;

/** Whether an order is the person's own; `name` is null for who types, `unseen` where they say to have seen no result. */
export function isYourOrder(
  order: string,
  { id, name, unseen, lost }: { id: string; name: string | null; unseen: boolean; lost: string | null },
): string {
  const whose = name === null ? "your order" : `your order, as ${name},`;
  const before = unseen ? " And you have not seen its result before?" : "";
  return `${WHO_ASKS} says that ${whose} of ${id} is ${order}. Is it?${before}${instead(lost)}`;
}
