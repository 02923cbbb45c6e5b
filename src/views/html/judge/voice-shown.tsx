import type { Voice } from "../../../artifacts/vote.ts";
import { KNOWN } from "../../../story/judge-page.ts";
import { amount } from "../../../text/numbers.ts";
import { Terms } from "../parts/lists.tsx";
import { TheirWords } from "../words.tsx";

/** Columns of a comment that is only to be recognised. */
const MAX_WORDS = 160;

/** A vote in words, to be recognised by who gave it. */
export function VoiceShown({ of: { designs, order, pairs, saw_result } }: { of: Voice }) {
  const order_text = order.map((group) => group.join(" = ")).join(", then ");
  const said = designs.flatMap(({ letter, scores, comment, knows_author }) => {
    const given = Object.entries(scores);
    if (given.length === 0 && comment === "" && !knows_author) return [];
    return [
      [
        letter,
        <>
          {given.length > 0 && (
            <p>
              {given.map(([criterion, score], at) => (
                <>
                  {at > 0 && ", "}
                  <TheirWords of={criterion} /> {amount(score)}
                </>
              ))}
            </p>
          )}
          {comment && (
            <p dir="auto">
              <TheirWords of={comment} max={MAX_WORDS} />
            </p>
          )}
          {knows_author && <p>{KNOWN}</p>}
        </>,
      ] as const,
    ];
  });
  return (
    <Terms
      look="components"
      of={[
        ["Order", order_text === "" ? "none" : order_text],
        ...said,
        ...pairs.map(
          ({ first, second, better, why }) =>
            [
              `${first} or ${second}`,
              <>
                <p>{better ?? "no difference"}</p>
                {why && (
                  <p dir="auto">
                    <TheirWords of={why} max={MAX_WORDS} />
                  </p>
                )}
              </>,
            ] as const,
        ),
        ...(saw_result === null ? [] : [["Result", saw_result ? "seen before" : "not seen"] as const]),
      ]}
    />
  );
}
