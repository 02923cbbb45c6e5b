import { type Static, Type } from "@sinclair/typebox";
import { flagsOf } from "../experiment/attention.ts";
import { mindsOf } from "../experiment/minds.ts";
import { designsNamed } from "../experiment/named.ts";
import { open } from "../experiment/open.ts";
import { designPoints } from "../experiment/points.ts";
import { namesOf } from "../experiment/story.ts";
import { type View, viewOf } from "../experiment/view.ts";
import { BY_MODELS, designText } from "../report/design-text.ts";
import { flagLines } from "../report/flags-text.ts";
import { designCalled, named } from "../report/named.ts";
import { reviewsText } from "../report/reviews-text.ts";
import { meansTables, reasonLines } from "../report/scores-text.ts";
import { taskBody } from "../report/task-body.ts";
import type { Design } from "../schemas/design.ts";
import { inline, join, literal, type Markdown, md } from "../text/markdown.ts";
import { experimentArg } from "./args.ts";
import { defineOp } from "./op.ts";
import { account, progress } from "./show-account.ts";
import { overview } from "./show-overview.ts";

const WHAT = ["task", "designs", "reviews", "scores", "ranking", "ledger"] as const;

const args = Type.Object(
  {
    experiment: experimentArg,
    design: Type.Optional(Type.String({ minLength: 1, description: "One design, by letter, design_id or model" })),
    what: Type.Optional(
      Type.Union(
        WHAT.map((what) => Type.Literal(what)),
        { description: "Which part of the experiment; a short account of all when absent" },
      ),
    ),
  },
  { additionalProperties: false },
);

/** What is stored, for reading. Calls no model. */
export const show = defineOp({
  name: "show",
  args,
  example: { experiment: "2026-11-21-durable-task-queue", what: "ledger" },
  async run(given: Static<typeof args>, context) {
    const lab = await context.labForReading();
    const { experiment: reference, design, what } = given;
    if (reference === undefined && design === undefined && what === undefined) return overview(lab);
    const view = await viewOf(await open(lab, reference));
    const files = view.experiment.dir;
    const [chosen = null] =
      design === undefined ? [] : designsNamed(view.experiment.task, view.artifacts.designs, [design]);
    const part = what ?? (chosen === null ? "ranking" : "designs");
    if (part === "ranking") return { text: await account(view, WHAT), files };
    return { text: join([...PARTS[part](view, chosen), md`Files: ${literal(files)}`], "\n\n"), files };
  },
});

/** Each part of an experiment in paragraphs; of one design alone where one was chosen. */
const PARTS: Readonly<
  Record<Exclude<(typeof WHAT)[number], "ranking">, (view: View, chosen: Design | null) => Markdown[]>
> = {
  task: ({ experiment: { task } }) => [md`## ${inline(task.topic)}`, taskBody(task)],
  designs: ({ experiment: { task }, artifacts }, chosen) => {
    const names = namesOf(task, artifacts);
    const flags = named(flagsOf(artifacts), names);
    return [
      BY_MODELS,
      ...ofDesign(artifacts.designs, chosen).map((one) => {
        const letter = names.designs.get(one.design_id) ?? one.design_id;
        return designText(one, letter, flags.find(({ design_id }) => design_id === letter)?.flags ?? []);
      }),
    ];
  },
  reviews: ({ experiment: { task }, artifacts }, chosen) => {
    const names = namesOf(task, artifacts);
    const { reviews } = mindsOf(task, artifacts);
    const designs = ofDesign(artifacts.designs, chosen).map((design) => ({
      name: designCalled(design, names),
      reviews: reviews.filter(({ design_id }) => design_id === design.design_id),
      points: designPoints(design.design_id, reviews),
    }));
    return [BY_MODELS, reviewsText(designs, names)];
  },
  scores: ({ experiment: { task }, artifacts }, chosen) => {
    const names = namesOf(task, artifacts);
    const criteria = task.criteria.map(({ name }) => name);
    const { scores } = mindsOf(task, artifacts);
    const flags = flagsOf(artifacts);
    const designs = ofDesign(artifacts.designs, chosen);
    return [
      BY_MODELS,
      ...meansTables(ofDesign(scores, chosen), criteria, names),
      ...designs.flatMap((design) => {
        const own = scores.filter(({ design_id }) => design_id === design.design_id);
        const found = flags.find(({ design_id }) => design_id === design.design_id)?.flags ?? [];
        const reasons = reasonLines(own, criteria, designs.length === 1);
        const lines = [...flagLines(named(found, names)), ...reasons];
        return lines.length > 0 ? [md`### ${designCalled(design, names)}`, ...lines] : [];
      }),
    ];
  },
  ledger: (view) => [progress(view)],
};

function ofDesign<T extends { design_id: string }>(items: readonly T[], chosen: Design | null): T[] {
  return items.filter(({ design_id }) => chosen === null || chosen.design_id === design_id);
}
