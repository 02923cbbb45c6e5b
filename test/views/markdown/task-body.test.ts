import { expect, test } from "bun:test";
import { taskBody } from "../../../src/views/markdown/task-body.ts";
import { taskOf } from "../../support/artifacts.ts";

const bodyOf = (task: string) => taskBody(taskOf(["p/a", "p/b"], ["p/c"], { task }));

test("taskBody() shows a task of 6,000 characters whole and the beginning of a longer one", () => {
  const whole = `${"a".repeat(5_999)}z`;
  expect<string>(bodyOf(whole)).toBe(`${whole}\n\nCriteria: clarity (0–10, weight 1)`);
  const cut = bodyOf(`${whole}y`);
  expect(cut.slice(5_990, 6_003)).toBe("aaaaaaaaaz […");
  expect(cut).toEndWith("\n\nCriteria: clarity (0–10, weight 1)");
});

test("taskBody() keeps the Markdown of a task, as its brief does", () => {
  const body = bodyOf("A queue, **durable**:\n\n```sql\nINSERT INTO jobs;\n```");
  expect(body).toContain("A queue, **durable**:\n\n```sql\nINSERT INTO jobs;\n```");
});

test("taskBody() lists what there is of requirements, constraints and qualities, and each criterion with its weight", () => {
  const criteria = [
    { name: "clarity", description: "Clear", min: 0, max: 10 },
    { name: "cost", description: "Cheap", min: 1, max: 5, weight: 2.5 },
  ];
  const task = taskOf(["p/a", "p/b"], ["p/c"], {
    requirements: ["Keeps jobs"],
    constraints: ["No cloud"],
    non_functional_requirements: ["Fast"],
    criteria,
  });
  expect<string>(taskBody(task)).toBe(
    [
      task.task,
      "Requirements:",
      "- **R1** Keeps jobs",
      "Constraints:",
      "- **C1** No cloud",
      "Non-functional requirements:",
      "- **N1** Fast",
      "Criteria: clarity (0–10, weight 1), cost (1–5, weight 2.5)",
    ].join("\n\n"),
  );
});

test("taskBody() names what the brief of a task says beside it, and nothing of a list that is empty", () => {
  const brief = {
    sha256: "0".repeat(64),
    assumptions: ["One *region*"],
    out_of_scope: [],
    open_questions: ["Who pays"],
  };
  expect<string>(taskBody(taskOf(["p/a", "p/b"], ["p/c"], { task: "A queue", brief }))).toBe(
    [
      "A queue",
      "Assumptions:",
      "- One \\*region\\*",
      "Open questions:",
      "- Who pays",
      "Criteria: clarity (0–10, weight 1)",
    ].join("\n\n"),
  );
});
