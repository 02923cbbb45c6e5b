import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Decision } from "../../src/artifacts/decision.ts";
import type { Review } from "../../src/artifacts/review.ts";
import type { Task } from "../../src/artifacts/task.ts";
import type { Vote } from "../../src/artifacts/vote.ts";
import { withLock } from "../../src/store/lock.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { foreign, HOSTILE as LIVE } from "../support/hostile-text.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";
import { byAdrTools, byFrontMatter, byLog4brains, listedByAdrTools } from "../support/record-readers.ts";
import { available } from "../support/scripted-host.ts";

const TASK = {
  task: "Design a durable task queue for 10,000 jobs a second",
  topic: "Task queue",
  requirements: ["Survives a crash", "p99 below 50 ms"],
  constraints: ["No new database"],
};
const AT = new Date(2026, 10, 24, 12);
const now = () => AT;

/** A project in which A won, made once; each test has a copy. */
let ran: string;
let lab: Bench;
let dir: string;
const copies: string[] = [];
beforeAll(async () => {
  const first = await bench({ now });
  ran = first.dir;
  await first.call("run", TASK);
});
afterEach(async () => {
  for (const each of copies.splice(0)) await rm(each, { recursive: true, force: true });
});
afterAll(() => rm(ran, { recursive: true, force: true }));

async function start(options: BenchOptions = {}): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), "designlab-decide-"));
  copies.push(copy);
  cpSync(ran, copy, { recursive: true });
  lab = await bench({ dir: copy, now, ...options });
  dir = await onlyExperiment(copy);
}

function records(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(lab.dir, folder, name)), { recursive: true });
    writeFileSync(join(lab.dir, folder, name), text);
  }
}
const inProject = (path: string): string => readFileSync(join(lab.dir, path), "utf8");
const decision = () => readJson<Decision>(join(dir, "decision.json"));
const typed = (args: object, op = "decide"): Promise<string> => {
  lab.typed = true;
  return lab.call(op, args).finally(() => {
    lab.typed = false;
  });
};

/** Five records as each tool of the field writes them. */
const FIVE = [1, 2, 3, 4, 5];
const four = (number: number) => String(number).padStart(4, "0");
const MADR = Object.fromEntries(
  FIVE.map((at) => [
    `${four(at)}-a.md`,
    `---\nstatus: accepted\ndate: 2026-01-0${at}\n---\n\n# Use ${at}\n\n## Context and Problem Statement\n\nx\n`,
  ]),
);
const MADR_2 = Object.fromEntries(
  FIVE.map((at) => [
    `${four(at)}-a.md`,
    `# Use ${at}\n\n* Status: accepted\n* Date: 2026-01-0${at}\n\n## Decision Outcome\n\nx\n`,
  ]),
);
const NYGARD = Object.fromEntries(
  FIVE.map((at) => [
    `${four(at)}-a.md`,
    `# ${at}. Use ${at}\n\nDate: 2026-01-0${at}\n\n## Status\n\nAccepted\n\n## Context\n\nx\n\n## Decision\n\nx\n\n## Consequences\n\nx\n`,
  ]),
);
const LOG4BRAINS = {
  ...Object.fromEntries(
    FIVE.map((at) => [`2026010${at}-a.md`, `# Use ${at}\n\n- Status: accepted\n- Tags: a\n\n## Context\n\nx\n`]),
  ),
  "template.md": "# {title}\n\n- Status: draft\n",
  "index.md": "# Records\n",
};

