import { MAX_COMMENT } from "../../../artifacts/vote.ts";
import { knowsSaid, PAIR_WAYS, SEEN_WAYS, VOTE_PARTS, WHY_ALONE } from "../../../story/judge-page.ts";
import { TWO_SIDES } from "../../../story/judge-reading.ts";
import { Area } from "../client/area.tsx";
import { directionOf } from "../language.ts";
import { Section } from "../text.tsx";
import { askedPairs, type PairDraft, pairKey, UNSAID } from "./draft.ts";
import { ChoiceField, DesignLabel, type PartProps, Tick } from "./parts.tsx";
import { showTwo } from "./two-shown.ts";

/** Pairs of designs, each with which is better and why. */
export function PairsPart({ sheet, draft, change }: PartProps) {
  const asked = askedPairs(sheet, draft);
  if (asked.length === 0) return null;
  const titled = (letter: string) => sheet.designs.find((each) => each.letter === letter);
  return (
    <Section id="pairs" {...VOTE_PARTS.pairs}>
      {asked.map(([first, second], at) => {
        const [one, two] = [titled(first), titled(second)];
        if (!one || !two) return null;
        const { said, why } = draft.pairs[pairKey(first, second)] ?? UNSAID;
        const put = (part: Partial<PairDraft>): void =>
          change({ pairs: { ...draft.pairs, [pairKey(first, second)]: { said, why, ...part } } });
        return (
          <div class="two" key={`${first} ${second}`}>
            <h3 id={`pair-${at}`}>
              {first} or {second}
            </h3>
            <ChoiceField<PairDraft["said"]>
              name={`pair-${at}-said`}
              labelled={`pair-${at}`}
              value={said}
              set={(way) => put({ said: way })}
              ways={[["first", <DesignLabel of={one} />], ["second", <DesignLabel of={two} />], ...PAIR_WAYS]}
            />
            <Area
              id={`pair-${at}-why`}
              label={`Why, of ${first} and ${second}`}
              value={why}
              set={(text) => put({ why: text })}
              max={MAX_COMMENT}
              rows={2}
            />
            <p class="actions">
              <button type="button" class="button quiet" onClick={() => showTwo(first, second, `pair-${at}`)}>
                {TWO_SIDES.pair(first, second)}
              </button>
            </p>
            {said === null && why.trim() !== "" && <p class="lead">{WHY_ALONE}</p>}
          </div>
        );
      })}
    </Section>
  );
}

/** A comment on each design, and whether the person knows who wrote it. */
export function RemarksPart({ sheet, draft: { comments, knows }, change }: PartProps) {
  return (
    <Section id="remarks" {...VOTE_PARTS.remarks}>
      {sheet.designs.map((design) => {
        const { letter, title } = design;
        return (
          <div class="remarked" key={letter}>
            <h3 dir={directionOf(title)}>
              <DesignLabel of={design} />
            </h3>
            <Area
              id={`comment-${letter}`}
              label={`Comment on ${letter}`}
              value={comments[letter] ?? ""}
              set={(text) => change({ comments: { ...comments, [letter]: text } })}
              max={MAX_COMMENT}
              rows={2}
            />
            <Tick
              id={`knows-${letter}`}
              checked={knows.includes(letter)}
              set={(does) => change({ knows: does ? [...knows, letter] : knows.filter((each) => each !== letter) })}
            >
              {knowsSaid(letter)}
            </Tick>
          </div>
        );
      })}
    </Section>
  );
}

/** Whether the person had seen a result before; asked where there could be one, and then needed. */
export function ResultPart({ sheet, draft: { saw }, change }: PartProps) {
  // A vote that is taken up again after its result was shown here says so, whatever the page began with.
  if (!sheet.has_result && saw === null) return null;
  return (
    <Section id="result" {...VOTE_PARTS.result}>
      <ChoiceField<boolean | null>
        name="saw"
        labelled="result-title"
        value={saw}
        set={(way) => change({ saw: way })}
        ways={SEEN_WAYS}
      />
    </Section>
  );
}
