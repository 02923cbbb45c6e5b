import { afterEach, describe, expect, test } from "bun:test";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Asked, userText } from "../../rehearsal/asked.ts";
import { fencedIn } from "../../rehearsal/reading.ts";
import { ordinaryAnswer } from "../../rehearsal/scripted-model.ts";
import { seeded } from "../../rehearsal/seed.ts";
import type { DesignBody } from "../../src/artifacts/design.ts";
import type { Look } from "../../src/artifacts/look.ts";
import type { Task } from "../../src/artifacts/task.ts";
import { viewOf } from "../../src/experiment/view.ts";
import { nextOfView } from "../../src/live/next.ts";
import { isUnfinished, statesOf } from "../../src/stages/stages.ts";
import { openExperiment } from "../../src/store/open.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";
import { parseCommandLine } from "../support/typed.ts";

let lab: Bench;
/** What designers wrote, by title. */
const written = new Map<string, string>();
afterEach(() => {
  written.clear();
  return lab.dispose();
});

const FIVE = ["av/qa-11", "bv/qb-12", "cv/qc-13", "dv/qd-14", "ev/qe-15"];
const JUDGES = ["rv/qr-21", "sv/qs-22", "tv/qt-23", "uv/qu-24"];

type Options = Omit<BenchOptions, "answer"> & {
  designers?: readonly string[];
  reviewers?: readonly string[];
  /** Models that are connected beside them. */
  others?: readonly string[];
  /** Who gives scores without reading. */
  blind?: readonly string[];
  fails?: (asked: Asked, isCopy: boolean) => boolean;
};

/** The design that a prompt is about. */
const judgedIn = (asked: Pick<Asked, "messages">): string =>
  fencedIn(userText(asked)).find((text) => text.includes('"components"')) ?? "";

/** What of a design code may spoil, as one text. */
const told = ({
  components,
  data_flow,
  architecture_overview,
  risks,
  tradeoffs,
  assumptions,
  connections,
}: DesignBody) =>
  JSON.stringify([components, data_flow, architecture_overview, risks, tradeoffs, assumptions, connections]);

/** Designs of the quality of their place, and reviewers that give a spoiled one four points less, but the blind. */
async function panel({ designers = FIVE, reviewers = JUDGES, others = [], blind = [], fails, ...more }: Options = {}) {
  const models = [...new Set([...designers, ...reviewers, ...others])].map((id) => ({
    id,
    strength: "thorough" as const,
  }));
  lab = await bench({
    ...more,
    models,
    config: {
      design_models: [...designers],
      review_models: [...reviewers],
      ...more.config,
    },
    answer: (asked) => {
      const model = models.find(({ id }) => id === asked.model) ?? { id: asked.model };
      const ordinary = ordinaryAnswer(model, asked);
      if (asked.kind === "design") {
        const at = designers.indexOf(asked.model);
        const design = { ...JSON.parse(ordinary), title: `Plan ${at}` };
        written.set(design.title, told(design));
        return JSON.stringify(design);
      }
      if (asked.kind !== "evaluation" && asked.kind !== "score") return ordinary;
      const design = JSON.parse(judgedIn(asked)) as DesignBody;
      const isCopy = written.get(design.title) !== told(design);
      if (fails?.(asked, isCopy)) return { error: { kind: null, message: "no", status: 401, retryable: false } };
      const at = Number(design.title.slice(5));
      const answer = JSON.parse(ordinary);
      const names = Object.keys(answer.scores);
      const own = (name: string): number => {
        const noise = seeded(asked.model, name, design.title) * 0.6;
        if (blind.includes(asked.model)) return 5 + 3 * seeded(asked.model, design.title, name, String(isCopy));
        return 8.5 - at * 0.5 + noise - (isCopy ? 4 : 0);
      };
      const scores = Object.fromEntries(names.map((name) => [name, own(name)]));
      return JSON.stringify({ ...answer, scores, overall_score: 6 });
    },
  });
  return lab;
}

/** Parts of a design in another language, with nothing that code takes out, cuts off or exchanges. */
const BARE = {
  architecture_overview: "Все задания идут через одну очередь.",
  summary: "Очередь заданий.",
  components: [{ name: "Очередь", description: "Она одна.", responsibilities: ["Хранит"] }],
  open_questions: [],
  data_flow: "Очередь хранит их на диске.",
  tradeoffs: [],
  risks: [],
  assumptions: [],
  connections: [],
};

