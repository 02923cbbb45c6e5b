import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { appendFile, mkdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { KeptKeys } from "../../src/live/keys.ts";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { withLock } from "../../src/store/lock.ts";
import type { LiveQuestions } from "../../src/story/live-questions.ts";
import type { LiveState, LiveTold, ProofKey } from "../../src/story/live-state.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Entered, enter } from "../support/enter.ts";
import { type Bench, bench } from "../support/lab.ts";
import { settled } from "../support/settled.ts";

let run: Bench;
let server: LiveServer;
let dir: string;
/** What a browser has that was let in. */
let inside: Entered;

async function start(idle_ms?: number): Promise<LiveServer> {
  return startLiveServer({
    bases: async () => [join(run.dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: () => new Date(),
    kept: join(run.dir, "state/kept.json"),
    ...(idle_ms !== undefined && { idle_ms }),
  });
}

beforeEach(async () => {
  run = await bench();
  await run.call("run", { task: "Design a queue" });
  dir = await onlyExperiment(run.dir);
  server = await start();
  inside = await enter(server.invite(dir).address);
});
afterEach(async () => {
  server.close();
  await run.dispose();
});

type Reply = { status: number; body: string; headers: IncomingHttpHeaders };

type Options = { method?: string; headers?: Record<string, string>; path?: string; cookie?: string };

/** One request as any program could send it, with the keys unless given. `path` stands after the project's. */
function ask(path: string, { method = "GET", headers = {}, ...keys }: Options = {}): Promise<Reply> {
  const base = keys.path === undefined ? new URL(inside.page).pathname : `/${keys.path}/`;
  const cookie = keys.cookie ?? inside.cookie;
  const { port } = server;
  const all = { ...headers, ...(cookie !== "" && { cookie }) };
  return new Promise<Reply>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: base + path, method, headers: all }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        body += part;
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    sent.once("error", reject).end();
  });
}

type Following = {
  states: LiveState[];
  asked: LiveQuestions[];
  troubles: string[];
  ended: Promise<void>;
  close(): void;
};

/** States that the stream of events tells, until it is closed. */
function follow(path: string): Following {
  const states: LiveState[] = [];
  const asked: LiveQuestions[] = [];
  const troubles: string[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { href } = new URL(path, inside.page);
  const sent = request(href, { headers: { cookie: inside.cookie } }, (response) => {
    let text = "";
    response.once("close", end).once("error", end);
    response.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events.filter((each) => each.startsWith("data: "))) {
        const told = JSON.parse(event.slice(6)) as LiveTold;
        if ("trouble" in told) troubles.push(...(told.trouble === null ? [] : [told.trouble]));
        else if ("questions" in told) asked.push(told.questions);
        else if (!("plan" in told || "offer" in told || "word" in told || "planning" in told)) states.push(told);
      }
    });
  });
  sent.on("error", () => undefined).end();
  return { states, asked, troubles, ended, close: () => sent.destroy() };
}

const query = (): string => new URL(inside.page).search;

