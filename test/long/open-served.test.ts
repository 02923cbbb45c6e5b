import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { ProofKey } from "../../src/story/live-state.ts";
import { type Rehearsal, rehearse } from "../e2e/support/rehearsal.ts";
import { callServed } from "../e2e/support/served.ts";
import { type Entered, enter } from "../support/enter.ts";
import { settled } from "../support/settled.ts";

const MODELS = [{ id: "alpha/strong-1" }, { id: "beta/middle-1" }];
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/#[A-Za-z0-9]{22}\b/u;

test("open serves the live page from the built plugin, its script and the report, is found again after a kill, and two hosts of one project serve a page each", async () => {
  await using lab = await rehearse({ models: MODELS });
  const server = await lab.serve();
  await (await callServed(server, "run", { task: "Design a queue", topic: "Queue" })).reply;
  const said = await (await callServed(server, "open", { experiment: "latest" })).reply;
  const address = ADDRESS.exec(said)?.[0] ?? "";
  expect(said).toContain("answers on this machine alone");

  expect(await (await fetch(address)).text()).toContain('src="/client.js"');
  const script = await fetch(new URL("/client.js", address));
  expect(script.headers.get("content-type")).toStartWith("text/javascript");
  expect((await script.text()).length).toBeGreaterThan(10_000);
  const { page, cookie } = await enter(address);
  const report = new URL(`report${new URL(page).search}`, page);
  expect(await (await fetch(report, { headers: { cookie } })).text()).toContain("Design lab report");
  const design = new URL(`design${new URL(page).search}&design=alpha-strong-1`, page);
  expect(await (await fetch(design, { headers: { cookie } })).text()).toContain("Components");
  expect((await fetch(report)).status).toBe(403);
  expect((await enter(address)).status).toBe(403);
  expect((await fetch(report, { headers: { cookie } })).status).toBe(403);

  const again = await enter(ADDRESS.exec(await (await callServed(server, "open")).reply)?.[0] ?? "");
  const listed = new URL("experiments", again.page);
  const asked = { headers: { cookie: again.cookie } };
  expect(await (await fetch(listed, asked)).json()).toHaveLength(1);
  await server.kill9();
  await expect(fetch(listed)).rejects.toThrow();

  const [one, two] = [await lab.serve(), await lab.serve()];
  await (await callServed(one, "open")).reply;
  expect((await fetch(listed, asked)).status).toBe(200);

  const beside = await enter(ADDRESS.exec(await (await callServed(two, "open")).reply)?.[0] ?? "");
  expect(new URL(beside.page).port).not.toBe(new URL(again.page).port);
  const both = `${again.cookie}; ${beside.cookie}`;
  for (const each of [again.page, beside.page]) {
    expect((await fetch(new URL("experiments", each), { headers: { cookie: both } })).status).toBe(200);
  }
});

/** A desktop whose browser is a script that notes its own command line as the system shows it to everybody. */
function desktop(): { env: Record<string, string>; seen(): string[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "designlab-desktop-"));
  const notes = join(folder, "notes");
  mkdirSync(notes);
  const browser = join(folder, "xdg-open");
  writeFileSync(
    browser,
    `#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/cmdline > "${notes}/$$.part"\nmv "${notes}/$$.part" "${notes}/$$"\n`,
  );
  chmodSync(browser, 0o755);
  return {
    env: { PATH: `${folder}${delimiter}${process.env.PATH}`, DISPLAY: ":9" },
    seen: () =>
      readdirSync(notes)
        .filter((name) => !name.includes("."))
        .map((name) => readFileSync(join(notes, name), "utf8")),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const gradeOf = async ({ page, cookie }: Pick<Entered, "page" | "cookie">): Promise<unknown> =>
  ((await (await fetch(new URL("proof-key", page), { headers: { cookie } })).json()) as ProofKey).grade;

/** Every file below a folder that holds a text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readFileSync(file).includes(text));
}

async function openOnDesktop(lab: Rehearsal, seen: () => string[]): Promise<{ command: string; said: string }> {
  const server = await lab.serve();
  await (await callServed(server, "generate", { task: "Design a queue", topic: "Queue" })).reply;
  const said = await (await callServed(server, "open")).reply;
  await settled(() => seen().length > 0);
  return { command: seen().join("\n"), said };
}

test.skipIf(process.platform !== "linux")(
  "no command line, ledger, log or file of the project holds what opens the person's page, and what the reply holds opens another",
  async () => {
    const screen = desktop();
    await using lab = await rehearse({ models: MODELS, env: screen.env });
    const { command, said } = await openOnDesktop(lab, screen.seen);
    expect(command).not.toContain("http");
    const file = command.trim().split("\n").at(-1) ?? "";
    expect(file).toStartWith(join(lab.project.home, ".local/state/opencode/design-lab/open-"));
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect((statSync(dirname(file)).mode & 0o777).toString(8)).toBe("700");

    const address = ADDRESS.exec(readFileSync(file, "utf8"))?.[0] ?? "";
    const { status, page, cookie } = await enter(address);
    expect(status).toBe(200);
    // The browser came later than the call waits: its page is the person's all the same, and the reply's is not.
    const told = await enter(ADDRESS.exec(said)?.[0] ?? "");
    expect([await gradeOf({ page, cookie }), await gradeOf(told)]).toEqual(["person", "shown"]);
    expect(
      (await fetch(`${new URL(page).origin}${new URL(page).pathname}experiments`, { headers: { cookie } })).status,
    ).toBe(200);
    // What was used is gone, and was never said.
    await settled(() => readdirSync(dirname(file)).every((name) => !name.startsWith("open-")));
    const kept = readdirSync(dirname(file)).map((name) => join(dirname(file), name));
    expect(kept.map((each) => (statSync(each).mode & 0o777).toString(8))).toEqual(["600"]);
    const { path, secret } = JSON.parse(readFileSync(kept[0] ?? "", "utf8")) as { path: string; secret: string };
    for (const key of [path, secret, cookie.split("=")[1] ?? "", new URL(address).hash.slice(1)]) {
      expect(key.length).toBeGreaterThan(20);
      expect(said).not.toContain(key);
      expect(filesWith(lab.project.root, key).filter((each) => !kept.includes(each))).toEqual([]);
    }
    screen.remove();
  },
);
