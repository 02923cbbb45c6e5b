import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sayUnfinished } from "../../src/host/unfinished.ts";
import { decidedProject } from "../support/decided-project.ts";
import { onlyExperiment } from "../support/disk.ts";
import { bench } from "../support/lab.ts";

const AT = new Date("2026-11-24T12:00:00Z");

describe("PROJECT.md after each stage", () => {
  test("of one experiment", async () => {
    const now = () => AT;
    const lab = await bench({ now });
    try {
      const shown: string[] = [];
      const look = async (what: string) => {
        const dir = await onlyExperiment(lab.dir);
        const page = join(dirname(dir), "PROJECT.md");
        shown.push(
          `=== ${what}\n${existsSync(page) ? readFileSync(page, "utf8") : "(none)"}\n${await sayUnfinished({ home: lab.home, env: {}, worktree: lab.dir })}`,
        );
      };
      await lab.call("run", {
        task: "Design a durable task queue for 10,000 jobs a second",
        topic: "Task queue",
        requirements: ["Survives a crash"],
      });
      await look("run");
      lab.typed = true;
      console.log(await lab.call("decide", { design: "A", because: "It is the one that our team can run" }));
      await look("decide");
      console.log(await lab.call("outcome", { lesson: "Leases that nobody renews are found too late: watch them." }));
      await look("lesson");
      console.log(await lab.call("outcome", { outcome: "failed", note: "Locks were the bottleneck" }));
      await look("outcome");
      console.log(shown.join("\n"));
      console.log(readFileSync(join(dirname(await onlyExperiment(lab.dir)), "lessons.md"), "utf8"));
      console.log(lab.told.slice(-5));
    } finally {
      await lab.dispose();
    }
  });
});
