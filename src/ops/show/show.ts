import { Type } from "@sinclair/typebox";
import type { Design } from "../../artifacts/design.ts";
import type { Ranking } from "../../artifacts/ranking.ts";
import { allCriteria } from "../../artifacts/task.ts";
import { LETTER, type Read, upTo } from "../../command/word.ts";
import { UsageError } from "../../errors.ts";
import { briefChanged } from "../../experiment/brief.ts";
import { counted } from "../../experiment/ranking-input.ts";
import { outcomesOf } from "../../experiment/round-outcome.ts";
import { designsMeant, roundOf } from "../../experiment/rounds.ts";
import { lostOn } from "../../experiment/spent.ts";
import { readRanking, type View, viewOf } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { type Either, hasTask } from "../../store/open.ts";
import { paths } from "../../store/paths.ts";
import { noDesign } from "../../story/incomplete.ts";
import { showAlone } from "../../story/next.ts";
import { holdsAll } from "../../story/reply.ts";
import { rankingVerdict, standing } from "../../story/verdict.ts";
import { inline, join, literal, type Markdown, md } from "../../text/markdown.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { BY_MODELS, designText } from "../../views/markdown/design-text.ts";
import { called, drawn } from "../../views/markdown/drawn.ts";
import { meansTables, reasonLines, reviewsText } from "../../views/markdown/judged.ts";
import { flagLines } from "../../views/markdown/lines.ts";
import { taskBody } from "../../views/markdown/task-body.ts";
import { experimentArg } from "../args.ts";
import { factsOf } from "../facts.ts";
import { lessonsReply } from "../memory/lessons.ts";
import { defineOp, type OpContext } from "../op.ts";
import { newestBrief, openEitherToRead, openToRead } from "../paths/outside.ts";
import { refuseWithheld } from "../refusals.ts";
import { account, progress } from "./account.ts";
import { showBrief } from "./brief.ts";
import { showExchange } from "./exchange.ts";
import { showHistory } from "./history.ts";
import { overview } from "./overview.ts";
import { childrenText, childText } from "./rounds.ts";

/** Parts of an experiment that are known by name. */
const SHOWN_PARTS = [
  "task",
  "designs",
  "reviews",
  "scores",
  "ranking",
  "ledger",
  "brief",
  "exchange",
  "history",
  "lessons",
] as const;

/** What is stored, for reading. Calls no model. */
export const show = defineOp({
  summary: "experiments; one experiment, design, review set or ledger",
  args: {
    experiment: experimentArg,
    design: Type.Optional(
      Type.String({ minLength: 1, description: "One design, by letter (one of a round: B2, M1), design_id or model" }),
    ),
    reviewer: Type.Optional(
      Type.String({
        minLength: 1,
        description: "With what exchange: the reviewer of that design, by model or reviewer_id",
      }),
    ),
    what: Type.Optional(
      Type.Union(
        SHOWN_PARTS.map((what) => Type.Literal(what)),
        {
          description:
            "Which part of the experiment; a short account of all when absent. history and lessons are of all experiments together",
        },
      ),
    ),
  },
  example: { experiment: "latest", what: "ledger" },
  parts: { what: "part", names: SHOWN_PARTS, args: (what) => ({ experiment: "latest", what }) },
  words: [
    {
      word: "show",
      looks: true,
      also: ["list", "ls", "status", "view", "results", "ledger"],
      usage: "show [experiment] [A] [scores]",
      does: "all experiments, one of them, one of its designs or parts",
      names: SHOWN_PARTS,
      reads: shown,
    },
    {
      word: "history",
      usage: "history",
      does: "what was asked and decided in all experiments, how it turned out, and how models designed and judged",
      reads: (words) => upTo(0, words, () => ({ what: "history" })),
    },
  ],
  async run(given, context) {
    const lab = await context.labForReading();
    const { experiment: reference, design, what } = given;
    if (reference === undefined && design === undefined && what === undefined) return overview(lab, context);
    if (what === "history") return refuseOne(given) ?? showHistory(lab, context);
    if (what === "lessons") return lessonsReply(lab);
    if (what === "brief" && reference === undefined) return showBrief(lab, await newestBrief(lab, context));
    const found = await openFor(lab, context, given);
    if (what === "exchange") return showExchange(found, given);
    if (given.reviewer !== undefined)
      throw new UsageError(
        "Cannot show one reviewer of that: reviewer stands with what exchange and a design, for what was sent to it and what came back.",
      );
    if (what === "brief" || !hasTask(found)) return showBrief(lab, found);
    const view = await viewOf(found);
    const { task, dir: files } = view.experiment;
    const chosen = design === undefined ? null : oneOf(design, designsMeant(view, [design]));
    if (chosen !== null && what !== undefined && !OF_ONE.has(what))
      throw new UsageError(
        `Cannot show the ${what} of one design: of ${JSON.stringify(design)} there are designs, reviews and scores.`,
        {
          advice: `${typedCode("show", task.experiment_id, what)} shows it of all (${callCode("show", { experiment: task.experiment_id, what })}).`,
        },
      );
    const part = what ?? (chosen === null ? "ranking" : "designs");
    if (part !== "task" && part !== "ledger" && part !== "ranking") refuseWithheld(view, `the ${part} of`);
    const stored = await readRanking(view.experiment);
    const { ranking } = stored;
    const round = chosen && roundOf(view.rounds, chosen.design_id);
    const from = round ?? view;
    const facts = { ...factsOf(view, ranking), ...(part !== "ranking" && { [part]: storedOf(part, from, chosen) }) };
    if (part === "ranking") {
      const told = {
        parts: SHOWN_PARTS.filter((each) => each !== "brief" && each !== "history" && each !== "lessons"),
        changed: await briefChanged(found),
        rounds: outcomesOf(view, ranking ?? lab.config.ranking),
      };
      return { text: account(view, stored, told), files, facts };
    }
    const told = round && chosen ? childText(view, round, chosen, ranking ?? lab.config.ranking) : [];
    const texts = PARTS[part]({ view: from, chosen, ranking: round === null ? ranking : null });
    const all = [
      ...told,

      ...(chosen === null && OF_ONE.has(part) ? childrenText(view, ranking ?? lab.config.ranking) : []),
      ...texts,
    ];
    const reply = { text: join([...all, md`Files: ${literal(from.experiment.dir)}`], "\n\n"), files, facts };
    if (chosen !== null && part === "designs") return { ...reply, rest: drawn(holdsAll(fileOf(chosen.design_id))) };
    return chosen === null && part !== "task" && part !== "ledger" ? { ...reply, rest: restLine(view, part) } : reply;
  },
});

