import type { SheetTask } from "../../../story/plan-sheet.ts";
import { type Term, Terms } from "../parts/lists.tsx";
import { Said, UNNAMED } from "../said.tsx";
import { coded, Words } from "../words.tsx";

/** Entries of a list, and columns of one. */
const MAX_ENTRIES = 40;
const MAX_ENTRY = 300;
const MAX_NOTE = 600;

/** What a task's file says beside what the table shows; null where it says nothing. */
export function More({ of }: { of: SheetTask }) {
  const terms: Term[] = [
    ...(of.note === null ? [] : [["Said of it", <Words of={of.note} max={MAX_NOTE} />] as const]),
    ...list("Done when", of.done_when),
    ...list("Will likely touch", of.files, true),
    ...list("Serves requirements", of.requirements),
    ...list("Serves components", of.components),
    ...list(
      "Not at once, for they touch the same files",
      of.meets.map(({ id, file }) => `\`${id.replaceAll("`", "")}\`: ${file}`),
    ),
    ...(of.impact === null ? [] : [["Impact", of.impact] as const]),
    ...(of.assignee === null ? [] : [["Who", <Words of={of.assignee} max={MAX_ENTRY} />] as const]),
    ...(of.faults.length === 0 ? [] : [["To be mended", <Faults of={of.faults} />] as const]),
  ];
  return terms.length === 0 ? null : <Terms of={terms} look="plan-more" />;
}

function list(name: string, entries: readonly string[], code = false): Term[] {
  if (entries.length === 0) return [];
  const more = entries.length - MAX_ENTRIES;
  return [
    [
      name,
      <ul>
        {entries.slice(0, MAX_ENTRIES).map((entry) => (
          <li>{code ? <Coded of={entry} /> : <Words of={entry} max={MAX_ENTRY} />}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>,
    ],
  ];
}

function Coded({ of }: { of: string }) {
  return <bdi>{coded(`\`${of.slice(0, MAX_ENTRY).replaceAll("`", "")}\``)}</bdi>;
}

export function Faults({ of }: { of: SheetTask["faults"] }) {
  return (
    <ul>
      {of.map((fault) => (
        <li>
          <Said of={fault} by={UNNAMED} />.
        </li>
      ))}
    </ul>
  );
}
