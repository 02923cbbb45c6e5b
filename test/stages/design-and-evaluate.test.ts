import { afterEach, expect, test } from "bun:test";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const SLOW = "gamma/weak-1";

/** A promise and what fulfils it. */
function signal(): { given: Promise<void>; give(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { given: promise, give: resolve };
}

const evaluations = (): number => lab.host.prompts.filter(({ role }) => role === "evaluator").length;

async function run(options: BenchOptions, args: object = {}): Promise<string> {
  lab = await bench(options);
  return lab.call("run", { task: "A queue", topic: "queue", ...args });
}

test("a design is judged while a slower designer still writes, and the slow one's design is judged too", async () => {
  const judging = signal();
  const reply = await run({
    answer: async ({ kind, model }) => {
      if (kind === "evaluation") judging.give();
      if (kind === "design" && model === SLOW) await judging.given;
      return undefined as never;
    },
  });
  expect(reply).toContain("3 designs written, 9 reviews and 9 scores made");
});

test("nothing is judged before there are as many designs as a ranking needs", async () => {
  const seen: number[] = [];
  const reply = await run({
    config: { min_designs: 3 },
    answer: async ({ kind, model }) => {
      if (kind === "design" && model === SLOW) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        seen.push(evaluations());
      }
      return undefined as never;
    },
  });
  expect(seen).toEqual([0]);
  expect(reply).toContain("9 scores made");
});

test("with too few designs nothing is judged at all", async () => {
  const reply = await run({ answer: ({ kind, model }) => (kind === "design" && model !== SLOW ? "no" : undefined) });
  expect(evaluations()).toBe(0);
  expect(reply).toContain("\n1 design written, 2 sessions failed.\n");
});

test("reviews in words alone need no second design and begin with the first", async () => {
  const judging = signal();
  const reply = await run(
    {
      answer: async ({ kind, model }) => {
        if (kind === "review") judging.give();
        if (kind === "design" && model !== SLOW) await judging.given;
        return undefined as never;
      },
    },
    { quantitative: false },
  );
  expect(reply).toContain("3 designs written, 9 reviews made.");
});

test("evaluations of a design that came to nothing are not waited for: all are counted out of those that are left", async () => {
  await run({ answer: ({ kind, model }) => (kind === "design" && model === SLOW ? "no" : undefined) });
  const counted = lab.told.flatMap((word) => /^evaluation \d+ of \d+/u.exec(word) ?? []);
  expect(counted).toHaveLength(6);
  expect(counted.at(-1)).toBe("evaluation 6 of 6");
});

test("with one place alone all designs are asked first", async () => {
  await run({ config: { limits: { max_parallel: 1 } } });
  const roles = lab.host.sessions.map(({ role }) => role);
  expect(roles).toEqual([...Array(3).fill("designer"), ...Array(9).fill("evaluator")]);
});

test("cells that are ready together are asked in an order drawn from the seed, not design by design", async () => {
  const orders: string[][] = [];
  for (let time = 0; time < 2; time++) {
    lab = await bench({ config: { limits: { max_parallel: 1 } } });
    await lab.call("generate", { task: "A queue", topic: "queue" });
    await lab.call("score");
    orders.push(lab.host.sessions.slice(3).map(({ title }) => title));
    if (time === 0) await lab.dispose();
  }
  expect(orders[0]).toHaveLength(9);
  expect(orders[1]).toEqual(orders[0] ?? []);
  const designs = orders[0]?.map((title) => /of (\S+) by/u.exec(title)?.[1]) ?? [];
  expect(designs.filter((design, at) => at > 0 && design !== designs[at - 1]).length).toBeGreaterThan(2);
});
