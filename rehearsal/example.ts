import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseCommandLine } from "../src/command/command.ts";
import { askForWords } from "../src/host/screen/word.ts";
import { allOps } from "../src/ops/registry.ts";
import { count } from "../src/text/numbers.ts";
import { chooseOpencode, PACKAGE_ROOT } from "./binary.ts";
import { lettersIn } from "./letters.ts";
import { EXCHANGES, MATERIAL_FILES, MATERIAL_IDEA, TURNS } from "./material/interview.ts";
import { DESIGNS, materialAnswer } from "./material/material.ts";
import { makeProject, type Project } from "./project.ts";
import { startProvider } from "./provider.ts";
import { type OpencodeServer, serveOpencode } from "./serve.ts";

/** The page that this writes: one task from its idea to its outcome, each line typed into the real OpenCode. */
export const EXAMPLE_FILE = join(PACKAGE_ROOT, "docs", "example.md");

const DESIGNERS = ["northwind/arch-1", "harborlight/plan-1", "meadowlark/sketch-1"];
const REVIEWERS = [...DESIGNERS, "lanternhill/probe-1"];
/** The way to a page, which is another one each time and good for ten minutes. */
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/#\w+/gu;
/** A link of a file in the project, which leads nowhere from the page. */
const FROM_PROJECT = /\[([^\]]+)\]\([^)\s]+\.md\)/gu;
/** Lines of a reply that the page shows. */
const MOST = 60;

/** Files of the project that the page shows whole, by the heading under which each stands: below a folder, with a name like this. */
const LEFT = [
  { heading: "What a task's file says", folder: "tasks", name: /^desks\.md$/u },
  { heading: "What the record says", folder: "docs/adr", name: /^0002-.*\.md$/u },
] as const;

/** A line that was typed after /design-lab, what was asked on the way, and the reply. */
type Typed = { line: string; asked: string[]; reply: string };
/** `line` may hang on the reply before it and on the experiment's id. */
type Step = { heading?: string; says?: string; line: string | ((before: string, id: string) => string); most?: number };

if (import.meta.main) {
  const { generation, binary } = chooseOpencode(null);
  const provider = await startProvider({
    models: REVIEWERS.map((id) => ({ id })),
    script: (request) => {
      const text = materialAnswer({ designers: DESIGNERS, reviewers: REVIEWERS }, request);
      return text === undefined ? undefined : { text };
    },
  });
  const lab = { design_models: DESIGNERS, review_models: REVIEWERS };
  const project = makeProject({ generation, provider, models: REVIEWERS, lab, files: MATERIAL_FILES });
  try {
    const server = await serveOpencode({ project, binary });
    try {
      const version = `OpenCode ${generation}`;
      writeFileSync(EXAMPLE_FILE, await page(server, project, version));
      console.log(`Written: ${EXAMPLE_FILE}`);
    } finally {
      await server.stop();
    }
  } finally {
    await provider.stop();
    project.remove();
  }
}

async function page(server: OpencodeServer, project: Project, version: string): Promise<string> {
  const parts = [
    "# From an idea to its outcome",
    "",
    `One task, followed through every step as a person types it into ${version}. The host and the plugin are real. The models are`,
    "scripted, and their designs, reviews and plan were written for this: the ranking says nothing about any real model.",
    "`npm run example` plays it again and writes this page.",
  ];
  let before = "";
  let id = "";
  const ops = await allOps();
  for (const { heading, says, line, most = MOST } of steps()) {
    const words = typeof line === "string" ? line : line(before, id);
    const read = parseCommandLine(words, { screen: true }, ops);
    if (read.kind !== "call") throw new Error(`/design-lab ${words} is no call: ${JSON.stringify(read)}`);
    const typed = await type(server, project, words);
    if (typed.reply.startsWith("**designlab:**")) {
      console.error(`Refused, so the page is not what it should be: /design-lab ${words}: ${typed.reply}`);
      process.exitCode = 1;
    }
    before = typed.reply;
    id ||= /\b\d{4}-\d\d-\d\d-[a-z0-9-]+/u.exec(before)?.[0] ?? "";
    if (heading !== undefined) parts.push("", `## ${heading}`);
    if (says !== undefined) parts.push("", says);
    parts.push(...shown(typed, project, most));
    console.error(`  ${typed.line.slice(0, 80)}`);
  }
  parts.push(
    ...LEFT.flatMap((each) => wholeFile(project, each)),
    "",
    "## What is on the disk",
    "",
    "```",
    ...filesOf(project),
    "```",
    "",
  );
  return parts.join("\n");
}

