import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { briefSha256 } from "../../src/artifacts/hashes.ts";
import { pathOf, saveArtifact } from "../../src/store/artifacts.ts";
import { answerCall } from "../../src/tool.ts";
import { approve, approved, BRIEF, type Interview, interview, SECRET, write } from "../support/briefs.ts";
import { type Bench, bench } from "../support/lab.ts";

let day = 5;
const now = () => new Date(Date.UTC(2026, 0, day, 12));
let lab: Bench;
beforeEach(async () => {
  day = 5;
  lab = await bench({ now });
});
afterEach(() => lab.dispose());

const show = (args: object = {}) => lab.call("show", args);
const factsOf = async (args: object) => (await answerCall({ op: "show", args }, lab.context)).facts;

describe("the list of experiments", () => {
  test("has what is a brief only, with how it stands and what to type", async () => {
    await lab.call("generate", { task: "Design a queue", topic: "queue" });
    const asking = await interview(lab.dir, { now, name: "2026-01-06-asking" });
    await asking.journal.ask(
      [1, 2, 3].map((n) => ({ type: "confirm", text: `Keep ${n}?` })),
      "text",
    );
    await write(await interview(lab.dir, { now, name: "2026-01-07-waits" }));
    await approved(lab.dir, { now, home: lab.home, name: "2026-01-08-ready" });
    await interview(lab.dir, { now, name: "2026-01-09-working" });
    day = 10;
    const list = await show();
    const row = (id: string) => list.split("- ").find((each) => each.startsWith(`${id}\n`));
    expect(row("2026-01-06-asking")).toBe(
      "2026-01-06-asking\n  2026-01-05 12:00, nothing asked: Mail\n  Brief: 3 questions open: `/design-lab ask 2026-01-06-asking`\n",
    );
    expect(row("2026-01-07-waits")).toContain("Brief: waits for approval: `/design-lab approve 2026-01-07-waits`");
    expect(row("2026-01-08-ready")).toContain("Brief: approved: `/design-lab run 2026-01-08-ready`");
    expect(row("2026-01-09-working")).toContain("Brief: not written yet, 2 questions answered: `/design-lab brief");
    expect(row("2026-01-05-queue")).toContain("Not ranked yet: 3 of 3 designs");
    expect(list).toContain("`/design-lab resume 2026-01-05-queue` asks for what is missing");
  });

  test("tells a program the same as fields, the newest first", async () => {
    await lab.call("generate", { task: "Design a queue", topic: "queue" });
    day = 6;
    await approved(lab.dir, { now, home: lab.home, name: "2026-01-06-ready" });
    expect(await factsOf({})).toMatchObject({
      experiments: [
        {
          experiment: "2026-01-06-ready",
          topic: "Reliable mail",
          brief: {
            state: "approved",
            sha256: briefSha256(BRIEF),
            open: [],
            answered: 2,
            asked: 2,
            changed_since: false,
          },
        },
        { experiment: "2026-01-05-queue", open: true },
      ],
      more: 0,
    });
  });

  test("of briefs alone is no empty one, and says what is wrong with an idea that cannot be read", async () => {
    const begun = await interview(lab.dir, { now });
    expect(await show()).toStartWith("- 2026-01-05-mail\n");
    await writeFile(pathOf(begun.dir, "idea"), "{");
    const list = await show();
    expect(list).toStartWith("There is no experiment yet");
    expect(list).toContain("idea.json");
  });

  test("keeps a hostile topic on its line", async () => {
    await interview(lab.dir, { now, topic: `# <b>x</b>\n- [a](javascript:1) ${"長い".repeat(500)}` });
    const [, line = "", stands = ""] = (await show()).split("\n");
    expect(line).toContain("\\# &lt;b>x&lt;/b>");
    expect(line.length).toBeLessThan(120);
    expect(stands).toStartWith("  Brief: ");
  });
});