describe("without a design it proposes, and writes nothing", () => {
  test("the winner, how sure that is and where a record would go", async () => {
    await start();
    const before = await snapshot(lab.dir);
    const reply = await lab.call("decide", {});
    expect(reply).toContain("**Proposed: A.** **A “");
    expect(reply).toContain("Confidence: high");
    expect(reply).toContain("on this machine only");
    expect(reply).toContain(`/design-lab decide ${basename(dir)} A "…"`);
    records("docs/adr", NYGARD);
    expect(await lab.call("decide", {})).toContain("The record would go to docs/adr, after you are asked.");
    await rm(join(lab.dir, "docs"), { recursive: true });
    expect(await snapshot(lab.dir)).toEqual(before);
    expect(lab.asked).toEqual([]);
  });

  test("and the record say why confidence is no higher, word for word", async () => {
    await start();
    const path = join(dir, "results/ranking.json");
    const ranking = await readJson<{ summary: object }>(path);
    const verdict = { kind: "winner", design: "alpha-strong-1", p: 0.97 };
    Object.assign(ranking.summary, { winner: verdict.design, verdict, confidence: "medium", doubt: "few-designs" });
    writeFileSync(path, JSON.stringify(ranking));
    const said = "Confidence: medium, for with two designs all rests on one difference.";
    expect(await lab.call("decide", {})).toContain(said);
    await typed({ design: "A" });
    expect(readFileSync(join(dir, "decision.md"), "utf8")).toContain(said);
  });

  test("in a tie none, and no reviewers that would hardly tell them apart", async () => {
    await start();
    const path = join(dir, "results/ranking.json");
    const ranking = await readJson<{ summary: { winner: string | null; first_place: string[]; verdict: object } }>(
      path,
    );
    const designs = ["alpha-strong-1", "beta-middle-1"];
    Object.assign(ranking.summary, { winner: null, first_place: designs, verdict: { kind: "tie", designs } });
    writeFileSync(path, JSON.stringify(ranking));
    const models = ["alpha/strong-1", "beta/middle-1", "gamma/weak-1", "delta/more-1"];
    lab.host.models = async () => models.map((id) => available(id));
    const reply = await lab.call("decide", {});
    expect(reply).toContain("**Nothing is proposed.** **No winner:** the scores cannot tell");
    expect(reply).not.toContain("more reviewer");
  });
});

describe("where the project keeps records, one more is written as they are, once the person allowed it", () => {
  const KINDS = [
    ["docs/adr", NYGARD, "0006-task-queue.md", byAdrTools, "6. Task queue: ", "Accepted"],
    ["docs/decisions", MADR, "0006-task-queue.md", byFrontMatter, "Task queue: ", "accepted"],
    ["docs/adr", LOG4BRAINS, "20261124-task-queue.md", byLog4brains, "Task queue: ", "accepted"],
    ["adr", MADR_2, "0006-task-queue.md", byLog4brains, "Task queue: ", "accepted"],
  ] as const;
  for (const [folder, files, name, read, title, status] of KINDS)
    test(`${read.name} reads ${folder}/${name}`, async () => {
      await start();
      records(folder, files);
      const before = await snapshot(join(lab.dir, folder));
      const reply = await typed({ design: "A", because: "It is the one that we can run" });
      expect(lab.asked).toEqual([
        expect.stringMatching(new RegExp(`^designlab_write: .*into ${folder} of the project`, "u")),
      ]);
      expect(reply).toContain(`Record: ${folder}/${name}, a document of the project`);
      const { [name]: text = "", ...rest } = await snapshot(join(lab.dir, folder));
      const others = Object.fromEntries(Object.entries(rest).filter(([path]) => !path.startsWith("designs")));
      expect(others).toEqual(before);
      const found = read(text);
      expect(found.title).toStartWith(title);
      expect(found.status).toBe(status);
      expect(text).toContain("“It is the one that we can run”");
      expect(await decision()).toMatchObject({ record: { in: "project", path: `${folder}/${name}` }, door: "command" });
      if (read === byAdrTools) expect(listedByAdrTools(Object.keys({ ...others, [name]: text }))).toHaveLength(6);
    });

  test("what is allowed is remembered, for the folder that .adr-dir names too", async () => {
    await start();
    records(".", { ".adr-dir": "architecture/log\n" });
    records("architecture/log", NYGARD);
    await typed({ design: "A" });
    expect(existsSync(join(lab.dir, "architecture/log/0006-task-queue.md"))).toBe(true);
    expect(await lab.call("decide", {})).toContain("The record would go to architecture/log.");
    await typed({ design: "B" });
    expect(lab.asked).toHaveLength(1);
  });

  test("what a checkout says is allowed is asked all the same", async () => {
    await start();
    records("docs/adr", NYGARD);
    const said = { version: 1, places: { decision: "docs/adr" } };
    records(".opencode/design-lab", { "places.json": JSON.stringify(said) });
    await typed({ design: "A" });
    expect(lab.asked).toHaveLength(1);
  });

  test("refused, it stays in the experiment, says so, and asks again the next time", async () => {
    await start();
    records("docs/adr", NYGARD);
    lab.permits = false;
    const reply = await typed({ design: "A" });
    expect(reply).toContain("on this machine only");
    expect(reply).toContain("It was not written into docs/adr: the person did not allow it.");
    expect(readdirSync(join(lab.dir, "docs/adr"))).toHaveLength(5);
    expect(await decision()).toMatchObject({ record: { in: "experiment", path: "decision.md" } });
    lab.permits = true;
    await typed({ design: "A" });
    expect(lab.asked).toHaveLength(2);
    expect(readdirSync(join(lab.dir, "docs/adr")).filter((name) => name !== "designs")).toHaveLength(6);
  });

  test("a folder that leads out of the project is refused with what was found, and nothing is written", async () => {
    await start();
    const out = await mkdtemp(join(tmpdir(), "outside-"));
    copies.push(out);
    mkdirSync(join(lab.dir, "docs"));
    symlinkSync(out, join(lab.dir, "docs/adr"));
    const reply = await typed({ design: "A" });
    expect(reply).toContain("Cannot keep the record in");
    expect(reply).toContain(`(it leads to ${out}): it lies outside the project. Nothing was written.`);
    expect(readdirSync(out)).toEqual([]);
    expect(existsSync(join(dir, "decision.json"))).toBe(false);
    for (const where of ["..", out, ".git/records", "."])
      expect(await typed({ design: "A", where })).toContain("Nothing was written.");
    expect(lab.asked).toEqual([]);
    expect(await typed({ design: "A", where: "experiment" })).toContain(
      "Record: decision.md in the experiment's folder",
    );
  });

  test("a file that has the name already stays as it is", async () => {
    await start();
    records("docs/adr", { ...LOG4BRAINS, "20261124-task-queue.md": "# Mine\n" });
    await typed({ design: "A" });
    expect(inProject("docs/adr/20261124-task-queue.md")).toBe("# Mine\n");
    expect((await decision()).record.path).toBe("docs/adr/20261124-task-queue-2.md");
  });

  test("two experiments that are decided at once have two numbers", async () => {
    await start();
    records("docs/adr", NYGARD);
    const other = `${dir}-again`;
    cpSync(dir, other, { recursive: true });
    lab.typed = true;
    await Promise.all(
      [dir, other].map((each) => lab.call("decide", { experiment: basename(each), design: "A", where: "docs/adr" })),
    );
    const made = readdirSync(join(lab.dir, "docs/adr")).filter((name) => /^000[67]-/u.test(name));
    expect(made.sort()).toEqual(["0006-task-queue.md", "0007-task-queue.md"]);
    const paths = [dir, other].map(async (each) => (await readJson<Decision>(join(each, "decision.json"))).record.path);
    expect((await Promise.all(paths)).map((path) => basename(path)).sort()).toEqual(made);
  });
});

