import type { ComponentChildren } from "preact";
import { TheirWords } from "../words.tsx";

/** A name, what is said of it, and how that looks where it is not like the others. */
export type Term = readonly [name: ComponentChildren, said: ComponentChildren, look?: string];

/** Names with what is said of each; `look` is the style of all. */
export function Terms({ of, look }: { of: readonly Term[]; look: string }) {
  return (
    <dl class={look}>
      {of.map(([name, said, own]) => (
        <div class={own}>
          <dt>{name}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Something that failed, is repaired or held back: "The review of A by a/b, failed: why"; `href` leads to what was sent. */
export type FailureRow = { what: string; who: string; word: string; reason: string; look?: string; href?: string };

/** What went wrong, each with why; `children` are lines of another kind beneath. */
export function Failures({ of, children }: { of: readonly FailureRow[]; children?: ComponentChildren }) {
  return (
    <ul>
      {of.map(({ what, who, word, reason, look, href }) => (
        <li>
          {href === undefined ? what : <a href={href}>{what}</a>} by <TheirWords of={who} />,{" "}
          <strong class={look}>{word}</strong>: <TheirWords of={reason} max={MAX_REASON} />
        </li>
      ))}
      {children}
    </ul>
  );
}

/** Columns of a reason. */
const MAX_REASON = 400;