describe("the live server", () => {
  test("serves the page, its script and its style, and lets nothing else in", async () => {
    const page = await ask("");
    expect(page.status).toBe(200);
    expect(page.headers["content-security-policy"]).toStartWith("default-src 'none'; script-src 'self'");
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    const hall = (path: string) => fetch(new URL(path, inside.page));
    expect((await hall("/client.js")).headers.get("content-type")).toStartWith("text/javascript");
    expect((await hall("/style.css")).headers.get("content-type")).toStartWith("text/css");
  });

  test("gives nothing to another origin, wrong keys and a forged Host, whatever they ask for", async () => {
    const { host } = new URL(inside.page);
    const strangers: Options[] = [
      { path: "A".repeat(22) },
      { cookie: "" },
      { cookie: inside.cookie.replace(/.{4}$/u, "0000") },
      { headers: { host: "attacker.example" } },
      { headers: { origin: "http://attacker.example" } },
      { headers: { "sec-fetch-site": "cross-site" } },
      { method: "POST" },
      { method: "POST", headers: { origin: "http://attacker.example", host } },
    ];
    for (const stranger of strangers) {
      for (const path of ["experiments", "proof-key", `events${query()}`, `report${query()}`, `stop${query()}`]) {
        const { status, body } = await ask(path, stranger);
        expect([path, status, body]).toEqual([path, 403, ""]);
      }
    }
  });

  test("is bound to 127.0.0.1 alone", async () => {
    const other = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === "IPv4" && !address.internal)?.address;
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: other ?? "::1", port: server.port });
      socket.once("connect", () => resolve(false)).once("error", () => resolve(true));
    });
    expect(refused).toBe(true);
  });

  test("lists the project's experiments under keys that hold no path", async () => {
    const listed = JSON.parse((await ask("experiments")).body) as { key: string; topic: string; running: boolean }[];
    expect(listed).toHaveLength(1);
    expect(listed[0]?.key).toMatch(/^[0-9a-f]{16}$/);
    expect(listed[0]?.running).toBe(false);
  });

  test("tells the whole state at once to whoever begins to watch, and every change", async () => {
    const one = follow(`events${query()}`);
    await settled(() => one.states.length > 0);
    expect(one.states[0]).toMatchObject({
      standing: "finished",
      done: 12,
      failed: 0,
      total: 12,
      left: null,
      report: true,
    });
    await withLock(dir, "x", async () => {
      await settled(() => one.states.at(-1)?.standing === "running");
      const other = follow(`events${query()}`);
      await settled(() => other.states.length > 0);
      expect(other.states[0]?.standing).toBe("running");
      other.close();
    });
    await settled(() => one.states.at(-1)?.standing === "finished");
    one.close();
  });

  const odd: [string, (ledger: string) => Promise<unknown>, string][] = [
    ["a folder", (ledger) => mkdir(ledger), "ledger.jsonl is a folder, needed is a plain file"],
    ["a link", (ledger) => symlink(join(dir, "kept.jsonl"), ledger), "ledger.jsonl is a symbolic link, needed"],
    ["a pipe", (ledger) => promisify(execFile)("mkfifo", [ledger]), "ledger.jsonl is a pipe, socket or device, needed"],
  ];
  for (const [what, put, said] of odd) {
    test(`says once that the ledger cannot be read where ${what} stands in its place, rejects nothing, and goes on`, async () => {
      const rejected: unknown[] = [];
      const listen = (reason: unknown) => rejected.push(reason);
      process.on("unhandledRejection", listen);
      const ledger = join(dir, "ledger.jsonl");
      const one = follow(`events${query()}`);
      await settled(() => one.states.length > 0);
      await rename(ledger, join(dir, "kept.jsonl"));
      await put(ledger);
      await settled(() => one.troubles.length > 0, 5_000).catch(() => undefined);
      const other = follow(`events${query()}`);
      await settled(() => other.troubles.length > 0, 5_000).catch(() => undefined);
      // As long as two more looks take.
      await Bun.sleep(1_200);
      process.off("unhandledRejection", listen);
      expect(rejected).toEqual([]);
      expect(one.troubles).toHaveLength(1);
      expect(one.troubles[0]).toContain(said);
      expect([other.states.length, other.troubles.length]).toEqual([1, 1]);
      await rm(ledger, { recursive: true });
      await rename(join(dir, "kept.jsonl"), ledger);
      const before = one.states.length;
      await settled(() => one.states.length > before);
      one.close();
      other.close();
    }, 300_000);
  }

  test("says that the plan cannot be read, and shows a ledger with a broken line all the same", async () => {
    const one = follow(`events${query()}`);
    await settled(() => one.states.length > 0);
    await appendFile(join(dir, "ledger.jsonl"), '{"at": broken\n');
    await settled(() => one.states.length > 1);
    expect(one.troubles).toEqual([]);
    await writeFile(join(dir, "task.json"), "{");
    await appendFile(join(dir, "ledger.jsonl"), "\n");
    await settled(() => one.troubles.length > 0);
    expect(one.troubles[0]).toContain("task.json");
    one.close();
  }, 300_000);

  test("serves the report as a page that can run and load nothing, and no link in its place", async () => {
    const report = await ask(`report${query()}`);
    expect(report.body).toContain("<!doctype html>");
    expect(report.headers["content-security-policy"]).toStartWith("sandbox allow-same-origin; default-src 'none'");
    const file = join(dir, "results/report.html");
    await rename(file, join(dir, "results/other.html"));
    await symlink("/etc/hostname", file);
    expect((await ask(`report${query()}`)).status).toBe(404);
  });

  test("serves the plan beside the report, each leading to the other, and nothing where there is none", async () => {
    expect((await ask(`plan${query()}`)).status).toBe(404);
    const link = (page: string) => `<p><a href="${page}.html">x</a> href=&quot;plan.html&quot;</p>`;
    await writeFile(join(dir, "results/report.html"), link("plan"));
    await writeFile(join(dir, "results/plan.html"), link("report"));
    const served = (page: string) => link(page).replace(`${page}.html`, `${page}${query()}`);
    expect((await ask(`report${query()}`)).body).toBe(served("plan"));
    const plan = await ask(`plan${query()}`);
    expect(plan.body).toBe(served("report"));
    expect(plan.headers["content-security-policy"]).toStartWith("sandbox allow-same-origin; default-src 'none'");
    expect((await ask(`plan${query()}`, { cookie: "" })).status).toBe(403);
  });

  test("serves a design that is written as the report shows it, which can run and load nothing, and no other", async () => {
    const file = join(dir, "designs/design-alpha-strong-1.json");
    const design = JSON.parse(await Bun.file(file).text());
    await writeFile(
      file,
      JSON.stringify({ ...design, title: "</title><img src=//x>", summary: "**a**\n\n<b>\n\n- c" }),
    );
    const page = await ask(`design${query()}&design=alpha-strong-1`);
    expect(page.status).toBe(200);
    expect(page.headers["content-security-policy"]).toStartWith("sandbox allow-same-origin; default-src 'none'");
    expect(page.body).toContain("<title>A: &lt;/title>&lt;img src=//x></title>");
    expect(page.body).toMatch(/<strong>a<\/strong>.*&lt;b>.*<li dir="auto">c/u);
    expect(page.body).toContain("Components");
    expect(page.body).not.toMatch(/<(?:script|img|b)\b/u);
    for (const id of ["", "beta", "../task", "constructor"])
      expect((await ask(`design${query()}&design=${encodeURIComponent(id)}`)).status).toBe(404);
    expect((await ask(`design${query()}&design=alpha-strong-1`, { cookie: "" })).status).toBe(403);
    // One that a round made is served under what it is called there.
    const task = JSON.parse(await Bun.file(join(dir, "task.json")).text());
    const lineage = { is: "revision", of: ["alpha-strong-1"], name: "A2" };
    const row = { ...task.designers[0], design_id: "r1-1", lineage };
    await mkdir(join(dir, "rounds/1/designs"), { recursive: true });
    await writeFile(join(dir, "rounds/1/task.json"), JSON.stringify({ ...task, designers: [row] }));
    const child = { ...design, design_id: "r1-1", title: "Whole" };
    await writeFile(join(dir, "rounds/1/designs/design-r1-1.json"), JSON.stringify(child));
    expect((await ask(`design${query()}&design=r1-1`)).body).toContain("<title>A2: Whole</title>");
    await writeFile(join(dir, "rounds/1/hold.json"), JSON.stringify({ version: 1, began_at: new Date(), ended: null }));
    expect((await ask(`design${query()}&design=r1-1`)).status).toBe(404);
    await rm(join(dir, "rounds"), { recursive: true });
    await rm(file);
    expect((await ask(`design${query()}&design=alpha-strong-1`)).status).toBe(404);
  });

  test("serves what was sent and came back where the report's own links lead, and nothing while a result is held back", async () => {
    const report = await ask(`report${query()}`);
    const links = [...report.body.matchAll(/href="(exchange\?[^"]+)"/gu)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThan(3);
    expect(report.body).not.toContain("../exchanges/");
    for (const link of new Set(links)) {
      const page = await ask(link.replaceAll("&amp;", "&"));
      expect(page.status).toBe(200);
      expect(page.headers["content-security-policy"]).toStartWith("sandbox allow-same-origin; default-src 'none'");
      expect(page.body).toContain("System prompt");
    }
    for (const of of ["", "setup/../task", "../task", "design-zeta", "constructor"])
      expect((await ask(`exchange${query()}&of=${encodeURIComponent(of)}`)).status).toBe(404);
    expect((await ask(`exchange${query()}&of=setup`, { cookie: "" })).status).toBe(403);
    const index = await ask(`exchange${query()}`);
    for (const link of new Set(links)) expect(index.body).toContain(`href="${link}"`);
    await writeFile(
      join(dir, "hold.json"),
      JSON.stringify({ version: 1, began_at: "2026-01-01T00:00:00.000Z", ended: null }),
    );
    for (const link of [`exchange${query()}`, ...links])
      expect((await ask(link.replaceAll("&amp;", "&"))).status).toBe(404);
  });

  test("knows only experiments of its project", async () => {
    await mkdir(join(run.dir, "elsewhere"), { recursive: true });
    for (const key of ["0000000000000000", "../../etc", ""]) {
      expect((await ask(`report?experiment=${encodeURIComponent(key)}`)).status).toBe(404);
    }
    expect((await ask("task.json")).status).toBe(404);
    expect((await ask("../package.json")).status).not.toBe(200);
  });

  test("stops a run on the page's word", async () => {
    const { origin } = new URL(inside.page);
    const asked = await ask(`stop${query()}`, { method: "POST", headers: { origin } });
    expect(asked.status).toBe(204);
    await expect(Bun.file(join(dir, ".stop")).exists()).resolves.toBe(true);
  });

  test("stops no run in a folder that may only be read", async () => {
    server.close();
    server = await startLiveServer({
      bases: async (use) => (use === "read" ? [join(run.dir, ".opencode/design-lab")] : []),
      ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
      now: () => new Date(),
      kept: join(run.dir, "state/kept.json"),
    });
    inside = await enter(server.invite(dir).address);
    expect((await ask(`report${query()}`)).status).toBe(200);
    const { origin } = new URL(inside.page);
    const asked = await ask(`stop${query()}`, { method: "POST", headers: { origin } });
    expect(asked.status).toBe(404);
    await expect(Bun.file(join(dir, ".stop")).exists()).resolves.toBe(false);
  });

  test("stops by itself once nobody watches and nothing runs, and not before", async () => {
    server.close();
    server = await start(300);
    inside = await enter(server.invite(dir).address);
    const watched = follow(`events${query()}`);
    await settled(() => watched.states.length > 0);
    await Bun.sleep(900);
    expect(server.isOpen()).toBe(true);
    await withLock(dir, "x", async () => {
      watched.close();
      await Bun.sleep(1_200);
      expect(server.isOpen()).toBe(true);
    });
    await settled(() => !server.isOpen());
  });

  test("stays for a page that follows no experiment, for as long as that asks now and then", async () => {
    server.close();
    server = await start(2_000);
    inside = await enter(server.invite().address);
    for (let asked = 0; asked < 12; asked++) {
      expect((await ask("experiments")).status).toBe(200);
      await Bun.sleep(300);
    }
    await settled(() => !server.isOpen());
  });

  test("shows an experiment whose text is hostile as data", async () => {
    const task = JSON.parse(await Bun.file(join(dir, "task.json")).text()) as Record<string, unknown>;
    await writeFile(join(dir, "task.json"), JSON.stringify({ ...task, topic: "</script>\u202E\u0000<b>" }));
    const listed = JSON.parse((await ask("experiments")).body) as { topic: string }[];
    expect(listed[0]?.topic).toBe("</script><b>");
  });
});

