import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { PlanSheet, SheetTask } from "../../../story/plan-sheet.ts";
import {
  CRITICAL,
  CYCLE,
  everyTask,
  isRisky,
  PLAN_PARTS,
  RISKY,
  STANDINGS,
  stepSaid,
  type TaskStanding,
  taskStanding,
} from "../../../story/plan-shown.ts";
import { MatrixKeys } from "../parts/matrix.tsx";
import { Said } from "../said.tsx";
import { Scrolling } from "../text.tsx";
import { TheirWords } from "../words.tsx";

/** Columns of a name, and ids that a cell names. */
const MAX_NAME = 200;
const MAX_IDS = 12;

/** The id of a task's row, by its place in the sheet. */
export const rowId = (nth: number): string => `plan-task-${nth + 1}`;

type Given = {
  sheet: PlanSheet;
  left?: ReadonlySet<string> | null;
  /** The name of a task, as what opens more of it. */
  name(task: SheetTask, nth: number): ComponentChildren;
};

/** Every task with what the drawing shows of it. */
export function PlanTable({ sheet, left = null, name }: Given) {
  return (
    <Scrolling label={PLAN_PARTS.table}>
      <table class="plan-table">
        <caption>
          <Said of={everyTask} />
        </caption>
        <thead>
          <tr>
            {["Task", "Status", "Step", "Waits for", "Risk", "Scope", "Level"].map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.tasks.map((task, nth) => (
            <Row task={task} nth={nth} isLeft={left === null || left.has(task.id)} name={name} />
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

type RowProps = { task: SheetTask; nth: number; isLeft: boolean; name: Given["name"] };

/** A row that stays as it is when others change. */
function Row({ task, nth, isLeft, name }: RowProps) {
  return useMemo(
    () => (
      <tr id={rowId(nth)} hidden={!isLeft}>
        <th scope="row">{name(task, nth)}</th>
        <td>
          <StatusCell of={task} />
        </td>
        <td>
          <Said of={stepSaid(task)} />
        </td>
        <td>
          <Ids of={task.waits_for.map(({ id }) => id)} />
        </td>
        <td>{task.risk ?? NOT_ASSESSED}</td>
        <td>{task.scope ?? NOT_ASSESSED}</td>
        <td>{task.level ?? NOT_ASSESSED}</td>
      </tr>
    ),
    [task, nth, isLeft, name],
  );
}

const NOT_ASSESSED = <span class="none">not said</span>;

/** A status by its sign and word, with what else the drawing marks. */
export function StatusCell({ of }: { of: SheetTask }) {
  const standing = taskStanding(of);
  return (
    <>
      <span class={`key ${standing}`}>
        <span aria-hidden="true">{STANDINGS[standing].sign}</span> {STANDINGS[standing].word}
      </span>
      {of.critical && (
        <>
          {" "}
          <span class="aside">
            <span aria-hidden="true">{CRITICAL.sign}</span> {CRITICAL.word}
          </span>
        </>
      )}
    </>
  );
}

/** A task by its id and name. */
export function TaskName({ of }: { of: Pick<SheetTask, "id" | "name"> }) {
  return (
    <>
      <code>
        <bdi>{of.id}</bdi>
      </code>{" "}
      <TheirWords of={of.name} max={MAX_NAME} />
    </>
  );
}

function Ids({ of }: { of: readonly string[] }) {
  if (of.length === 0) return <span class="none">–</span>;
  const more = of.length - MAX_IDS;
  return (
    <>
      {of.slice(0, MAX_IDS).map((id, at) => (
        <>
          {at > 0 && ", "}
          <code>
            <bdi>{id}</bdi>
          </code>
        </>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}

/** What the signs of the drawing mean, of those that are in it. */
export function PlanKeys({ sheet: { tasks } }: { sheet: PlanSheet }) {
  const there = new Set(tasks.map(taskStanding));
  const keys: (readonly [string, string])[] = Object.entries(STANDINGS)
    .filter(([standing]) => there.has(standing as TaskStanding))
    .map(([standing, { sign, word }]) => [standing, `${sign} ${word}`]);
  const marks = [
    ...(tasks.some(({ critical }) => critical) ? [CRITICAL] : []),
    ...(tasks.some(isRisky) ? [RISKY] : []),
    ...(tasks.some(({ in_cycle }) => in_cycle) ? [CYCLE] : []),
  ].map(({ sign, word }) => ["", `${sign} ${word}`] as const);
  return (
    <p class="lead">
      <MatrixKeys of={[...keys, ...marks]} />
    </p>
  );
}
