import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performExperiment, type WorkNews } from "../../src/study/perform.ts";
import { onBothDatabases, queueWith, seatAt } from "../support/queues.ts";
import { settled } from "../support/settled.ts";
import { smallStudy } from "../support/studies.ts";
import { labsIn } from "../support/taken.ts";

const root = mkdtempSync(join(tmpdir(), "designlab-handed-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let machines = 0;

const [near] = smallStudy().panels as [ReturnType<typeof smallStudy>["panels"][number]];
/** One experiment, of which a reviewer that fails has a fallback. */
const study = smallStudy({
  tasks: smallStudy().tasks.slice(0, 1),
  panels: [{ ...near, config: { ...near.config, fallback_models: { "beta/one": ["gamma/one"] } } }],
});

onBothDatabases((place) => {
  test("an experiment in which a fallback answered is gone on with by the next worker, and nothing that was answered is asked again", async () => {
    const { queue, hash } = await queueWith(place.fresh(), study);
    const scores = async () =>
      (await queue.files(hash, "01-queue/near/1")).filter(({ path }) => path.startsWith("scores/")).length;
    /** A machine of its own, on which alpha/one is never done with reviewing where `hangs`. */
    const worker = async (hangs: boolean) => {
      const home = join(root, `machine-${++machines}`, "home");
      const labs = labsIn({
        models: ["alpha/one", "beta/one", "gamma/one"].map((id) => ({ id })),
        home,
        answer: ({ kind, model }) => {
          if (kind === "design") return undefined;
          if (model === "alpha/one" && hangs) return new Promise(() => undefined);
          return model === "beta/one" ? "I will not." : undefined;
        },
      });
      const news: WorkNews[] = [];
      const machine = { root: join(home, "../work"), named: false, home, env: {} };
      const leave = new AbortController();
      const seat = await seatAt(queue, { at_once: 1 });
      const end = seat.work(hash, {
        takes: () => true,
        signal: leave.signal,
        perform: (taken) =>
          performExperiment(taken, { machine, call: labs.call, tell: (each) => void news.push(each) }),
      });
      return { end: end.finally(() => seat.leave()), leave, news, asked: labs.asked };
    };
    const first = await worker(true);
    await settled(async () => (await scores()) >= 2);
    first.leave.abort();
    expect(await first.end).toBe("left");
    const second = await worker(false);
    expect(await second.end).toBe("over");
    expect(second.news.map(({ kind }) => kind)).not.toContain("anew");
    expect(second.news.at(-1)).toMatchObject({ kind: "ended", performed: { outcome: "done" } });
    expect(second.asked.map(({ role, model }) => `${role} ${model}`)).toEqual(Array(2).fill("evaluator alpha/one"));
    expect(await scores()).toBe(4);
    await queue.close();
  });
});