describe("whose word it is", () => {
  test("an agent's call asks the person, and without a yes nothing is written", async () => {
    await start();
    const before = await snapshot(lab.dir);
    lab.permits = false;
    const reply = await lab.call("decide", { design: "A", because: "Cheap\n# x", by: "Ana" });
    expect(reply).toContain("Not decided: the person did not allow it. An agent's call is no person's word.");
    expect(lab.asked).toEqual([
      expect.stringMatching(
        /^designlab_approve: Task queue: decided by Ana for design A “.*” because “Cheap # x”\. An agent or a typed line says so in /u,
      ),
    ]);
    expect(await snapshot(lab.dir)).toEqual(before);
    lab.permits = true;
    await lab.call("decide", { design: "A" });
    expect((await decision()).door).toBe("host");
  });

  test("while a run is on, nothing is decided and nobody is asked", async () => {
    await start();
    const reply = await withLock(dir, "x", () => lab.call("decide", { design: "A" }));
    expect(reply).toContain("A run is at work on");
    expect(lab.asked).toEqual([]);
    expect(existsSync(join(dir, "decision.json"))).toBe(false);
  });

  test("a design that changes while the person is asked is not decided", async () => {
    await start();
    const path = join(dir, "designs/design-alpha-strong-1.json");
    const context = lab.context as { permit: typeof lab.context.permit };
    context.permit = async () => {
      writeFileSync(path, JSON.stringify({ ...(await readJson(path)), title: "Another" }));
      return { allowed: true };
    };
    expect(await lab.call("decide", { design: "A" })).toContain(
      "The design changed while this was asked. Nothing was decided.",
    );
    expect(existsSync(join(dir, "decision.json"))).toBe(false);
  });
});