const run = (args: object = {}): Promise<string> => lab.call("run", { task: "A queue", topic: "queue", ...args });
const judged = () => lab.host.sessions.filter(({ role }) => role === "evaluator");
const stored = async () => {
  const dir = await onlyExperiment(lab.dir);
  return { dir, id: basename(dir) };
};
const controlsTask = (dir: string) => readJson<Task>(join(dir, "controls/task.json"));
const idsOf = ({ designers }: Task): string[] => designers.map(({ design_id }) => design_id);
/** Evaluations since the last call that are of planted copies. */
const copiesJudged = (ids: readonly string[]) => judged().filter(({ title }) => ids.some((id) => title.includes(id)));

describe("planted copies", () => {
  test("name a reviewer that does not see them, with the ranking without it, in reply and page", async () => {
    await panel({ blind: ["uv/qu-24"] });
    const reply = await run({ control: true });
    const said =
      /uv\/qu-24 did not see what was spoiled in two planted copies \(its scores (?:fell|rose) by [\w. ]+, the others’ (?:fell )?by [345](?:\.\d)?\): without it A stays first\./u;
    expect(reply).toMatch(said);
    const { dir } = await stored();
    expect(await readFile(join(dir, "results/ranking.md"), "utf8")).toMatch(said);
    expect((await readFile(join(dir, "results/report.html"), "utf8")).replace(/<[^>]*>/gu, "")).toMatch(said);
    expect(await lab.call("show", { experiment: "latest" })).toMatch(said);
  });

  test("stand in a record of a decision where a reviewer did not see them, with what they are", async () => {
    await panel({ blind: ["uv/qu-24"] });
    await run({ control: true });
    await lab.call("decide", { experiment: "latest", design: "A", because: "It holds", where: "docs/adr" });
    const folder = join(lab.dir, "docs/adr");
    expect(await readFile(join(folder, "0001-queue.md"), "utf8")).toMatch(
      / Two copies of designs, spoiled on purpose, were judged among them\. uv\/qu-24 did not see what was spoiled in two planted copies \(its scores [^)]+\): without it A stays first\./u,
    );
  });

  test("name nobody where all see them", async () => {
    await panel();
    expect(await run({ control: true })).toContain("All 4 reviewers saw what was spoiled in two planted copies.");
    await lab.call("decide", { experiment: "latest", design: "A", because: "It holds", where: "docs/adr" });
    expect(await readFile(join(lab.dir, "docs/adr/0001-queue.md"), "utf8")).not.toMatch(/copies|spoiled/u);
    expect(judged()).toHaveLength(7 * 4);
  });

  test("are asked about as designs are: prompts differ by text and nonce alone, and no title or place tells", async () => {
    await panel();
    await run({ control: true });
    const { dir } = await stored();
    const ids = idsOf(await controlsTask(dir));
    for (const model of JUDGES) {
      const own = lab.host.prompts.filter((each) => each.role === "evaluator" && each.model === model);
      expect(own).toHaveLength(7);
      const masked = own.map(({ text }) => {
        const design = judgedIn({ messages: [{ role: "user", content: text, tool_calls: [] }] });
        expect(design).not.toBe("");
        return text.replace(design, "DESIGN").replace(/nonce0000\d+/gu, "NONCE");
      });
      expect(new Set(masked).size).toBe(1);
      for (const id of ids) expect(own.map(({ text }) => text).join("\n")).not.toContain(id);
    }
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}$/u);
    for (const { title } of lab.host.sessions) expect(title).not.toMatch(/control|cop(?:y|ies)|plant|spoil/iu);
    const places = JUDGES.map((model) => {
      const own = judged().filter((each) => each.model === model);
      return own.flatMap(({ title }, at) => (ids.some((id) => title.includes(id)) ? at : [])).join();
    });
    expect(places.every((each) => each === "5,6")).toBe(false);
  });

  test("are in no list, ranking, page or export", async () => {
    await panel();
    const reply = await run({ control: true });
    const { dir } = await stored();
    const ids = idsOf(await controlsTask(dir));
    const files = await snapshot(dir);
    const own = Object.entries(files).filter(([path]) => !path.startsWith("controls/") && !path.startsWith("ledger"));
    const shown = [
      ...own.map(([path, text]) => [path, String(text)] as const),
      ["reply", reply] as const,
      ["status", await lab.call("status", { experiment: "latest" })] as const,
      ["show", await lab.call("show", { experiment: "latest", what: "scores" })] as const,
      ["compare", await lab.call("compare", { experiment: "latest" })] as const,
    ];
    for (const [where, text] of shown) for (const id of ids) expect([where, text.includes(id)]).toEqual([where, false]);
    const said = await lab.call("export", { experiment: "latest", anonymous: true });
    expect(said).not.toMatch(/copy of [A-E]\b|spoiled/u);
    expect(await readJson(join(dir, "results/ranking.json"))).toMatchObject({ summary: { expected_cells: 20 } });
  });

  test("go on where a run was stopped, and nobody is asked twice", async () => {
    let stops = true;
    const fails: Options["fails"] = (asked, isCopy) => {
      if (stops && isCopy && asked.model === "sv/qs-22") lab.controller.abort();
      return false;
    };
    await panel({ fails });
    await run({ control: true });
    const { dir } = await stored();
    const ids = idsOf(await controlsTask(dir));
    const texts = await snapshot(join(dir, "controls/designs"));
    const there = Object.keys(await snapshot(dir)).filter((path) => /scores\/.*\.json$/u.test(path)).length;
    stops = false;
    await panel({ dir: lab.dir, fails });
    const reply = await lab.call("run", { experiment: "latest" });
    expect(judged()).toHaveLength(28 - there);
    expect(idsOf(await controlsTask(dir))).toEqual(ids);
    expect(await snapshot(join(dir, "controls/designs"))).toEqual(texts);
    expect(reply).toContain("All 4 reviewers saw what was spoiled in two planted copies.");
    const before = judged().length;
    expect(await lab.call("run", { experiment: "latest" })).toContain("All 4 reviewers saw");
    expect(judged()).toHaveLength(before);
  });

  test("say what of them is missing, and resume asks for it alone", async () => {
    let failing = true;
    await panel({ fails: (asked, isCopy) => failing && isCopy && asked.model === "uv/qu-24" });
    expect(await run({ control: true })).toMatch(
      /All 3 reviewers saw what was spoiled in two planted copies\. 2 evaluations of the copies are missing; .*resume.* asks for what is missing\./u,
    );
    failing = false;
    const before = judged().length;
    expect(await lab.call("run", { experiment: "latest" })).toContain("All 4 reviewers saw");
    expect(judged()).toHaveLength(before + 2);
  });

  test("that failed to be judged are named by the design that each is a copy of, and by no id", async () => {
    await panel({ fails: (asked, isCopy) => isCopy && asked.model === "uv/qu-24" });
    const reply = await run({ control: true });
    expect(reply).toMatch(/review and score of copy of [A-E] and copy of [A-E] by uv\/qu-24/u);
    const { dir } = await stored();
    const told = [
      reply,
      await lab.call("show", { experiment: "latest" }),
      await lab.call("show", { experiment: "latest", what: "ledger" }),
      ...lab.told,
    ].join("\n");
    for (const id of idsOf(await controlsTask(dir))) expect(told).not.toContain(id);
    expect(told).toContain("copy of ");
  });

  test("join an experiment that is there, and one more designer makes no others", async () => {
    await panel({ designers: [...FIVE, "fv/qf-16"] });
    await run({ design_models: FIVE, review_models: JUDGES });
    expect(judged()).toHaveLength(20);
    const estimate = await lab.call("run", { experiment: "latest", control: true, dry_run: true });
    expect(estimate).toContain("8 sessions of these");
    expect(await lab.call("run", { experiment: "latest", control: true })).toContain("All 4 reviewers saw");
    expect(judged()).toHaveLength(28);
    const { dir } = await stored();
    const ids = idsOf(await controlsTask(dir));
    await lab.call("run", { experiment: "latest", design_models: ["fv/qf-16"] });
    expect(judged()).toHaveLength(32);
    expect(idsOf(await controlsTask(dir))).toEqual(ids);
  });

  test("are not used once what they are copies of was changed, and made anew by the next run", async () => {
    await panel();
    await run({ control: true });
    const { dir } = await stored();
    const task = await controlsTask(dir);
    const [of = ""] = task.designers[0]?.lineage?.of ?? [];
    const path = join(dir, `designs/design-${of}.json`);
    const design = await readJson<{ summary: string; title: string }>(path);
    await writeFile(path, JSON.stringify({ ...design, summary: `${design.summary} It was edited.` }));
    const ranked = await lab.call("rank", { experiment: "latest" });
    expect(ranked).toMatch(/The planted copies are not used: since they were made . or its copy was changed\./u);
    expect(ranked).not.toContain("reviewers saw");
    const before = judged().length;
    const reply = await lab.call("run", { experiment: "latest" });
    expect(reply).toContain("All 4 reviewers saw");
    // The edited design and its copy; the other copy is word for word what it was.
    expect(judged()).toHaveLength(before + 8);
  });

  test.each(["review", "score"])(
    "are none of a call of %s, which says in one line why and what to type",
    async (op) => {
      await panel();
      await run();
      const { id } = await stored();
      const before = judged().length;
      const reply = await lab.call(op, { experiment: id, control: true });
      expect(reply).toContain("planted copies are judged with all that is missing, reviews and scores as of a design");
      expect(reply).toContain(`/design-lab resume ${id} --control`);
      expect(judged()).toHaveLength(before);
      const typed = parseCommandLine(`${op} ${id} --control`, { screen: true });
      expect(typed).toMatchObject({ kind: "call", op, args: { experiment: id, control: true } });
    },
  );

  test("of what thrift spares no copy is asked about", async () => {
    await panel({ reviewers: [...JUDGES, "wv/qv-25"], config: { review: { thrifty: true } } });
    const reply = await run({ control: true });
    const { dir } = await stored();
    const { designers } = await controlsTask(dir);
    const look = await readJson<Look>(join(dir, "look.json"));
    expect(look.spared.length).toBeGreaterThan(0);
    const spared = look.spared.filter(({ design_id }) => designers.some(({ lineage }) => lineage?.of[0] === design_id));
    expect(copiesJudged(designers.map(({ design_id }) => design_id))).toHaveLength(10 - spared.length);
    expect(reply).toMatch(/reviewers saw what was spoiled/u);
    expect(reply).not.toContain("of the copies");
    const before = judged().length;
    await lab.call("run", { experiment: "latest" });
    expect(judged()).toHaveLength(before);
  });

  test("are judged by whoever stands in, as the originals are", async () => {
    await panel({
      others: ["xv/qx-31"],
      config: { fallback_models: { "uv/qu-24": ["xv/qx-31"] } },
      blind: ["xv/qx-31"],
      fails: ({ model }) => model === "uv/qu-24",
    });
    const reply = await run({ control: true });
    expect(reply).toContain("xv/qx-31 did not see what was spoiled in two planted copies");
    expect(reply).not.toContain("of the copies");
    expect(judged().filter(({ model }) => model === "xv/qx-31")).toHaveLength(7);
  });

  test("are asked for no more where that is taken back", async () => {
    await panel({ fails: (asked, isCopy) => isCopy && asked.model === "uv/qu-24" });
    expect(await run({ control: true })).toContain("2 evaluations of the copies are missing");
    const before = judged().length;
    const reply = await lab.call("run", { experiment: "latest", control: false });
    expect(reply).toContain("All 3 reviewers saw");
    expect(reply).not.toContain("of the copies");
    expect(judged()).toHaveLength(before);
  });

  test("say nothing while a result is held back for a person", async () => {
    await panel({ blind: ["uv/qu-24"] });
    const reply = await run({ control: true, judge: true });
    expect(reply).not.toMatch(/did not see|saw what/u);
    expect(await lab.call("judge", { experiment: "latest", show: true })).toContain("did not see what was spoiled");
  });
});

