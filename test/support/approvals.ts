import type { Brief } from "../../src/artifacts/brief.ts";
import { BRIEF_LIST_NAMES } from "../../src/artifacts/brief.ts";
import type { TaskPlan } from "../../src/artifacts/task-plan.ts";
import type { NewQuestion } from "../../src/questions/types.ts";
import { planApproval } from "../../src/stages/plan/approval.ts";
import { briefSections } from "../../src/views/markdown/brief-text.ts";
import { EXAMPLES } from "../store/examples.ts";
import { BRIEF } from "./briefs.ts";

/** What a model may write for more than words: code, a table, a heading, a picture, a page's own marks. */
export const WRITTEN = [
  "Before it.",
  "```sql\nSELECT 'a|b' FROM jobs;\n```",
  "| name | what it does |\n|---|---|\n| store | keeps |",
  "# A heading",
  "![x](https://evil.example/p.png) <img src=x onerror=y>",
  "~~~\nother fence\n~~~",
  "Behind it.",
].join("\n\n");

/** A brief of whose texts each is such a one. */
export const WRITTEN_BRIEF: Brief = {
  ...BRIEF,
  ...Object.fromEntries(
    BRIEF_LIST_NAMES.map((list) => [
      list,
      [
        { text: `${list}: ${WRITTEN}`, from: [{ kind: "file", path: WRITTEN }], unsaid: [WRITTEN] },
        { text: WRITTEN, from: [] },
      ],
    ]),
  ),
  topic: WRITTEN,
  task: WRITTEN,
  criteria: [{ name: "fit", text: WRITTEN, weight: 1, from: [{ kind: "question", id: WRITTEN }] }],
};

/** A plan likewise; what has a form of its own has it. */
export const WRITTEN_PLAN: TaskPlan = {
  ...EXAMPLES.plan,
  tasks: EXAMPLES.plan.tasks.flatMap((task) =>
    ["store", "queue"].map((id) => ({
      ...task,
      id,
      name: WRITTEN,
      what: WRITTEN,
      done_when: [WRITTEN],
      components: [WRITTEN],
      requirements: [WRITTEN],
      risks: ["K1"],
      files: [WRITTEN],
    })),
  ),
  risks: [{ id: "K1", severity: "low", text: WRITTEN }],
  not_served: [{ name: WRITTEN, why: WRITTEN }],
};

/** The questions by which both are approved. */
export const approvalsOf = (brief: Brief, plan: TaskPlan): (NewQuestion & { id: string })[] => [
  {
    id: "approve-0123456789ab",
    type: "show_plan",
    text: "Is this what is to be designed?",
    required: true,
    sections: briefSections(brief),
  },
  planApproval(plan, { titles: new Map([[plan.design_id, WRITTEN]]) }, null),
];
