import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { openJournal } from "../../src/questions/journal.ts";
import { onlyExperiment } from "../support/disk.ts";
import { approvalIn, writtenBench } from "../support/interview.ts";
import { bench } from "../support/lab.ts";
import { KINDS } from "../support/record-kinds.ts";

/** A reason that overrules the design, as a person types it. */
const BECAUSE = "It runs, and B does not. Retries stop after four, not six: R2 matters more than R5.";
const DESIGNS = { "docs/design/0001-cache.md": "# A\n", "docs/design/0002-search.md": "# B\n" };

let ran: string;
const folders: string[] = [];
beforeAll(async () => {
  const talk = await writtenBench();
  ran = talk.lab.dir;
  await (await talk.journal()).answer(await approvalIn(talk), "approve", "page");
  await talk.brief({ where: "docs/briefs" });
  await talk.lab.call("run", { experiment: basename(await talk.dir()) });
});
afterAll(() => rmSync(ran, { recursive: true, force: true }));
afterEach(() => {
  for (const each of folders.splice(0)) rmSync(each, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "designlab-alone-"));
  folders.push(made);
  return made;
}

/** A project with these files after decision and plan, as whoever clones it has it: without the experiments. */
async function clonedAfter(files: Readonly<Record<string, string>>, tasks: string): Promise<string> {
  const dir = await newFolder();
  cpSync(ran, dir, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  const lab = await bench({ dir, home: join(dir, "no-home") });
  const experiment = basename(await onlyExperiment(dir));
  lab.typed = true;
  await lab.call("decide", { experiment, design: "A", because: BECAUSE });
  lab.typed = false;
  const plan = () => lab.call("plan", { experiment, where: tasks, wait: 0 });
  await plan();
  const journal = openJournal(await onlyExperiment(dir), () => new Date(), { home: lab.home, env: {} });
  const { questions } = await journal.read();
  await journal.answer(
    questions.findLast(({ state }) => state === "open")?.id ?? "",
    { decision: "approve", annotations: { skeleton: "Mind K2 and N1." } },
    "page",
  );
  await plan();
  const clone = await newFolder();
  cpSync(dir, clone, { recursive: true });
  rmSync(join(clone, ".opencode"), { recursive: true });
  rmSync(join(clone, "no-home"), { recursive: true, force: true });
  return clone;
}

/** All Markdown that was not there before, by its path. */
function writtenIn(clone: string, before: Readonly<Record<string, string>>): Map<string, string> {
  const all = (readdirSync(clone, { recursive: true }) as string[]).filter((name) => name.endsWith(".md"));
  return new Map(
    all.filter((name) => !(name in before)).map((name) => [name, readFileSync(join(clone, name), "utf8")]),
  );
}

type Link = { from: string; to: string; fragment: string };
function linksIn(clone: string, files: ReadonlyMap<string, string>): Link[] {
  return [...files].flatMap(([from, text]) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, address = ""]) => {
      const [path = "", fragment = ""] = decodeURI(address).split("#");
      return { from, to: path === "" ? from : relative(clone, resolve(clone, dirname(from), path)), fragment };
    }),
  );
}

/** A heading as git's viewers call it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gmu)].map(([, heading = ""]) => anchor(heading));

/** Numbers of requirements, risks, criteria, assumptions and the rest. */
const NUMBER = /(?<![\w/.-])[RCNKSTUXQ]\d{1,3}(?![\w/-])/gu;
/** Letters of designs, where a sentence says one as a name. */
const LETTER = /(?<=(?:^|\s)(?:and |than |design )?)[A-D](?= (?:does|is|leads|instead|would)\b)/gmu;
/** Whether a text says what is meant by a number or a letter: in its own line or heading, with words behind it. */
const explains = (text: string, name: string): boolean =>
  new RegExp(`^#{1,4} ${name}(?::|$)|^${name}:$|^[-*] (?:\\*\\*)?${name}(?:\\*\\*)? (?:[“(]|\\S)|${name} “`, "mu").test(
    text,
  );

const KINDS_AND_DESIGNS = Object.entries(KINDS).map(([kind, { has }]) => {
  const records = Object.fromEntries(Object.entries(has).map(([name, text]) => [`docs/adr/${name}`, text]));
  return { kind, records };
});

describe.each(KINDS_AND_DESIGNS)("what a run leaves in a project with records of: $kind", ({ kind, records }) => {
  // Designs lie apart in half of them.
  const before = ["MADR 4", "Nygard", "none"].includes(kind) ? { ...records, ...DESIGNS } : records;
  test.each(["tasks", "work/now (2)"])(
    "leads to what is there, and explains what it names, with tasks in %s",
    async (where) => {
      const clone = await clonedAfter(before, where);
      const files = writtenIn(clone, before);
      const names = [...files.keys()];
      const inFolder = (folder: string) => names.filter((name) => name.startsWith(`${folder}/`));
      expect([inFolder("docs/briefs").length, inFolder(where).length]).toEqual([1, 10]);
      const links = linksIn(clone, files);
      for (const { from, to, fragment } of links) {
        expect(existsSync(join(clone, to)), `${from} leads to ${to}`).toBeTrue();
        if (fragment !== "") expect(anchorsIn(readFileSync(join(clone, to), "utf8"))).toContain(fragment);
      }
      const ledTo = (name: string): string[] => links.flatMap(({ from, to }) => (from === name ? [to] : []));
      const [record = ""] = inFolder("docs/adr").filter((name) => !name.includes("/designs/"));
      const [design = ""] = inFolder("docs/adr/designs").concat(inFolder("docs/design"));
      const [brief = ""] = inFolder("docs/briefs");
      expect(ledTo(record)).toEqual(expect.arrayContaining([design, brief]));
      expect(ledTo(design)).toEqual(expect.arrayContaining([record, brief]));
      for (const name of inFolder(where)) {
        const text = files.get(name) ?? "";
        expect(ledTo(name)).toEqual(expect.arrayContaining([design, record]));
        const [, waits = ""] = /^depends_on: \[(.*)\]$/mu.exec(text) ?? [];
        for (const id of waits.split(", ").filter(Boolean)) expect(ledTo(name)).toContain(`${where}/${id}.md`);
        expect(text).toContain(BECAUSE);
        for (const field of ["scope", "impact", "level"]) expect(text).toContain(`\`${field}\` `);
      }
      for (const [name, text] of files) {
        const near = [text, ...ledTo(name).map((to) => files.get(to) ?? "")];
        const named = [...text.matchAll(NUMBER), ...text.matchAll(LETTER)].map(([each]) => each);
        for (const each of new Set(named))
          expect(
            near.some((other) => explains(other, each)),
            `${each}, which ${name} names, is explained`,
          ).toBeTrue();
        expect(text).not.toContain("…");
        expect(text).not.toMatch(/\b(?:by|of|says) a person\b|\bA person\b/u);
        expect(text).not.toMatch(/design_id|reviewer_id|experiment_id|not_served|\.opencode/u);
        expect(text).not.toMatch(/(?<![\w.:/])\/(?:tmp|home|Users|work|var)\//u);
      }
    },
  );
});
