import type { ComponentChildren } from "preact";
import { MAX_BECAUSE, MAX_NAME } from "../../../artifacts/said-bounds.ts";
import { Area } from "../client/area.tsx";
import { OptionCard } from "./controls/parts.tsx";

export type OneChoice = { id: string; label: string; description?: string; advised?: string };

/** One of several, under what they are called. */
export function OneOf({ base, title, choices, chosen, choose }: OneOfProps) {
  return (
    <fieldset class="options" aria-labelledby={`${base}-title`}>
      <h3 id={`${base}-title`}>{title}</h3>
      {choices.map((each) => (
        <OptionCard
          key={each.id}
          option={each}
          kind="radio"
          name={base}
          base={base}
          checked={chosen === each.id}
          pick={() => choose(each.id)}
          advised={each.advised}
        />
      ))}
    </fieldset>
  );
}

type OneOfProps = {
  base: string;
  title: string;
  choices: readonly OneChoice[];
  chosen: string | null;
  choose(id: string): void;
};

/** A person's own words, as many as are kept. */
export function WordsField({ id, label, value, set }: TextProps) {
  return <Area id={id} label={label} value={value} set={set} max={MAX_BECAUSE} rows={3} />;
}

/** A person's name, as long as is kept. */
export function NameField({ id, label, value, set, children }: TextProps & { children?: ComponentChildren }) {
  return (
    <div class="field short">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        dir="auto"
        autocomplete="name"
        maxLength={MAX_NAME}
        value={value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      {children && <p class="lead">{children}</p>}
    </div>
  );
}

type TextProps = { id: string; label: string; value: string; set(text: string): void };

/** The button that sends a form, and why it was not taken. */
export function Send({ busy, held, busyCalled, refused, children }: SendProps) {
  return (
    <>
      {refused !== "" && (
        <p class="refused" role="alert" dir="auto">
          {refused}
        </p>
      )}
      <p class="actions">
        <button type="submit" class="button main" aria-disabled={held}>
          {busy ? busyCalled : children}
        </button>
      </p>
    </>
  );
}

type SendProps = { busy: boolean; held: boolean; busyCalled: string; refused: string; children: ComponentChildren };
