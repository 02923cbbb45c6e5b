import { relative, resolve, sep } from "node:path";
import { UsageError } from "../../errors.ts";
import { plannableTexts } from "../../experiment/basis.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import { answer } from "../../plan/answer.ts";
import { readFolder, type TaskFolder } from "../../plan/folder.ts";
import { planOf, type ReadPlan } from "../../plan/read-plan.ts";
import { composed } from "../../plan/task-file.ts";
import type { Served } from "../../plan/validate.ts";
import type { Lab } from "../../prompting/lab.ts";
import { toServe } from "../../stages/plan/check.ts";
import { plannedFolder } from "../../stages/plan/write.ts";
import { placeOf } from "../../store/bases.ts";
import type { TaskDir } from "../../store/task-folder.ts";
import { inTerminal, lookSaid } from "../../story/plan-asked.ts";
import { notWritten, standsSaid } from "../../story/task-plan.ts";
import { block, join, type Markdown } from "../../text/markdown.ts";
import { shellWord } from "../../text/shell-word.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { planMarkdown } from "../../views/markdown/plan-md.ts";
import { planText } from "../../views/markdown/plan-text.ts";
import { planJson } from "../../views/plan-json.ts";
import { planMermaid } from "../../views/plan-mermaid.ts";
import type { Facts, OpContext, Reply } from "../op.ts";
import { atHome } from "../paths/at-home.ts";
import { whyClosed } from "../paths/named-file.ts";
import { type FolderAsker, openWith, permitOutside } from "../paths/outside.ts";
import { folderOf, usualFolder } from "../plan/place.ts";
import type { TasksArgs } from "./tasks.ts";

/** A folder of tasks that a call means, as its files are now. */
export type FoundPlan = {
  plan: ReadPlan;
  /** The arguments that name it again. */
  where: Readonly<Record<string, string>>;
  /** Where its files lie; null while a plan has none. */
  folder: TaskDir | null;
  /** The experiment that it belongs to; null for any other folder. */
  view: View | null;
};

type Intent = "read" | "change";
type Finding = FolderAsker & Pick<OpContext, "home">;

/** The folder that a call names, that of an experiment's plan, or the project's own. Throws LabError. */
export async function findPlan(lab: Lab, context: Finding, given: TasksArgs, intent: Intent): Promise<FoundPlan> {
  const { dir, experiment } = given;
  if (dir !== undefined)
    return readNamedFolder(lab, context, resolve(lab.directory, atHome(dir, context.home)), intent);
  const opened = await openWith(lab, context, experiment, {
    kinds: ["plan"],
    intent: intent === "read" ? "read" : "work",
  });
  if (opened !== null) return ofExperiment(lab, await viewOf(opened));
  const usual = await usualFolder(lab);
  if (usual !== null) return readNamedFolder(lab, context, usual, intent);
  throw new UsageError(
    "There is no plan: needed is an experiment with one, or a folder of task files, found neither.",
    {
      advice: `${typedCode("plan", "latest")} plans what was decided in the newest experiment; ${typedCode("tasks", "--dir", "tasks")} (${callCode("tasks", { dir: "tasks" })}) names a folder.`,
    },
  );
}

async function readNamedFolder(lab: Lab, context: FolderAsker, folder: string, intent: Intent): Promise<FoundPlan> {
  await permitOutside(lab, context, folder, intent === "read" ? "tasks" : "change");
  const { real, inside } = await placeOf(folder, lab.worktree);
  const why = await whyClosed({ ...lab, ...lab.person }, inside ? folder : real, {
    root: inside ? lab.worktree : real,
    except: ["experiments", "records"],
  });
  if (why !== null)
    throw new UsageError(`Cannot read task files in ${folder}: ${why}.`, { advice: "Name another folder." });
  const plan = planOf(await readFolder(real));
  return { plan, where: { dir: named(folder, lab.directory) }, folder: { path: real, within: real }, view: null };
}