describe("an invitation to the live page", () => {
  test("is traded once for a cookie that no script reads and that no other path or site is sent", async () => {
    expect(inside.status).toBe(200);
    expect(inside.cookie).toMatch(new RegExp(`^designlab-${server.port}=[0-9a-f]{64}$`, "u"));
    expect(inside.attributes).toEqual([`Path=${new URL(inside.page).pathname}`, "HttpOnly", "SameSite=Strict"]);
    expect(new URL(inside.page).search).toMatch(/^\?experiment=[0-9a-f]{16}$/u);
    expect((await ask("experiments")).status).toBe(200);
  });

  test("is an address that stands in a box of 60 columns, of letters and digits to its end, with 128 bits and more", () => {
    const { address } = server.invite(dir);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#[0-9A-Za-z]+$/u);
    expect(address.length).toBeLessThanOrEqual(46);
    expect((address.split("#")[1] ?? "").length * Math.log2(62)).toBeGreaterThan(128);
  });

  test("tells nothing that lasts: neither path nor cookie stand in it", () => {
    const { address } = server.invite(dir);
    for (const key of [new URL(inside.page).pathname.slice(1, -1), inside.cookie.split("=")[1] ?? ""])
      expect(address).not.toContain(key);
  });

  test("that is used twice is refused, and nobody keeps what it gave", async () => {
    const { address } = server.invite();
    const first = await enter(address);
    expect((await ask("experiments", { cookie: first.cookie })).status).toBe(200);
    const watched = follow(`events${query()}`);
    await settled(() => watched.states.length > 0);

    const second = await enter(address);
    expect([second.status, second.entry, second.cookie]).toEqual([403, { refused: "used" }, ""]);
    for (const { cookie } of [first, inside]) expect((await ask("experiments", { cookie })).status).toBe(403);
    await watched.ended;
    const third = await enter(server.invite().address);
    expect((await ask("experiments", { cookie: third.cookie })).status).toBe(200);
  });

  test("that was never given leads nowhere and shuts nothing", async () => {
    for (const code of ["", "A".repeat(32), "../.."]) {
      const { status, entry } = await enter(`${new URL(inside.page).origin}/#${code}`);
      expect([status, entry]).toEqual([403, { refused: "unknown" }]);
    }
    expect((await ask("experiments")).status).toBe(200);
  });

  test("is taken from the server's own page alone", async () => {
    const { origin } = new URL(inside.page);
    const code = new URL(server.invite().address).hash.slice(1);
    const refused = [{}, { origin: "http://attacker.example" }, { origin, "sec-fetch-site": "cross-site" }];
    for (const headers of refused)
      expect((await fetch(`${origin}/enter?code=${code}`, { method: "POST", headers })).status).toBe(403);
    expect((await enter(`${origin}/#${code}`)).status).toBe(200);
  });
});

