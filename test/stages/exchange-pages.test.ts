import { afterEach, expect, test } from "bun:test";
import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeExchangePages } from "../../src/stages/exchange-pages.ts";
import { openExperiment } from "../../src/store/open.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

/** A ranked experiment, the folder of its exchanges, and what tells one writing of each page from another. */
async function ranked() {
  lab = await bench();
  await lab.call("run", { task: "A queue", topic: "queue" });
  const dir = await onlyExperiment(lab.dir);
  const folder = join(dir, "exchanges");
  const pages = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(".html"));
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).ino])),
    );
  };
  return { dir, folder, pages };
}

/** Whether another process that does this loads what draws such a page. */
async function draws(does: string): Promise<boolean> {
  const watching = `
    let loaded = false;
    Bun.plugin({ name: "watch", setup: (build) => build.onLoad({ filter: /views\\/html\\/exchange-page\\.tsx$/ }, async ({ path }) => {
      loaded = true;
      return { contents: await Bun.file(path).text(), loader: "tsx" };
    }) });
    ${does}
    console.log(loaded ? "drew" : "drew nothing");`;
  const child = Bun.spawn([process.execPath, "-e", watching], {
    cwd: join(import.meta.dirname, "../.."),
    stderr: "pipe",
  });
  const [said, wrong] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect([await child.exited, wrong]).toEqual([0, ""]);
  return said === "drew\n";
}

/** The same process renews a report's pages. */
async function renew(dir: string): Promise<void> {
  const where = { directory: lab.dir, now: () => new Date(), person: { home: lab.home, env: {} } };
  expect(await writeExchangePages(await openExperiment([join(dir, "..")], dir, where))).toHaveLength(12);
}

test("a report that is renewed draws none of the pages anew whose files are as they were", async () => {
  const { dir, folder, pages } = await ranked();
  const before = await pages();
  expect(Object.keys(before)).toHaveLength(12);
  await renew(dir);
  expect(await pages()).toEqual(before);

  const name = (await readdir(folder)).find((each) => /^design-alpha.*json$/u.test(each)) ?? "";
  const text = await readFile(join(folder, name), "utf8");
  await writeFile(join(folder, "other"), text.replaceAll("Outbox", "Inbox"));
  await rename(join(folder, "other"), join(folder, name));
  await renew(dir);
  const after = await pages();
  expect(Object.keys(after).filter((page) => after[page] !== before[page])).toEqual(["design-alpha-strong-1.html"]);
  expect(await readFile(join(folder, "design-alpha-strong-1.html"), "utf8")).toContain("Inbox");
});

test("a page that is missing, or says one letter more than was drawn, is drawn", async () => {
  const { dir, folder } = await ranked();
  const page = join(folder, "design-beta-middle-1.html");
  const drawn = await readFile(page, "utf8");
  await writeFile(page, drawn.replace("</body>", "<p>planted</p></body>"));
  await renew(dir);
  expect(await readFile(page, "utf8")).toBe(drawn);
  await rename(page, join(folder, "away"));
  await renew(dir);
  expect(await readFile(page, "utf8")).toBe(drawn);
});

test("prepareReport() loads what draws them, and not where none are kept", async () => {
  lab = await bench();
  const prepare = (exchanges: boolean) => `
    const { prepareReport } = await import("./src/stages/files.ts");
    await prepareReport({ output: { exchanges: ${exchanges} } });`;
  expect(await draws(prepare(true))).toBe(true);
  expect(await draws(prepare(false))).toBe(false);
});
