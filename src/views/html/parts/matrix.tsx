import type { ComponentChildren } from "preact";
import { ADDRESSES, ITS_ADDRESS } from "../../../story/attention.ts";
import { SENT_AND_CAME } from "../../../story/exchange.ts";
import { hideAgreed } from "../../../story/report.ts";
import { LetterMark } from "../text.tsx";
import { TheirWords } from "../words.tsx";

/** A design at the head of its column; `href` leads to it where the page holds it. */
type Column = { letter: string; title: string; href?: string; flagged?: boolean };

/** What a row is about, and its cell for each design; null where there is none. `agreed`: it tells no design from another. */
export type MatrixRow<D> = {
  head: ComponentChildren;
  cell: (design: D, at: number) => ComponentChildren;
  agreed?: boolean;
};

/** Designs from which the columns are too narrow for a word. */
const MANY = 6;

export const isMany = (designs: readonly unknown[]): boolean => designs.length >= MANY;

/**
 * A table with a column a design, known by its letter, that fits a phone: there each row's head stands above its
 * cells. `corner` names what the rows are, `foot` sums them up. Rows on which all agree can be hidden on a screen.
 */
export function Matrix<D extends Column>(given: MatrixProps<D>) {
  const agreed = given.rows.filter((row) => row.agreed).length;
  if (agreed === 0 || agreed === given.rows.length || given.designs.length < 2) return <Rows {...given} />;
  return (
    <div class="rows">
      <label class="only">
        <input type="checkbox" /> {hideAgreed(agreed)}
      </label>
      <Rows {...given} />
    </div>
  );
}

function Rows<D extends Column>({ designs, caption, corner, rows, foot }: MatrixProps<D>) {
  return (
    <table class={isMany(designs) ? "strip many" : "strip"}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {designs.map((design) => (
            <th scope="col">{design.href ? <a href={design.href}>{headOf(design)}</a> : headOf(design)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line designs={designs} row={row} />
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <Line designs={designs} row={foot} />
        </tfoot>
      )}
    </table>
  );
}

function Line<D>({ designs, row: { head, cell, agreed } }: { designs: readonly D[]; row: MatrixRow<D> }) {
  return (
    <tr class={agreed ? "agreed" : undefined}>
      <th scope="row">{head}</th>
      {designs.map((design, at) => (
        <td>{cell(design, at) ?? <span class="none">–</span>}</td>
      ))}
    </tr>
  );
}

type MatrixProps<D> = {
  designs: readonly D[];
  caption: ComponentChildren;
  corner: string;
  rows: readonly MatrixRow<D>[];
  foot?: MatrixRow<D>;
};

function headOf({ letter, title, flagged }: Column): ComponentChildren {
  return (
    <>
      <LetterMark of={letter} />
      <span class="hidden">
        <TheirWords of={title} max={60} />
      </span>
      {flagged && (
        <span class="flag" title={ITS_ADDRESS}>
          <span aria-hidden="true">⚑</span>
          <span class="hidden">, which {ADDRESSES}</span>
        </span>
      )}
    </>
  );
}

/**
 * A cell's sign for eyes, its words for ears, and small what stands beneath; a button where it opens a `MatrixReason`, a
 * link where it leads to what was sent for it.
 */
export function MatrixCell({ look, words, sign, small, opens, href, title }: CellProps) {
  const face = (
    <>
      <span class="hidden">{words}</span>
      <span aria-hidden="true">{sign}</span>
      {small && <small>{small}</small>}
    </>
  );
  if (href !== undefined)
    return (
      <a class={`cell ${look}`} href={href} title={[title, SENT_AND_CAME].filter(Boolean).join(": ")}>
        {face}
      </a>
    );
  return opens === undefined ? (
    <span class={`cell ${look}`} title={title}>
      {face}
    </span>
  ) : (
    <button type="button" class={`cell ${look}`} popovertarget={opens} title={title}>
      {face}
    </button>
  );
}

type CellProps = {
  look: string;
  words: ComponentChildren;
  sign: ComponentChildren;
  small?: ComponentChildren;
  /** The id of the `MatrixReason`. */
  opens?: string;
  href?: string;
  title?: string;
};

/** What the signs of a matrix mean, each in its colour. */
export function MatrixKeys({ of }: { of: readonly (readonly [look: string, text: string])[] }) {
  return (
    <span class="keys">
      {of.map(([look, text]) => (
        <>
          <Key look={look} text={text} />{" "}
        </>
      ))}
    </span>
  );
}

export function Key({ look, text }: { look: string; text: string }) {
  return <span class={`key ${look}`}>{text}</span>;
}

/** What a cell opens over the page, with the button that closes it. */
export function MatrixReason({ id, title, by, children }: ReasonProps) {
  return (
    <div id={id} class="why" popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
      <h4 id={`${id}-title`}>{title}</h4>
      <p class="by">{by}</p>
      {children}
      <div class="foot">
        <button type="button" class="button" popovertarget={id} popovertargetaction="hide">
          Close
        </button>
      </div>
    </div>
  );
}

type ReasonProps = { id: string; title: ComponentChildren; by: ComponentChildren; children: ComponentChildren };