/** History is of all experiments: one of them, or a part of one, has none. */
function refuseOne({ experiment, design, reviewer }: Given): null {
  const one = experiment ?? design ?? reviewer;
  if (one === undefined) return null;
  throw new UsageError(
    `Cannot show the history of ${JSON.stringify(one.slice(0, 100))}: history is of all experiments of the project, and takes no name.`,
    { advice: `${typedCode("history")} shows it (${callCode("show", { what: "history" })}).` },
  );
}

/** What is shown: of an experiment without a task its brief, unless something of its designs is asked for. */
function openFor(lab: Lab, context: OpContext, { experiment, design, what }: Given): Promise<Either> {
  const ofDesigns = design !== undefined || (what !== undefined && what !== "brief" && what !== "exchange");
  return ofDesigns ? openToRead(lab, context, experiment) : openEitherToRead(lab, context, experiment);
}

type Given = { experiment?: string; design?: string; reviewer?: string; what?: (typeof SHOWN_PARTS)[number] };

/** Parts that can be shown of one design alone. */
const OF_ONE: ReadonlySet<string> = new Set(["designs", "reviews", "scores"]);

/** The one design of that name; a model may have written several. */
function oneOf(name: string, designs: readonly Design[]): Design | null {
  if (designs.length < 2) return designs[0] ?? null;
  throw new UsageError(
    `Cannot show one design of ${JSON.stringify(name)}, which wrote ${designs.map(({ design_id }) => design_id).join(", ")}: name one of these.`,
  );
}

/** What shows of one design what is left out of all: the last, for it is the first to be cut. */
function restLine({ experiment: { task }, artifacts, names }: View, part: "designs" | "reviews" | "scores"): Markdown {
  const last = artifacts.designs.at(-1)?.design_id ?? "";
  const letter = names.designs.get(last) ?? "A";
  const words = part === "designs" ? [letter] : [part, letter];
  return drawn(showAlone(task.experiment_id, words, letter));
}

/** The file of a design for reading, as the experiment's folder names it. */
const fileOf = (design_id: string): string => paths.designMarkdown("", design_id);

type Part = Exclude<(typeof SHOWN_PARTS)[number], "ranking" | "brief" | "exchange" | "history" | "lessons">;
type Shown = { view: View; chosen: Design | null; ranking: Ranking | null };

