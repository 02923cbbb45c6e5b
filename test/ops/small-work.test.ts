import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
beforeAll(async () => {
  lab = await bench();
  for (const path of ["src/list.ts", "src/queue.ts", "src/a/b/c/deep.ts", "test/list.test.ts", "cli.js", "README.md"]) {
    mkdirSync(join(lab.dir, path, ".."), { recursive: true });
    writeFileSync(join(lab.dir, path), "x\n");
  }
});
afterAll(() => lab.dispose());

/** Fixes and small changes. */
const SMALL = [
  "Fix the off-by-one in src/list.ts",
  "fix the failing test",
  "Please fix the typo in README.md",
  "Can you fix login? It has been broken since Monday",
  "Rename push to add in src/queue.ts",
  "Add a test for empty lists to test/list.test.ts",
  "Add a --json flag to cli.js",
  "Remove the dead code from src/a/b/c/deep.ts",
  "npm test fails with TypeError: x is not a function",
  "src/list.ts crashes when the list is empty",
  "The importer throws UnicodeDecodeError on the second file",
  "Debug why the build fails",
  "Resolve the race condition in push()",
  "Track down the memory leak of the worker",
  `Fix the crash at start. ${"I opened the app, clicked on save and it was gone. ".repeat(8)}`,
  "Behebe den Absturz beim Start",
  "Den Fehler in src/list.ts beheben",
  "Corrige l'erreur dans src/list.ts",
  "Arregla el fallo al guardar",
  "Corrija o erro de login",
  "Correggi l'errore in src/list.ts",
  "Исправь ошибку при входе",
  "Napraw błąd w src/list.ts",
  "修复登录页面的崩溃",
  "src/list.tsのバグを修正して",
  "로그인 오류를 고쳐 줘",
  "src/list.ts dosyasındaki hatayı düzelt",
];

/** Tasks of which there is something to design, with words like those of a fix or of a file. */
const DESIGNS = [
  "A booking system for ferries",
  "Design a bug tracker",
  "A crash reporting service for mobile apps",
  "Design a replacement for src/queue.ts that survives a crash",
  "A replacement for src/queue.ts that survives a crash",
  "Fixed-price marketplace for craftsmen",
  "Fix-price shop for used parts",
  "Repair shop booking system",
  "Resolve conflicts between replicas of a shopping cart",
  "An error budget dashboard",
  "A queue that retries when a worker throws TimeoutException",
  "Design how we fix addresses of customers",
  "Patch management for 10,000 laptops",
  "A durable queue",
  "A list of everything that fails in our warehouse",
  "A debugger for distributed systems",
  "Find the cheapest route for 400 vans",
  "Ein Buchungssystem für Fähren",
  "Entwirf ein System, das Fehler meldet",
  "Un système de suivi des erreurs",
  "Diseña un sistema de corrección automática",
  "Система учёта ошибок",
  "Hata takip sistemi",
  "修理店预约系统",
  "バグ管理システム",
  "오류 추적 시스템",
  "System do zgłaszania błędów",
  "Find a design for error handling across services",
  "Fix the architecture of our queue: design a durable one",
  "Patch management system with zero errors",
  "Our monolith fails under load on main; we want new architecture options",
];

describe("your own agent is recommended, and nothing that costs", () => {
  for (const task of SMALL)
    test(task.slice(0, 70), async () => {
      const reply = await lab.call("help", { task });
      expect(reply).toMatch(/^\*\*What fits: your own agent\.\*\* This is a (?:fix|small change)/u);
      expect(reply).not.toMatch(/\$\d|\/design-lab (?:run|brief|plan|generate)|designlab\(/u);
    });
});

describe("designs, a brief or a plan are recommended", () => {
  for (const task of DESIGNS)
    test(task, async () => {
      expect(await lab.call("help", { task })).toMatch(
        /^\*\*What fits: (?:a brief first|designs that are compared)\./u,
      );
    });
});

test("a fix with requirements is no small work, and a file outside the project is none of it", async () => {
  const many = await lab.call("help", {
    task: "Fix the queue",
    requirements: ["10,000 jobs a second", "No job is lost"],
  });
  expect(many).toStartWith("**What fits: designs that are compared.**");
  expect(await lab.call("help", { task: "Change ../other.ts and /etc/hosts.conf" })).toStartWith(
    "**What fits: a brief",
  );
});
