import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onBothDatabases, queueWith, studyOf } from "../support/queues.ts";

const dir = mkdtempSync(join(tmpdir(), "designlab-kills-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

type Line = { what: string; key: string; epoch: number; step: string };

/** What workers wrote into a folder. */
const linesIn = (logs: string): Line[] =>
  readdirSync(logs).flatMap((name) =>
    readFileSync(join(logs, name), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const [what = "", key = "", epoch = "0", step = ""] = line.split(" ");
        return { what, key, epoch: Number(epoch), step };
      }),
  );

function worker(
  address: string,
  hash: string,
  id: string,
  { at_once = 2, step = 300, logs }: { at_once?: number; step?: number; logs: string },
) {
  const script = join(import.meta.dir, "../support/study-worker.ts");
  const process = Bun.spawn(
    [globalThis.process.execPath, script, address, hash, id, String(at_once), String(step), join(logs, id)],
    { stdout: "pipe", stderr: "pipe", stdin: "ignore" },
  );
  return {
    process,
    printed: async () => `${await new Response(process.stdout).text()}${await new Response(process.stderr).text()}`,
  };
}

/**
 * Each experiment was performed to its end, and a step that was done was begun by nobody after.
 * @param struck At most so many ends may have come to nothing: a blow between the last step and what is stored of it has the
 * next one, of a later epoch, come to the end without a step.
 */
function expectOnce(lines: readonly Line[], keys: readonly string[], struck = 0): void {
  const performed = lines.filter(({ what }) => what === "performed").map(({ key, epoch }) => `${key} ${epoch}`);
  expect(new Set(performed).size).toBe(performed.length);
  expect([...new Set(performed.map((each) => each.split(" ")[0]))].sort()).toEqual([...keys].sort());
  expect(performed.length - keys.length).toBeLessThanOrEqual(struck);
  const ended = lines.filter(({ what }) => what === "ended");
  const repeated = lines.filter(
    ({ what, key, step, epoch }) =>
      what === "began" && ended.some((other) => other.key === key && other.step === step && other.epoch < epoch),
  );
  expect(repeated).toEqual([]);
  expect(lines.filter(({ what }) => what.startsWith("broke"))).toEqual([]);
}

onBothDatabases((place) => {
  test.concurrent("of three workers two are killed in the middle, and each of 48 experiments is performed to its end once", async () => {
    const logs = mkdtempSync(join(dir, "killed-"));
    const address = place.fresh();
    const { queue, hash } = await queueWith(address, studyOf({ tasks: 12, panels: ["narrow", "wide"], repeats: 2 }));
    const workers = ["a", "b", "c"].map((id) => worker(address, hash, id, { logs }));
    const [first, second, third] = workers;
    const until = async (done: number) => {
      while ((await queue.standing(hash)).counts.done < done) await Bun.sleep(100);
    };
    await until(5);
    first?.process.kill("SIGKILL");
    await until(12);
    second?.process.kill("SIGKILL");
    // In the middle of all this the server is begun anew.
    await until(16);
    place.postgres?.restart();
    expect(await third?.process.exited).toBe(0);
    expect(await third?.printed()).toBe("");
    const experiments = await queue.experiments(hash);
    expect(experiments.filter(({ state }) => state !== "done")).toEqual([]);
    expect(experiments).toHaveLength(48);
    const lines = linesIn(logs);
    expectOnce(
      lines,
      experiments.map(({ key }) => key),
      // Two are killed and the third loses its connections, with two under way each.
      6,
    );
    // Who performed it is who had it last, and what is stored is whole.
    for (const { key, epoch, files } of experiments) {
      const performed = lines.filter((line) => line.what === "performed" && line.key === key);
      expect(Math.max(...performed.map((line) => line.epoch))).toBe(epoch);
      expect(files).toBe(12);
    }
    const standing = await queue.standing(hash);
    // What a lost one had paid for is paid for, also where another performs it again.
    expect(standing.money.spent).toBeGreaterThan(0.48 - 1e-9);
    expect(standing.money.spent).toBeLessThan(0.48 + 6 * 0.01 + 1e-9);
    expect(standing.money.reserved).toBe(0);
    await queue.close();
  }, 280_000);

  test.concurrent("a worker that was frozen for longer than its lease can write nothing when it wakes", async () => {
    const logs = mkdtempSync(join(dir, "frozen-"));
    const address = place.fresh();
    const { queue, hash } = await queueWith(address, studyOf({ tasks: 2 }));
    const frozen = worker(address, hash, "frozen", { at_once: 1, step: 4_000, logs });
    while (!linesIn(logs).some(({ what }) => what === "began")) await Bun.sleep(50);
    frozen.process.kill("SIGSTOP");
    const other = worker(address, hash, "other", { at_once: 1, step: 100, logs });
    expect(await other.process.exited).toBe(0);
    const before = await queue.experiments(hash);
    expect(before.map(({ state }) => state)).toEqual(["done", "done"]);
    expect((await queue.standing(hash)).workers.find(({ id }) => id === "frozen")?.state).toBe("lost");
    frozen.process.kill("SIGCONT");
    expect(await frozen.process.exited).toBe(0);
    expect(await frozen.printed()).toBe("");
    const lines = linesIn(logs);
    expect(lines.filter(({ what }) => what === "refused")).toHaveLength(1);
    expectOnce(
      lines,
      before.map(({ key }) => key),
    );
    expect(await queue.experiments(hash)).toEqual(before);
    for (const { key } of before)
      for (const { path } of await queue.files(hash, key))
        expect(new TextDecoder().decode((await queue.read(hash, key, path)) ?? undefined)).toMatch(/by other in/u);
    await queue.close();
  }, 280_000);
});
