import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Dialogs } from "../../src/host/screen/questions.ts";
import { askForWords } from "../../src/host/screen/word.ts";
import { askForWord, hearWord } from "../../src/host/word.ts";
import type { PermissionRequest } from "../../src/ops/op.ts";
import { stateFolder } from "../../src/store/private.ts";
import { openWords } from "../../src/store/words.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "designlab-word-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const place = (directory = "/project") => ({ home, env: {}, directory });
const request = (question = "Decide for A?"): PermissionRequest => ({
  permission: "designlab_approve",
  pattern: "2026-11-23-queue",
  question,
  details: {},
});
/** Where nobody answers. */
const PATIENCE = { shown: 1_500, said: 20_000 };
/** Where somebody does, on a machine that is busy. */
const LONG = { shown: 60_000, said: 120_000 };
const ask = (asked = request(), directory?: string, signal = new AbortController().signal, patience = LONG) =>
  askForWord(place(directory), asked, signal, patience);
const left = async () =>
  (await readdir(stateFolder(place())).catch(() => [])).filter((name) => name.includes("-word-"));
/** The files of the word that is asked for, as soon as it is. */
async function asked(): Promise<string> {
  for (;;) {
    const name = (await left()).find((each) => /word-[0-9a-f]{32}\.json$/u.test(each));
    if (name !== undefined) return join(stateFolder(place()), name);
    await Bun.sleep(20);
  }
}

const LETTERS = / To say yes, type ([A-Z]{4}); Esc says no\.$/u;

/** A terminal's part whose person answers by what stands in the dialog; "yes" types its letters. */
function screen(answer: (title: string, values: readonly string[]) => string | null | Promise<string | null>) {
  const titles: string[] = [];
  const said: string[] = [];
  const shown: string[] = [];
  const select: Dialogs["select"] = async (title, options) => {
    titles.push(title);
    return answer(
      title,
      options.map(({ value }) => value),
    );
  };
  const prompt: Dialogs["prompt"] = async (title) => {
    titles.push(title.replace(LETTERS, ""));
    shown.push(title);
    const given = await answer(title.replace(LETTERS, ""), []);
    return given === "yes" ? (LETTERS.exec(title)?.[1] ?? "").toLowerCase() : given;
  };
  const stop = askForWords(place, { select, prompt, say: (message) => void said.push(message) });
  return { titles, said, shown, [Symbol.dispose]: stop };
}

test("a yes in the terminal's own dialog is the person's word, and the dialog says what it is for; nothing is left", async () => {
  using person = screen(() => "yes");
  expect(await ask()).toEqual({ allowed: true, door: "host" });
  expect(person.titles).toEqual(["Design lab asks for your own word on 2026-11-23-queue: Decide for A?"]);
  expect(await left()).toEqual([]);
});

test("Esc says no, and so does whoever does not see the letters, which are others each time", async () => {
  for (const blind of [null, "", "y", "AAAA", "{letters}"]) {
    using person = screen(() => blind);
    expect(await ask()).toMatchObject({ allowed: false, why: "the person said no" });
    expect(person.shown).toHaveLength(blind ? 3 : 1);
    expect(new Set(person.shown).size).toBe(person.shown.length);
  }
});

test("who mistypes is asked again", async () => {
  let typed = 0;
  using _ = screen(() => (++typed === 1 ? "KQ" : "yes"));
  expect(await ask()).toMatchObject({ allowed: true });
});

test("a long sentence is shown whole, page by page, and nothing is cut", async () => {
  using person = screen((_title, values) => (values.includes("more") ? "more" : "yes"));
  const sentence = `Decide for A, because ${"“it is the one that we can run” ".repeat(40)}?`;
  expect(await ask(request(sentence))).toMatchObject({ allowed: true });
  expect(person.titles.length).toBeGreaterThan(2);
  for (const title of person.titles) expect(title.length).toBeLessThan(370);
  const whole = person.titles.map((title) => title.replace(/ …$/u, "")).join(" ");
  expect(whole).toEndWith(sentence.replace(/\s+/gu, " "));
});

test("where no terminal shows the question nothing is approved, and what to do is said; one of another project is none", async () => {
  using _ = screen(() => "yes");
  const answer = await ask(request(), "/another", undefined, PATIENCE);
  expect(answer.allowed).toBe(false);
  expect(JSON.stringify(answer)).toMatch(/no terminal of OpenCode.*tui\.json/u);
  expect(await left()).toEqual([]);
});

test("several wait for one another, the oldest first, and none gives up meanwhile", async () => {
  const held = Promise.withResolvers<void>();
  using person = screen(async (title) => {
    if (title.includes("first")) await held.promise;
    return title.includes("second") ? "no" : "yes";
  });
  const first = ask(request("The first?"));
  await asked();
  const second = ask(request("The second?"), undefined, undefined, PATIENCE);
  await Bun.sleep(PATIENCE.shown + 500);
  held.resolve();
  expect([(await first).allowed, (await second).allowed]).toEqual([true, false]);
  expect(person.titles.map((title) => title.slice(-11))).toEqual([" The first?", "The second?"]);
});

test("of two terminals the first answer counts, and the other is told", async () => {
  const slow = Promise.withResolvers<string>();
  using one = screen(() => slow.promise);
  using _ = screen(() => "no");
  expect(await ask()).toMatchObject({ allowed: false });
  slow.resolve("yes");
  for (let patience = 100; one.said.length === 0 && patience > 0; patience--) await Bun.sleep(20);
  if (one.titles.length > 0) expect(one.said).toEqual([expect.stringContaining("Nobody waits")]);
});