describe("the keys of the live page", () => {
  const kept = async () => JSON.parse(await Bun.file(join(run.dir, "state/kept.json")).text()) as KeptKeys;

  test("are kept for the person alone, and let an open page in when its server starts again", async () => {
    expect((await stat(join(run.dir, "state"))).mode & 0o777).toBe(0o700);
    expect((await stat(join(run.dir, "state/kept.json"))).mode & 0o777).toBe(0o600);
    const { port } = server;
    server.close();
    server = await start();
    expect(server.port).toBe(port);
    expect((await ask("experiments")).status).toBe(200);
  });

  test("of one that was shut stay shut when its server starts again", async () => {
    const { address } = server.invite();
    await enter(address);
    await enter(address);
    server.close();
    server = await start();
    expect((await ask("experiments")).status).toBe(403);
  });

  test("of a second server of the project are its own, at a port of its own", async () => {
    const other = await start();
    expect(other.port).not.toBe(server.port);
    expect((await kept()).port).toBe(server.port);
    const there = await enter(other.invite(dir).address);
    expect(there.cookie.split("=")[0]).not.toBe(inside.cookie.split("=")[0]);
    expect(there.cookie.split("=")[1]).not.toBe(inside.cookie.split("=")[1]);
    expect((await fetch(new URL("experiments", there.page), { headers: { cookie: there.cookie } })).status).toBe(200);
    expect((await ask("experiments")).status).toBe(200);
    other.close();
  });

  test("are made anew where the file is none of ours, and the page works where nothing can be kept", async () => {
    const before = await kept();
    const odd: object[] = [
      { secret: "short" },
      { path: "../another/place/of/it" },
      { port: 65_536 },
      { port: -1 },
      { version: 2 },
      { more: 1 },
    ];
    for (const text of ["{", ...odd.map((change) => JSON.stringify({ ...before, ...change }))]) {
      server.close();
      await writeFile(join(run.dir, "state/kept.json"), text);
      server = await start();
      expect((await ask("experiments")).status).toBe(403);
      expect((await kept()).secret).not.toBe(before.secret);
      expect((await enter(server.invite().address)).status).toBe(200);
    }
    server.close();
    await rm(join(run.dir, "state"), { recursive: true });
    await writeFile(join(run.dir, "state"), "");
    server = await start();
    expect((await enter(server.invite().address)).status).toBe(200);
  });

  test("prove the server to a page that knows them, and to a random number alone", async () => {
    const { proof: key, grade } = JSON.parse((await ask("proof-key")).body) as ProofKey;
    expect(grade).toBe("person");
    const number = "0123456789abcdef".repeat(2);
    const proof = async (of: string) => fetch(new URL(`/proof?of=${of}`, inside.page));
    const expected = createHmac("sha256", Buffer.from(key, "hex")).update(number).digest("hex");
    // Of pages of either grade, each with a key of its own.
    const said = (await (await proof(number)).json()) as string[];
    expect([said.length, said.includes(expected)]).toEqual([2, true]);
    for (const of of ["", "cookie", `${number}0`]) expect((await proof(of)).status).toBe(404);
    expect(inside.cookie).not.toContain(key);
  });
});
