import { expect, test } from "bun:test";
import * as faults from "../../rehearsal/faults.ts";
import { startProvider } from "../../rehearsal/provider.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";
import { at, endsOf, GOOD, play, took } from "../e2e/support/unreachable.ts";

test("a provider that goes down after it answered ends the run within half a minute of the last answer", async () => {
  const models = [{ id: "fading/a", delay: 300 }];
  let wrote = false;
  const fading = await startProvider({ models });
  const panel = ["fading/a", ...GOOD];
  await using lab = await rehearse({
    models: panel.map((id) => ({ id, delay: 500 })),
    elsewhere: { fading: fading.url },
    lab: { design_models: panel, review_models: panel },
    script: ({ model, kind }): Reply | undefined => {
      // The others write until it is gone.
      if (kind === "design" && model !== "fading/a") return { delay: 3_000 };
      return undefined;
    },
  });
  const watch = setInterval(() => {
    if (wrote || fading.requests.every(({ answered_at }) => answered_at === null)) return;
    wrote = true;
    setTimeout(() => void fading.stop(), 500);
  }, 50);
  const { reply, lines } = await play(lab);
  clearInterval(watch);
  await fading.stop();
  const answered = lines.findLast(({ event }) => event === "done") as LedgerLine;
  expect(at(lines.at(-1) as LedgerLine) - at(answered)).toBeLessThan(30);
  expect(endsOf(lines, "fading/a").map(({ kind }) => kind)).toEqual(Array(3).fill("unreachable"));
  // It might have been starting again.
  expect(Math.max(...endsOf(lines, "fading/a").map(({ seconds = 0 }) => seconds))).toBeGreaterThan(15);
  expect(reply).toContain("3 designs written");
}, 300_000);

test("twenty designers of one provider that fail in ten ways end in 45 s with 12 s for each", async () => {
  const ways: Reply[] = [
    faults.rateLimited(),
    { status: 503, error: { message: "Service Unavailable" } },
    { status: 529, error: { message: "Overloaded" } },
    faults.serverError,
    { connection: "reset" },
    { connection: "silent" },
    { connection: "stall" },
    { connection: "endless" },
    faults.refusal,
    faults.unauthorized,
  ];
  const failing = ways.flatMap((_, way) => [`p/${way}-one`, `p/${way}-two`]);
  await using lab = await rehearse({
    models: [...failing, ...GOOD].map((id) => ({ id, delay: 200 })),
    script: ({ model }) => (model.startsWith("p/") ? ways[Number(model.slice(2, 3))] : undefined),
    lab: {
      design_models: [...failing, ...GOOD],
      review_models: GOOD,
      limits: { cell_timeout: 12 },
      confirm_above: null,
    },
  });
  const { lines } = await play(lab);
  expect(lines.filter(({ event }) => event === "failed")).toHaveLength(20);
  expect(took(lines)).toBeLessThan(45);
}, 300_000);
