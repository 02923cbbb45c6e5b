import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Use } from "../../src/artifacts/caller.ts";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { type Journal, openJournal } from "../../src/questions/journal.ts";
import type { NewQuestion } from "../../src/questions/types.ts";
import { createBegun } from "../../src/store/begun.ts";

/** A project with one experiment that began with questions, and how to serve it. */
export type AskedProject = {
  root: string;
  dir: string;
  journal: Journal;
  /** Another journal on the same file, as another process has one. */
  other: Journal;
  /** Another experiment that begins with questions. */
  begin(name: string, topic: string): Promise<Journal>;
  serve(uses?: readonly Use[]): Promise<LiveServer>;
  remove(): Promise<void>;
};

export async function askedProject(given: { idea?: string } = {}): Promise<AskedProject> {
  const root = await mkdtemp(join(tmpdir(), "designlab-asked-"));
  const base = join(root, ".opencode/design-lab");
  const now = () => new Date();
  const person = { home: join(root, "home"), env: {} };
  const begin = async (name: string, topic: string, idea = "Something to send e-mails reliably") => {
    const created_at = `2026-11-23T01:0${name.length % 10}:00.000Z`;
    const describe = (experiment_id: string) => ({
      version: 1 as const,
      experiment_id,
      topic,
      idea,
      from: [],
      created_at,
    });
    return (await createBegun(base, name, { gitignore: true, now, person, describe })).dir;
  };
  const dir = await begin("2026-11-23-e-mails", "E-mails that arrive", given.idea);
  return {
    root,
    dir,
    begin: async (name, topic) => openJournal(await begin(name, topic), now, person),
    journal: openJournal(dir, now, person),
    other: openJournal(dir, now, person),
    serve: (uses = ["read", "work"]) =>
      startLiveServer({
        bases: async (use) => (uses.includes(use) ? [base] : []),
        ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
        now,
        person,
        kept: join(root, "state/kept.json"),
      }),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

const STORES = [
  {
    id: "postgres",
    label: "Keep PostgreSQL 16",
    description:
      "docker-compose.yml has it. A table as queue does **a few thousand** e-mails a minute; no further service.",
    recommended: true,
  },
  { id: "redis", label: "Redis Streams", description: "Quicker, and one more service to run and back up." },
  {
    id: "sqs",
    label: "Amazon SQS",
    description: "Nothing to run; about $0.40 for a million messages, and a cloud account.",
  },
];
const BEFORE = `services:
  api:
    image: node:20
    ports:
      - "3000:3000"
  db:
    image: postgres:16
    volumes:
      - data:/var/lib/postgresql/data
    environment:
      POSTGRES_DB: mail
      POSTGRES_USER: mail
      POSTGRES_PASSWORD: mail
    healthcheck:
      test: pg_isready
volumes:
  data:
`;

/** A question of each type as an interview may ask it. */
export const EACH: readonly NewQuestion[] = [
  {
    type: "pick_one",
    id: "one",
    text: "Where should e-mails wait until they are sent?",
    why: "It decides what is lost when a machine dies, and what has to be run.",
    context: "The project already runs `postgres:16` and nothing else that keeps state.\n\n- 3 services\n- one host",
    options: STORES,
    other: true,
    required: true,
  },
  {
    type: "pick_many",
    id: "many",
    text: "What must an e-mail survive?",
    options: [
      { id: "crash", label: "A crash of the sender" },
      { id: "provider", label: "Hours without the provider", description: "They are sent later, in order." },
      { id: "twice", label: "Being asked for twice", description: "The same e-mail goes out once." },
      { id: "disk", label: "The loss of a disk" },
    ],
    min: 1,
    max: 3,
  },
  {
    type: "confirm",
    id: "confirm",
    text: "docker-compose has PostgreSQL 16: keep it?",
    yes: "Keep it",
    no: "Replace it",
  },
  {
    type: "ask_text",
    id: "text",
    text: "Who reads it when an e-mail cannot be sent at all?",
    placeholder: "The person on call, in #alerts",
    multiline: true,
    max_length: 200,
  },
  { type: "ask_code", id: "code", text: "How does your code ask for an e-mail today?", language: "ts" },
  { type: "ask_image", id: "image", text: "Is there a sketch of how it should look?", multiple: true },
  { type: "ask_file", id: "file", text: "An export of last month's e-mails?", accept: [".csv", "text/plain"] },
  {
    type: "show_options",
    id: "options",
    text: "Which way of retrying do you want?",
    options: [
      {
        id: "exp",
        label: "Exponential, to a day",
        pros: ["Gentle to the provider", "Usual"],
        cons: ["Late after an outage"],
        recommended: true,
      },
      {
        id: "fixed",
        label: "Every minute for an hour",
        pros: ["Quick"],
        cons: ["Floods after an outage", "Gives up early"],
      },
    ],
  },
  {
    type: "show_diff",
    id: "diff",
    text: "Is this change to docker-compose.yml right?",
    before: BEFORE,
    after: BEFORE.replace("node:20", "node:22").replace(
      "volumes:\n  data:\n",
      "  worker:\n    image: node:22\n    command: node worker.js\nvolumes:\n  data:\n",
    ),
    language: "yaml",
  },
  {
    type: "show_plan",
    id: "plan",
    text: "Is this the brief?",
    sections: [
      { id: "task", title: "Task", markdown: "A service that sends **transactional e-mails** and loses none." },
      {
        id: "requirements",
        title: "Requirements",
        markdown:
          "1. No accepted e-mail is lost when a process is killed.\n2. 5,000 e-mails a minute for 10 minutes.\n3. Each e-mail is sent once, or twice at most after a crash.",
      },
      { id: "open", title: "Open questions", markdown: "- Who pays for the provider?" },
    ],
    required: true,
  },
  {
    type: "review_section",
    id: "section",
    text: "Is this how failures should be told?",
    title: "Failures",
    markdown:
      "After 24 hours an e-mail counts as failed. It is kept for 30 days, and the person on call is told once an hour.",
  },
  {
    type: "rank",
    id: "rank",
    text: "What matters most?",
    options: [
      { id: "lost", label: "Nothing is lost" },
      { id: "fast", label: "It is sent within seconds" },
      { id: "cheap", label: "It costs little" },
      { id: "easy", label: "It is easy to run", description: "By two people, beside other work." },
    ],
  },
  {
    type: "rate",
    id: "rate",
    text: "How well would each fit your team?",
    options: STORES,
    min: 1,
    max: 5,
    anchors: { low: "not at all", high: "at once" },
  },
  {
    type: "thumbs",
    id: "thumbs",
    text: "Is the summary of your idea right?",
    context: "> A queue in front of an e-mail provider, with retries and a dead letter list.",
  },
  {
    type: "slider",
    id: "slider",
    text: "How many e-mails a minute at the peak?",
    min: 0,
    max: 10_000,
    step: 100,
    unit: "e-mails a minute",
  },
  { type: "emoji_react", id: "emoji", text: "How do these questions feel so far?" },
];
