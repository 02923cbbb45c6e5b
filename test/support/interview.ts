import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Brief } from "../../src/artifacts/brief.ts";
import type { Interview } from "../../src/artifacts/interview.ts";
import { type Journal, openJournal } from "../../src/questions/journal.ts";
import { onlyExperiment, readJson } from "./disk.ts";
import { type Bench, type BenchOptions, bench } from "./lab.ts";

export const IDEA = "Something to send e-mails reliably";

export type Talked = {
  lab: Bench;
  /** Calls brief; `wait` is 0 unless given. */
  brief(args?: object): Promise<string>;
  dir(): Promise<string>;
  journal(): Promise<Journal>;
  turns(): Promise<Interview["turns"]>;
  written(): Promise<Brief>;
  /** The roles of what was asked since the last look. */
  roles(): string[];
  /** Opens questions as "q1 open". */
  states(): Promise<string[]>;
  /** Every line of the questions that fits is taken out, as if the process had ended before it was written. */
  forget(fits: (line: { event: string; id?: string }) => boolean): Promise<void>;
};

/** An interview with the rehearsal's models. */
export async function talkBench(options: BenchOptions = {}): Promise<Talked> {
  const lab = await bench(options);
  let seen = 0;
  const dir = () => onlyExperiment(lab.dir);
  const journal = async () => openJournal(await dir(), () => new Date(), { home: lab.home, env: {} });
  const path = async () => join(await dir(), "questions.jsonl");
  return {
    lab,
    brief: (args = { idea: IDEA }) => {
      const begins = "idea" in args || "experiment" in args;
      return lab.call("brief", { wait: 0, ...(begins ? {} : { experiment: "latest" }), ...args });
    },
    dir,
    journal,
    turns: async () => (await readJson<Interview>(join(await dir(), "interview.json"))).turns,
    written: async () => readJson<Brief>(join(await dir(), "brief.json")),
    roles() {
      const all = lab.host.prompts.slice(seen).map(({ role }) => role);
      seen = lab.host.prompts.length;
      return all;
    },
    states: async () => (await (await journal()).read()).questions.map(({ id, state }) => `${nameOf(id)} ${state}`),
    async forget(fits) {
      const lines = (await readFile(await path(), "utf8")).split("\n").filter(Boolean);
      const kept = lines.filter((line) => !fits(JSON.parse(line)));
      await writeFile(await path(), kept.map((line) => `${line}\n`).join(""));
    },
  };
}

const nameOf = (id: string): string => (id.startsWith("approve-") ? "approval" : id);

/** The id of the approval that is open. */
export async function approvalIn({ journal }: Talked): Promise<string> {
  const { questions } = await (await journal()).read();
  return questions.find(({ id, state }) => id.startsWith("approve-") && state === "open")?.id ?? "";
}

/** Answers to the four questions that the rehearsal asks, in their order. */
export const FOUR = [{ q1: "b", q2: "900" }, { q3: "yes" }, { q4: "Nobody" }];

/** An interview as far as the brief that waits for its approval. */
export async function writtenBench(options: BenchOptions = {}): Promise<Talked> {
  const talked = await talkBench(options);
  await talked.brief({ idea: IDEA });
  for (const answers of FOUR) await talked.brief({ answers });
  talked.roles();
  return talked;
}

/** A new folder beside the project, which goes with it. */
export async function folderBeside({ lab }: Talked): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "designlab-beside-")));
  const { dispose } = lab;
  lab.dispose = async () => {
    await rm(folder, { recursive: true, force: true });
    await dispose();
  };
  return folder;
}
