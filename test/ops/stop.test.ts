import { afterEach, expect, test } from "bun:test";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { requestStop } from "../../src/store/lock.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";
import { never } from "../support/scripted-host.ts";

let run: Bench | null = null;
afterEach(async () => {
  await run?.dispose();
  run = null;
});

test("a run that is asked to stop through its folder ends as if the person had pressed Esc, and can be gone on with", async () => {
  let asked = 0;
  let dir = "";
  run = await bench({
    answer(request) {
      if (request.kind === "design" || ++asked !== 2) return undefined;
      const askedToStop = async () => {
        dir = await onlyExperiment(run?.dir ?? "");
        await requestStop(dir);
        return never();
      };
      return askedToStop();
    },
  });
  const reply = await run.call("run", { task: "Design a queue" });
  expect(reply).toContain("The run was stopped.");
  expect(await readdir(dir)).not.toContain(".stop");
  expect(await run.call("run", { experiment: "latest" })).toContain("Went on");
});

test("a request that nobody heeded does not stop the next run", async () => {
  // Long enough for a run to look several times whether it is asked to stop.
  const slowly = async () => {
    await Bun.sleep(1_500);
    return undefined;
  };
  run = await bench({ answer: ({ kind }) => (kind === "evaluation" ? slowly() : undefined) });
  await run.call("generate", { task: "Design a queue" });
  const dir = await onlyExperiment(run.dir);
  await writeFile(join(dir, ".stop"), "");
  expect(await run.call("run", { experiment: "latest" })).not.toContain("stopped");
});
