import { OUTCOMES } from "../artifacts/decision.ts";
import { UsageError } from "../errors.ts";
import { FORM_NEEDS, formUnfit } from "../story/live-decide.ts";
import type { PageSaid } from "./page-words.ts";

/** What the forms of a page send, as calls; their bounds are those of the ops. */
const FORMS: Readonly<Record<PageSaid["op"], (sent: Sent) => object>> = {
  decide({ design, because, by, where }) {
    if (design !== null && typeof design !== "string") throw unfit(FORM_NEEDS.design, "design");
    const chosen = design === null ? { none: true } : { design };
    return { ...chosen, ...textsIn({ because, by }), ...placeIn(where) };
  },
  outcome({ outcome, note, by }) {
    if (!OUTCOMES.some((each) => each === outcome)) throw unfit(OUTCOMES.join(", "), "outcome");
    return { outcome, ...textsIn({ note, by }) };
  },
  plan: ({ where }) => ({ wait: 0, ...placeIn(where) }),
};

type Sent = Readonly<Record<string, unknown>>;

/** The call that a form means, and the hash of what it was shown with. Throws UsageError. */
export function formIn(op: PageSaid["op"], body: unknown): { said: PageSaid; agreed: string } {
  const sent = (typeof body === "object" ? (body ?? {}) : {}) as Sent;
  if (typeof sent.agreed !== "string") throw unfit(FORM_NEEDS.agreed, "agreed");
  return { said: { op, args: FORMS[op](sent) }, agreed: sent.agreed };
}

/** The place that was not taken as it stood there: only the experiment's own can be. */
function placeIn(where: unknown): object {
  if (where === undefined) return {};
  if (where !== "experiment") throw unfit(FORM_NEEDS.where, "where");
  return { where };
}

/** The texts among them that say something. */
function textsIn(given: Sent): object {
  const texts = Object.entries(given).filter(([, text]) => text !== undefined && text !== "");
  for (const [name, text] of texts) if (typeof text !== "string") throw unfit(FORM_NEEDS.text, name);
  return Object.fromEntries(texts);
}

const unfit = (needed: string, name: string): UsageError => new UsageError(formUnfit(needed, name));
