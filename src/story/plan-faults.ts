import type { LeftOut, PlanStatus, TaskFault } from "../artifacts/plan-task.ts";
import type { MayNot, StatusChange } from "../plan/may.ts";
import type { ReadPlan } from "../plan/read-plan.ts";
import type { Finding } from "../plan/validate.ts";
import { amount, count } from "../text/numbers.ts";
import { cycleSaid, unmetSaid, wayOf } from "./plan.ts";
import { copied, listed, path, quote, type Sentence, say, together, words } from "./sentence.ts";

/** Ids and files that one sentence names. */
const MAX_NAMED = 6;

/** What is wrong in a task file, with its line, as a sentence without its full stop. */
export function faultSaid(fault: TaskFault): Sentence {
  const where = say`${path(fault.file)}, line ${fault.line}`;
  switch (fault.kind) {
    case "yaml":
      return say`${where}: its YAML cannot be read: ${words(fault.reason, "sentence")}`;
    case "no-end":
      return say`${where}: its front matter has no end, a line of three dashes`;
    case "too-long":
      return say`${where}: its front matter has more than ${amount(fault.most)} characters`;
    case "too-deep":
      return say`${where}: more than ${fault.most} lists and maps stand inside one another`;
    case "alias":
      return say`${where}: ${copied(fault.found)} stands for another part of the file, and such aliases are not followed: write it out`;
    case "tag":
      return say`${where}: the tag ${copied(fault.found)} would make something else of what follows, and tags are not obeyed: take it out`;
    case "twice":
      return say`${where}: ${copied(fault.field)} stands twice; one of them is to go`;
    case "value":
      return fault.field === ""
        ? say`${where}: its front matter must be ${words(fault.need, "sentence")}, found ${words(fault.found, "sentence")}`
        : say`${where}: ${copied(fault.field)} must be ${words(fault.need, "sentence")}, found ${words(fault.found, "sentence")}`;
  }
}

/** Why a file or folder was not read, as a sentence without its full stop. */
export function leftOutSaid(left: LeftOut): Sentence {
  const file = path(left.file);
  switch (left.kind) {
    case "not-a-file":
      return say`${file} is left out: it is ${words(left.found)}, and only plain files in the folder itself are read`;
    case "too-large":
      return say`${file} is left out: it has ${amount(left.bytes)} bytes, more than ${amount(left.most)}`;
    case "unreadable":
      return say`${file} is left out: ${words(left.reason, "sentence")}`;
    case "more":
      return left.what === "folders"
        ? say`${file} is left out: it lies more than ${left.most} folders deep`
        : say`${file} and what comes after it are left out: at most ${amount(left.most)} ${left.what} are read`;
  }
}

/** What is wrong with a plan, as a sentence without its full stop. */
export function findingSaid(finding: Finding): Sentence {
  switch (finding.kind) {
    case "broken":
    case "fault":
      return faultSaid(finding.fault);
    case "left-out":
      return leftOutSaid(finding.left);
    case "cycle":
      return say`a cycle, of which nothing can ever be started: ${cycleSaid(finding.path)}`;
    case "twice":
      return say`${count(finding.files.length, "file")} have the id ${copied(finding.id)}: ${listed(finding.files.map(path), MAX_NAMED)}; the first is read, and it is not started until one is left`;
    case "unknown": {
      const { id, on, near, broken } = finding;
      const hint =
        broken !== null
          ? say`; ${path(broken.file)} is called so and cannot be read`
          : near !== null
            ? say`; the nearest is ${copied(near)}`
            : [];
      return say`${copied(id)} waits for ${copied(on)}, and no file has that id${hint}`;
    }
    case "repeated":
      return say`${copied(finding.id)} names ${copied(finding.on)} twice in ${copied("depends_on")}`;
    case "early":
      return say`${copied(finding.id)} was begun or completed before what it waits for: ${unmetSaid(finding.for)}`;
    case "unserved": {
      const said = finding.text === "" ? [] : say` ${quote(finding.text)}`;
      return say`no task serves ${finding.what} ${words(finding.name)}${said}`;
    }
    case "stranger": {
      const { id, what, name, near } = finding;
      const hint = near === null ? [] : say`; the nearest is ${words(near)}`;
      return say`${copied(id)} serves ${what} ${words(name)}, which the design does not have${hint}`;
    }
  }
}

/** What keeps a plan from being read whole, in one sentence; nothing where nothing does. */
export const troubleSaid = (found: ReadPlan["trouble"]): Sentence =>
  together(
    [
      found.broken > 0 ? say`${count(found.broken, "file")} cannot be read` : [],
      found.left_out > 0 ? say`some of what lies there is left out` : [],
      found.twice > 0
        ? say`${count(found.twice, "id")} ${found.twice === 1 ? "stands" : "stand"} in several files`
        : [],
      found.cycles > 0 ? say`${count(found.cycles, "task")} ${found.cycles === 1 ? "stands" : "stand"} in a cycle` : [],
      found.unknown > 0
        ? say`${count(found.unknown, "task")} ${found.unknown === 1 ? "waits" : "wait"} for an id that no file has`
        : [],
      found.unclear > 0
        ? say`what ${count(found.unclear, "task")} ${found.unclear === 1 ? "waits" : "wait"} for cannot be read`
        : [],
    ],
    "; ",
  );

/** What of a plan's files is in none of its exports, in one sentence; nothing where nothing is left out. */
export const unexportedSaid = (found: ReadPlan["trouble"]): Sentence =>
  troubleSaid({ ...found, cycles: 0, unknown: 0, unclear: 0 });

const CHANGES: Readonly<Record<StatusChange, Sentence>> = {
  "in-progress": say`started`,
  completed: say`completed`,
  failed: say`said to have failed`,
};

/** Why a task's status may not change now, and what is to come first; a whole sentence. */
export function mayNotSaid(id: string, to: StatusChange, reason: MayNot): Sentence {
  const head = say`${copied(id)} cannot be ${CHANGES[to]} now:`;
  switch (reason.kind) {
    case "twice":
      return say`${head} ${listed(reason.files.map(path), MAX_NAMED)} all have this id. Give each task one of its own.`;
    case "unread": {
      const { field, fault } = reason;
      const what = fault === null ? say`what its file says in ${copied(field)} cannot be read` : faultSaid(fault);
      return say`${head} ${what}. Mend it first.`;
    }
    case "cycle":
      return say`${head} it stands in a cycle, ${wayOf(reason.path)}. Take one of these dependencies out first.`;
    case "waits":
      return say`${head} it waits for ${unmetSaid(reason.for)}. Complete what it waits for first.`;
    case "is":
      return say`${head} it is ${reason.status}, and needed is ${reason.needed.flatMap((each, at) => (at === 0 ? say`${each}` : say` or ${each}`))}. ${remedies(reason.status, to)}`;
  }
}

function remedies(status: PlanStatus, to: StatusChange): Sentence {
  if (status === "blocked") return say`Whoever blocked it sets ${copied("status: pending")} in its file.`;
  if (status === "completed") return say`It is done already.`;
  return to === "in-progress" ? say`Somebody has begun it already.` : say`Start it first.`;
}