describe("a run that ended before its copies were judged", () => {
  test("is unfinished wherever it is told, until resume has them judged", async () => {
    await panel();
    await run({ control: true });
    const { dir, id } = await stored();
    expect(await lab.call("show", {})).not.toContain("Unfinished");
    await rm(join(dir, "controls"), { recursive: true });
    const view = async () =>
      viewOf(await openExperiment([dirname(dir)], dir, { directory: lab.dir, now: () => new Date() }));
    expect(statesOf(await view())).toMatchObject({ designs: "done", judgement: "stopped" });
    expect(isUnfinished(await view())).toBe(true);
    const missing = "8 evaluations of planted copies are missing";
    const list = await lab.call("show", {});
    expect(list).toContain(`Unfinished: ${missing}`);
    expect(list).toContain(`/design-lab resume ${id}`);
    const account = await lab.call("show", { experiment: "latest" });
    expect(account).toContain(missing);
    expect(account).toContain(`designlab({op: "run", args: {experiment: "${id}"}})`);
    expect(await lab.call("show", { experiment: "latest", what: "ledger" })).toContain("what is left");
    expect(await run({ control: true })).toContain(`is unfinished: ${missing}. Nothing was started.`);
    const next = nextOfView(await view(), await readJson(join(dir, "results/ranking.json")));
    expect(next.kind).toBe("missing");
    const before = judged().length;
    expect(await lab.call("run", { experiment: "latest" })).toContain("All 4 reviewers saw");
    expect(judged()).toHaveLength(before + 8);
    expect(statesOf(await view()).judgement).toBe("done");
    expect(await lab.call("show", {})).not.toContain("Unfinished");
  });

  test("that lacks one of them alone says so", async () => {
    await panel();
    await run({ control: true });
    const { dir } = await stored();
    const [score = ""] = Object.keys(await snapshot(join(dir, "controls/scores"))).filter((path) =>
      path.endsWith(".json"),
    );
    expect(await lab.call("show", {})).not.toContain("Unfinished");
    await rm(join(dir, "controls/scores", score));
    expect(await lab.call("show", {})).toContain("1 evaluation of planted copies is missing");
    await lab.call("run", { experiment: "latest", control: false });
    expect(await lab.call("show", {})).not.toContain("Unfinished");
  });

  test("is whole where the designs have nothing in them that code can spoil", async () => {
    await panel();
    await run();
    const { dir } = await stored();
    for (const path of Object.keys(await snapshot(join(dir, "designs")))) {
      if (!path.endsWith(".json")) continue;
      const file = join(dir, "designs", path);
      const design = await readJson<DesignBody>(file);
      await writeFile(file, JSON.stringify({ ...design, ...BARE }));
    }
    await lab.call("run", { experiment: "latest", control: true });
    expect(await snapshot(join(dir, "controls")).catch(() => ({}))).toEqual({});
    expect(await lab.call("show", {})).not.toContain("Unfinished");
  });
});

