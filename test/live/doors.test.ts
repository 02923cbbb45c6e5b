import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { appendFile, mkdir, readdir, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { approvalId } from "../../src/artifacts/hashes.ts";
import type { LiveServer } from "../../src/live/server.ts";
import { saveArtifact } from "../../src/store/artifacts.ts";
import { openLedger } from "../../src/store/ledger.ts";
import { withLock } from "../../src/store/lock.ts";
import { type LiveAsked, type LiveQuestions, questionPlace } from "../../src/story/live-questions.ts";
import { EXAMPLES } from "../store/examples.ts";
import { type AskedProject, askedProject, EACH } from "../support/asked.ts";
import { type Entered, enter } from "../support/enter.ts";
import { settled } from "../support/settled.ts";

let project: AskedProject;
let server: LiveServer;
let inside: Entered;

beforeEach(async () => {
  project = await askedProject();
  server = await project.serve();
  inside = await enter(server.invite(project.dir).address);
});
afterEach(async () => {
  server.close();
  await project.remove();
});

type Sent = { query?: Record<string, string>; headers?: Record<string, string>; body?: BodyInit };
type Answer = { status: number; said: { refused?: string } & Record<string, unknown> };

/** Knocks at a door as the page does; `headers` take the place of the page's. */
async function knock(door: string, { query = {}, headers, body = "" }: Sent = {}): Promise<Answer> {
  const { origin, search } = new URL(inside.page);
  const all = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(search)), ...query });
  const own = headers ?? { origin, cookie: inside.cookie };
  const answer = await fetch(new URL(`${door}?${all}`, inside.page), { method: "POST", headers: own, body });
  const text = await answer.text();
  return { status: answer.status, said: text === "" ? {} : JSON.parse(text) };
}
const says = (door: string, said: object): Promise<Answer> => knock(door, { body: JSON.stringify(said) });
const give = (id: string, name: string, body: BodyInit): Promise<Answer> =>
  knock("upload", { query: { id, name }, body });

