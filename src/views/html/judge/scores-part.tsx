import { useState } from "preact/hooks";
import { notOnScale, VOTE_PARTS } from "../../../story/judge-page.ts";
import { amount } from "../../../text/numbers.ts";
import { numberOf, Slide, scalePoints } from "../client/scale.tsx";
import { directionOf } from "../language.ts";
import { Section } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import { typedFor } from "./draft.ts";
import { DesignLabel, type PartProps } from "./parts.tsx";
import type { Sheet, SheetDesign } from "./sheet.ts";

type Criterion = Sheet["criteria"][number];

/** Every design by every criterion, folded until it is asked for; what is not scored is left out. */
export function ScoresPart({ sheet: { criteria, designs }, draft: { scores }, change }: PartProps) {
  const given = designs.reduce(
    (sum, { letter }) => sum + criteria.filter(({ name }) => typedFor({ scores }, letter, name) !== "").length,
    0,
  );
  // What was scored before stays open.
  const [begun] = useState(given > 0);
  const of = criteria.length * designs.length;
  return (
    <Section id="scores" {...VOTE_PARTS.scores}>
      <details open={begun}>
        <summary>
          Score by {criteria.length} {criteria.length === 1 ? "criterion" : "criteria"}: {given} of {of} given
        </summary>
        {criteria.map((criterion, at) => (
          <div class="criterion" key={criterion.name}>
            <h3 id={`criterion-${at}`} dir={directionOf(criterion.name)}>
              <TheirWords of={criterion.name} />
            </h3>
            <p dir="auto">
              <TheirWords of={criterion.description} />
            </p>
            <Anchors of={criterion} />
            {designs.map((design) => {
              const { letter } = design;
              return (
                <ScoreRow
                  key={letter}
                  design={design}
                  criterion={criterion}
                  base={`score-${at}-${letter}`}
                  value={typedFor({ scores }, letter, criterion.name)}
                  set={(value) =>
                    change({ scores: { ...scores, [letter]: { ...scores[letter], [criterion.name]: value } } })
                  }
                />
              );
            })}
          </div>
        ))}
      </details>
    </Section>
  );
}

/** What the ends and the middle of a scale mean. */
function Anchors({ of: { min, max, anchors } }: { of: Criterion }) {
  if (!anchors)
    return (
      <p class="lead">
        {amount(min)} is the worst, {amount(max)} the best.
      </p>
    );
  const ends = [
    [min, anchors.low],
    [min + (max - min) / 2, anchors.middle],
    [max, anchors.high],
  ] as const;
  return (
    <ul class="anchors lead">
      {ends.map(([value, words]) => (
        <li>
          <strong>{amount(value)}</strong> <TheirWords of={words} />
        </li>
      ))}
    </ul>
  );
}

function ScoreRow({ design, criterion, base, value, set }: RowProps) {
  const points = scalePoints(criterion);
  const wrong = value.trim() !== "" && numberOf(criterion, value) === null;
  const named = `${base}-name`;
  return (
    <fieldset class="scored" aria-labelledby={named}>
      <legend id={named} dir={directionOf(design.title)}>
        <DesignLabel of={design} />
        <span class="hidden">
          : <TheirWords of={criterion.name} />
        </span>
      </legend>
      {points === null ? (
        <div class="sliding">
          <Slide scale={criterion} value={value} set={set} base={base} named={named} />
          <button type="button" class="button quiet" aria-disabled={value === ""} onClick={() => set("")}>
            Not scored
          </button>
        </div>
      ) : (
        <div class="points">
          {["", ...points.map(String)].map((point) => (
            <label>
              <input
                type="radio"
                name={base}
                aria-label={point === "" ? "not scored" : undefined}
                checked={value === point}
                onChange={() => set(point)}
              />
              <span>{point || "\u2013"}</span>
            </label>
          ))}
        </div>
      )}
      {wrong && (
        <p class="refused" role="alert">
          {notOnScale(criterion)}
        </p>
      )}
    </fieldset>
  );
}

type RowProps = {
  design: SheetDesign;
  criterion: Criterion;
  base: string;
  value: string;
  set(value: string): void;
};
