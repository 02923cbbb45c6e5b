import { createHash } from "node:crypto";
import { MAX_NAME } from "../../artifacts/said-bounds.ts";
import type { Vote } from "../../artifacts/vote.ts";
import { UsageError } from "../../errors.ts";
import { slug } from "../../store/paths.ts";
import { clean, isBlank } from "../../text/clean.ts";
import { found } from "../../text/wording.ts";

/** Who judges, as files name them. */
export type Named = { reviewer_id: string; name: string };

/** Whom a call means that names nobody. */
export const YOU: Named = { reviewer_id: "person-you", name: "you" };

/**
 * A person who judges: names that differ by case, blanks and normal form alone are one person's, all others are two
 * people's. A vote of that very name is theirs, whatever its file is called. Throws UsageError for a name that shows
 * nothing or is too long.
 */
export function judgeNamed(given: string, votes: readonly Pick<Vote, "reviewer_id" | "name">[]): Named {
  const name = clean(given).text.replace(/\s+/gu, " ").trim();
  if (isBlank(name) || name.length > MAX_NAME) {
    throw new UsageError(
      `Cannot judge as ${found(given)}: a name of 1 to ${MAX_NAME} characters is needed. Nothing was kept.`,
    );
  }
  const folded = fold(name);
  if (folded === YOU.name) return YOU;
  const own = votes.find((vote) => fold(vote.name) === folded);
  if (own !== undefined) return { reviewer_id: own.reviewer_id, name };
  const held = slug(name, "somebody");
  const plain = `person-${held}`;
  // What a file's name cannot hold is told by a hash; a dash in a name is told from the one that stands for a blank.
  const holdsAll = !name.includes("-") && held === folded.replaceAll(" ", "-");
  if (holdsAll && !votes.some(({ reviewer_id }) => reviewer_id === plain)) return { reviewer_id: plain, name };
  const hash = createHash("sha256").update(folded).digest("hex").slice(0, 8);
  return { reviewer_id: `${plain}-${hash}`, name };
}

const fold = (name: string): string => name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
