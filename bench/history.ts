import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomOf } from "../src/stats/random.ts";
import { baseOf, dayAt, writeKnown } from "../test/support/history-project.ts";
import { bench } from "../test/support/lab.ts";
import { figures } from "./figures.ts";

const EXPERIMENTS = 200;
const RUNS = 7;
/** Milliseconds from which on what was written counts as settled, so that a history keeps what it read of it. */
const SETTLED = 2_500;
const MODELS = ["alpha/a", "beta/b", "gamma/c", "delta/d", "eta/e", "zeta/f"];

/** Prints how long the history of two hundred experiments of four designs and four reviewers takes, all made anew and kept. */
export async function benchHistory(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "designlab-bench-"));
  const now = () => new Date("2027-06-01T12:00:00Z");
  const lab = await bench({ dir, home: join(dir, "no-home"), now });
  const random = randomOf(1);
  try {
    for (let nth = 0; nth < EXPERIMENTS; nth++) {
      const designers = MODELS.filter((_, at) => (at + nth) % 6 < 4);
      await writeKnown(
        baseOf(dir),
        {
          name: `task-${nth}`,
          at: dayAt(nth),
          seed: nth,
          designers,
          reviewers: MODELS.slice(0, 4).map((model) => `${model}-judge`),
          score: (design) => Math.min(10, Math.max(0, 6 - 0.4 * design + random.normal(0, 1))),
          ...(nth % 2 === 0 && { decided: { design: 0, because: "It is the one", outcome: "worked" as const } }),
        },
        { home: lab.home, env: {} },
      );
    }
    await Bun.sleep(SETTLED);
    const timed = async (): Promise<number> => {
      const begun = performance.now();
      await lab.call("show", { what: "history" });
      return performance.now() - begun;
    };
    console.log(`Milliseconds of a history of ${EXPERIMENTS} experiments, 4 × 4`);
    console.log(`  nothing kept: ${(await timed()).toFixed(0)}`);
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await timed());
    const { min, median, max } = figures(times);
    console.log(
      `  all kept, min / median / max of ${RUNS}: ${[min, median, max].map((each) => each.toFixed(0)).join(" / ")} (under 1000)`,
    );
    const [one = ""] = (await readdir(baseOf(dir))).filter((name) => /^\d/u.test(name));
    await rm(join(baseOf(dir), one, "summary.json"));
    console.log(`  one of them made anew: ${(await timed()).toFixed(0)}`);
  } finally {
    await lab.dispose();
  }
}