/** The whole way. `latest` is the newest experiment; a new call of models takes its id. */
function steps(): Step[] {
  let at = 0;
  const asking = TURNS.flatMap((questions): Step[] => {
    const answers = EXCHANGES.slice(at, at + questions).map(({ answer }): Step => {
      at += 1;
      return { line: answer === null ? `skip latest q${at}` : `answer latest q${at} ${answer}`, most: 1 };
    });
    return [...answers, { line: "brief latest", most: 45 }];
  });
  return [
    {
      heading: "The idea, and what decides it",
      says: "Answers are typed here; on the page and in OpenCode's own dialogs (`/lab-questions`) the same questions stand.",
      line: `brief "${MATERIAL_IDEA}"`,
      most: 48,
    },
    ...asking.slice(0, -1),
    {
      heading: "The brief",
      says: "What the answers come to, each item with its source.",
      line: "brief latest",
      most: 80,
    },
    { line: "approve latest" },
    {
      heading: "The run",
      says: "Three designs, four reviewers. The result waits for the person's own vote.",
      line: (_, id) => `run --judge ${id}`,
    },
    {
      heading: "The vote",
      says: "The person reads the designs under letters of their own, without authors and scores, and types an order.",
      line: "judge latest",
      most: 24,
    },
    { line: (before) => `judge latest ${orderIn(before)}`, most: 80 },
    { heading: "The decision", line: "decide latest" },
    { line: 'decide latest A "It is the one that five people can run. The desks get 4 hours, not two."' },
    { heading: "The plan", line: "plan latest" },
    { line: "approve latest", most: 4 },
    { line: "plan latest" },
    { heading: "The work", line: "tasks next" },
    { line: "tasks start sell-one-place" },
    { line: "tasks done sell-one-place" },
    { line: "tasks critical" },
    {
      heading: "The outcome",
      says: "Months later: into the decision, and into its record.",
      line: 'outcome latest worked "The summer sale had 51,000 bookings in its first hour and no place was sold twice."',
    },
  ];
}

/** The person's order of the designs: as the designs are called in the reply, best first. */
function orderIn(reply: string): string {
  const letters = DESIGNS.map(({ title }) => {
    const line = reply.split("\n").find((each) => each.includes(title.slice(0, 28))) ?? "";
    return /\b([A-Z])\b/u.exec(line)?.[1] ?? "";
  });
  return letters.join(">");
}

/** Types a line as a person who sits before the project: dialogs that ask for their own word are answered with yes. */
async function type(server: OpencodeServer, project: Project, line: string): Promise<Typed> {
  const asked: string[] = [];
  const pages: string[] = [];
  const stop = askForWords(() => project, {
    select: async (title) => {
      // A question that has no room in one dialog goes on in the next.
      pages.push(title.replace(/ …$/u, ""));
      return "more";
    },
    prompt: async (title) => {
      asked.push([...pages.splice(0), title].join(" ").replace(/type [A-Z]{4};/u, "type four letters that it shows;"));
      return lettersIn(title);
    },
    // What a message says, as what is unfinished, asks nothing.
    say: () => undefined,
  });
  try {
    const session = await server.open();
    let ended = false;
    const turn = server.command(session, "design-lab", line).finally(() => {
      ended = true;
    });
    while (!ended) {
      const asking = await server.asked(session).catch(() => null);
      if (asking !== null) {
        asked.push(...asking.texts);
        await asking.allow();
      }
      await Promise.race([turn.catch(() => undefined), Bun.sleep(300)]);
    }
    await turn;
    const reply = (await server.tools(session)).find(({ tool }) => tool === "designlab")?.output ?? "";
    if (reply === "") throw new Error(`/design-lab ${line} was answered with nothing`);
    return { line, asked, reply };
  } finally {
    stop();
  }
}

function shown({ line, asked, reply }: Typed, project: Project, most: number): string[] {
  const own = (text: string) =>
    text
      .replaceAll(project.directory, "/home/you/ferries")
      .replace(ADDRESS, "http://127.0.0.1:41234/#…")
      .replace(FROM_PROJECT, "$1")
      .trimEnd();
  const lines = own(reply).split("\n");
  const rest = lines.length - most;
  const cut = rest > 2 ? [...lines.slice(0, most), `… ${rest} more lines`] : lines;
  return [
    "",
    "```",
    `/design-lab ${line}`,
    "```",
    ...asked.flatMap((each) => [
      "",
      `OpenCode asks, and the person says yes: ${own(each).replace(/\s+/gu, " ").trim()}`,
    ]),
    "",
    "~~~markdown",
    ...cut,
    "~~~",
  ];
}

/** A file that was left in the project, as it is but for its links. */
function wholeFile({ directory }: Project, { heading, folder, name }: (typeof LEFT)[number]): string[] {
  const file = readdirSync(join(directory, folder)).find((each) => name.test(each)) ?? "";
  const text = readFileSync(join(directory, folder, file), "utf8")
    .replace(FROM_PROJECT, "$1")
    .trimEnd();
  return [
    "",
    `## ${heading}`,
    "",
    `\`${folder}/${file}\`, without the addresses of its links:`,
    "",
    "~~~~~markdown",
    text,
    "~~~~~",
  ];
}

/** What the project holds in the end, without the host's own; a folder of several files is one line. */
function filesOf({ directory }: Project): string[] {
  const folders = [".opencode/design-lab", "docs", "tasks"].filter((name) => existsSync(join(directory, name)));
  const files = folders.flatMap((name) =>
    readdirSync(join(directory, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1)),
  );
  const many = Map.groupBy(files, (file) =>
    /(?:designs|reviews|scores|exchanges|blind-[^/]+)$/u.test(dirname(file)) ? `${dirname(file)}/` : file,
  );
  return [...many]
    .map(([name, { length }]) => (name.endsWith("/") ? `${name}  ${count(length, "file")}` : name))
    .sort();
}
