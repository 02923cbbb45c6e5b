import { diffLines } from "diff";
import { unchanged } from "../../story/answering.ts";
import { count } from "../../text/numbers.ts";

/** How long two texts may be compared, milliseconds, and how far they may differ, lines; past that both are shown whole. */
const PATIENCE = { timeout: 300, maxEditLength: 5_000 };
/** Lines around a change that are shown. */
const AROUND = 3;

/** A change line by line: what goes and what comes are told by a sign and a word beside the colour. */
export function Diff({ before, after, language }: { before: string; after: string; language?: string }) {
  const parts = diffLines(before, after, PATIENCE) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const [gone, come] = [true, false].map((removed) =>
    parts
      .filter((part) => (removed ? part.removed : part.added))
      .reduce((sum, { value }) => sum + linesOf(value).length, 0),
  );
  return (
    <figure class="diff">
      <figcaption>
        {count(gone ?? 0, "line")} removed, {count(come ?? 0, "line")} added
        {language !== undefined && (
          <>
            {" in "}
            <code>{language}</code>
          </>
        )}
      </figcaption>
      {parts.map(({ value, added, removed }, at) => {
        if (added) return <Lines as="ins" sign="+" of={linesOf(value)} word="Added" />;
        if (removed) return <Lines as="del" sign={"\u2212"} of={linesOf(value)} word="Removed" />;
        return <Same of={linesOf(value)} first={at === 0} last={at === parts.length - 1} />;
      })}
    </figure>
  );
}

/** Lines that stay: those near a change, and the others on demand. */
function Same({ of, first, last }: { of: string[]; first: boolean; last: boolean }) {
  const [start, end] = [first ? 0 : AROUND, last ? 0 : AROUND];
  if (of.length <= start + end + 1) return <Lines as="div" sign=" " of={of} />;
  const hidden = of.slice(start, of.length - end);
  return (
    <>
      <Lines as="div" sign=" " of={of.slice(0, start)} />
      <details>
        <summary>{unchanged(hidden.length)}</summary>
        <Lines as="div" sign=" " of={hidden} />
      </details>
      <Lines as="div" sign=" " of={of.slice(of.length - end)} />
    </>
  );
}

function Lines({ as: Tag, sign, of, word }: { as: "ins" | "del" | "div"; sign: string; of: string[]; word?: string }) {
  if (of.length === 0) return null;
  return (
    <Tag class="lines">
      {word && <span class="hidden">{word}: </span>}
      <span class="signs" aria-hidden="true">
        {of.map(() => `${sign}\n`).join("")}
      </span>
      <span class="text">{of.join("\n")}</span>
    </Tag>
  );
}

const linesOf = (text: string): string[] => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
