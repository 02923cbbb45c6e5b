import { afterEach, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const next = (reply: string): string => reply.slice(reply.indexOf("### Next"));
const RUN = { task: "Design a durable task queue", topic: "queue" };

test("generate with nothing missing proposes what is next: to judge, to rank, to decide, to plan", async () => {
  lab = await bench();
  const again = async () => next(await lab.call("generate", { experiment: "latest" }));
  await lab.call("generate", RUN);
  expect(await again()).toContain("has them judged and ranked");
  await lab.call("run", { experiment: "latest" });
  const ranked = await again();
  expect(ranked).not.toContain("judged and ranked");
  expect(ranked).toMatch(/^### Next\n\n- `designlab\(\{op: "decide", /u);
  await rm(join(await onlyExperiment(lab.dir), "results/ranking.json"));
  expect(await again()).toMatch(/^### Next\n\n- `designlab\(\{op: "rank", /u);
  await lab.call("rank");
  lab.typed = true;
  await lab.call("decide", { design: "A" });
  lab.typed = false;
  expect(await again()).toMatch(/^### Next\n\n- `designlab\(\{op: "plan", /u);
});

test("that a model judges its own design is said by score, and by the ranking after it", async () => {
  const lists = { design_models: ["alpha/strong-1", "beta/middle-1"], review_models: ["gamma/weak-1"] };
  lab = await bench({ config: lists });
  await lab.call("run", RUN);
  expect(await lab.call("rank")).not.toContain("its own design");
  const joined = await lab.call("score", { experiment: "latest", models: ["beta/middle-1"] });
  const said = "1 reviewer of 2 also designs: it also judges its own design.";
  expect(joined).toContain(said);
  expect(await lab.call("rank")).toContain(said);
});

test("a model that scores another's design alone judges none of its own", async () => {
  const lists = { design_models: ["alpha/strong-1", "beta/middle-1"], review_models: ["gamma/weak-1"] };
  lab = await bench({ config: lists });
  await lab.call("run", RUN);
  const joined = await lab.call("score", { experiment: "latest", models: ["beta/middle-1"], designs: ["A"] });
  expect(joined).toContain("1 score made");
  expect(joined).not.toContain("its own design");
});