test.each([
  ["decide", { design: "A", none: true }, "one is needed"],
  ["decide", { none: true }, "needs a reason"],
  ["decide", { because: "x" }, "needs a design"],
  ["decide", { design: "A", outcome: "worked" }, "outcome belongs to outcome, which takes no design"],
  ["decide", { by: "Ada" }, "by needs a design"],
  ["decide", { note: "x" }, "note belongs to outcome"],
  ["decide", { design: "Z" }, 'has no design "Z"'],
  ["decide", { outcome: "worked", note: "x" }, "outcome and note belong to outcome. Nothing was changed."],
  ["outcome", { outcome: "worked" }, "nothing is decided in"],
  ["outcome", {}, "Give one of outcome, lesson, confirm, drop and where"],
  ["outcome", { design: "A" }, "design belongs to decide. Nothing was changed."],
])("what cannot be meant is refused, and nothing written: %s %j", async (op, args, why) => {
  await start();
  const before = await snapshot(lab.dir);
  expect(await typed(args, op)).toContain(why);
  expect(await snapshot(lab.dir)).toEqual(before);
});

test("a design that is not there is refused with what can be typed", async () => {
  await start();
  const id = basename(dir);
  const reply = await typed({ design: "D", because: "x" });
  expect(reply).toContain('has no design "D"; there are: A, ');
  expect(reply).toContain("Nothing was decided.");
  expect(reply).toContain(`\`/design-lab decide ${id}\` says what is proposed`);
  expect(reply).toContain(`\`/design-lab decide ${id} A "…"\` decides for design A`);
});

test("another choice than the ranking's is kept as that, with how sure the ranking was, in every view", async () => {
  await start();
  const reply = await typed({ design: "B", because: "We know it", by: "Ana" });
  expect(reply).toContain("The ranking then had another first: A “");
  expect((await decision()).ranking).toMatchObject({ differs: true, confidence: "high" });
  const record = readFileSync(join(dir, "decision.md"), "utf8");
  expect(record).toContain('decision-makers: "Ana"');
  expect(record).toMatch(/\* \S+\/\S+ puts A first \(\d\.\d\d of 10 against \d\.\d\d for B\)/u);
  // What the ranking said stands there once.
  expect(record).toContain(" B was chosen all the same.\n");
  expect(record.match(/probability/gu)).toHaveLength(1);
  const head = "**Decided on 2026-11-24 by Ana: B “";
  const id = basename(dir);
  for (const text of [
    await lab.call("show", { experiment: id }),
    await lab.call("rank", {}),
    readFileSync(join(dir, "results/ranking.md"), "utf8"),
  ])
    expect(text.split("\n").slice(0, 4).join("\n")).toContain(head);
  expect(readFileSync(join(dir, "results/report.html"), "utf8").replace(/<[^>]+>/gu, "")).toContain(
    "Decided on 2026-11-24 by Ana:",
  );
  expect(await lab.call("show", {})).toContain("  Decided: B “");
});

test("none of them is a decision, and nothing needs to be ranked for one", async () => {
  await start();
  await typed({ none: true, because: "Too dear" });
  const none = readFileSync(join(dir, "decision.md"), "utf8");
  expect(none).toContain("Chosen option: none of these designs, because “Too dear”.");
  expect(none).toStartWith("---\nstatus: accepted\n");
  expect(none).toContain(" None was chosen all the same.\n");
  expect(none).toContain("\n* A requirement that changes, or a design that nobody has written yet\n");
  expect(none).not.toContain("a risk above");
  await rm(join(dir, "results"), { recursive: true });
  await typed({ design: "A" });
  expect((await decision()).ranking).toBeNull();
  expect(readFileSync(join(dir, "decision-2.md"), "utf8")).toContain("Nothing was ranked when this was decided.");
});

