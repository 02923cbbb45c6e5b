import { type Signal, useSignal } from "@preact/signals";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { LivePlan } from "../../../../story/live-state.ts";
import type { PlanSheet, SheetTask } from "../../../../story/plan-sheet.ts";
import { byKeys, PLAN_PARTS } from "../../../../story/plan-shown.ts";
import { useDraft } from "../../client/drafts.ts";
import { PlanDrawing } from "../../plan/drawing.tsx";
import { ALL, leftBy } from "../../plan/filter.ts";
import { type Geometry, geometryOf } from "../../plan/geometry.ts";
import { PlanStands } from "../../plan/stands.tsx";
import { stepFrom } from "../../plan/steps.ts";
import { PlanKeys, PlanTable, rowId, TaskName } from "../../plan/table.tsx";
import { Said } from "../../said.tsx";
import { Section } from "../../text.tsx";
import { TheirWords } from "../../words.tsx";
import { shownKey } from "../connection.ts";
import { Details, OpensTask } from "./details.tsx";
import { Filters } from "./filters.tsx";

/** The plan as its files are now; nothing where there is none. */
export function Plan({ of: { plan, unread } }: { of: LivePlan }) {
  if (plan === null && unread === "") return null;
  return (
    <Section id="plan" title="The plan">
      {plan === null ? (
        <p class="notice">
          <TheirWords of={unread} />
        </p>
      ) : (
        <>
          <PlanStands of={plan} />
          {plan.tasks.length > 0 && <Tasks sheet={plan} />}
        </>
      )}
    </Section>
  );
}

/** The drawing, one task whole, and the table, of what the filters leave. */
function Tasks({ sheet }: { sheet: PlanSheet }) {
  // It is drawn elsewhere once the plan is to be approved, and gone while it cannot be read.
  const { draft, set } = useDraft(`${shownKey.value ?? ""} drawn`, { filter: ALL, opened: null as string | null });
  const { filter, opened } = draft;
  /** How often a person was led to a task here. */
  const [led, lead] = useState(0);
  const opener = useRef<Element | null>(null);
  const left = useMemo(() => leftBy(sheet, filter), [sheet, filter]);
  const task = sheet.tasks.find(({ id }) => id === opened);
  const open = useCallback((id: string): void => {
    set(({ opened: before }) => {
      // Where a task is opened out of another, closing leads back to where the first was.
      if (before === null) opener.current = document.activeElement;
      return { opened: id };
    });
    lead((before) => before + 1);
  }, []);
  const name = useCallback(
    (each: SheetTask) => (
      <OpensTask of={each} open={open}>
        <TaskName of={each} />
      </OpensTask>
    ),
    [open],
  );
  return (
    <>
      <Filters sheet={sheet} filter={filter} set={(to) => set({ filter: to })} left={left?.size ?? null} />
      <Drawn sheet={sheet} left={left} opened={opened} open={open} />
      {task && (
        <Details
          sheet={sheet}
          task={task}
          led={led}
          open={open}
          close={() => {
            set({ opened: null });
            (opener.current as HTMLElement | SVGElement | null)?.focus();
          }}
        />
      )}
      <PlanKeys sheet={sheet} />
      <PlanTable sheet={sheet} left={left} name={name} />
    </>
  );
}

/** How large a drawing can be made and how small, and by how much at a time. */
const LARGEST = 2;
const SMALLEST = 0.08;
const STEP = 1.25;

type DrawnProps = {
  sheet: PlanSheet;
  left: ReadonlySet<string> | null;
  opened: string | null;
  open(id: string): void;
};

/** The drawing in a frame of its own: arrow keys lead along dependencies, Enter or a press opens a task. */
function Drawn({ sheet, left, opened, open }: DrawnProps) {
  const down = useNarrow();
  const [current, setCurrent] = useState<string | null>(null);
  const [scale, setScale] = useState(1);
  const near = useSignal<string | null>(null);
  const frame = useRef<HTMLElement>(null);
  // A status changes often, and nothing moves then.
  const shape = JSON.stringify(sheet.tasks.map(({ id, before }) => [id, before]));
  const geometry = useMemo(() => geometryOf(sheet, down), [shape, down]);
  const stop = sheet.tasks.find(({ id }) => id === current)?.id ?? sheet.tasks[0]?.id ?? "";
  const focus = (id: string): void => {
    const nth = sheet.tasks.findIndex((task) => task.id === id);
    frame.current?.querySelectorAll<SVGAElement>("a[data-task]")[nth]?.focus();
  };
  const resize = (to: number): void => setScale(Math.min(LARGEST, Math.max(SMALLEST, to)));
  const sizes = [
    ["Smaller", "−", () => scale / STEP],
    ["Larger", "+", () => scale * STEP],
    ["Whole width", "Whole width", () => ((frame.current?.clientWidth ?? 0) - 2) / geometry.width],
  ] as const;
  return (
    <>
      <fieldset class="plan-filters" aria-label={PLAN_PARTS.size}>
        {sizes.map(([label, sign, size]) => (
          <button type="button" class="button" aria-label={label} onClick={() => resize(size())}>
            {sign}
          </button>
        ))}
        <span class="aside">
          <Said of={byKeys} />
        </span>
      </fieldset>
      <section class="plan-frame" aria-label="The plan, drawn" ref={frame}>
        <PlanDrawing
          sheet={sheet}
          geometry={geometry}
          hrefOf={(nth) => `#${rowId(nth)}`}
          left={left}
          current={stop}
          opened={opened}
          scale={scale}
          onPointerOver={(event: Event) => {
            near.value = taskAt(event);
          }}
          onPointerLeave={() => {
            near.value = null;
          }}
          onFocusIn={(event: Event) => {
            near.value = taskAt(event);
            setCurrent(near.value);
          }}
          onFocusOut={() => {
            near.value = null;
          }}
          onClick={(event: MouseEvent) => {
            const id = taskAt(event);
            if (id === null) return;
            event.preventDefault();
            open(id);
          }}
          onKeyDown={(event: KeyboardEvent) => {
            const id = taskAt(event);
            if (id === null || event.ctrlKey || event.altKey || event.metaKey) return;
            const next = stepFrom(sheet, geometry, id, event.key);
            if (next === undefined && !event.key.startsWith("Arrow")) return;
            event.preventDefault();
            if (next !== undefined) focus(next);
          }}
        >
          <Near of={near} sheet={sheet} geometry={geometry} />
        </PlanDrawing>
      </section>
    </>
  );
}

/** The task whose box an event is about. */
function taskAt({ target }: Event): string | null {
  return (target as Element).closest("[data-task]")?.getAttribute("data-task") ?? null;
}

/** The lines from and to the task that is pointed at; drawn anew alone. */
function Near({ of, sheet, geometry }: { of: Signal<string | null>; sheet: PlanSheet; geometry: Geometry }) {
  const id = of.value;
  if (id === null) return null;
  const lines = sheet.tasks.flatMap((task) => {
    if (task.id === id) return task.before.map((each) => geometry.line(each, id));
    return task.before.includes(id) ? [geometry.line(id, task.id)] : [];
  });
  return <path class="line near" d={lines.join("")} />;
}

const NARROW = "(max-width: 640px)";

/** Whether the window is as narrow as a phone's. */
function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => globalThis.matchMedia?.(NARROW).matches ?? false);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const followWidth = (): void => setNarrow(query.matches);
    query.addEventListener("change", followWidth);
    return () => query.removeEventListener("change", followWidth);
  }, []);
  return narrow;
}