/** What a page is told of the questions, until it leaves. */
function watch(): { told: LiveQuestions[]; close(): void } {
  const told: LiveQuestions[] = [];
  const { search } = new URL(inside.page);
  const sent = request(new URL(`events${search}`, inside.page), { headers: { cookie: inside.cookie } }, (response) => {
    let text = "";
    response.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events.filter((each) => each.startsWith('data: {"questions"')))
        told.push((JSON.parse(event.slice(6)) as LiveAsked).questions);
    });
    response.on("error", () => undefined);
  });
  sent.on("error", () => undefined).end();
  return { told, close: () => sent.destroy() };
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("a page with questions", () => {
  test("lists a folder that has only questions, and is told at once and at every change how they stand", async () => {
    const list = await fetch(new URL("experiments", inside.page), { headers: { cookie: inside.cookie } });
    expect(await list.json()).toMatchObject([{ topic: "E-mails that arrive", running: false, asks: true }]);
    const page = watch();
    await settled(() => page.told.length > 0);
    expect(page.told[0]).toEqual({
      id: "2026-11-23-e-mails",
      topic: "E-mails that arrive",
      list: [],
      interview: "going",
      thinking: false,
      still: "",
      next: { kind: "interview", said: expect.anything() },
      approved: null,
      problems: [],
    });
    await project.other.ask(EACH.slice(0, 2), "text");
    await settled(() => page.told.at(-1)?.list.length === 2);
    const places = () => {
      const told = page.told.at(-1) as LiveQuestions;
      return told.list.map((each) => questionPlace(each, told));
    };
    expect(places()).toEqual(["1 of 2", "2 of 2"]);
    await saveArtifact(project.dir, "interview", { ...EXAMPLES.interview, most: 12 });
    await project.other.answer("one", "b", "text");
    await settled(() => page.told.at(-1)?.list[0]?.state === "answered");
    expect(places()).toEqual(["1 of about 12", "2 of about 12"]);
    expect(page.told.at(-1)?.list[0]).toMatchObject({
      answer: { selected: "redis" },
      understood: "You chose Redis Streams.",
      by: "text",
      closed: false,
    });
    page.close();
  });

  test("is told why an interview stands still and what to do, and no more once a call goes on", async () => {
    const page = watch();
    await project.other.ask(EACH.slice(0, 1), "text");
    const ledger = openLedger(project.dir, () => new Date());
    const tell = async (lines: Parameters<typeof ledger.append>[0][], said: RegExp | "") => {
      for (const each of lines) await ledger.append(each);
      const still = () => page.told.at(-1)?.still ?? "";
      await settled(() => (said === "" ? still() === "" : said.test(still())), 5_000).catch(() =>
        expect(still()).toMatch(said),
      );
    };
    const phases = ["probe" as const];
    const model = "two/probe";
    await tell(
      [{ event: "resumed" }, { event: "failed", phases, model, kind: "auth", message: "no such key" }],
      /A model could not be asked: next questions by two\/probe: the provider refuses the key: no such key.*`opencode auth login`.*`\/design-lab brief 2026-11-23-e-mails` asks again.*brief\.probe_model/u,
    );
    await tell([{ event: "resumed" }], "");
    await tell(
      [{ event: "done", phases, model }, { event: "aborted" }],
      /was stopped.*`\/design-lab brief 2026-11-23-e-mails` goes on/u,
    );
    await tell(
      [{ event: "resumed" }, { event: "budget", phases, model, kind: "budget", message: "10 tokens" }],
      /Stopped by a limit: 10 tokens.*`limits`/u,
    );
    page.close();
  });

  test("is told that somebody thinks while the lock is held, and of a line that was torn", async () => {
    const page = watch();
    await withLock(project.dir, "x", () => settled(() => page.told.at(-1)?.thinking === true, 5_000));
    await settled(() => page.told.at(-1)?.thinking === false, 5_000);
    await project.journal.ask(EACH.slice(0, 1), "text");
    await appendFile(join(project.dir, "questions.jsonl"), '{"at": "2026');
    await settled(() => (page.told.at(-1)?.problems.length ?? 0) > 0, 2_000);
    expect(page.told.at(-1)?.problems[0]).toContain("was cut off while it was written");
    expect(page.told.at(-1)?.list).toHaveLength(1);
    page.close();
  }, 300_000);

  test("is sent no more than 4 million characters, what is open first, and told what is left out", async () => {
    const context = "x".repeat(20_000);
    const long = (at: number) => ({
      type: "show_plan",
      text: `Plan ${at}`,
      context,
      sections: [{ id: "a", title: "A", markdown: "y".repeat(99_000) }],
    });
    const asked = await project.journal.ask(
      Array.from({ length: 40 }, (_, at) => long(at)),
      "text",
    );
    for (const { id } of asked.slice(1, 12)) await project.journal.skip(id, "text");
    const page = watch();
    await settled(() => page.told.length > 0);
    const [told] = page.told;
    expect(told?.list.filter(({ state }) => state === "open")).toHaveLength(29);
    expect(told?.list[0]?.id).toBe("q1");
    expect(told?.list).toHaveLength(33);
    expect(told?.problems).toEqual(["7 questions with long texts are left out here; questions.jsonl holds them."]);
    page.close();
  }, 300_000);
});