/** As a person would name it. */
function named(folder: string, directory: string): string {
  const way = relative(directory, folder);
  return way === "" ? "." : way.startsWith("..") ? folder : way.split(sep).join("/");
}

async function ofExperiment(lab: Lab, view: View): Promise<FoundPlan> {
  const id = view.experiment.task.experiment_id;
  const plan = view.planned?.plan;
  if (plan === undefined) {
    throw new UsageError(`There is no plan in ${id}.`, {
      problems: view.artifacts.problems,
      advice: `${typedCode("plan", id)} makes one of what was decided.`,
    });
  }
  const where = { experiment: id };
  if (plan.place === null) return { plan: planOf(plannedFolder(plan)), where, folder: null, view };
  const folder = await folderOf(lab, view.experiment, plan.place);
  return { plan: planOf(await readFolder(folder.path), view.ledger), where, folder, view };
}

/** What the tasks of an experiment's plan are to serve; null where nobody knows. */
function servedBy({ view }: FoundPlan): Served | null {
  const design = view && plannableTexts(view).find(({ design_id }) => design_id === view.planned?.plan.design_id);
  return view && design ? toServe(view.experiment.task, design) : null;
}

/** What stands before any view of it: that it is stale, or no file yet. */
function before({ view, folder, where }: FoundPlan): Markdown[] {
  const stale = view?.planned ? standsSaid(view.planned) : null;
  return [
    ...(stale ? [drawn(stale, view?.names)] : []),
    ...(folder === null ? [drawn(notWritten(where.experiment ?? ""))] : []),
  ];
}

type Viewed = Pick<TasksArgs, "view" | "task" | "from">;

/** One view of a plan, below what the call has to say first. */
export function viewReply(found: FoundPlan, { view, task, from }: Viewed, said: readonly Markdown[] = []): Reply {
  const head = join([...said, ...before(found)], "\n\n");
  const asked = { view: view ?? "next", task: task === undefined ? null : composed(task), served: servedBy(found) };
  const text = planText(answer(found.plan, asked), {
    where: found.where,
    from: from ?? 1,
    planned: found.folder === null,
    above: head === "" ? 0 : head.split("\n").length + 1,
  });
  return { text: head === "" ? text : join([head, text], "\n\n"), facts: planFacts(found) };
}

/** A plan of nothing, for what is the same of all. */
export async function helpReply(given: Pick<TasksArgs, "from">): Promise<Reply> {
  const tasks: TaskFolder = { dir: "", tasks: [], twice: [], broken: [], faults: [], left_out: [], others: 0 };
  return { text: planText(answer(planOf(tasks), { view: "help" }), { where: {}, from: given.from ?? 1 }) };
}

/** A plan for other tools, whole. */
export function exportReply(found: FoundPlan, as: NonNullable<TasksArgs["as"]>): Reply {
  const { plan } = found;
  const text = as === "markdown" ? planMarkdown(plan) : as === "json" ? planJson(plan) : planMermaid(plan);
  const shown = as === "markdown" ? planMarkdown(plan) : block(text, as);
  const look = as === "markdown" ? [] : lookSaid(plan, { where: found.where, from: 1 });
  const named = found.where.dir === undefined ? [found.where.experiment ?? ""] : ["--dir", shellWord(found.where.dir)];
  const line = ["opencode-designlab", "tasks", ...named, "--as", as].join(" ");
  return {
    text: join([...before(found), ...(look.length > 0 ? [drawn(look)] : []), shown], "\n\n"),
    rest: drawn(inTerminal(line)),
    facts: { ...planFacts(found), [as]: text },
  };
}

/** How a folder of tasks stands, for a program. */
export function planFacts({ plan: { folder, counts, trouble, all }, where, view }: FoundPlan): Facts {
  const tasks = [...all.tasks.values()].map(({ id, name, status, depends_on, file }) => ({
    id,
    name,
    status,
    depends_on,
    file,
  }));
  return { ...where, directory: folder.dir, stands: view?.planned?.stands ?? null, counts, trouble, tasks };
}
