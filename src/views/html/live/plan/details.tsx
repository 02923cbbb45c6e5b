import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { PlanSheet, SheetTask } from "../../../../story/plan-sheet.ts";
import { absentSaid, stepWhole } from "../../../../story/plan-shown.ts";
import { type Term, Terms } from "../../parts/lists.tsx";
import { More } from "../../plan/more.tsx";
import { StatusCell, TaskName } from "../../plan/table.tsx";
import { Said } from "../../said.tsx";

/** Tasks of a list. */
const MAX_TASKS = 40;

type Given = { sheet: PlanSheet; task: SheetTask; led: number; open(id: string): void; close(): void };

/** All of one task; its heading takes the focus when a person was `led` there, not when it is drawn anew. */
export function Details({ sheet, task, led, open, close }: Given) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { id } = task;
  useEffect(() => {
    if (led > 0) heading.current?.focus();
  }, [led]);
  const after = sheet.tasks.filter(({ before }) => before.includes(id));
  const unknown = task.waits_for.filter(({ status }) => status === "unknown");
  const terms: Term[] = [
    ["Status", <StatusCell of={task} />],
    ["Step", <Said of={stepWhole(task)} />],
    [
      "Comes after",
      <Tasks ids={task.before} sheet={sheet} open={open}>
        {unknown.map((each) => (
          <li>
            <Said of={absentSaid(each.id)} />
          </li>
        ))}
      </Tasks>,
    ],
    ["Comes before", <Tasks ids={after.map((each) => each.id)} sheet={sheet} open={open} />],
    ["Scope", task.scope ?? "not said"],
    ["Risk", task.risk ?? "not said"],
    ["Level", task.level ?? "not said"],
  ];
  return (
    <section class="plan-task" aria-labelledby="plan-open-title">
      <h3 id="plan-open-title" tabIndex={-1} ref={heading}>
        <TaskName of={task} />
      </h3>
      <Terms of={terms} look="plan-more" />
      <More of={task} />
      <p class="aside">
        Its file: <code>{task.file}</code>
      </p>
      <button type="button" class="button" onClick={close}>
        Close
      </button>
    </section>
  );
}

type TasksProps = {
  ids: readonly string[];
  sheet: PlanSheet;
  open(id: string): void;
  children?: readonly ComponentChildren[];
};

/** Tasks with how they stand, each of which can be opened. */
function Tasks({ ids, sheet, open, children = [] }: TasksProps) {
  if (ids.length + children.length === 0) return <>nothing</>;
  const tasks = sheet.tasks.filter(({ id }) => ids.includes(id));
  return (
    <ul>
      {tasks.slice(0, MAX_TASKS).map((task) => (
        <li key={task.id}>
          <OpensTask of={task} open={open}>
            <TaskName of={task} />
          </OpensTask>{" "}
          <StatusCell of={task} />
        </li>
      ))}
      {tasks.length > MAX_TASKS && <li>and {tasks.length - MAX_TASKS} more</li>}
      {children}
    </ul>
  );
}

/** A name that opens its task. */
export function OpensTask({
  of,
  open,
  children,
}: {
  of: SheetTask;
  open(id: string): void;
  children: ComponentChildren;
}) {
  return (
    <button type="button" class="opening" onClick={() => open(of.id)}>
      {children}
    </button>
  );
}
