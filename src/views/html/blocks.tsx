import type { ComponentChildren } from "preact";
import type { Block, Item, List } from "../../story/block.ts";
import type { Sentence } from "../../story/sentence.ts";
import { Paragraphs } from "./markdown.tsx";
import type { Page } from "./page.ts";
import { type DrawNames, NO_NAMING, Said } from "./said.tsx";
import { namesInReport } from "./text.tsx";
import { TheirWords } from "./words.tsx";

/** Columns for which a line that can be shorter is made: a page breaks its lines itself. */
const ROOM = 200;

/** Blocks as elements, in the order in which they come; `by` draws designs and names reviewers. */
export function Blocks({ of, by = NO_NAMING }: { of: readonly Block<ComponentChildren>[]; by?: DrawNames }) {
  return (
    <>
      {of.map((each) => (
        <Drawn of={each} by={by} />
      ))}
    </>
  );
}

/** Blocks of the report: designs lead to where they stand in full, reviewers go by their models. */
export function ToldBlocks({ of, page }: { of: readonly Block<ComponentChildren>[]; page: Page }) {
  return <Blocks of={of} by={namesInReport(page)} />;
}

function Drawn({ of, by }: { of: Block<ComponentChildren>; by: DrawNames }) {
  if (!("is" in of)) return of.length === 0 ? null : <p>{<Said of={of} by={by} />}</p>;
  switch (of.is) {
    case "heading":
      return (
        <h3 id={of.id}>
          <Said of={of.of} by={by} />
        </h3>
      );
    case "lead":
    case "notice":
      return of.of.length === 0 ? null : (
        <p class={of.is}>
          <Said of={of.of} by={by} />
        </p>
      );
    case "narrow":
      return <Drawn of={of.of} by={by} />;
    case "list":
      return <Listed of={of} by={by} />;
    case "table":
      return (
        <table class="listing">
          {of.named && <caption class="hidden">{of.named}</caption>}
          <thead>
            <tr>
              {of.head.map((each) => (
                <th scope="col">{each}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {of.rows.map(([first = "", ...others]) => (
              <tr>
                <th scope="row">
                  <TheirWords of={first} />
                </th>
                {others.map((each, at) => (
                  <td data-head={of.head[at + 1]}>
                    <TheirWords of={each} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case "quote":
      return <Paragraphs of={of.text} />;
    case "copy":
      return (
        <pre>
          <code>{of.text}</code>
        </pre>
      );
    case "next":
      return of.of.length === 0 ? null : (
        <>
          <h3>Next</h3>
          <Listed of={{ is: "list", of: of.of }} by={by} />
        </>
      );
    case "drawing":
      return <>{of.of}</>;
  }
}

function Listed({ of: { of, numbers, most = of.length, where = [], last = [] }, by }: { of: List; by: DrawNames }) {
  if (of.length === 0) return null;
  const more = of.length - most;
  const items = (
    <>
      {withBelow(of.slice(0, most)).map(({ item, below }) => (
        <li>
          <Said of={sentenceOf(item)} by={by} />
          {below.length > 0 && <Listed of={{ is: "list", of: below }} by={by} />}
        </li>
      ))}
      {more > 0 && (
        <li>
          and {more} more
          <Said of={where} by={by} />
        </li>
      )}
    </>
  );
  return (
    <>
      {numbers === undefined ? <ul>{items}</ul> : <ol start={numbers}>{items}</ol>}
      <Drawn of={last} by={by} />
    </>
  );
}

/** Items, each with those that belong to it. */
function withBelow(items: readonly Item[]): { item: Item; below: Sentence[] }[] {
  const all: { item: Item; below: Sentence[] }[] = [];
  for (const item of items) {
    const last = all.at(-1);
    if (last && "as" in item && item.as === "below") last.below.push(sentenceOf(item));
    else all.push({ item, below: [] });
  }
  return all;
}

function sentenceOf(item: Item): Sentence {
  const of = "as" in item ? item.of : item;
  return typeof of === "function" ? of(ROOM) : of;
}
