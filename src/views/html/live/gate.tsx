import { GATE_TITLE, LAST_EDITS } from "../../../story/live-gate.ts";
import type { Sentence } from "../../../story/sentence.ts";
import { Said } from "../said.tsx";
import { Section } from "../text.tsx";
import { gate } from "./connection.ts";

/** How the gate stands that edits wait before: the tests, what it held back, what it cost, and the last edits. */
export function Gate() {
  const told = gate.value;
  if (told === null) return null;
  return (
    <Section id="gate" title={GATE_TITLE}>
      {told.stands.map((each) => (
        <p>
          <Said of={each} />
        </p>
      ))}
      <Lines of={told.did} />
      {told.last.length > 0 && (
        <>
          <h3>{LAST_EDITS}</h3>
          <Lines of={told.last} />
        </>
      )}
    </Section>
  );
}

function Lines({ of }: { of: readonly Sentence[] }) {
  return (
    <ul>
      {of.map((each) => (
        <li>
          <Said of={each} />
        </li>
      ))}
    </ul>
  );
}
