import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectionCheck, folderCheck, priceCheck, ripgrepCheck } from "../../src/experiment/checkup.ts";
import { available } from "../support/scripted-host.ts";

test("priceCheck() names the models of a run whose own price is unknown, and no other", () => {
  const models = [available("p/a"), available("p/b", { price: null }), available("p/c", { price: null })];
  expect(priceCheck(["p/a", "p/b"], models)).toMatchObject({ state: "warning", found: "unknown for p/b" });
  expect(priceCheck(["p/a"], models)).toMatchObject({ state: "ok", found: "known for every model of a run" });
  expect(priceCheck(["p/gone"], models)).toMatchObject({ state: "ok" });
});

test("connectionCheck() names each provider once, in order, eight at most", () => {
  const of = (providers: string[]) => connectionCheck(providers.map((provider) => available(`${provider}/m`)));
  expect(of([])).toMatchObject({ state: "problem", found: "none" });
  expect(of(["q", "p", "q"])).toMatchObject({ state: "ok", found: "3 models of p, q" });
  expect(of([..."hgfedcba"])).toMatchObject({ found: "8 models of a, b, c, d, e, f, g, h" });
  expect(of([..."jihgfedcba"])).toMatchObject({ found: "10 models of a, b, c, d, e, f, g, h and 2 more" });
});

test("connectionCheck() warns where every model is the host's own", () => {
  const own = available("host/free", { hosts_own: true });
  expect(connectionCheck([own])).toMatchObject({ state: "warning" });
  expect(connectionCheck([own, available("p/a")])).toMatchObject({ state: "ok" });
});

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "designlab-checkup-")));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("folderCheck() takes a folder that can be made, and none below a file", async () => {
  const base = join(root, "not/yet/there");
  expect(await folderCheck(base)).toMatchObject({ state: "ok", found: base });
  const file = join(root, "file");
  await writeFile(file, "");
  await chmod(file, 0o600);
  expect(await folderCheck(file)).toMatchObject({ state: "problem", found: `${file} cannot be written` });
});

test("ripgrepCheck() looks on PATH and then where the host keeps its own, for what can be run", async () => {
  const put = async (file: string, mode = 0o755) => {
    await mkdir(join(root, file, ".."), { recursive: true });
    await writeFile(join(root, file), "", { mode });
    return join(root, file);
  };
  const found = async (env: Record<string, string>) => (await ripgrepCheck(env, join(root, "home"))).found;
  const PATH = `:${join(root, "one")}:${join(root, "two")}`;
  expect(await ripgrepCheck({ PATH }, join(root, "home"))).toMatchObject({ state: "warning", found: "not on PATH" });
  await put("one/rg", 0o644);
  const homes = await put("home/.cache/opencode/bin/rg");
  expect(await found({})).toBe(homes);
  const cached = await put("cache/opencode/bin/rg");
  expect(await found({ PATH, XDG_CACHE_HOME: join(root, "cache") })).toBe(cached);
  const second = await put("two/rg.exe");
  expect(await found({ PATH, XDG_CACHE_HOME: join(root, "cache") })).toBe(second);
});