describe("the doors for answers", () => {
  test("open with cookie and Origin alone", async () => {
    await project.journal.ask(EACH, "text");
    const { origin } = new URL(inside.page);
    const body = JSON.stringify({ id: "confirm", answer: { choice: "yes" } });
    const strangers = [
      { cookie: inside.cookie },
      { origin },
      { origin: "http://attacker.example", cookie: inside.cookie },
      { origin, cookie: inside.cookie, "sec-fetch-site": "cross-site" },
    ];
    for (const headers of strangers) {
      for (const door of ["answer", "skip", "enough", "upload"])
        expect(await knock(door, { headers, body })).toEqual({ status: 403, said: {} });
    }
    const { questions, ended } = await project.journal.read();
    expect([questions.filter(({ state }) => state !== "open"), ended]).toEqual([[], null]);
    expect((await knock("constructor")).status).toBe(404);
    expect((await knock("answer", { query: { experiment: "0000000000000000" } })).status).toBe(404);
  });

  test("take an answer as the person's own, and another in its place until it is closed", async () => {
    await project.journal.ask(EACH, "text");
    expect(await says("answer", { id: "confirm", answer: { choice: "yes" } })).toEqual({ status: 200, said: {} });
    expect(await says("answer", { id: "confirm", answer: { choice: "no" } })).toEqual({ status: 200, said: {} });
    await project.journal.close("confirm", "page");
    const late = await says("answer", { id: "confirm", answer: { choice: "yes" } });
    expect([late.status, late.said.refused]).toEqual([
      400,
      expect.stringContaining("that what stands on it was approved"),
    ]);
    const [asked] = (await project.journal.read()).questions.filter(({ id }) => id === "confirm");
    expect(asked).toMatchObject({ answer: { choice: "no" }, by: "page", changed: 1 });
    expect((await says("skip", { id: "text" })).status).toBe(200);
    expect((await says("skip", { id: "one" })).said.refused).toContain("its answer is needed");
  });

  const wrong: [string, unknown, string][] = [
    [
      "of another type's shape",
      { id: "one", answer: { choice: "yes" } },
      "Cannot take the answer to one: selected must be",
    ],
    ["that a line would be", { id: "one", answer: "b" }, "needed is an object of the question's own shape"],
    ["to what was not asked", { id: "nine", answer: {} }, "needed is a question that was asked, found none of that id"],
    ["without an id", { answer: {} }, "needed is the id of a question"],
    ["to an id that is a path", { id: "../one", answer: {} }, "needed is the id of a question"],
    ["that is a list", [], "needed is the id of a question"],
    ["that is nothing", null, "needed is the id of a question"],
  ];
  for (const [what, body, said] of wrong) {
    test(`refuse an answer ${what}, with a sentence`, async () => {
      await project.journal.ask(EACH, "text");
      const { status, said: came } = await says("answer", body as object);
      expect([status, came.refused]).toEqual([400, expect.stringContaining(said)]);
      expect((await project.journal.read()).questions.every(({ state }) => state === "open")).toBe(true);
    });
  }

  test("refuse JSON that is deep, long, wide or none, and take the longest answer that a person may give", async () => {
    await project.journal.ask(EACH, "text");
    const deep = `{"id":"code","answer":{"code":${"[".repeat(300_000)}${"]".repeat(300_000)}}}`;
    expect((await knock("answer", { body: deep })).said.refused).toContain("lists and objects inside one another");
    const wide = { id: "many", answer: { selected: Array.from({ length: 100_000 }, () => "a") } };
    expect((await says("answer", wide)).said.refused).toContain("at most 200 entries");
    const long = await says("answer", { id: "code", answer: { code: "x".repeat(800_000) } });
    expect([long.status, long.said.refused]).toEqual([413, expect.stringContaining("at most 700000 bytes")]);
    expect((await knock("answer", { body: "{" })).said.refused).toContain("needed is JSON");
    expect((await says("answer", { id: "code", answer: { code: "\u8A9E".repeat(100_000) } })).status).toBe(200);
  });

  test("end the interview once, and only where one goes on", async () => {
    await project.journal.ask(EACH.slice(0, 1), "text");
    expect((await knock("enough")).status).toBe(200);
    expect((await knock("enough")).status).toBe(200);
    const lines = (await Bun.file(join(project.dir, "questions.jsonl")).text()).split("\n");
    expect(lines.filter((line) => line.includes('"ended"'))).toHaveLength(1);
    expect((await project.journal.read()).ended?.by).toBe("page");
    await project.remove();
    server.close();
    project = await askedProject({ idea: "" });
    server = await project.serve();
    inside = await enter(server.invite(project.dir).address);
    const none = await knock("enough");
    expect([none.status, none.said.refused]).toEqual([400, expect.stringContaining("Cannot end the interview")]);
  });

  test("do nothing in a folder that may only be read", async () => {
    await project.journal.ask(EACH, "text");
    server.close();
    server = await project.serve(["read"]);
    inside = await enter(server.invite(project.dir).address);
    expect((await says("answer", { id: "confirm", answer: { choice: "yes" } })).status).toBe(404);
    expect((await project.journal.read()).questions.every(({ state }) => state === "open")).toBe(true);
  });

  test("say why an answer cannot be kept where something else stands in its place", async () => {
    const file = join(project.dir, "questions.jsonl");
    await mkdir(file);
    const { status, said } = await says("answer", { id: "q1", answer: { choice: "yes" } });
    expect([status, said.refused]).toEqual([500, expect.stringContaining("Cannot read what was asked")]);
  });
});

