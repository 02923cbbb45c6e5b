import type { PlanTask } from "../../src/artifacts/plan-task.ts";
import type { TaskFolder } from "../../src/plan/folder.ts";
import { planOf, type ReadPlan } from "../../src/plan/read-plan.ts";

/** A task of which only what is given was said. */
export function task(id: string, depends_on: readonly string[] = [], change: Partial<PlanTask> = {}): PlanTask {
  return {
    id,
    name: `Task ${id}`,
    status: "pending",
    depends_on,
    scope: null,
    risk: null,
    impact: null,
    level: null,
    priority: null,
    tags: [],
    assignee: null,
    due: null,
    created: null,
    modified: null,
    requirements: [],
    components: [],
    files: [],
    done_when: [],
    body: "",
    file: `${id}.md`,
    ...change,
  };
}

/** A plan of these tasks, as if a folder had them. */
export function plan(tasks: readonly PlanTask[], folder: Partial<TaskFolder> = {}): ReadPlan {
  const empty = { dir: "tasks", twice: [], broken: [], faults: [], left_out: [], others: 0 };
  return planOf({ ...empty, tasks: [...tasks], ...folder });
}

/**
 * Twelve tasks, the graph of which is drawn here with the cost of each by its scope:
 *
 *     a 1 ─▶ b 3 ─▶ d 4 ─▶ g 2 ─▶ j 1      k 5 ─▶ l 1   (an island)
 *     a ───▶ c 2 ─▶ e 2 ─▶ g
 *            c ───▶ f 3 ─▶ h 2 ─▶ j
 *                          i 1 (waits for f)
 *
 * Longest path by cost: a b d g j = 1 + 3 + 4 + 2 + 1 = 11; a c f h j = 1 + 2 + 3 + 2 + 1 = 9; k l = 6. All: 27.
 */
export const TWELVE: readonly PlanTask[] = [
  task("a", [], { scope: "single", risk: "low", impact: "phase", files: ["src/a.ts"], requirements: ["R1"] }),
  task("b", ["a"], { scope: "moderate", risk: "medium", impact: "component", files: ["src/store"] }),
  task("c", ["a"], { scope: "narrow", risk: "trivial", impact: "isolated", files: ["src/store/read.ts"] }),
  task("d", ["b"], { scope: "broad", risk: "high", impact: "project", requirements: ["R2"] }),
  task("e", ["c"], { scope: "narrow", risk: "low", impact: "isolated", files: ["src/e/**"] }),
  task("f", ["c"], { scope: "moderate", risk: "critical", impact: "component", files: ["src/e/x.ts"] }),
  task("g", ["d", "e"], { scope: "narrow", risk: "low", impact: "isolated" }),
  task("h", ["f"], { scope: "narrow", risk: "low", impact: "isolated" }),
  task("i", ["f"], { scope: "single", risk: "trivial", impact: "isolated" }),
  task("j", ["g", "h"], { scope: "single", risk: "low", impact: "phase", components: ["Store"] }),
  task("k", [], { scope: "system", risk: "medium", impact: "isolated", files: ["docs"] }),
  task("l", ["k"], { scope: "single", risk: "trivial", impact: "isolated" }),
];

/** Every field of the published format, and the lab's own, as somebody wrote them. */
export const FULL = `---
id: auth-setup            # slug
name: "Setup Authentication: phase 1"
status: in-progress
depends_on:
  - database-schema
  # the second comes from the review
  - '001'
scope: moderate
risk: high
impact: component
level: implementation
priority: critical
tags: [backend, security]
assignee: alice
due: "2026-06-01"
created: 2026-03-23T10:00:00Z
modified: 2026-03-24
requirements: [R1, N2]
components: [Session store]
files: ["src/auth/**", docs/auth.md]
done_when:
  - bun test test/auth
owner_team: {name: platform, size: 4}
---

## Description

Body with --- dashes.
---
and more
`;
