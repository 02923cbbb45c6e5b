import type { ComponentChildren } from "preact";
import { LetterMark } from "../text.tsx";
import { TheirWords } from "../words.tsx";
import type { Draft } from "./draft.ts";
import type { Sheet, SheetDesign } from "./sheet.ts";

/** What each part of the page is given. */
export type PartProps = { sheet: Sheet; draft: Draft; change(part: Partial<Draft>): void };

/** Columns of a title beside a control. */
const MAX_TITLE = 90;

/** A design by its letter and title. */
export function DesignLabel({ of: { letter, title }, max = MAX_TITLE }: { of: SheetDesign; max?: number }) {
  return (
    <>
      <LetterMark of={letter} /> <TheirWords of={title} max={max} />
    </>
  );
}

/** A choice by radio buttons, one row of 44 pixels each. */
export function ChoiceField<V>({ name, ways, value, set, labelled }: ChoiceProps<V>) {
  return (
    <fieldset class="options" aria-labelledby={labelled}>
      {ways.map(([way, label], at) => (
        <div class="option">
          <input type="radio" id={`${name}-${at}`} name={name} checked={way === value} onChange={() => set(way)} />
          <label for={`${name}-${at}`}>{label}</label>
        </div>
      ))}
    </fieldset>
  );
}

type ChoiceProps<V> = {
  name: string;
  labelled: string;
  ways: readonly (readonly [V, ComponentChildren])[];
  value: V;
  set(way: V): void;
};

/** A box with its words, 44 pixels high. */
export function Tick({ id, checked, set, children }: TickProps) {
  return (
    <div class="option tick">
      <input type="checkbox" id={id} checked={checked} onChange={({ currentTarget }) => set(currentTarget.checked)} />
      <label for={id}>{children}</label>
    </div>
  );
}

type TickProps = { id: string; checked: boolean; set(checked: boolean): void; children: ComponentChildren };