/** Each part of an experiment in paragraphs; of one design alone where one was chosen. */
const PARTS: Readonly<Record<Part, (shown: Shown) => Markdown[]>> = {
  task: ({
    view: {
      experiment: { task },
    },
  }) => [md`## ${inline(task.topic)}`, taskBody(task)],
  designs: ({ view, chosen, ranking }) => {
    const { artifacts, ledger, names, flags: quoted } = view;
    const texts = ofDesign(artifacts.designs, chosen).map((one) => {
      const flags = quoted.find(({ design_id }) => design_id === one.design_id)?.flags ?? [];
      const place = ranking && standing(ranking, one.design_id);
      return designText(one, names, { flags, standing: place, lost: lostOn(ledger, one.design_id) });
    });
    return texts.length > 0 ? texts : [drawn(noDesign)];
  },
  reviews: ({ view, chosen }) => {
    const { names } = view;
    const { task } = view.experiment;
    const { reviews } = view.artifacts;
    const designs = ofDesign(view.artifacts.designs, chosen).flatMap((design) =>
      ofDesign(view.points, design).map((points) => ({
        name: called(design.design_id, true, names),
        reviews: ofDesign(reviews, design),
        points,
      })),
    );
    const there = designs.some((design) => design.reviews.length > 0);
    return [md`## Reviews of ${inline(task.topic)}`, ...(there ? [BY_MODELS] : []), reviewsText(designs, names)];
  },
  scores: ({ view, chosen, ranking }) => {
    const { artifacts, flags, names } = view;
    const { task } = view.experiment;
    const criteria = allCriteria(task).map(({ name }) => name);
    const { scores } = artifacts;
    const counting = ranking ? counted(ranking, artifacts.designs, scores) : scores;
    const designs = ofDesign(artifacts.designs, chosen);
    const reasons = designs.flatMap((design) => {
      const own = scores.filter(({ design_id }) => design_id === design.design_id);
      const found = flags.find(({ design_id }) => design_id === design.design_id)?.flags ?? [];
      const lines = [
        ...flagLines(found, names),
        ...reasonLines(own, counting, criteria, { names, alone: designs.length === 1 }),
      ];
      return lines.length > 0 ? [md`### ${called(design.design_id, true, names)}`, ...lines] : [];
    });
    const lines = designs.map((design) => {
      const place = ranking && standing(ranking, design.design_id);
      return md`- ${called(design.design_id, true, names)}${place ? md`: ${drawn(place)}` : md``}`;
    });
    return [
      md`## Scores of ${inline(task.topic)}`,
      ...(ranking ? [drawn(rankingVerdict(ranking), names)] : []),
      ...(lines.length > 0 ? [join(lines, "\n")] : []),
      ...meansTables(ofDesign(counting, chosen), criteria, names),
      ...(reasons.length > 0 ? [BY_MODELS, ...reasons] : []),
    ];
  },
  ledger: ({ view }) => [progress(view)],
};

/** A part as it is stored, of one design where one was chosen. */
function storedOf(part: Part, { experiment, artifacts, ledger }: View, chosen: Design | null): unknown {
  if (part === "task") return experiment.task;
  return part === "ledger" ? ledger : ofDesign<{ design_id: string }>(artifacts[part], chosen);
}

function ofDesign<T extends { design_id: string }>(items: readonly T[], chosen: Design | null): T[] {
  return items.filter(({ design_id }) => chosen === null || chosen.design_id === design_id);
}

/** A design's letter and who evaluated it, as "A/openai/gpt-5". */
const CELL = /^(?<design>[A-Z]{1,2}|[a-z])\/(?<reviewer>.+)$/u;

/** An experiment, a design's letter and a part, in any order; of the newest experiment where it is left out. */
function shown(words: readonly string[]): Read {
  const isPart = (word: string) => SHOWN_PARTS.some((part) => part === word.toLowerCase());
  const parts = words.filter(isPart);
  const cell = parts.includes("exchange")
    ? words.map((word) => CELL.exec(word)).find((each) => each !== null)
    : undefined;
  const letters = words.filter((word) => LETTER.test(word));
  const [named, ...unknown] = words.filter((word) => !LETTER.test(word) && !isPart(word) && word !== cell?.[0]);
  if (letters.length > 1) {
    const both = [...(named === undefined ? [] : [named]), ...letters].join(" ");
    return { odd: letters.slice(1), why: `show takes one design; /design-lab compare ${both} sets two side by side` };
  }
  if (parts.length > 1 || unknown.length > 0)
    return {
      odd: unknown.length > 0 ? unknown : parts.slice(1),
      why: `show takes one part, of ${SHOWN_PARTS.join(", ")}`,
    };
  const [what] = parts.map((part) => part.toLowerCase());
  return upTo(words.length, words, () => ({
    experiment: named,
    design: cell?.groups?.design ?? letters[0],
    reviewer: cell?.groups?.reviewer,
    what,
  }));
}
