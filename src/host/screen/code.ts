import { codeShown, screenCodes } from "../../store/screen-codes.ts";
import type { Places } from "./ledgers.ts";
import type { Dialogs } from "./questions.ts";

/** Shows the codes that pages of the project wait for, until the person leaves them: a message would be gone too soon. */
export async function showCodes(places: Places, { select, say }: Dialogs): Promise<void> {
  const codes = await screenCodes(places, Date.now());
  if (codes.length === 0) return say('No page waits for a code: press "Make it my own" on the page first.');
  await select(
    "Type it on the page, and in no conversation",
    codes.map(({ code, port }) => ({ value: code, title: codeShown(code), description: `the page at port ${port}` })),
  );
}
