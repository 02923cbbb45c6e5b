import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCalls } from "../src/host/calls.ts";
import { createPageReplies } from "../src/host/page-replies.ts";
import { startLiveServer } from "../src/live/server.ts";
import { randomOf } from "../src/stats/random.ts";
import { openBrowser, visit } from "../test/support/browser.ts";
import { baseOf, dayAt, writeKnown } from "../test/support/history-project.ts";
import { type Bench, bench } from "../test/support/lab.ts";
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
    const page = await timePage(lab, RUNS);
    console.log(`  through the page until all is drawn, the same: ${page.map((each) => each.toFixed(0)).join(" / ")}`);
    const [one = ""] = (await readdir(baseOf(dir))).filter((name) => /^\d/u.test(name));
    await rm(join(baseOf(dir), one, "summary.json"));
    console.log(`  one of them made anew: ${(await timed()).toFixed(0)}`);
  } finally {
    await lab.dispose();
  }
}

/** Milliseconds from opening the view of the history in a browser until its last part is drawn: min, median, max. */
async function timePage({ dir, home, host }: Pick<Bench, "dir" | "home" | "host">, runs: number): Promise<number[]> {
  const place = { directory: dir, worktree: dir, home, env: {} };
  const calls = createCalls({ host, sessions: new Map(), bases: new Set(), ...place });
  const server = await startLiveServer({
    bases: async () => [baseOf(dir)],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: () => new Date(),
    kept: join(dir, "state/kept.json"),
    person: { home, env: {} },
    replies: createPageReplies(calls, null),
  });
  const chrome = await openBrowser();
  try {
    const { page } = await visit(chrome.browser, server.invite().address);
    await page.locator("#way").waitFor();
    const address = new URL("./?history", page.url()).href;
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      const begun = performance.now();
      await page.goto(address);
      await page.locator("main section h2").last().waitFor();
      times.push(performance.now() - begun);
    }
    const { min, median, max } = figures(times);
    return [min, median, max];
  } finally {
    await chrome.close();
    server.close();
  }
}