test("deciding again supersedes, linked both ways, and the old text stays byte for byte but for its status", async () => {
  await start();
  records("docs/adr", NYGARD);
  await typed({ design: "A", because: "First" });
  const old = inProject("docs/adr/0006-task-queue.md");
  const reply = await typed({ design: "B", because: "Second" });
  expect(reply).toContain("It takes the place of docs/adr/0006-task-queue.md, whose status says so now.");
  const link = /\nSuperseded by \[7\. Task queue: [^\]]+\]\(0007-task-queue\.md\)\n/u.exec(
    inProject("docs/adr/0006-task-queue.md"),
  );
  expect(inProject("docs/adr/0006-task-queue.md")).toBe(old.replace("\nAccepted\n", link?.[0] ?? ""));
  expect(byAdrTools(inProject("docs/adr/0007-task-queue.md")).status).toBe(
    "Accepted\nSupersedes [0006-task-queue](0006-task-queue.md)",
  );
  expect(await decision()).toMatchObject({
    because: "Second",
    supersedes: [{ because: "First", record: { path: "docs/adr/0006-task-queue.md" } }],
  });
  await rm(join(lab.dir, "docs/adr/0007-task-queue.md"));
  expect(await typed({ design: "A" })).toContain("whose status could not be changed");
});

test("the design's document has all that was said against it, which its record counts", async () => {
  await start();
  await typed({ design: "C", because: "It is the smallest" });
  const { design_id } = await decision();
  const document = readFileSync(join(dir, "chosen-design.md"), "utf8");
  const [, against = ""] = /\n## What speaks against it\n\n([^#]+)/u.exec(document) ?? [];
  for (const name of readdirSync(join(dir, "reviews")).filter((each) => each.startsWith(`review-${design_id}-`))) {
    const { weaknesses, missing_considerations } = await readJson<Review>(join(dir, "reviews", name));
    for (const each of [...weaknesses, ...missing_considerations]) expect(against).toContain(each.replace(/\.$/u, ""));
  }
  const record = readFileSync(join(dir, "decision.md"), "utf8");
  const [, own = ""] = /\n### C “([\s\S]+?)\n### /u.exec(record) ?? [];
  const listed = own.match(/^\* Bad, /gmu)?.length ?? 0;
  const [, more = "0"] = /\* and (\d+) more, in \[chosen-design\]/u.exec(own) ?? [];
  expect(against.match(/^- /gmu)).toHaveLength(listed + Number(more));
});

test("a design that nobody scored is not said to be scored by anything", async () => {
  await start();
  for (const name of ["scores", "reviews", "results"]) await rm(join(dir, name), { recursive: true });
  await typed({ design: "A", because: "First" });
  expect(readFileSync(join(dir, "decision.md"), "utf8")).toContain("each alone; nobody judged them.");
  expect(readFileSync(join(dir, "chosen-design.md"), "utf8")).not.toMatch(/scored|Judged/u);
});

test("a decision made anew says how the one before turned out, whatever was said of it", async () => {
  await start();
  await typed({ design: "B", because: "We know it" });
  await typed({ design: "C", because: "It is the smallest" });
  const none = readFileSync(join(dir, "decision-2.md"), "utf8");
  expect(none).not.toContain("The decision before");
  await typed({ outcome: "failed", note: "It fell over in May", by: "Bo" }, "outcome");
  await typed({ design: "A", because: "It holds" });
  expect(readFileSync(join(dir, "decision-3.md"), "utf8")).toMatch(
    /\n\nThe decision before, of 2026-11-24, was for C “[^”]+”\. It failed \(2026-11-24, says Bo\): “It fell over in May”\.\n\n/u,
  );
  await typed({ outcome: "partly", note: LIVE, by: LIVE.slice(0, 60) }, "outcome");
  await typed({ design: "B", because: "Again" });
  const hostile = readFileSync(join(dir, "decision-4.md"), "utf8");
  expect(hostile).toContain("It worked in part (");
  const own = ["chosen-design-4.md", "decision-3.md", "results/ranking.md", "results/report.html"];
  expect(foreign(hostile).filter(({ text }) => !own.includes(text))).toEqual([]);
});

test("how it turned out is added to decision and record at any time", async () => {
  await start();
  await typed({ design: "A" });
  const before = readFileSync(join(dir, "decision.md"), "utf8");
  await typed({ outcome: "partly", note: "Slow\n# at first", by: "Ana" }, "outcome");
  const reply = await typed({ outcome: "worked" }, "outcome");
  expect(reply).toContain("It worked (2026-11-24).");
  expect(readFileSync(join(dir, "decision.md"), "utf8")).toBe(
    `${before}\n## How it turned out\n\n* It worked in part (2026-11-24, says Ana): “Slow # at first”.\n* It worked (2026-11-24).\n`,
  );
  expect((await decision()).outcomes.map(({ outcome }) => outcome)).toEqual(["partly", "worked"]);
});

