import { bench } from "./lab.ts";
import { never } from "./scripted-host.ts";

/**
 * Plays another OpenCode in the project at argv[2]: runs a task whose designs come at once and of whose evaluations
 * only the first argv[3] ever come.
 */
const [, , dir = "", answers = "0"] = process.argv;
let evaluations = 0;
const lab = await bench({
  dir,
  answer: ({ kind }) => (kind === "evaluation" && ++evaluations > Number(answers) ? never() : undefined),
});
await lab.call("run", { task: "Design a queue", topic: "Another process's queue" });
