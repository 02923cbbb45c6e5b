import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Asked, userText } from "../../rehearsal/asked.ts";
import { fitSchema } from "../../rehearsal/fit-schema.ts";
import { CACHE } from "../../rehearsal/material/cache.ts";
import { CELLS } from "../../rehearsal/material/cells.ts";
import { LEDGER } from "../../rehearsal/material/ledger.ts";
import { DESIGNS, materialAnswer } from "../../rehearsal/material/material.ts";
import { MATERIAL_TASK } from "../../rehearsal/material/task.ts";
import { taskText } from "../../src/plan/task-file.ts";
import { TWELVE } from "../plan/samples.ts";
import { exampleOf } from "../store/examples.ts";
import { type Made, make, type Recipe } from "./experiments.ts";

const DESIGNERS = ["anthropic/claude-sonnet-4.5", "openai/gpt-5.1", "google/gemini-3-pro", "mistral/mistral-large-3"];
const REVIEWERS = [...DESIGNERS, "xai/grok-4"];

/** A fourth design as long as the others: the text of the cells, with what the ledger and the cache decide. */
const FOURTH = {
  ...CELLS,
  title: "Two halves of the fleet, each in a data centre of its own, with a shared ledger of payments",
  summary: `${CELLS.summary} ${LEDGER.summary}`,
  tradeoffs: [...LEDGER.tradeoffs.slice(1), ...CACHE.tradeoffs],
};

/** Whose judgements the reviewers give: the fifth is as the second, of whom the scores are open. */
const PLAYED = [0, 1, 2, 3, 1] as const;

function answerOf(asked: Asked): string | undefined {
  if (asked.kind === "design")
    return asked.model === DESIGNERS[3]
      ? JSON.stringify(fitSchema(FOURTH, asked.schema))
      : materialAnswer({ designers: DESIGNERS.slice(0, 3), reviewers: [] }, asked);
  const at = REVIEWERS.indexOf(asked.model);
  const as = PLAYED[at];
  if (as === undefined) return undefined;
  const cast = Array.from({ length: 4 }, (_, place) => (place === as ? asked.model : ""));
  const said = materialAnswer({ designers: [], reviewers: cast, variant: at === 4 ? "open" : "clear" }, asTold(asked));
  return said;
}

/** As if the fourth design were the second, which it is made from. */
function asTold(asked: Asked): Asked {
  if (!userText(asked).includes(FOURTH.title)) return asked;
  const [, second] = DESIGNS;
  return JSON.parse(JSON.stringify(asked).replaceAll(FOURTH.title, second.title)) as Asked;
}

const RECIPE: Recipe = {
  name: "four-by-five",
  designers: DESIGNERS,
  reviewers: REVIEWERS,
  args: MATERIAL_TASK,
  answer: answerOf,
};

/** Four full designs that five reviewers judged, with a plan of twelve tasks, made and written by the tool itself. */
export async function longReport(): Promise<Made> {
  const made = await make(RECIPE);
  const { lab, dir, id } = made;
  await mkdir(join(lab.dir, "tasks"), { recursive: true });
  for (const each of TWELVE) await writeFile(join(lab.dir, "tasks", `${each.id}.md`), taskText(each));
  const place = { in: "project", path: "tasks", done: true };
  await writeFile(join(dir, "plan.json"), JSON.stringify({ ...exampleOf("plan"), place }));
  await lab.call("rank", { experiment: id });
  return made;
}
