import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { PlanSheet, SheetTask } from "../../../story/plan-sheet.ts";
import { CRITICAL, CYCLE, isRisky, PLAN_PARTS, RISKY, STANDINGS, taskStanding } from "../../../story/plan-shown.ts";
import { truncate } from "../../../text/truncate.ts";
import { directionOf, languageOf } from "../language.ts";
import type { Geometry } from "./geometry.ts";
import { linesOf } from "./words.ts";

/** Pixels around the words of a box, and that a column of them takes: of a wide font, so that they fit in any. */
const PAD = 11;
const COLUMN = 7.6;
const MAX_LABEL = 240;
/** What keeps the words of a box in it, in whichever font. */
const CLIP = "plan-box";

type Given = {
  sheet: PlanSheet;
  geometry: Geometry;
  /** Where a task's box leads, by its place in the sheet. */
  hrefOf(nth: number): string;
  /** Tasks that a filter leaves; null where all are shown alike. */
  left?: ReadonlySet<string> | null;
  /** Which task Tab comes to; all where none is named. */
  current?: string | null;
  /** The task that is shown whole beside it. */
  opened?: string | null;
  scale?: number;
  /** Drawn over the lines, under the boxes. */
  children?: ComponentChildren;
  [handler: `on${string}`]: (event: never) => void;
};

/** A plan as boxes in layers with lines between them; the table says the same. */
export function PlanDrawing(given: Given) {
  const {
    sheet,
    geometry,
    hrefOf,
    left = null,
    current = null,
    opened = null,
    scale = 1,
    children,
    ...handlers
  } = given;
  const { width, height } = geometry;
  return (
    <svg
      class={left === null ? "plan-drawing" : "plan-drawing filtered"}
      viewBox={`0 0 ${width} ${height}`}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      {...handlers}
    >
      <title>{PLAN_PARTS.drawing}</title>
      <clipPath id={CLIP}>
        <rect width={geometry.box.width - 4} height={geometry.box.height} />
      </clipPath>
      <Lines sheet={sheet} geometry={geometry} />
      {children}
      {sheet.tasks.map((task, nth) => (
        <Box
          task={task}
          geometry={geometry}
          href={hrefOf(nth)}
          faded={left !== null && !left.has(task.id)}
          isOpen={opened === task.id}
          stop={current === null ? undefined : current === task.id}
        />
      ))}
    </svg>
  );
}

function Lines({ sheet: { tasks, critical }, geometry }: Pick<Given, "sheet" | "geometry">) {
  const longest = critical.slice(1).map((id, at) => geometry.line(critical[at] ?? "", id));
  return (
    <g>
      <path class="line" d={tasks.map(({ id }) => geometry.linesFrom(id)).join("")} />
      {longest.length > 0 && <path class="line longest" d={longest.join("")} />}
      {geometry.closing.map(([from, to]) => (
        <path class="line closing" d={geometry.line(from, to)} />
      ))}
    </g>
  );
}

type BoxProps = {
  task: SheetTask;
  geometry: Geometry;
  href: string;
  faded: boolean;
  isOpen: boolean;
  stop: boolean | undefined;
};

/** A box that stays as it is when others change: of 300 a filter or a key changes few. */
function Box(given: BoxProps) {
  const { task, geometry, href, faded, isOpen, stop } = given;
  return useMemo(() => boxOf(given), [task, geometry, href, faded, isOpen, stop]);
}

function boxOf({ task, geometry, href, faded, isOpen, stop }: BoxProps) {
  const place = geometry.boxes.get(task.id);
  if (place === undefined) return null;
  const { width, height } = geometry.box;
  const standing = taskStanding(task);
  const columns = Math.floor((width - 2 * PAD) / COLUMN);
  const lines = linesOf(task.name, columns, geometry.down ? 3 : 2);
  const marks = [
    ...(task.in_cycle ? [CYCLE.sign] : []),
    ...(task.critical ? [CRITICAL.sign] : []),
    ...(isRisky(task) ? [RISKY.sign] : []),
  ].join(" ");
  const rtl = directionOf(task.name) === "rtl";
  return (
    <g transform={`translate(${place.x} ${place.y})`}>
      <a
        href={href}
        data-task={task.id}
        class={`task ${standing}${task.critical ? " critical" : ""}${faded ? " faded" : ""}`}
        {...(isOpen && { "aria-current": "true" as const })}
        {...(stop !== undefined && { tabindex: stop ? 0 : -1 })}
      >
        <title>{labelOf(task)}</title>
        <rect
          class="box"
          width={width}
          height={height}
          rx={standing === "completed" ? 20 : standing === "failed" ? 0 : 7}
        />
        {standing === "in-progress" && <rect class="bar" width="6" height={height} rx="3" />}
        {geometry.boxes.size > 1 && task.before.length > 0 && <path class="tip" d={tipOf(geometry)} />}
        <g clip-path={`url(#${CLIP})`} {...SEEN}>
          <text class="id" x={PAD} y="18">
            <tspan class="sign">{STANDINGS[standing].sign}</tspan>{" "}
            {truncate(task.id, columns - 3 - marks.length - (marks === "" ? 0 : 1))}
          </text>
          {marks !== "" && (
            <text class="marks" x={width - PAD - 4} y="18" text-anchor="end">
              {marks}
            </text>
          )}
          {lines.map((line, at) => (
            <text
              x={rtl ? width - PAD - 4 : PAD}
              y={38 + 17 * at}
              lang={languageOf(line)}
              {...(rtl && { direction: "rtl" as const })}
            >
              {line}
            </text>
          ))}
        </g>
      </a>
    </g>
  );
}

/** The label says all of it to who hears it. */
const SEEN = { "aria-hidden": "true" } as const;

/** The point of the arrow where lines come in. */
function tipOf({ down, box }: Geometry): string {
  const middle = down ? box.width / 2 : box.height / 2;
  return down ? `M${middle - 5} -8h10l-5 8z` : `M-8 ${middle - 5}v10l8 -5z`;
}

/** What a box says to who hears it, and to who points at it. */
function labelOf(task: SheetTask): string {
  const said = [
    STANDINGS[taskStanding(task)].word,
    ...(task.layer === null ? [] : [`step ${task.layer}`]),
    ...(task.in_cycle ? [CYCLE.word] : []),
    ...(task.critical ? [CRITICAL.word] : []),
    ...(task.risk === null ? [] : [`risk ${task.risk}`]),
  ].join(", ");
  return `${truncate(task.id, 64)} ${truncate(task.name, MAX_LABEL)}: ${said}`;
}
