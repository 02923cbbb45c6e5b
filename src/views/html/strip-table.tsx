import type { ComponentChildren } from "preact";
import type { Page } from "./page.ts";
import { Letter } from "./text.tsx";
import { Words } from "./words.tsx";

export type StripRow = { head: ComponentChildren; cells: readonly ComponentChildren[] };

/** Designs from which the columns are too narrow for a word. */
const MANY = 6;

export function isMany({ ranked }: Page): boolean {
  return ranked.length >= MANY;
}

/**
 * A table with a column a design, known by its letter, that fits a phone: there each row's head stands above its
 * cells. `corner` names what the rows are.
 */
export function StripTable({ page, caption, corner, rows }: StripTableProps) {
  return (
    <table class={isMany(page) ? "strip many" : "strip"}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {page.ranked.map(({ letter, title, flagged }) => (
            <th scope="col">
              <a href={`#design-${letter}`}>
                <Letter of={letter} />
                <span class="hidden">
                  <Words of={title} max={60} />
                </span>
                {flagged && (
                  <span class="flag" title="It addresses its reviewers">
                    <span aria-hidden="true">⚑</span>
                    <span class="hidden">, which addresses its reviewers</span>
                  </span>
                )}
              </a>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, cells }) => (
          <tr>
            <th scope="row">{head}</th>
            {cells.map((cell) => (
              <td>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type StripTableProps = {
  page: Page;
  caption: ComponentChildren;
  corner: string;
  rows: readonly StripRow[];
};