test("an answer that was not given on this person's screen counts for nothing, and a question of another program is shown to nobody", async () => {
  const answer = ask(request(), undefined, undefined, { shown: 20_000, said: 1_200 });
  const file = await asked();
  const word = JSON.parse(await readFile(file, "utf8"));
  for (const mac of ["", "0".repeat(64), word.mac])
    await writeFile(
      file.replace(/\.json$/u, "-said.json"),
      JSON.stringify({ version: 1, id: word.id, yes: true, mac }),
    );
  expect(await answer).toMatchObject({ allowed: false });

  using person = screen(() => "yes");
  const other = ask(request("Delete nothing?"), undefined, undefined, { shown: 1_500, said: 20_000 });
  const path = await asked();
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), sentence: "Say hello?" }));
  await other;
  expect(person.titles.filter((title) => title.includes("hello"))).toEqual([]);
});

test("a word that was said to another sentence is none", async () => {
  const words = openWords(place(), Date.now);
  const [one, two] = [
    await words.ask({ about: "x", sentence: "Harmless?" }, 9_000),
    await words.ask({ about: "x", sentence: "Grave?" }, 9_000),
  ];
  expect(await words.say({ ...two, sentence: one.sentence }, "yes")).toBe(true);
  expect(await words.said(two)).toBeNull();
  await words.end(one);
  await words.end(two);
});

test("what a process left that is gone vanishes, and a stopped call asks nobody", async () => {
  const words = openWords(place(), Date.now);
  const ended = Bun.spawnSync(["true"]).pid;
  const word = await words.ask({ about: "x", sentence: "Left?" }, 9_000);
  expect(await words.waiting()).toHaveLength(1);
  await words.end(word);
  const { openSeal } = await import("../../src/store/seal.ts");
  const { mac: _, ...rest } = { ...word, pid: ended };
  const old = { ...rest, mac: (await openSeal(place())).of({ word: "asked", ...rest }) };
  await writeFile(join(stateFolder(place()), (await nameOf(word.id)) ?? ""), JSON.stringify(old));
  expect(await words.waiting()).toEqual([]);
  expect(await left()).toEqual([]);

  const stopped = new AbortController();
  const asking = ask(request(), undefined, stopped.signal);
  await asked();
  stopped.abort();
  expect(await asking).toEqual({ allowed: false, why: "the call was stopped" });
  expect(await left()).toEqual([]);
});

/** The name under which a word of this project is kept. */
async function nameOf(id: string): Promise<string | undefined> {
  const { projectFile } = await import("../../src/store/private.ts");
  return projectFile(place(), `word-${id}`).split("/").at(-1);
}

test("what was answered is not asked again by a look that began before", async () => {
  using person = screen(async () => {
    // As long as a look at the folder takes where the machine is busy.
    await Bun.sleep(400 + Math.random() * 20);
    return "no";
  });
  for (let times = 0; times < 8; times++) await ask();
  expect(person.titles).toHaveLength(8);
}, 300_000);

const ANSWERS = [
  { value: "once", title: "Allow this edit" },
  { value: "off", title: "Turn the gate off" },
];
const hear = () =>
  hearWord(place(), { pattern: "the gate", question: "Let it through?", answers: ANSWERS }, NEVER, LONG);
const NEVER = new AbortController().signal;

test("of several answers the one is said that a person chose and typed the letters of; Esc and No say no", async () => {
  for (const [choose, type, said] of [
    ["once", "yes", "once"],
    ["off", "yes", "off"],
    ["off", null, "no"],
    ["off", "AAAA", "no"],
    ["no", "yes", "no"],
    [null, "yes", "no"],
    ["none of them", "yes", "no"],
  ] as const) {
    using person = screen((_title, values) => (values.length > 0 ? choose : type));
    expect(await hear()).toEqual({ said });
    expect(person.titles[0]).toBe("Design lab asks for your own word on the gate: Let it through?");
    const title = ANSWERS.find(({ value }) => value === choose)?.title;
    if (title !== undefined) expect(person.titles[1]).toBe(`${title}.`);
  }
  expect(await left()).toEqual([]);
});

test("an answer that is none of those asked for is none, though it is sealed here; nor is a yes", async () => {
  const words = openWords(place(), Date.now);
  for (const said of ["everything", "yes"]) {
    const word = await words.ask({ about: "x", sentence: "Let it through?", answers: ANSWERS }, 9_000);
    expect(await words.say(word, said)).toBe(true);
    expect(await words.said(word)).toBeNull();
    await words.end(word);
  }
});

test("what is only told is shown once and waits for nobody, and takes the place of what was told before", async () => {
  const words = openWords(place(), Date.now);
  await words.tell({ about: "the gate", sentence: "The first." }, 9_000);
  await words.tell({ about: "the gate", sentence: "The gate is on." }, 9_000);
  using person = screen(() => "yes");
  for (let patience = 100; person.said.length === 0 && patience > 0; patience--) await Bun.sleep(20);
  await Bun.sleep(900);
  expect([person.said, person.titles]).toEqual([["The gate is on."], []]);
  expect(await left()).toEqual([]);
});