describe("the door for files", () => {
  const folder = (): string => join(project.dir, "answers");

  test("keeps bytes for the person alone under a name of its own, once, and an answer names them", async () => {
    await project.journal.ask(EACH, "text");
    const { status, said } = await give("image", "../../a\u202Eb.png", PNG);
    const sha256 = createHash("sha256").update(PNG).digest("hex");
    const fact = {
      filename: "../../ab.png",
      mime_type: "image/png",
      path: `answers/image-${sha256}.png`,
      bytes: PNG.length,
      sha256,
    };
    expect([status, said]).toEqual([200, fact]);
    expect((await give("image", "again.png", PNG)).status).toBe(200);
    expect(await readdir(folder())).toEqual([`image-${sha256}.png`]);
    if (process.platform !== "win32") {
      expect((await stat(join(project.dir, fact.path))).mode & 0o777).toBe(0o600);
      expect((await stat(folder())).mode & 0o777).toBe(0o700);
    }
    expect(Buffer.from(await Bun.file(join(project.dir, fact.path)).arrayBuffer()).equals(PNG)).toBe(true);
    const forged = [
      { ...fact, sha256: "0".repeat(64) },
      { ...fact, bytes: 1 },
      { ...fact, mime_type: "image/gif" },
      { ...fact, path: "idea.json" },
      null,
      { ...fact, path: `answers/../answers/image-${sha256}.png` },
    ];
    for (const image of forged) {
      const { said: refusal } = await says("answer", { id: "image", answer: { images: [image] } });
      expect(refusal.refused).toContain("a file of it is not there as it was given");
    }
    expect((await says("answer", { id: "image", answer: { images: [fact] } })).said).toEqual({});
  });

  test("tells a type by content: a page called .png is text, and no picture is taken that is none", async () => {
    await project.journal.ask(EACH, "text");
    for (const text of ["<!doctype html><script>alert(1)</script>", '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
      const { said } = await give("image", "photo.png", text);
      expect(said).toMatchObject({ mime_type: "text/plain", filename: "photo.png" });
      expect(said.path).toEndWith(".txt");
      const refusal = await says("answer", { id: "image", answer: { images: [said] } });
      expect(refusal.said.refused).toContain("images[0].mime_type must be one of image/png");
    }
    expect((await give("file", "rows.csv", "a,b\n1,2\n")).said.mime_type).toBe("text/csv");
    expect((await give("file", "rows.csv", PNG)).said.mime_type).toBe("image/png");
  });

  test("cuts off what is too large, in one file and in all, and leaves nothing of it", async () => {
    await project.journal.ask([...EACH, { type: "ask_file", id: "small", text: "?", max_bytes: 10 }], "text");
    expect((await give("small", "a.txt", "x".repeat(11))).said.refused).toContain("at most 10 bytes in a file");
    expect((await give("small", "a.txt", "x".repeat(10))).status).toBe(200);
    const other = join(folder(), `file-${"0".repeat(64)}.bin`);
    await writeFile(other, "");
    await truncate(other, 59_999_000);
    expect((await give("file", "a.txt", "x".repeat(2_000))).said.refused).toContain("in all files of this experiment");
    expect((await readdir(folder())).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    for (let at = 0; at < 19; at++) await writeFile(join(folder(), `file-${String(at).padStart(64, "a")}.bin`), "");
    expect((await give("file", "b.txt", "y")).said.refused).toContain("at most 20 for this question");
  });

  test("reads no 80 MB, neither where they are announced nor where they just come", async () => {
    await project.journal.ask(EACH, "text");
    await give("file", "a.txt", "x");
    const before = process.memoryUsage().rss;
    for (const announced of [true, false]) {
      const came = await pour("file", 80_000_000, announced);
      expect([413, "cut"]).toContain(came.status);
      expect(came.taken).toBeLessThan(60_000_000);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(70_000_000);
    expect(await readdir(folder())).toHaveLength(1);
    expect((await give("file", "b.txt", "y")).status).toBe(200);
  }, 300_000);

  test("keeps nothing for a question that asks for none, or takes none any more, or behind a link", async () => {
    await project.journal.ask(EACH, "text");
    for (const id of ["one", "nine", "", "../x"])
      expect((await give(id, "a.txt", "x")).said.refused).toContain("needed is the id of a question that asks for one");
    await project.journal.cancel("file", "text");
    expect((await give("file", "a.txt", "x")).said.refused).toContain("takes no answer any more");
    expect(await stat(folder()).catch(() => null)).toBeNull();
    await mkdir(join(project.root, "elsewhere"));
    await symlink(join(project.root, "elsewhere"), folder(), "junction");
    expect((await give("image", "a.png", PNG)).said.refused).toContain("is a symbolic link, needed is a folder");
    expect(await readdir(join(project.root, "elsewhere"))).toEqual([]);
    await rm(folder());
    const broken = await give("image", "a.png", PNG);
    expect(broken.status).toBe(200);
  });

  test("serves none of them", async () => {
    await project.journal.ask(EACH, "text");
    const { said } = await give("image", "a.png", PNG);
    const { search } = new URL(inside.page);
    for (const path of [`${said.path}${search}`, `upload${search}&id=image`, `answers${search}`])
      expect((await fetch(new URL(path, inside.page), { headers: { cookie: inside.cookie } })).status).toBe(404);
  });
});

/** Sends many bytes piece by piece; `taken` is how many went out before an answer or a cut. */
function pour(id: string, bytes: number, announced: boolean): Promise<{ status: number | "cut"; taken: number }> {
  const { origin, host, pathname, search } = new URL(inside.page);
  const length = announced ? `content-length: ${bytes}` : "transfer-encoding: chunked";
  const head = [
    `POST ${pathname}upload${search}&id=${id}&name=big.bin HTTP/1.1`,
    `host: ${host}`,
    `origin: ${origin}`,
    `cookie: ${inside.cookie}`,
    length,
  ];
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port: server.port });
    let taken = 0;
    let status: number | "cut" = "cut";
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      status = Number(/^HTTP\/1\.1 (\d{3})/u.exec(data.toString())?.[1] ?? 0);
      socket.destroy();
    });
    socket.on("close", () => resolve({ status, taken }));
    const piece = Buffer.alloc(250_000, 7);
    const frame = announced ? piece : Buffer.concat([Buffer.from("3d090\r\n"), piece, Buffer.from("\r\n")]);
    const more = (): void => {
      if (socket.destroyed || taken >= bytes) return;
      taken += piece.length;
      socket.write(frame, () => setTimeout(more, 0));
    };
    socket.write(`${head.join("\r\n")}\r\n\r\n`, more);
  });
}

test("an interview is over while its brief waits for a word or has one, and goes on where it is refused", async () => {
  const page = watch();
  await project.journal.ask(EACH.slice(0, 1), "text");
  await settled(() => page.told.at(-1)?.list.length === 1);
  const { brief } = EXAMPLES;
  await saveArtifact(project.dir, "brief", brief);
  const plan = { ...EACH.find(({ type }) => type === "show_plan"), id: approvalId(brief) };
  await project.journal.ask([plan], "text");
  await settled(() => page.told.at(-1)?.interview === "none");
  await says("answer", { id: plan.id, answer: { decision: "revise", annotations: {}, feedback: "shorter" } });
  await settled(() => page.told.at(-1)?.interview === "going");
  await says("answer", { id: plan.id, answer: { decision: "approve", annotations: {} } });
  await settled(() => page.told.at(-1)?.interview === "none");
  page.close();
});