describe("show of a folder that is a brief only", () => {
  let begun: Interview;
  beforeEach(async () => {
    begun = await interview(lab.dir, { now, from: [{ path: "docs/prd.md", sha256: "0".repeat(64), text: "x" }] });
  });

  test("has the idea, the answers in order and what is open", async () => {
    await begun.journal.ask([{ type: "confirm", text: "Keep PostgreSQL 16?" }], "text");
    const text = await show({ experiment: begun.id });
    const parts = [
      "## Mail",
      "**Brief: 1 question open.**",
      "Something to send e-mails reliably",
      "- Read first: docs/prd.md",
      "- **q1** Why must no mail be lost?\n  You wrote: It is about money from",
      "- **q2** How many mails an hour?\n  You set 5000 mails.",
      "### Open\n\n- **q3** Keep PostgreSQL 16?",
      '### Next\n\n- `designlab({op: "ask", args: {experiment: "2026-01-05-mail"}})`',
      `Files: ${begun.dir}`,
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places.map((place) => place >= 0)).toEqual(parts.map(() => true));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("has the brief with numbers and sources, and what to type", async () => {
    await write(begun);
    const text = await show({ experiment: "2026-01-05" });
    for (const part of [
      "## Reliable mail\n\n**Brief: waits for approval.**",
      "### Requirements\n\n- **R1** No mail is lost when a worker dies (from the idea and question q1)\n- **R2** A mail that cannot be sent is tried again for a day\n",
      "- **C1** PostgreSQL 16 stays (from docker-compose.yml)",
      "- **N1** 5,000 mails an hour (from question q2)",
      "### Assumptions\n\n- **U1** One region is enough",
      "### Out of scope\n\n- **X1** Newsletters",
      "### Open questions\n\n- **Q1** Who may read the archive",
      '- `/design-lab reject 2026-01-05-mail "…"` sends it back',
    ])
      expect(text).toContain(part);
    await approve(begun);
    expect(await show({ experiment: begun.id })).toContain(
      `- \`designlab({op: "run", args: {experiment: "${begun.id}"}})\` has several models`,
    );
    expect(await factsOf({ experiment: begun.id })).toMatchObject({
      experiment: begun.id,
      directory: begun.dir,
      brief: { state: "approved", approval: { by: "page" }, text: { task: BRIEF.task } },
    });
  });

  test("says why a brief cannot be read", async () => {
    await writeFile(pathOf(begun.dir, "brief"), "{");
    expect(await show({ experiment: begun.id })).toContain("Unusable: ");
  });

  for (const [op, args] of [
    ["show", { what: "scores" }],
    ["show", { design: "A" }],
    ["show", { what: "ledger" }],
    ["rank", {}],
    ["compare", {}],
    ["review", {}],
    ["score", {}],
  ] as const) {
    test(`is what ${op} ${JSON.stringify(args)} says that it is, with what to type`, async () => {
      await write(begun);
      const reply = await lab.call(op, { experiment: begun.id, ...args });
      expect(reply).toContain(`**designlab:** ${begun.id} has a brief and no designs yet.`);
      expect(reply).toContain(`Brief: waits for approval. \`/design-lab approve ${begun.id}\` approves it.`);
      expect(lab.host.prompts).toHaveLength(0);
    });
  }

  test("is passed over where an op means the newest with a task, and is named where there is no other", async () => {
    const none = await lab.call("rank");
    expect(none).toContain("There is no experiment with designs yet");
    expect(none).toContain(`\`/design-lab show ${begun.id}\` says how the newest stands`);
    await lab.call("run", { task: "Design a queue", topic: "queue" });
    day = 9;
    await interview(lab.dir, { now, name: "2026-01-09-later" });
    expect(await lab.call("rank")).toContain("Ranked from what is stored.");
    expect(await show({ what: "task" })).toContain("## queue");
    expect(await lab.call("compare")).toContain("alpha/strong-1");
  });

  test("is among what an error names", async () => {
    expect(await lab.call("rank", { experiment: "2026-01-05-mial" })).toContain("The nearest: 2026-01-05-mail");
    await lab.call("generate", { task: "Design a queue", topic: "queue" });
    expect(await lab.call("rank", { experiment: "2026-01-05" })).toContain("names 2 experiments");
  });
});

describe("show of an experiment that came from a brief", () => {
  test("says so in a line, and shows the brief where that is asked for", async () => {
    const begun = await approved(lab.dir, { now, home: lab.home });
    await lab.call("generate", { experiment: begun.id });
    const line = `- It began as a brief that was approved: \`/design-lab show ${begun.id} brief\` shows it`;
    expect(await show({ experiment: begun.id })).toContain(`${line}\n`);
    const brief = await show({ experiment: begun.id, what: "brief" });
    expect(brief).toContain("**Brief: approved.**");
    expect(brief).toContain(SECRET);
    expect(brief).not.toContain("### Next");
    expect(await show({ what: "brief" })).toBe(brief);
    await saveArtifact(begun.dir, "brief", { ...BRIEF, task: "Another" });
    expect(await show({ experiment: begun.id })).toContain(`${line}; brief.json has changed since`);
    expect(await show({ experiment: begun.id, what: "brief" })).toContain(
      "**Brief: changed since its designs were asked for, which go by what was approved.**",
    );
  });

  test("has no brief to show where it began with its task", async () => {
    await lab.call("generate", { task: "Design a queue", topic: "queue" });
    expect(await show({ experiment: "2026-01-05-queue" })).not.toContain("brief");
    expect(await show({ experiment: "2026-01-05-queue", what: "brief" })).toContain(
      "There is no brief of 2026-01-05-queue: it began with its task.",
    );
    expect(await show({ what: "brief" })).toContain("There is no brief yet");
  });
});
