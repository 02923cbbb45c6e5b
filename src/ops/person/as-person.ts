import { LabError } from "../../errors.ts";
import { keepShown, type ShownList, wasShown } from "../../store/shown.ts";
import { clean } from "../../text/clean.ts";
import type { OpContext } from "../op.ts";

type Word = {
  /** What a host shows of it, and may have a rule for: an experiment, and what is said of it. */
  pattern: string;
  /** A whole sentence that a yes makes the person's own. */
  question: string;
  /** What has not happened without it, as "Not decided". */
  not: string;
  /** What the person can do. */
  advice: string;
  details?: Readonly<Record<string, unknown>>;
  /** What the word is about, where somebody may have put another thing in its place since the person read it. */
  about?: { list: ShownList; said: unknown };
};

/**
 * By which door the person's word came: a typed line, a yes to the host's question, at the command's terminal, or on a page.
 * A typed line is a word about what its person was shown last, and about nothing else. Throws LabError where neither came.
 */
export async function asPerson(
  { typed, permit, voice }: Pick<OpContext, "typed" | "permit" | "voice">,
  { pattern, question, not, advice, details = {}, about }: Word,
): Promise<"command" | "host" | "terminal" | "page"> {
  if (typed !== null && (about === undefined || (await wasShown(about.list, about.said)))) return "command";
  const asked = clean(question).text.replace(/\s+/gu, " ");
  const permission = await permit({ permission: "designlab_approve", pattern, question: asked, details });
  if (permission.allowed) return permission.door ?? "host";
  if (typed !== null && about !== undefined) {
    await keepShown(about.list, [about.said]);
    throw new LabError(`${not}: you were not shown yet what stands there now, and ${permission.why}. ${asked}`, {
      advice: "Nothing was changed. Typed once more, the same line says yes to exactly this.",
    });
  }
  // At the command it was a person who was asked, or nobody is there: the reason says which.
  if (voice === "command") throw new LabError(`${not}: ${permission.why}. Nothing was changed.`);
  throw new LabError(`${not}: ${permission.why}. An agent's call is no person's word. Nothing was changed.`, {
    advice,
  });
}
