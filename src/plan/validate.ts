import type { LeftOut, TaskFault } from "../artifacts/plan-task.ts";
import { nearest } from "../text/nearest.ts";
import { cyclesOf } from "./cycles.ts";
import { islandsOf } from "./graph.ts";
import { type Unmet, unmetOf } from "./may.ts";
import type { ReadPlan } from "./read-plan.ts";

/** What a plan is to serve: the requirements and components of its design. */
export type Served = { requirements: readonly { id: string; text: string }[]; components: readonly string[] };

/** Something that is wrong with a plan, or that a person should know. */
export type Finding =
  | { kind: "cycle"; path: string[] }
  /** A dependency that no file has, with the nearest id, or the broken file that is called so. */
  | { kind: "unknown"; id: string; on: string; near: string | null; broken: TaskFault | null }
  | { kind: "twice"; id: string; files: string[] }
  | { kind: "broken" | "fault"; fault: TaskFault }
  | { kind: "left-out"; left: LeftOut }
  /** A dependency that is named twice. */
  | { kind: "repeated"; id: string; on: string }
  /** Begun or completed before what it waits for. */
  | { kind: "early"; id: string; for: Unmet[] }
  | { kind: "unserved"; what: "requirement" | "component"; name: string; text: string }
  /** A task serves what the design does not have. */
  | { kind: "stranger"; what: "requirement" | "component"; id: string; name: string; near: string | null };

export type Validation = {
  /** What keeps some of the plan from being worked on, and what is only to be known. */
  errors: Finding[];
  notes: Finding[];
  /** Cycles beyond those that are written out, and errors and notes beyond those that are named. */
  more: { cycles: number; errors: number; notes: number };
  islands: string[][];
  /** Whether it was known what the plan is to serve. */
  served: boolean;
};

/** Errors, and notes, that are named, and names that are compared in search of the nearest ones. */
const MAX_FINDINGS = 2_000;
const MAX_COMPARED = 20_000;

export function validate(plan: ReadPlan, served: Served | null): Validation {
  const { folder, all } = plan;
  const cycles = cyclesOf(all);
  const tasks = [...all.tasks.values()];
  const near = nearestIn({ names: MAX_COMPARED });
  const unread = new Map([...folder.broken].reverse().map((fault) => [fault.file.replace(/\.md$/iu, ""), fault]));
  const unknown = tasks.flatMap(({ id, depends_on }) =>
    [...new Set(depends_on)].flatMap((on): Finding[] => {
      if (all.tasks.has(on)) return [];
      return [{ kind: "unknown", id, on, near: near(on, all.ids), broken: unread.get(on) ?? null }];
    }),
  );
  const repeated = tasks.flatMap(({ id, depends_on }) => {
    const again = depends_on.filter((on, at) => depends_on.indexOf(on) !== at);
    return [...new Set(again)].map((on): Finding => ({ kind: "repeated", id, on }));
  });
  // Of several files the first is what counts here: that there are several is a finding of its own.
  const asRead = { all, twice: new Set<string>() };
  const early = tasks.flatMap(({ id, status }): Finding[] => {
    const unmet = status === "completed" || status === "in-progress" ? unmetOf(asRead, id) : [];
    const known = unmet.filter((each) => each.status !== "unknown");
    return known.length > 0 ? [{ kind: "early", id, for: known }] : [];
  });
  const stops = (fault: TaskFault): boolean =>
    fault.kind === "value" && (fault.field === "depends_on" || fault.field === "status");
  const [torn, other] = [folder.faults.filter(stops), folder.faults.filter((each) => !stops(each))];
  const errors = [
    ...folder.broken.map((fault): Finding => ({ kind: "broken", fault })),
    ...folder.twice.map((each): Finding => ({ kind: "twice", ...each })),
    ...cycles.paths.map((path): Finding => ({ kind: "cycle", path })),
    ...unknown,
    ...torn.map((fault): Finding => ({ kind: "fault", fault })),
  ];
  const notes = [
    ...other.map((fault): Finding => ({ kind: "fault", fault })),
    ...folder.left_out.map((left): Finding => ({ kind: "left-out", left })),
    ...repeated,
    ...early,
    ...(served === null ? [] : servingOf(plan, served, near)),
  ];
  const beyond = (found: readonly Finding[]): number => Math.max(0, found.length - MAX_FINDINGS);
  return {
    errors: errors.slice(0, MAX_FINDINGS),
    notes: notes.slice(0, MAX_FINDINGS),
    more: { cycles: cycles.more, errors: beyond(errors), notes: beyond(notes) },
    islands: islandsOf(all),
    served: served !== null,
  };
}

type Near = (name: string, among: readonly string[]) => string | null;

/** The nearest of some names, as long as there is room to compare; null where none is near. */
function nearestIn(room: { names: number }): Near {
  return (name, among) => {
    room.names -= among.length;
    return room.names < 0 ? null : (nearest(name, among, 1)[0] ?? null);
  };
}

/** What no task serves, and what tasks serve that nobody asked for. */
function servingOf({ all }: ReadPlan, { requirements, components }: Served, near: Near): Finding[] {
  const tasks = [...all.tasks.values()];
  const lists = [
    { what: "requirement", wanted: requirements, field: "requirements" },
    { what: "component", wanted: components.map((id) => ({ id, text: "" })), field: "components" },
  ] as const;
  return lists.flatMap(({ what, wanted, field }) => {
    const there = new Set(tasks.flatMap((task) => task[field].map(folded)));
    const known = new Set(wanted.map(({ id }) => folded(id)));
    const names = wanted.map(({ id }) => id);
    const unserved = wanted.filter(({ id }) => !there.has(folded(id)));
    const strangers = tasks.flatMap(({ id, [field]: named }) =>
      named.filter((name) => !known.has(folded(name))).map((name) => ({ id, name })),
    );
    return [
      ...unserved.map(({ id, text }): Finding => ({ kind: "unserved", what, name: id, text })),
      ...strangers.map(({ id, name }): Finding => {
        return { kind: "stranger", what, id, name, near: near(name, names) };
      }),
    ];
  });
}

const folded = (name: string): string => name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