describe("an estimate", () => {
  test("offers them with their price, and counts them where they are asked for", async () => {
    await panel();
    const offered = await run({ dry_run: true });
    expect(offered).toMatch(/With two planted copies, .*: 8 sessions more, about \$[\d.]+: `--control`\./u);
    expect(offered).toContain("5 designs and 20 evaluations");
    const counted = await run({ dry_run: true, control: true });
    expect(counted).toContain("5 designs and 28 evaluations");
    expect(counted).toMatch(/8 sessions of these, about/u);
    expect(counted).not.toContain("`--control`.");
  });

  test("offers nothing of fewer designs or reviewers", async () => {
    await panel();
    expect(await run({ dry_run: true, design_models: FIVE.slice(1), review_models: JUDGES })).not.toContain("planted");
    expect(await run({ dry_run: true, design_models: FIVE, review_models: JUDGES.slice(2) })).not.toContain("planted");
  });
});

describe("where copies cannot be planted", () => {
  const own = [{ name: "taste", description: "How it feels", min: 0, max: 10, weight: 1 }];
  const lacking: [string, Options, object, RegExp][] = [
    [
      "criteria of one's own",
      { config: { review: { quantitative: { criteria: own } } } },
      {},
      /two criteria .*found 0/u,
    ],
    ["fewer designs", {}, { design_models: FIVE.slice(1), review_models: JUDGES }, /takes 5 designs, found 4/u],
    [
      "fewer reviewers",
      {},
      { design_models: FIVE, review_models: JUDGES.slice(2) },
      /takes 3 reviewers that score, found 2/u,
    ],
  ];
  for (const [what, options, args, said] of lacking) {
    test(`for ${what} the estimate and the run say why, and no more is asked`, async () => {
      await panel(options);
      expect(await run({ ...args, control: true, dry_run: true })).toMatch(said);
      const reply = await run({ ...args, control: true });
      expect(reply).toMatch(said);
      expect(reply).toContain("No copies were planted");
      const { dir } = await stored();
      expect(Object.keys(await snapshot(dir)).filter((path) => path.startsWith("controls"))).toEqual([]);
    });
  }
});