test("a decision on a text that changed since is called stale where it is ranked, shown and compared", async () => {
  await start();
  await typed({ design: "A" });
  const path = join(dir, "designs/design-alpha-strong-1.json");
  writeFileSync(path, JSON.stringify({ ...(await readJson(path)), title: "Another" }));
  const id = basename(dir);
  expect(await lab.call("show", { experiment: id })).toContain(
    "**The decision is stale:** the text of A changed since",
  );
  cpSync(dir, `${dir}-again`, { recursive: true });
  await rm(join(`${dir}-again`, "decision.json"));
  const compared = await lab.call("compare", { experiments: [id, `${id}-again`] });
  expect(compared).toContain("**The decision is stale:**");
  expect(compared).toMatch(/decided +\| +A +\| +–/u);
});

test("no document of the project is written where experiments lie, which git ignores", async () => {
  await start();
  const base = dirname(dir);
  for (const where of [base, dir, join(base, "records")]) {
    expect(await typed({ design: "A", where })).toContain("experiments lie there");
  }
  expect(existsSync(join(dir, "decision.json"))).toBeFalse();
});

test("more outcomes than a decision keeps are refused in words", async () => {
  await start();
  await typed({ design: "A" });
  const stored = await decision();
  const outcomes = Array.from({ length: 200 }, () => ({ outcome: "worked", note: "", by: null, at: AT.toISOString() }));
  writeFileSync(join(dir, "decision.json"), JSON.stringify({ ...stored, outcomes }));
  expect(await typed({ outcome: "failed" }, "outcome")).toContain("At most 200 outcomes");
});

test("who put the chosen design first in an order, and scored another alone, is not against it", async () => {
  await start();
  lab.typed = true;
  await lab.call("judge", { order: "N>O>P", unseen: true, wait: 0 });
  const path = join(dir, "votes/vote-person-you.json");
  const vote = await readJson<Vote>(path);
  const { criteria } = await readJson<Task>(join(dir, "task.json"));
  const scores = Object.fromEntries(criteria.map(({ name, max }) => [name, max]));
  const designs = [{ letter: "O", scores, comment: "", knows_author: false }];
  writeFileSync(path, JSON.stringify({ ...vote, voice: { ...vote.voice, designs } }));
  const chosen = vote.shown.find(({ letter }) => letter === "N")?.design_id ?? "";
  await typed({ design: chosen, where: "experiment" });
  expect(readFileSync(join(dir, "decision.md"), "utf8")).not.toContain("you puts");
});

test("a decision that cannot be read is not written over", async () => {
  await start();
  writeFileSync(join(dir, "decision.json"), "{");
  expect(await typed({ design: "A" })).toContain("what was decided before cannot be read, and would be lost");
  expect(readFileSync(join(dir, "decision.json"), "utf8")).toBe("{");
});

describe("titles and reasons that would be more than words", () => {
  const HOSTILE = "a | b: #1 \"q\" 's' <b>x</b> [l](http://evil.example) `c` *e*\n---\n# h {{x}} !![tag] #";
  const PLAIN = "a | b: #1 \"q\" 's' <b>x</b> [l](http://evil.example) c *e* --- # h {{x}} !![tag] #";
  for (const [files, read] of [
    [NYGARD, byAdrTools],
    [MADR, byFrontMatter],
    [LOG4BRAINS, byLog4brains],
  ] as const)
    test(`are read as words by ${read.name}`, async () => {
      await start();
      records("docs/adr", files);
      const task = join(dir, "task.json");
      writeFileSync(task, JSON.stringify({ ...(await readJson(task)), topic: HOSTILE }));
      await typed({ design: "A", because: `${HOSTILE} why`, by: HOSTILE.slice(0, 60) });
      const text = inProject((await decision()).record.path);
      const document = basename((await decision()).design_document?.path ?? "none");
      expect(foreign(text).filter(({ text: to }) => to !== `designs/${document}`)).toEqual([]);
      const { title, status, by } = read(text);
      expect(status.toLowerCase()).toBe("accepted");
      if (read === byAdrTools) expect(title).not.toContain("<b>");
      else expect(title).toStartWith(PLAIN.slice(0, 50));
      if (read === byFrontMatter) expect(by).toBe("a b 1 q 's' b x b l (http evil.example) c e");
      await typed({ design: "B" });
      const before = (await decision()).supersedes[0]?.record.path ?? "";
      expect(read(inProject(before)).status).toMatch(/^superseded by /iu);
    });
});
