import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LabSession } from "../../src/artifacts/lab-session.ts";
import { createGate } from "../../src/host/gate.ts";
import { NO_HOST } from "../../src/session/host.ts";
import { projectFile } from "../../src/store/private.ts";
import { keepStands } from "../../src/store/project-stands.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "designlab-unfinished-"));
  mkdirSync(join(root, "queue"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const place = () => ({ home: join(root, "home"), env: {} });
const open = (more: object = {}) => ({
  ...{
    id: "2026-11-26-queue",
    dir: join(root, "queue"),
    topic: "Queue",
    step: "task" as const,
    questions: 0,
    task: "T3",
  },
  ...more,
});

function started() {
  const told: string[] = [];
  const sessions = new Map([["lab", {} as LabSession]]);
  const lab = { host: NO_HOST, sessions, bases: new Set<string>(), directory: root, worktree: root, ...place() };
  const gate = createGate(lab, {
    parentOf: async (id) => (id === "child" ? "root" : undefined),
    lastSaid: async () => null,
    hasPerson: async () => false,
    tell: (line) => void told.push(line),
    unloaded: new AbortController().signal,
  });
  return {
    told,
    async heard(sessionID: string): Promise<void> {
      gate.heard(sessionID, "Hello");
      await new Promise((resolve) => setTimeout(resolve, 200));
    },
  };
}

test("each session of the person's is told once what is unfinished; those within it and the lab's never", async () => {
  await keepStands({ ...place(), worktree: root }, Date.now(), [open(), open({ topic: "Mail", step: "nothing" })]);
  const { told, heard } = started();
  await heard("child");
  await heard("lab");
  expect(told).toEqual([]);
  await heard("root");
  await heard("root");
  expect(told).toEqual(["Design lab: “Queue” is decided, T3 is next. `/design-lab show 2026-11-26-queue` says more."]);
  await heard("other");
  expect(told).toHaveLength(2);
});

test("nothing is told where nothing is unfinished, nothing was kept, or what was kept cannot be read", async () => {
  const { told, heard } = started();
  await heard("a");
  await keepStands({ ...place(), worktree: root }, Date.now(), [open({ step: "nothing" })]);
  await heard("b");
  const path = projectFile({ ...place(), directory: root }, "unfinished");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '{"version": 1, "open": "all"}');
  await heard("c");
  expect(told).toEqual([]);
});
