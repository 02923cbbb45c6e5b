import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPages } from "../../src/live/pages.ts";
import { createScreenCode, TRIES } from "../../src/live/screen-code.ts";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { projectFile } from "../../src/store/private.ts";
import { codeShown, screenCodes } from "../../src/store/screen-codes.ts";
import type { Grade } from "../../src/story/page-grade.ts";
import { type AskedProject, askedProject } from "../support/asked.ts";
import { type Entered, enter, knockAt, raise } from "../support/enter.ts";
import { ballotOf, seatOf } from "../support/judges.ts";
import { screenCode } from "../support/screen-code.ts";
import { settled } from "../support/settled.ts";

const ID = "approve-0123456789ab";
const PLAN = {
  id: ID,
  type: "show_plan",
  required: true,
  text: "Is the brief right?",
  sections: [{ id: "task", title: "Task", markdown: "Design a queue" }],
} as const;
const APPROVE = { id: ID, answer: { decision: "approve", annotations: {} } };
const REVISE = { id: ID, answer: { decision: "revise", annotations: {}, feedback: "Say more" } };
const WRONG = "ABCDEFGH";

let project: AskedProject;
let state: string;
let server: LiveServer;
let shown: Entered;
let person: Entered;

const start = (folder = state): Promise<LiveServer> =>
  startLiveServer({
    bases: async () => [join(project.root, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: () => new Date(),
    kept: join(folder, "kept.json"),
    person: { home: join(project.root, "home"), env: {} },
  });
const page = async (grade: Grade, of = server): Promise<Entered> => enter(of.invite(project.dir, grade).address);

beforeEach(async () => {
  project = await askedProject();
  state = join(project.root, "state");
  server = await start();
  [shown, person] = [await page("shown"), await page("person")];
  await project.journal.ask([PLAN, { id: "q", type: "ask_text", text: "Where?" }], "text");
});
afterEach(async () => {
  server.close();
  await project.remove();
});

const look = async (at: Entered, cookie = at.cookie): Promise<number> =>
  (await fetch(new URL("experiments", at.page), { headers: { cookie } })).status;
const standing = async (): Promise<unknown[]> =>
  (await project.journal.read()).questions.map(({ state: stands, by }) => [stands, by]);
const wanted = async (of = shown, folder = state): Promise<string> => {
  expect((await knockAt(of, "code")).status).toBe(200);
  return screenCode(folder, new URL(of.page).port);
};
const refusedFor = async (code: string, of = shown): Promise<unknown> =>
  (await knockAt(of, "raise", "", { code })).said.refused;

describe("a page whose address an agent could read", () => {
  test("shows all, has its answers taken as an agent's, and approves nothing", async () => {
    expect(await look(shown)).toBe(200);
    expect((await knockAt(shown, "answer", { id: "q", answer: { text: "Here" } })).status).toBe(200);
    const { status, said } = await knockAt(shown, "answer", APPROVE);
    expect([status, said.refused]).toEqual([
      400,
      "Not taken: whether it is approved is a person's word. This page was opened by an address that an agent could read. The code that a screen of yours shows makes it your own. Nothing was changed.",
    ]);
    expect((await knockAt(shown, "skip", { id: ID })).status).toBe(400);
    expect(await standing()).toEqual([
      ["open", null],
      ["answered", "text"],
    ]);
    // As an agent may: what waits for approval goes back with remarks.
    expect((await knockAt(shown, "answer", REVISE)).status).toBe(200);
    expect(await standing()).toEqual([
      ["answered", "text"],
      ["answered", "text"],
    ]);
    expect((await knockAt(shown, "stop")).status).toBe(204);
  });

  test("takes no person's yes back", async () => {
    expect((await knockAt(person, "answer", APPROVE)).status).toBe(200);
    for (const each of [REVISE, APPROVE]) expect((await knockAt(shown, "answer", each)).status).toBe(400);
    expect((await standing())[0]).toEqual(["answered", "page"]);
  });

  test("ends an interview as an agent does", async () => {
    await knockAt(shown, "enough");
    expect((await project.journal.read()).ended?.by).not.toBe("page");
  });

  test("has keys that open no person's page, and none of a person's open it", async () => {
    expect(new URL(shown.page).pathname).not.toBe(new URL(person.page).pathname);
    expect([await look(person, shown.cookie), await look(shown, person.cookie)]).toEqual([403, 403]);
    for (const door of ["answer", "code", "raise"])
      expect((await knockAt({ page: person.page, cookie: shown.cookie }, door, APPROVE)).status).toBe(403);
    expect((await standing())[0]).toEqual(["open", null]);
  });

  test("is the same after its server ended and another began, and so is a person's", async () => {
    server.close();
    server = await start();
    expect([await look(shown), await look(person)]).toEqual([200, 200]);
    expect((await knockAt(shown, "answer", APPROVE)).status).toBe(400);
    expect((await knockAt(person, "answer", APPROVE)).status).toBe(200);
  });

  test("may judge nothing either: it is handed the designs, and no vote is taken from it", async () => {
    const { startJudging } = await import("../../src/live/judging.ts");
    const judging = await startJudging({ kept: join(state, "judging.json") });
    const ada = seatOf(ballotOf(), { id: "ada" });
    const there = await enter(judging.invite(ada, "shown").address);
    const voice = { designs: [], order: [["O"], ["N"]], pairs: [], saw_result: null };
    const sent = { voice, revision: 0, done: true, shown: [] };
    expect((await fetch(new URL("ballot", there.page), { headers: { cookie: there.cookie } })).status).toBe(200);
    expect((await knockAt(there, "save", sent)).said.refused).toContain("Not saved: a vote is a person's word.");
    expect(ada.saved).toEqual([]);
    const own = await raise(there, await wanted(there));
    const { shown: _, ...rest } = sent;
    const texts = ballotOf().designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
    expect((await knockAt(own, "save", { ...rest, shown: texts })).status).toBe(200);
    judging.close();
  });
});

describe("the code that a screen shows", () => {
  test("makes the page the person's own, once; it is kept for the person alone and gone then", async () => {
    const code = await wanted();
    const [name = ""] = readdirSync(state).filter((each) => each.includes("-code-"));
    expect((statSync(join(state, name)).mode & 0o777).toString(8)).toBe("600");
    const own = await raise(shown, `${codeShown(code).toLowerCase()} `);
    expect([own.status, new URL(own.page).pathname]).toEqual([200, new URL(person.page).pathname]);
    expect((await knockAt(own, "answer", APPROVE)).status).toBe(200);
    expect((await standing())[0]).toEqual(["answered", "page"]);
    await settled(() => !readdirSync(state).includes(name));
    expect(await refusedFor(code)).toBe("No code is good now: ask for one again.");
    // The cookie of before stays what it was.
    expect((await knockAt(shown, "answer", REVISE)).status).toBe(400);
  });

  test("is the same when it is asked for again, and none after five wrong ones", async () => {
    const code = await wanted();
    expect(await wanted()).toBe(code);
    for (let left = TRIES - 1; left > 0; left--)
      expect(await refusedFor(WRONG)).toBe(
        `That is not the code that your screen shows. ${left} attempt${left === 1 ? "" : "s"} left.`,
      );
    expect(await refusedFor(WRONG)).toBe("No code is good now: ask for one again.");
    expect(await refusedFor(code)).toBe("No code is good now: ask for one again.");
    await settled(() => readdirSync(state).every((each) => !each.includes("-code-")));
    expect(await wanted()).not.toBe(code);
  });

  test("is of no use before it was asked for, at another project, another server, or after its server ended", async () => {
    expect(await refusedFor(WRONG)).toBe("No code is good now: ask for one again.");
    const code = await wanted();
    const elsewhere = join(project.root, "elsewhere");
    for (const folder of [elsewhere, state]) {
      const other = await start(folder);
      const there = await page("shown", other);
      expect(await refusedFor(code, there)).toBe("No code is good now: ask for one again.");
      expect(await wanted(there, folder)).not.toBe(code);
      expect(await refusedFor(code, there)).toContain("That is not the code");
      other.close();
    }
    server.close();
    server = await start();
    expect(await refusedFor(code)).toBe("No code is good now: ask for one again.");
  });

  test("is good for its time alone, and is found by the screens of its project for as long", async () => {
    const place = { home: project.root, env: {}, directory: "/some/project" };
    const kept = projectFile(place, "judging");
    const screen = createScreenCode({ kept, port: () => 4100 }, 300);
    expect(await screen.want()).toBe(true);
    const [found] = await screenCodes(place, Date.now());
    expect(found).toMatchObject({ port: 4100 });
    expect(await screenCodes({ ...place, directory: "/other/project" }, Date.now())).toEqual([]);
    expect(await screenCodes(place, Date.now() + 1_000)).toEqual([]);
    await settled(async () => (await screenCodes(place, 0)).length === 0);
    expect(screen.take(found?.code ?? "")).toBe(0);
  });

  test("is refused where no screen could show it", async () => {
    await rm(state, { recursive: true });
    await Bun.write(state, "");
    expect((await knockAt(shown, "code")).said.refused).toContain("No screen can show a code");
  });
});

test("two people on one machine with one project have keys, ports and codes apart, and neither opens the other's page", async () => {
  const root = await mkdtemp(join(tmpdir(), "designlab-two-"));
  const people = await Promise.all(
    ["ada", "ben"].map(async (name) => {
      const home = join(root, name);
      await mkdir(home);
      const place = { home, env: {}, directory: project.root };
      const pages = createPages(place);
      const bases = async () => [join(project.root, ".opencode/design-lab")];
      const options = {
        bases,
        ranking: () => ({ method: "adjusted", exclude_self_reviews: false }) as const,
        now: () => new Date(),
        idle_ms: 300,
      };
      const own = await enter((await pages.invite("person", options, project.dir)).address);
      const told = await enter((await pages.invite("shown", options, project.dir)).address);
      return { place, own, told, state: join(home, ".local/state/opencode/design-lab") };
    }),
  );
  const [ada, ben] = people as [(typeof people)[0], (typeof people)[0]];
  expect(new URL(ada.own.page).port).not.toBe(new URL(ben.own.page).port);
  for (const [one, other] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect(await look(one.own)).toBe(200);
    expect(await look(one.own, `${one.own.cookie.split("=")[0]}=${other.own.cookie.split("=")[1]}`)).toBe(403);
    expect(readdirSync(one.state).map((each) => (statSync(join(one.state, each)).mode & 0o777).toString(8))).toEqual([
      "600",
    ]);
    expect((statSync(one.state).mode & 0o777).toString(8)).toBe("700");
  }
  const code = await wanted(ada.told, ada.state);
  expect(await wanted(ben.told, ben.state)).not.toBe(code);
  expect(await refusedFor(code, ben.told)).toContain("That is not the code");
  expect((await screenCodes(ben.place, Date.now())).map((each) => each.code)).not.toContain(code);
  expect((await raise(ada.told, code)).status).toBe(200);
  await rm(root, { recursive: true });
});
