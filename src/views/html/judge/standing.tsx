import { count } from "../../../text/numbers.ts";
import { scaleText } from "../client/scale.tsx";
import { type Draft, type Standing, standingOf } from "./draft.ts";
import type { Sheet } from "./sheet.ts";

/** What is enough, and what would still add something: the first of these sentences says most. */
export function enoughTexts(sheet: Sheet, draft: Draft): string[] {
  const { ordered, unordered, scored, partly, open_pairs, says } = standingOf(sheet, draft);
  const all = sheet.designs.length;
  return [
    scored.length === all
      ? `All ${count(all, "design")} have every score: that is enough, and says the most.`
      : unordered.length === 0 && all > 1
        ? "Your order is enough. Scores by every criterion would say more."
        : ordered.length > 0
          ? `Your order is enough for ${ordered.length} of ${all} designs; it says nothing of ${list(unordered.filter((each) => !scored.includes(each)))}.`
          : scored.length > 0
            ? `Scores are enough for ${list(scored)}; an order of all would say something of the others.`
            : says
              ? "An answer to a pair counts. An order of all designs would say more."
              : all > 1
                ? "Nothing that counts is said yet: an order is enough."
                : "Nothing that counts is said yet: a score by every criterion is enough.",
    ...(partly.length > 0 ? [`Not every criterion is scored of ${list(partly)}: those scores do not count yet.`] : []),
    ...(open_pairs > 0 && says ? [`${count(open_pairs, "pair")} left open.`] : []),
  ];
}

/** What is still needed before a person is done, as sentences, each with where it stands on the page. */
export function neededOf(sheet: Sheet, draft: Draft): { at: string; text: string }[] {
  const standing = standingOf(sheet, draft);
  return [
    ...(draft.name.trim() === "" && sheet.person === null ? [{ at: "name", text: "Your name is needed." }] : []),
    ...wrongOf(sheet, standing),
    ...(standing.says ? [] : [nothingOf(sheet)]),
    ...(sheet.has_result && draft.saw === null ? [{ at: "saw-0", text: "Say whether you have seen the result." }] : []),
  ];
}

const nothingOf = ({ designs }: Sheet): { at: string; text: string } =>
  designs.length > 1
    ? { at: "order-title", text: "Put at least two designs in an order, or score one by every criterion." }
    : { at: "scores-title", text: "Score the design by every criterion." };

function wrongOf({ criteria }: Sheet, { wrong }: Standing): { at: string; text: string }[] {
  return wrong.slice(0, 3).flatMap(({ letter, criterion }) => {
    const at = criteria.findIndex(({ name }) => name === criterion);
    const scale = criteria[at];
    if (!scale) return [];
    return [{ at: `score-${at}-${letter}-number`, text: `${letter}, ${criterion}: needed is ${scaleText(scale)}.` }];
  });
}

const list = (letters: readonly string[]): string => letters.join(", ");
