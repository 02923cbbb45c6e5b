import { createHash } from "node:crypto";
import { lstat, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { createDocument } from "@mixmark-io/domino";
import { h } from "preact";
import { render } from "preact-render-to-string";
import { readStored } from "../../src/host/screen/stored.ts";
import { progressOf, sessionsOf } from "../../src/prompting/progress.ts";
import type { LiveState } from "../../src/story/live-state.ts";
import { lost } from "../../src/views/html/client/connection.ts";
import { App } from "../../src/views/html/live/app.tsx";
import {
  allListed,
  chosen,
  shownKey,
  state as shownState,
  stopping,
  trouble,
  wentOnFrom,
} from "../../src/views/html/live/connection.ts";
import { pageRows } from "../../src/views/terminal/page-rows.ts";
import { panelLines, progressLines, stoppedText } from "../../src/views/terminal/view.ts";
import { snapshot } from "./disk.ts";
import { enter } from "./enter.ts";
import type { Made } from "./experiments.ts";

/** What every view of an experiment prints, by the name of a file; paths, ports and keys stand as placeholders. */
export type Views = Record<string, string>;

/** Parts that show knows by name. */
const PARTS = ["task", "designs", "reviews", "scores", "ranking", "ledger"];

/** Columns of the terminal. */
const WIDTH = 80;

/** Every view of one experiment, as it is when this is called. */
export async function viewsOf(made: Made): Promise<Views> {
  const { lab, dir, id } = made;
  const views: Views = {};
  for (const [name, text] of Object.entries(made.replies)) views[`reply-${name}.md`] = text;
  const files = await snapshot(dir);
  for (const [name, text] of Object.entries(files)) views[`stored/${name}`] = text;
  const call = async (name: string, op: string, args: object) => {
    views[`${name}.md`] = await lab.call(op, args);
  };
  await call("show-all", "show", {});
  await call("show", "show", { experiment: id });
  for (const what of PARTS) await call(`show-${what}`, "show", { experiment: id, what });
  const letters = await lettersOf(dir);
  for (const design of letters) {
    await call(`show-design-${design}`, "show", { experiment: id, design });
    await call(`show-reviews-${design}`, "show", { experiment: id, design, what: "reviews" });
    await call(`show-scores-${design}`, "show", { experiment: id, design, what: "scores" });
  }
  await call("compare", "compare", { experiment: id });
  if (letters.length > 2) await call("compare-last", "compare", { experiment: id, designs: letters.slice(-2) });
  if (letters.length > 2) await call("compare-three", "compare", { experiment: id, designs: letters.slice(0, 3) });
  await call("dry-run-resume", "run", { experiment: id, dry_run: true });
  await call("dry-run-new", "run", { task: "Design another queue", dry_run: true });
  const report = files["results/report.html"];
  if (report !== undefined) views["report.txt"] = visibleText(report);
  Object.assign(views, await livePage(made), await terminal(made));
  views["prompts.txt"] = lab.host.prompts
    .map(({ role, model, text }) => `${hashOf(placedText(text, made))} ${role} ${model}`)
    .sort()
    .join("\n");
  return placed(views, made);
}

/** What is printed when the experiment is ranked again and gone on with; changes it. */
export async function afterwards(made: Made): Promise<Views> {
  const { lab, id } = made;
  return placed(
    {
      "rank.md": await lab.call("rank", { experiment: id }),
      "resume.md": await lab.call("run", { experiment: id }),
      "show-after.md": await lab.call("show", { experiment: id }),
    },
    made,
  );
}

/** What the tool says of itself, and of calls that cannot be carried out. */
export async function aside(made: Made): Promise<Views> {
  const { lab, id } = made;
  const calls: [name: string, op: unknown, args: object][] = [
    ...["run", "generate", "review", "score", "rank", "show", "open", "compare", "init", "doctor", "ask", "lines"].map(
      (op): [string, unknown, object] => [`help-${op}`, "help", { op }],
    ),
    ["help", "help", {}],
    ["doctor", "doctor", {}],
    ["no-op", "nothing", {}],
    ["no-experiment", "show", { experiment: "none-such" }],
    ["no-design", "show", { experiment: id, design: "Z" }],
    ["part-of-design", "show", { experiment: id, design: "A", what: "ledger" }],
    ["compare-one", "compare", { experiment: id, designs: ["A"] }],
    ["compare-experiments-one", "compare", { experiments: [id] }],
    ["no-task", "run", {}],
    ["no-model", "run", { task: "Design a queue", design_models: ["none/such", "alpha/strong-1"] }],
  ];
  const views: Views = {};
  for (const [name, op, args] of calls) views[`aside/${name}.md`] = await lab.call(op, args);
  Object.assign(views, oddPages());
  return placed(views, made);
}

/** Letters of the designs that the plan wants and that are there. */
async function lettersOf(dir: string): Promise<string[]> {
  const task = (await Bun.file(join(dir, "task.json")).json()) as { designers: { design_id: string }[] };
  const there: string[] = await readdir(join(dir, "designs")).catch(() => []);
  return task.designers.flatMap(({ design_id }, at) =>
    there.includes(`design-${design_id}.json`) ? [String.fromCharCode(65 + at)] : [],
  );
}

/** The live page as its own server tells its state, and as its own script draws it. */
async function livePage({ lab, id }: Made): Promise<Views> {
  const reply = await lab.call("open", { experiment: id });
  const address = /http:\/\/127\.0\.0\.1:\d+\/#[\w-]+/u.exec(reply)?.[0] ?? "";
  const { page, cookie } = await enter(address);
  const key = new URL(page).searchParams.get("experiment") ?? "";
  const stop = new AbortController();
  const asked = { headers: { cookie }, signal: stop.signal };
  const events = await fetch(new URL(`events?experiment=${key}`, page), asked);
  let text = "";
  for await (const part of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (/^data: .*\n\n/mu.test(text)) break;
  }
  stop.abort();
  const state = JSON.parse(/^data: (.*)$/mu.exec(text)?.[1] ?? "null");
  const entries = await fetch(new URL("experiments", page), { headers: { cookie } }).then((each) => each.json());
  shownState.value = state;
  shownKey.value = key;
  allListed.value = entries as typeof allListed.value;
  const html = render(h(App, {}));
  return {
    "open.md": reply.replace(/127\.0\.0\.1:\d+/gu, "127.0.0.1:PORT").replace(/\/#[\w-]+/gu, "/#CODE"),
    "live.json": JSON.stringify(state, null, 2),
    "live.html": html.replace(/experiment=[0-9a-f]{16}/gu, "experiment=KEY"),
    "live.txt": visibleText(html),
  };
}

/** The live page as it is seldom seen: drawn from the state that was shown last, changed by hand. */
function oddPages(): Views {
  const seen = shownState.value;
  const running: Partial<LiveState> = { standing: "running", started_at: null, report: false, asked: 2, failed: 1 };
  const short: Partial<LiveState> = { ...running, uncounted: 1, unpriced: ["p/a", "p/b"], report: true };
  const other = { key: "0123456789abcdef", id: "2026-11-19-other", topic: "Another <b>queue</b>", running: true };
  const shown = (change: Partial<LiveState>) => () => {
    shownState.value = seen && { ...seen, ...change };
  };
  const pages: [name: string, arrange: () => void][] = [
    ["running", shown({ ...running, left: { seconds: 65, forecast: true } })],
    ["running-in-part", shown({ ...short, left: { seconds: 4, forecast: false } })],
    ["left", shown({ standing: "left", done: 2, verdict: null, report: false, unpriced: ["p/a"] })],
    ["failures", shown({ standing: "failures", failed: 3, uncounted: 2 })],
    ["unreadable", () => Object.assign(trouble, { value: "ledger.jsonl is a folder." })],
    ["gone", () => Object.assign(lost, { value: "gone" })],
    ["stopping", () => [shown(running)(), Object.assign(stopping, { value: "asked" })]],
    ["not-stopped", () => [shown(running)(), Object.assign(stopping, { value: "failed" })]],
    ["went-on", () => [Object.assign(wentOnFrom, { value: other }), Object.assign(allListed, { value: [other] })]],
    ["chosen", () => [Object.assign(chosen, { value: true }), Object.assign(allListed, { value: [other] })]],
    ["nothing", shown({})],
    ["nothing-and-shut", () => Object.assign(lost, { value: "shut" })],
    ["nothing-and-unreadable", () => Object.assign(trouble, { value: "task.json cannot be read." })],
  ];
  const all: string[] = [];
  const texts: string[] = [];
  const before = allListed.value;
  for (const [name, arrange] of pages) {
    arrange();
    if (name.startsWith("nothing")) shownState.value = null;
    const html = render(h(App, {})).replace(/experiment=[0-9a-f]{16}/gu, "experiment=KEY");
    // What the page shows of the experiment is printed once already.
    const around = html.replace(/<section(?! [^>]*id="others").*?<\/section>/gsu, "");
    texts.push(`-- ${name}`, visibleText(around));
    all.push(html);
    Object.assign(shownState, { value: seen });
    for (const [signal, value] of [
      [lost, "no"],
      [trouble, null],
      [stopping, "no"],
      [wentOnFrom, null],
      [chosen, false],
      [allListed, before],
    ] as const)
      Object.assign(signal, { value });
  }
  return { "aside/live-odd.txt": texts.join("\n"), "aside/live-odd.html": all.join("\n") };
}

/** What the terminal draws: the page of sessions, and the line, the panel and the word of the call that the ledger tells. */
async function terminal({ lab, dir, now }: Made): Promise<Views> {
  const ledger = join(dir, "ledger.jsonl");
  if (await lstat(ledger).catch(() => null)) await utimes(ledger, now() / 1000, now() / 1000);
  const places = { directory: lab.dir, worktree: lab.dir, home: join(lab.dir, "no-home"), env: {} };
  const stored = await readStored(places, now());
  const rows = pageRows({ progress: null, stored, unfolded: null, unknown: new Set() }, WIDTH - 7);
  const lines = (await Bun.file(ledger).text()).split("\n").filter(Boolean);
  const told = lines.map((line): Parameters<typeof progressOf>[0][number] => JSON.parse(line));
  const task = (await Bun.file(join(dir, "task.json")).json()) as Parameters<typeof progressOf>[1];
  // As it was drawn while it ran: after each half of the ledger, and before its last line.
  const moments = [...new Set([Math.ceil(told.length / 4), Math.ceil(told.length / 2), told.length - 1, told.length])];
  const drawn = moments.flatMap((at) => {
    const seen = told.slice(0, at);
    const progress = progressOf(seen, task);
    const then = Date.parse(seen.at(-1)?.at ?? "") + 5_000;
    return [
      `-- after ${at} of ${told.length} lines`,
      ...(progress === null ? ["(nothing)"] : progressLines(progress, then, WIDTH - 4)),
      ...(progress === null ? [] : panelLines(progress, then, 36, 3).map(({ text }) => `  | ${text}`)),
      stoppedText(progress),
      ...(progress === null
        ? []
        : pageRows({ progress, stored, unfolded: null, unknown: new Set() }, WIDTH - 7).map(rowText)),
    ];
  });
  const sessions = sessionsOf(told, task).map(({ title, state, model }) => `${title} · ${state} · ${model}`);
  return {
    "terminal.txt": rows.map(rowText).join("\n"),
    "terminal-running.txt": [...drawn, "-- sessions", ...sessions].join("\n"),
  };
}

const rowText = ({ name, description }: { name: string; description: string }): string => `${name}\n    ${description}`;

/** What a person sees of a page: a line for each element that stands as a block, cells apart. */
export function visibleText(html: string): string {
  const page = createDocument(html);
  const lines: string[] = [""];
  const end = (): void => {
    if (lines.at(-1) !== "") lines.push("");
  };
  const add = (text: string): void => {
    lines.push((lines.pop() ?? "") + text);
  };
  const walk = (node: Node): void => {
    if (node.nodeType === 3) add((node.nodeValue ?? "").replace(/[ \t\n\r\f]+/gu, " "));
    if (node.nodeType !== 1) return;
    const name = node.nodeName.toLowerCase();
    if (["style", "script", "head", "title", "template"].includes(name)) return;
    if (BLOCKS.has(name)) end();
    for (const child of Array.from(node.childNodes)) walk(child as Node);
    if (name === "td" || name === "th") add(" | ");
    if (BLOCKS.has(name)) end();
  };
  walk(page.body as unknown as Node);
  return lines
    .map((line) => line.replace(/ +/gu, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

const BLOCKS = new Set(
  "address article aside blockquote br button caption dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary svg table tbody text thead tr ul".split(
    " ",
  ),
);

/** Without what is another each time: where the project lies, and hashes of prompts that say so. */
function placed(views: Views, made: Made): Views {
  return Object.fromEntries(Object.entries(views).map(([name, text]) => [name, placedText(text, made)]));
}

function placedText(text: string, { lab }: Made): string {
  return text
    .replaceAll(lab.dir, "PROJECT")
    .replaceAll(lab.home, "HOME")
    .replace(/"prompt_sha256": ?"[0-9a-f]{64}"/gu, '"prompt_sha256": "HASH"')
    .replace(/nonce0000\d+/gu, "NONCE");
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
