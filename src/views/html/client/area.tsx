import type { ComponentChildren } from "preact";
import { MAX_WORDS } from "../../../questions/limits.ts";
import { roomLeft } from "../../../story/answering.ts";

/** A field for words. Its direction is that of what is typed. */
export function Area({ id, label, value, set, max = MAX_WORDS, rows = 3, placeholder, hint }: AreaProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && <p class="lead">{hint}</p>}
      <textarea
        id={id}
        dir="auto"
        rows={rows}
        value={value}
        maxLength={max}
        placeholder={placeholder}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      <Left of={value} max={max} />
    </div>
  );
}

type AreaProps = {
  id: string;
  label: ComponentChildren;
  value: string;
  set(text: string): void;
  max?: number;
  rows?: number;
  placeholder?: string | undefined;
  hint?: ComponentChildren;
};

/** How many characters are left, once it matters. */
export function Left({ of, max }: { of: string; max: number }) {
  const left = max - of.length;
  if (left > Math.max(20, max / 5)) return null;
  return <p class="lead">{roomLeft(left)}</p>;
}
