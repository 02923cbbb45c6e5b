import type { ComponentChildren } from "preact";
import { allOf } from "../../../../story/answering.ts";
import { directionOf } from "../../language.ts";
import { Paragraphs } from "../../markdown.tsx";
import { TheirWords } from "../../words.tsx";

type Shown = { id: string; label: string; description?: string; recommended?: boolean };

/** One option with its box, its words and what it costs; the whole of it can be pressed. */
export function OptionCard({ option, kind, name, base, checked, pick, advised, children }: OptionProps) {
  const { id, label, description, recommended } = option;
  const mark = advised ?? (recommended ? "recommended" : "");
  const own = `${base}-${id}`;
  return (
    <div class="option" dir={directionOf(label)}>
      <input
        type={kind}
        id={own}
        name={name}
        checked={checked}
        onChange={pick}
        aria-describedby={description || children ? `${own}-about` : undefined}
      />
      <label for={own}>
        <TheirWords of={label} />
        {mark !== "" && <span class="advised"> {mark}</span>}
      </label>
      {(description || children) && (
        <div id={`${own}-about`} class="about">
          {description && <Long of={description} />}
          {children}
        </div>
      )}
    </div>
  );
}

type OptionProps = {
  option: Shown;
  kind: "radio" | "checkbox";
  name: string;
  base: string;
  checked: boolean;
  pick(): void;
  /** What is said of it in place of "recommended". */
  advised?: string | undefined;
  children?: ComponentChildren;
};

/** Columns of somebody's words that stand there before one asks for all. */
const START = 600;

/** Words of any length: of long ones the start, and all of them on demand. */
export function Long({ of }: { of: string }) {
  if (of.length <= START) return <Paragraphs of={of} />;
  return (
    <div class="long">
      <Paragraphs of={of} max={START} />
      <details>
        <summary>{allOf(of.length)}</summary>
        <Paragraphs of={of} />
      </details>
    </div>
  );
}

/** A button that is pressed or not, with a sign above its words. */
export function Press({ pressed, press, sign, children }: PressProps) {
  return (
    <button type="button" class="button press" aria-pressed={pressed} onClick={press}>
      {sign && (
        <span class="sign" aria-hidden="true">
          {sign}
        </span>
      )}
      {children}
    </button>
  );
}

type PressProps = { pressed: boolean; press(): void; sign?: string; children: ComponentChildren };
