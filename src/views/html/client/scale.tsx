import { amount } from "../../../text/numbers.ts";
import { TheirWords } from "../words.tsx";

export type PageScale = { min: number; max: number; step?: number };

/** The number of a field where it stands on the scale. */
export function numberOf(scale: PageScale, text: string | undefined): number | null {
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  if (!(value >= scale.min && value <= scale.max)) return null;
  const steps = (value - scale.min) / (scale.step ?? 1);
  return scale.step === undefined || Math.abs(steps - Math.round(steps)) < 1e-6 ? value : null;
}

/** A slider and its number, which say the same; without a value both say so. */
export function Slide({ scale, value, set, base, named, unit }: SlideProps) {
  const { min, max, step } = scale;
  const middle = min + (max - min) / 2;
  const fine = step ?? 10 ** Math.floor(Math.log10(max - min)) / 100;
  return (
    <div class={value === "" ? "slide unset" : "slide"}>
      <span class="end">{amount(min)}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={max - min >= 20 && step === undefined ? 1 : fine}
        value={value === "" ? middle : value}
        aria-labelledby={named}
        aria-valuetext={value === "" ? "not set" : undefined}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      <span class="end">{amount(max)}</span>
      <span class="number">
        <input
          type="number"
          id={`${base}-number`}
          min={min}
          max={max}
          step={step ?? "any"}
          value={value}
          placeholder={"\u2013"}
          aria-labelledby={named}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
        {unit && <TheirWords of={unit} />}
      </span>
    </div>
  );
}

type SlideProps = {
  scale: PageScale;
  value: string;
  set(value: string): void;
  base: string;
  named: string;
  unit?: string | undefined;
};

/** The most numbers that stand as buttons of their own. */
const MOST_POINTS = 11;

/** All numbers of a scale, where they are few. */
export function scalePoints({ min, max, step }: PageScale): number[] | null {
  const whole = Number.isInteger(min) && Number.isInteger(max) && max - min >= 3;
  const between = step ?? (whole ? 1 : 0);
  const count = between === 0 ? Number.POSITIVE_INFINITY : Math.floor((max - min) / between + 1e-9) + 1;
  if (count > MOST_POINTS) return null;
  return Array.from({ length: count }, (_, at) => Number((min + at * between).toFixed(6)));
}
