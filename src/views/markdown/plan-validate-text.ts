import type { Facts } from "../../plan/answer.ts";
import type { ReadPlan } from "../../plan/read-plan.ts";
import { taskIds } from "../../story/plan.ts";
import { findingSaid } from "../../story/plan-faults.ts";
import { literal, type Markdown, md } from "../../text/markdown.ts";
import { count } from "../../text/numbers.ts";
import { drawn } from "./drawn.ts";
import { type Asked, paged } from "./plan-paged.ts";

/** Islands that are described. */
const MAX_ISLANDS = 3;
const MAX_IDS = 4;

export function validateText(plan: ReadPlan, facts: Facts["validate"], asked: Asked): Markdown {
  const { errors, notes, more, islands, served } = facts;
  const wrong = errors.length + more.errors + more.cycles;
  const known = notes.length + more.notes;
  const verdict =
    wrong > 0
      ? md`**${count(wrong, "thing")} ${wrong === 1 ? "is" : "are"} wrong**`
      : known > 0
        ? md`**Nothing is wrong, ${count(known, "thing")} to know**`
        : md`**Nothing is wrong**`;
  const rows = [
    ...errors.map((each) => md`- **wrong:** ${drawn(findingSaid(each))}`),
    ...(more.errors > 0 ? [md`- **wrong:** and ${count(more.errors, "more thing")}: mend these first`] : []),
    ...(more.cycles > 0 ? [md`- **wrong:** and ${count(more.cycles, "more cycle")}`] : []),
    ...notes.map((each) => md`- to know: ${drawn(findingSaid(each))}`),
    ...(more.notes > 0 ? [md`- to know: and ${count(more.notes, "more thing")}`] : []),
  ];
  const parts = islands
    .slice(0, MAX_ISLANDS)
    .map((ids) => md`\n- ${count(ids.length, "task")}: ${drawn(taskIds(ids, MAX_IDS))}`);
  const apart =
    islands.length < 2
      ? []
      : [
          md`${islands.length} parts have nothing to do with each other${islands.length > MAX_ISLANDS ? md`, the largest` : md``}:${parts[0] ?? md``}${parts[1] ?? md``}${parts[2] ?? md``}`,
        ];
  const checked = served
    ? md`Checked: files, ids, dependencies, cycles, and that every requirement and component is served.`
    : md`Checked: files, ids, dependencies and cycles. Not checked: which requirements and components are served, for no design was given.`;
  const { others } = plan.folder;
  const aside = others > 0 ? [md`${count(others, "Markdown file")} there ${others === 1 ? "is" : "are"} no task.`] : [];
  const head = [md`${verdict} in ${count(plan.all.ids.length, "task")} of ${literal(plan.folder.dir)}.`];
  return paged({ head, rows, tail: [...apart, ...aside, checked], view: "validate" }, asked);
}
