import { join } from "node:path";
import type { Brief } from "../../src/artifacts/brief.ts";
import { approvalId } from "../../src/artifacts/hashes.ts";
import type { Idea } from "../../src/artifacts/idea.ts";
import { type Journal, openJournal } from "../../src/questions/journal.ts";
import { saveArtifact } from "../../src/store/artifacts.ts";
import { type Begun, createBegun } from "../../src/store/begun.ts";
import type { Home } from "../../src/store/private.ts";
import { EXAMPLES } from "../store/examples.ts";

/** Stands in an answer, and in nothing that the brief says. */
export const SECRET = "zanzibar-4711";

export const BRIEF: Brief = {
  ...EXAMPLES.brief,
  topic: "Reliable mail",
  task: "Design a service that sends e-mails reliably",
  requirements: [
    { text: "No mail is lost when a worker dies", from: [{ kind: "idea" }, { kind: "question", id: "q1" }] },
    { text: "A mail that cannot be sent is tried again for a day", from: [] },
  ],
  constraints: [{ text: "PostgreSQL 16 stays", from: [{ kind: "file", path: "docker-compose.yml" }] }],
  non_functional_requirements: [{ text: "5,000 mails an hour", from: [{ kind: "question", id: "q2" }] }],
  assumptions: [{ text: "One region is enough", from: [{ kind: "idea" }] }],
  out_of_scope: [{ text: "Newsletters", from: [{ kind: "question", id: "q2" }] }],
  open_questions: [{ text: "Who may read the archive", from: [] }],
};

const QUESTIONS = [
  { type: "ask_text", text: "Why must no mail be lost?", why: "It decides what is stored" },
  { type: "slider", text: "How many mails an hour?", min: 0, max: 10_000, step: 1, unit: "mails" },
];

export type Interview = Begun & { journal: Journal; id: string };

/** A folder of a bench's project that began as an idea, with two questions that were answered by whose home that is. */
export async function interview(
  project: string,
  {
    now = () => new Date(),
    name = "2026-01-05-mail",
    home = join(project, "no-home"),
    ...idea
  }: { now?: () => Date; name?: string; home?: string } & Partial<Idea> = {},
): Promise<Interview> {
  const person: Home = { home, env: {} };
  const begun = await createBegun(join(project, ".opencode/design-lab"), name, {
    gitignore: true,
    now,
    person,
    describe: (experiment_id) => ({
      version: 1,
      experiment_id,
      topic: "Mail",
      idea: "Something to send e-mails reliably",
      from: [],
      created_at: now().toISOString(),
      ...idea,
    }),
  });
  const journal = openJournal(begun.dir, now, person);
  await journal.ask(QUESTIONS, "text");
  await journal.answer("q1", `It is about money from ${SECRET}`, "page");
  await journal.answer("q2", "5000", "page");
  return { ...begun, journal, id: name };
}

/** The question by which a brief is approved, as it stands in the folder. */
export const approvalOf = (brief: Brief) => ({
  id: approvalId(brief),
  type: "show_plan",
  text: "Is this what is to be designed?",
  sections: [{ id: "task", title: "Task", markdown: brief.task }],
});

/** Writes a brief and asks for its approval. */
export async function write({ dir, journal }: Interview, brief: Brief = BRIEF): Promise<void> {
  await saveArtifact(dir, "brief", brief);
  await journal.ask([approvalOf(brief)], "text");
}

export async function approve({ journal }: Interview, brief: Brief = BRIEF, by: "page" | "host" | "command" = "page") {
  await journal.answer(approvalId(brief), "approve", by);
}

/** An interview whose brief was written and approved. */
export async function approved(project: string, options: Parameters<typeof interview>[1] = {}): Promise<Interview> {
  const begun = await interview(project, options);
  await write(begun);
  await approve(begun);
  return begun;
}
